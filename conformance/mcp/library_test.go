package mcp

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/internal/pipeline"
)

// build generates the service of nact.yaml and compiles it, into a folder that is gone after the test. It returns the program.
func build(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"nact.yaml", "openapi.yaml"} {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	r, err := pipeline.Run(filepath.Join(dir, "nact.yaml"), pipeline.Options{Until: pipeline.Apply})
	if err != nil {
		t.Fatal(err)
	}
	if r.Findings.HasErrors() {
		t.Fatalf("nact.yaml has errors: %v", r.Findings)
	}
	program := filepath.Join(dir, "service")
	goBuild(t, r.Plan.Go.OutDir, program, "./cmd/library")
	return program
}

// goBuild compiles a package of the module in dir, with flags. What it compiles does not depend on where dir is, so that the next run finds it in the build cache.
func goBuild(t *testing.T, dir, program, pkg string, flags ...string) {
	t.Helper()
	command := exec.Command("go", append(append([]string{"build", "-o", program}, flags...), pkg)...)
	command.Dir = dir
	command.Env = append(os.Environ(), "GOFLAGS=-trimpath", "GOWORK=off")
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
}

// limited returns a command that is ended if it takes longer than anything here may.
func limited(t *testing.T, name string, arguments ...string) *exec.Cmd {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 3*patience)
	t.Cleanup(cancel)
	command := exec.CommandContext(ctx, name, arguments...)
	command.WaitDelay = patience // for what it started, which may still write
	return command
}

// variables are what the service is told by the environment, however it is started.
func variables(upstream string) []string {
	return []string{"NACT_UPSTREAM_LIBRARY=" + upstream, "NACT_ADDR=127.0.0.1:0"}
}

// start starts a service with variables of its environment, which ends with the test, and returns the address of its MCP face.
func start(t *testing.T, program string, variables ...string) string {
	t.Helper()
	command := exec.Command(program)
	command.Env = append(os.Environ(), variables...)
	stdout, err := command.StdoutPipe()
	if err == nil {
		err = command.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		command.Process.Kill()
		command.Wait() // its error is that it was killed
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	address, found := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !found {
		t.Fatalf("the service says %q, %v", line, err)
	}
	return address + "/mcp"
}

// shelfTime is how long it takes to count the books of a shelf: the suite wants to see progress between.
const shelfTime = 50 * time.Millisecond

// upstream is what the service calls.
type upstream struct {
	mu     sync.Mutex
	copies map[string]*copying
}

// copying is a call for the copy of a book, which is answered by nothing until its caller leaves.
type copying struct{ begun, ended chan struct{} }

func (u *upstream) copy(title string) *copying {
	u.mu.Lock()
	defer u.mu.Unlock()
	c := u.copies[title]
	if c == nil {
		c = &copying{begun: make(chan struct{}), ended: make(chan struct{})}
		u.copies[title] = c
	}
	return c
}

// startUpstream starts the upstream, and returns its address. Beside the operations of openapi.yaml it has two addresses for clients that cancel a call, each of
// which answers once the call for a copy is there, or has ended.
func startUpstream(t *testing.T) (*upstream, string) {
	u := &upstream{copies: make(map[string]*copying)}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /motto", func(w http.ResponseWriter, _ *http.Request) { answer(w, `{"text": "So many books, so little time."}`) })
	mux.HandleFunc("GET /books", func(w http.ResponseWriter, r *http.Request) {
		if r.FormValue("title") != "Emma" {
			answer(w, `{"books": []}`)
			return
		}
		answer(w, `{"books": [{"title": "Emma", "author": "Jane Austen", "pages": 474}]}`)
	})
	mux.HandleFunc("GET /shelves/{shelf}", func(w http.ResponseWriter, _ *http.Request) {
		time.Sleep(shelfTime)
		answer(w, `{"books": 12}`)
	})
	mux.HandleFunc("GET /copies", func(_ http.ResponseWriter, r *http.Request) {
		c := u.copy(r.FormValue("title"))
		close(c.begun)
		<-r.Context().Done()
		close(c.ended)
	})
	mux.HandleFunc("GET /copies/begun", func(w http.ResponseWriter, r *http.Request) { await(w, r, u.copy(r.FormValue("title")).begun) })
	mux.HandleFunc("GET /copies/ended", func(w http.ResponseWriter, r *http.Request) { await(w, r, u.copy(r.FormValue("title")).ended) })
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return u, server.URL
}

func answer(w http.ResponseWriter, body string) {
	w.Header().Set("Content-Type", "application/json")
	io.WriteString(w, body)
}

// patience is how long anything may take that should happen at once.
const patience = 20 * time.Second

// happens waits for an event, and reports whether it has come.
func happens(event <-chan struct{}) bool {
	select {
	case <-event:
		return true
	case <-time.After(patience):
		return false
	}
}

// await answers what has happened, when it has.
func await(w http.ResponseWriter, r *http.Request, event <-chan struct{}) {
	what := strings.TrimPrefix(r.URL.Path, "/copies/")
	if !happens(event) {
		what = "not " + what
	}
	io.WriteString(w, what)
}
