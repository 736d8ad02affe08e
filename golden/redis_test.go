package golden

import (
	"io"
	"net/http"
	"net/http/httptest"
	"os/exec"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/internal/testmode"
)

// TestInstancesShareRedis runs two instances of the stand-alone service of a case behind one server: what one was asked, the other knows.
func TestInstancesShareRedis(t *testing.T) {
	testmode.Builds(t)
	redis := redistest.Start(t)
	s, program := buildCase(t, "idempotency_redis")

	var written atomic.Int64
	board := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		written.Add(1)
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(http.StatusCreated)
		io.WriteString(w, `{"number": 7}`)
	}))
	defer board.Close()
	environment := []string{"NACT_REDIS_URL=" + redis.URL(), "NACT_UPSTREAM_BOARD=" + board.URL, "NACT_ADDR=127.0.0.1:0"}
	for i, want := range []string{"", "true"} {
		url := startProgram(t, program, environment)
		request, err := http.NewRequest(http.MethodPost, url+"/tools/"+s.plan.Tools[0].Signature.ToolID+":invoke",
			strings.NewReader(`{"name": "add_note", "input_parameters": [{"name": "Text", "value": "milk"}]}`))
		if err != nil {
			t.Fatal(err)
		}
		request.Header = http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {`"k"`}}
		answer, err := http.DefaultClient.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || string(body) != `{"output_parameters":[{"name":"Number","value":7}]}` || answer.Header.Get("Idempotent-Replayed") != want {
			t.Errorf("instance %d: got %s %v, %v", i, body, answer.Header, err)
		}
	}
	if written.Load() != 1 {
		t.Errorf("it was written %d times", written.Load())
	}
	without := exec.Command(program)
	if out, err := without.CombinedOutput(); err == nil || !strings.Contains(string(out), "NACT_REDIS_URL is not set") {
		t.Errorf("without a URL it ends with %v and\n%s", err, out)
	}
}
