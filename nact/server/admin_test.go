package server

import (
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/health"
)

// measured is a service with metrics.
type measured struct{ health.Handler }

func (measured) Metrics() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { io.WriteString(w, "calls_total 1\n") })
}

// operated returns the admin handler of a service at an address of the loopback interface, and its log.
func operated(t *testing.T, service http.Handler) (*admin, *front, *bytes.Buffer) {
	t.Helper()
	log := new(bytes.Buffer)
	level := new(slog.LevelVar)
	f := &front{next: service}
	a := &admin{addr: &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1), Port: 9090}, level: level, logger: slog.New(slog.NewTextHandler(log, &slog.HandlerOptions{Level: level}))}
	a.route(f)
	return a, f, log
}

func (a *admin) ask(method, path, body string) *httptest.ResponseRecorder {
	recorder := httptest.NewRecorder()
	request := httptest.NewRequest(method, path, strings.NewReader(body))
	request.Host = "localhost:9090"
	a.ServeHTTP(recorder, request)
	return recorder
}

func TestAdminHealth(t *testing.T) {
	a, f, _ := operated(t, health.Handler{})
	for _, path := range []string{"/livez", "/readyz"} {
		if got := a.ask("GET", path, ""); got.Code != http.StatusOK || got.Body.String() != health.Body {
			t.Errorf("%s: got %d %s", path, got.Code, got.Body)
		}
	}
	f.leaving.Store(true)
	if got := a.ask("GET", "/readyz", ""); got.Code != http.StatusServiceUnavailable {
		t.Errorf("a program that is about to end: got %d", got.Code)
	}
	if got := a.ask("GET", "/livez", ""); got.Code != http.StatusOK {
		t.Errorf("a program that is about to end lives: got %d", got.Code)
	}
	for _, path := range []string{"/", "/tools", "/healthz", "/metrics"} {
		if got := a.ask("GET", path, ""); got.Code != http.StatusNotFound {
			t.Errorf("%s: got %d", path, got.Code)
		}
	}
}

func TestAdminMetrics(t *testing.T) {
	a, _, _ := operated(t, measured{})
	if got := a.ask("GET", "/metrics", ""); got.Code != http.StatusOK || got.Body.String() != "calls_total 1\n" {
		t.Errorf("got %d %s", got.Code, got.Body)
	}
}

// The level of the log can be read and set while the program runs.
func TestAdminLogLevel(t *testing.T) {
	a, _, log := operated(t, health.Handler{})
	if got := a.ask("GET", "/log-level", ""); got.Body.String() != "info\n" {
		t.Errorf("got %s", got.Body)
	}
	a.logger.Debug("not yet")
	if got := a.ask("PUT", "/log-level", "debug\n"); got.Code != http.StatusOK || got.Body.String() != "debug\n" {
		t.Errorf("got %d %s", got.Code, got.Body)
	}
	a.logger.Debug("now")
	for _, body := range []string{"", "loud", "DEBUG", strings.Repeat("x", 1<<20)} {
		if got := a.ask("PUT", "/log-level", body); got.Code != http.StatusBadRequest || got.Header().Get("Content-Type") != "application/problem+json" || got.Body.Len() > 1000 {
			t.Errorf("%.20q: got %d %s", body, got.Code, got.Body)
		}
	}
	if a.ask("POST", "/log-level", "error").Code != http.StatusMethodNotAllowed || a.level.Level() != slog.LevelDebug {
		t.Error("POST set the level")
	}
	if text := log.String(); strings.Contains(text, "not yet") || !strings.Contains(text, "msg=now") || !strings.Contains(text, "log_level=debug") {
		t.Errorf("the log: %s", text)
	}
}

// Pages of other hosts reach nothing but the health of a program.
func TestAdminOfForeignHosts(t *testing.T) {
	a, _, _ := operated(t, health.Handler{})
	for path, want := range map[string]int{"/livez": 200, "/readyz": 200, "/log-level": 421, "/debug/pprof/heap": 421, "/metrics": 421} {
		recorder := httptest.NewRecorder()
		a.ServeHTTP(recorder, httptest.NewRequest("GET", "http://evil.example"+path, nil))
		if recorder.Code != want {
			t.Errorf("%s: got %d, want %d", path, recorder.Code, want)
		}
	}
}

func TestProfiles(t *testing.T) {
	a, _, _ := operated(t, health.Handler{})
	list := a.ask("GET", "/debug/pprof/", "").Body.String()
	for _, name := range []string{"profile", "trace", "heap", "goroutine"} {
		if !strings.Contains("\n"+list, "\n"+name+"\n") {
			t.Errorf("the list lacks %s: %s", name, list)
		}
	}
	for _, path := range []string{"/debug/pprof/heap", "/debug/pprof/profile?seconds=1"} {
		got := a.ask("GET", path, "")
		if reader, err := gzip.NewReader(got.Body); got.Code != http.StatusOK || err != nil {
			t.Errorf("%s: got %d, %v, want a profile", path, got.Code, err)
		} else if profile, err := io.ReadAll(reader); err != nil || len(profile) == 0 {
			t.Errorf("%s: %d bytes, %v", path, len(profile), err)
		}
	}
	if got := a.ask("GET", "/debug/pprof/goroutine?debug=1", ""); !strings.HasPrefix(got.Body.String(), "goroutine profile:") || got.Header().Get("Content-Type") != "text/plain; charset=utf-8" {
		t.Errorf("got %.100s %v", got.Body, got.Header())
	}
	for path, want := range map[string]int{"/debug/pprof/none": 404, "/debug/pprof/profile?seconds=0": 400, "/debug/pprof/trace?seconds=999": 400} {
		if got := a.ask("GET", path, ""); got.Code != want {
			t.Errorf("%s: got %d, want %d", path, got.Code, want)
		}
	}
}

// Nothing of what is the operator's is added to the mux that other code may serve to callers.
func TestProfilesAreNotInTheDefaultMux(t *testing.T) {
	if _, pattern := http.DefaultServeMux.Handler(httptest.NewRequest("GET", "/debug/pprof/heap", nil)); pattern != "" {
		t.Errorf("it serves %s", pattern)
	}
}

// syncBuffer is a log that may be read while it is written.
type syncBuffer struct{ sink }

func (s *syncBuffer) text() string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return strings.Join(s.writes, "")
}

// A program serves its operator where it was told to, and warns of an address that others reach.
func TestAdminAddress(t *testing.T) {
	for addr, warns := range map[string]bool{"127.0.0.1:0": false, "0.0.0.0:0": true} {
		t.Run(addr, func(t *testing.T) {
			ctx, end := context.WithCancel(t.Context())
			var log syncBuffer
			reader, stdout := io.Pipe()
			code := make(chan int, 1)
			p := Program{Name: "x", Admin: ServeAdmin, New: func(Options) (http.Handler, error) { return health.Handler{}, nil }}
			go func() {
				code <- Run(ctx, p, []string{"--addr=127.0.0.1:0", "--admin-addr=" + addr, "--log=text"}, func(string) string { return "" }, nil, stdout, &log)
			}()
			line := make([]byte, 100)
			if _, err := reader.Read(line); err != nil { // "listening on ..."
				t.Fatal(err)
			}
			end()
			if got := <-code; got != 0 {
				t.Errorf("exit code %d: %s", got, log.text())
			}
			if !regexp.MustCompile(`msg="serving the operator" addr=\S+:[1-9]`).MatchString(log.text()) {
				t.Errorf("the log: %s", log.text())
			}
			if strings.Contains(log.text(), "level=WARN") != warns {
				t.Errorf("the log: %s", log.text())
			}
		})
	}
}

func TestServeAdmin(t *testing.T) {
	logger := slog.New(slog.DiscardHandler)
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	addr := listener.Addr().String()
	if _, err := ServeAdmin(Operated{&settings{adminAddr: addr}, &front{next: health.Handler{}, logger: logger}, new(slog.LevelVar)}); err == nil {
		t.Error("the address is taken")
	}
	listener.Close()
	end, err := ServeAdmin(Operated{&settings{adminAddr: addr}, &front{next: health.Handler{}, logger: logger}, new(slog.LevelVar)})
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.Get("http://" + addr + "/readyz")
	if err != nil || response.StatusCode != http.StatusOK {
		t.Errorf("got %v, %v", response, err)
	}
	response.Body.Close()
	end()
	if _, err := http.Get("http://" + addr + "/readyz"); err == nil {
		t.Error("it is served after its end")
	}
}
