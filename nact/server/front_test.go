package server

import (
	"bytes"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Who is refused is told why, in a problem document, and the operator can read which name it was.
func TestFrontRefuses(t *testing.T) {
	var log bytes.Buffer
	served := 0
	f := &front{
		next: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { served++ }),
		addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 8080}, logger: slog.New(slog.NewJSONHandler(&log, nil)),
	}
	do := func(method, path, host string) *httptest.ResponseRecorder {
		recorder := httptest.NewRecorder()
		request := httptest.NewRequest(method, path, nil)
		request.Host = host
		f.ServeHTTP(recorder, request)
		return recorder
	}
	got := do("POST", "/tools/x:invoke", "evil.example")
	if got.Code != http.StatusMisdirectedRequest || got.Header().Get("Content-Type") != "application/problem+json" || !strings.Contains(got.Body.String(), "--allow-host") {
		t.Errorf("got %d %v %s", got.Code, got.Header(), got.Body)
	}
	if line := log.String(); !strings.Contains(line, `"msg":"request","method":"POST","path":"/tools/x:invoke","status":421,`) || !strings.Contains(line, `"request_id":"`+got.Header().Get("X-Request-Id")+`","host":"evil.example"`) || served != 0 {
		t.Errorf("served %d, log: %s", served, &log)
	}
	for _, path := range []string{"/healthz", "/readyz"} { // as orchestrators call them
		if got := do("GET", path, "10.0.0.1:8080"); got.Code != http.StatusOK {
			t.Errorf("%s: got %d", path, got.Code)
		}
	}
}

// recording is a service that cannot always record what it changes.
type recording struct {
	http.Handler
	err error
}

func (r *recording) Ready() error { return r.err }

// A service that is not ready to write says so to those who send it requests, and goes on to serve.
func TestFrontOfServiceThatIsNotReady(t *testing.T) {
	service := &recording{http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}), errors.New("no space left")}
	f := &front{next: service}
	ask := func(path string) int {
		recorder := httptest.NewRecorder()
		f.ServeHTTP(recorder, httptest.NewRequest("GET", path, nil))
		return recorder.Code
	}
	if ready, tools := ask("/readyz"), ask("/tools"); ready != http.StatusServiceUnavailable || tools != http.StatusOK {
		t.Errorf("got %d and %d", ready, tools)
	}
	service.err = nil
	if ready := ask("/readyz"); ready != http.StatusOK {
		t.Errorf("got %d", ready)
	}
}
