package upstream

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// TestCallAtLocation: a call that was accepted is a GET where its answer is, with its headers, without its body, and tried again.
func TestCallAtLocation(t *testing.T) {
	var requests []string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		requests = append(requests, strings.Join([]string{r.Method, r.RequestURI, r.Header.Get("Content-Type"), r.Header.Get("X-Version"), string(body)}, " "))
		if len(requests) == 1 {
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	})
	client := newClient(t, Config{BaseURL: base + "/v1", Auth: []Credential{APIKeyQuery("key", nact.NewSecret("s3cr3t"))}, Retry: Retry{Attempts: 2, Backoff: time.Microsecond}})
	call := &Call{Operation: "weather.start", Method: http.MethodPost, ContentType: "application/json", Body: []byte("{}"), Options: Options{Location: "jobs/7?a=b"}}
	call.Path.Text("/start")
	call.Header.Set("X-Version", "2")
	answer, err := client.Do(t.Context(), call, nil)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := strings.Join(requests, ", "), "GET /v1/jobs/7?a=b&key=s3cr3t  2 , GET /v1/jobs/7?a=b&key=s3cr3t  2 "; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if answer.Location() != "" {
		t.Errorf("got the location %s", answer.Location())
	}
}

func TestLocation(t *testing.T) {
	asked, err := url.Parse("https://api.example.com/v1/a%2Fb/start?key=s3cr3t")
	if err != nil {
		t.Fatal(err)
	}
	for location, want := range map[string]string{
		"":                          "",
		"jobs/7?a=b":                "https://api.example.com/v1/a%2Fb/jobs/7?a=b",
		"../jobs/7":                 "https://api.example.com/v1/jobs/7",
		"/jobs/7":                   "https://api.example.com/jobs/7",
		"https://other.example/7#x": "https://other.example/7#x",
		"#x":                        "https://api.example.com/v1/a%2Fb/start#x",
		"http://%zz":                "http://%zz",
	} {
		answer := Answer{Header: http.Header{"Location": {location}}, asked: asked}
		if got := answer.Location(); got != want {
			t.Errorf("%q: got %s, want %s", location, got, want)
		}
	}
}

// TestPending: nothing is read of the body of a 202, and of another status it is.
func TestPending(t *testing.T) {
	status := 0
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.WriteHeader(status)
		io.WriteString(w, "<p>Later.</p>")
	})
	client := newClient(t, Config{BaseURL: base})
	for _, test := range []struct {
		status  int
		pending bool
		fails   bool
	}{{202, true, false}, {202, false, true}, {200, true, true}} {
		status = test.status
		call := get("/")
		call.Pending = test.pending
		answer, err := client.Do(t.Context(), call, func(d *Decoder) { d.Skip() })
		if (err != nil) != test.fails || answer.Status != int64(test.status) {
			t.Errorf("%+v: got %d, %v", test, answer.Status, err)
		}
	}
}

// TestWithin: the time of a call is for all its attempts together.
func TestWithin(t *testing.T) {
	base := serve(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 3, Backoff: time.Microsecond}})
	call := get("/")
	call.Within = 20 * time.Millisecond
	_, err := client.Do(t.Context(), call, nil)
	if got := fault(t, err); got.Kind != nact.Timeout || got.Detail != "the time for the step ran out" {
		t.Errorf("got %v", err)
	}
}
