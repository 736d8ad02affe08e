package golden

import (
	"bufio"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
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
	cases := readCases(t, "cases")
	dir := t.TempDir()
	s := generate(t, cases[slices.IndexFunc(cases, func(c *goldenCase) bool { return c.name == "idempotency_redis" })], dir)
	goCommand(t, s.plan.Go.OutDir, "build", "-o", filepath.Join(dir, "notes.bin"), "./cmd/notes")

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
		url := startProgram(t, filepath.Join(dir, "notes.bin"), environment)
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
	without := exec.Command(filepath.Join(dir, "notes.bin"))
	if out, err := without.CombinedOutput(); err == nil || !strings.Contains(string(out), "NACT_REDIS_URL is not set") {
		t.Errorf("without a URL it ends with %v and\n%s", err, out)
	}
}

// startProgram starts a stand-alone service, which ends with the test, and returns its address.
func startProgram(t *testing.T, file string, environment []string) string {
	t.Helper()
	program := exec.Command(file)
	program.Env = append(os.Environ(), environment...)
	program.Stderr = os.Stderr
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		program.Process.Kill()
		program.Wait() // its error is that it was killed
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(strings.TrimSpace(line), "listening on ")
}
