package golden

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"
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
	"time"

	"github.com/nactgen/nactgen/internal/testmode"
)

// guarded is the service of a case, built and running, with an upstream that counts what reaches it.
type guarded struct {
	url, binary, keys string
	ids               map[string]string // of tools, by name
	reached           atomic.Int64
}

func newGuarded(t *testing.T, name string, environment ...string) *guarded {
	t.Helper()
	testmode.Builds(t)
	cases := readCases(t, "cases")
	g := &guarded{ids: map[string]string{}}
	dir := t.TempDir()
	s := generate(t, cases[slices.IndexFunc(cases, func(c *goldenCase) bool { return c.name == name })], dir)
	for _, tool := range s.plan.Tools {
		g.ids[tool.Signature.Name] = tool.Signature.ToolID
	}
	g.binary, g.keys = filepath.Join(dir, "notes.bin"), filepath.Join(dir, "keys")
	goCommand(t, s.plan.Go.OutDir, "build", "-o", g.binary, "./cmd/notes")
	board := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		g.reached.Add(1)
		w.Header().Set("Content-Type", "application/json")
		switch r.Method {
		case http.MethodGet:
			io.WriteString(w, `{"notes": ["milk"]}`)
		case http.MethodPost:
			w.WriteHeader(http.StatusCreated)
			fmt.Fprintf(w, `{"number": %d}`, g.reached.Load())
		default:
			w.WriteHeader(http.StatusNoContent)
		}
	}))
	t.Cleanup(board.Close)
	g.write(t, "reader", "read", "notes.read")
	g.url = startProgram(t, g.binary, append(environment, "NACT_UPSTREAM_BOARD="+board.URL, "NACT_ADDR=127.0.0.1:0", "NACT_API_KEYS_FILE="+g.keys,
		"NACT_API_KEYS="+keyLine("late", "late", "expires=2020-01-01 notes.read notes.write")))
	return g
}

func keyLine(id, key, rest string) string {
	return fmt.Sprintf("%s sha256:%x %s\n", id, sha256.Sum256([]byte(key)), rest)
}

// write replaces the file of keys by lines for threes of an ID, a key and scopes.
func (g *guarded) write(t *testing.T, keys ...string) {
	t.Helper()
	text := "# keys of callers\n"
	for i := 0; i < len(keys); i += 3 {
		text += keyLine(keys[i], keys[i+1], keys[i+2])
	}
	if err := os.WriteFile(g.keys+".new", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := os.Rename(g.keys+".new", g.keys); err != nil {
		t.Fatal(err)
	}
}

// send sends a request, with a body as a POST, and returns the answer with its body.
func (g *guarded) send(t *testing.T, path, key, body string, header ...string) (*http.Response, string) {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	r, err := http.NewRequest(method, g.url+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	if strings.Count(key, ".") == 2 {
		r.Header.Set("Authorization", "Bearer "+key)
	} else if key != "" {
		r.Header.Set("X-API-Key", key)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer, string(text)
}

// call calls a tool over both faces, which must have the same status, and returns that.
func (g *guarded) call(t *testing.T, tool, key string) int {
	t.Helper()
	inputs, arguments := "[]", "{}"
	if tool == "add_note" {
		inputs, arguments = `[{"name":"Text","value":"milk"}]`, `{"text":"milk"}`
	}
	over, body := g.send(t, "/tools/"+g.ids[tool]+":invoke", key, `{"name":"`+tool+`","input_parameters":`+inputs+`}`)
	mcp, text := g.send(t, "/mcp", key, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`, "Mcp-Protocol-Version", "2025-11-25")
	if over.StatusCode != mcp.StatusCode || (over.Header.Get("WWW-Authenticate") == "") != (mcp.Header.Get("WWW-Authenticate") == "") {
		t.Errorf("%s with %q: over N-ACT %s %s %s, over MCP %s %s %s", tool, key, over.Status, over.Header, body, mcp.Status, mcp.Header, text)
	}
	return over.StatusCode
}

// matrix calls tools with keys, or tokens, and holds the statuses to what is wanted, and what reaches the upstream to that.
func (g *guarded) matrix(t *testing.T, name string, want map[string]map[string]int) {
	t.Helper()
	for key, statuses := range want {
		for tool, status := range statuses {
			before := g.reached.Load()
			if got := g.call(t, tool, key); got != status {
				t.Errorf("%s: %s with %q: got %d, want %d", name, tool, key, got, status)
			}
			reached := g.reached.Load() - before
			if wanted := status == http.StatusOK && tool != "say_hello"; wanted && reached != 2 || !wanted && reached != 0 {
				t.Errorf("%s: %s with %q: %d requests reached the upstream", name, tool, key, reached)
			}
		}
	}
}

// found returns the names of the tools that a caller finds over both faces, sorted.
func (g *guarded) found(t *testing.T, key string) []string {
	t.Helper()
	var page struct{ Items []struct{ Name string } }
	var list struct {
		Result struct{ Tools []struct{ Name string } }
	}
	_, body := g.send(t, "/tools", key, "")
	_, text := g.send(t, "/mcp", key, `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, "Mcp-Protocol-Version", "2025-11-25")
	if err := json.Unmarshal([]byte(body), &page); err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal([]byte(text), &list); err != nil {
		t.Fatal(err)
	}
	names := []string{}
	for _, item := range page.Items {
		names = append(names, item.Name)
	}
	slices.Sort(names)
	for _, tool := range list.Result.Tools {
		if !slices.Contains(names, tool.Name) {
			t.Errorf("%q finds %s over MCP alone", key, tool.Name)
		}
	}
	if len(list.Result.Tools) != len(names) {
		t.Errorf("%q finds %v over N-ACT, and %d tools over MCP", key, names, len(list.Result.Tools))
	}
	return names
}

// TestAccess calls a service that asks who calls, over both faces, with right, wrong, missing, expired and rotated keys. Nothing that is refused
// reaches the upstream.
func TestAccess(t *testing.T) {
	g := newGuarded(t, "access")
	refused := map[string]int{"list_notes": 401, "add_note": 401, "purge_notes": 401, "count_notes": 401, "say_hello": 401}
	g.matrix(t, "at the start", map[string]map[string]int{
		"":        {"list_notes": 401, "add_note": 401, "purge_notes": 401, "count_notes": 401, "say_hello": 200},
		"read":    {"list_notes": 200, "add_note": 403, "purge_notes": 403, "count_notes": 200, "say_hello": 200},
		"late":    refused,
		"unknown": refused,
	})
	for key, want := range map[string][]string{"": {"say_hello"}, "read": {"count_notes", "list_notes", "say_hello"}} {
		if got := g.found(t, key); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", key, got, want)
		}
	}
	answer, _ := g.send(t, "/tools/"+g.ids["add_note"], "read", "")
	if got := answer.Header.Get("WWW-Authenticate"); got != `Bearer realm="notes", error="insufficient_scope", scope="notes.read notes.write"` {
		t.Errorf("the challenge is %s", got)
	}
	g.rotate(t)
	g.matrix(t, "rotated", map[string]map[string]int{
		"read":  refused,
		"fresh": {"list_notes": 200, "add_note": 200, "purge_notes": 403, "count_notes": 200, "say_hello": 200},
		"purge": {"list_notes": 403, "add_note": 403, "purge_notes": 200, "count_notes": 200, "say_hello": 200},
	})
	first, again := g.keyed(t, "fresh"), g.keyed(t, "second")
	if first != again {
		t.Errorf("one caller with two keys got %s and %s for one idempotency key", first, again)
	}
}

// rotate replaces the reader's key, and waits until the service knows it: it looks at the file once a second.
func (g *guarded) rotate(t *testing.T) {
	t.Helper()
	g.write(t, "writer", "fresh", "notes.read notes.write", "writer", "second", "notes.read notes.write", "cleaner", "purge", "notes.purge")
	g.until(t, "fresh", "the service does not learn of new keys")
}

// until returns when the service lets in who has a credential, which it asks ten times a second: what it learns, it learns by and by.
func (g *guarded) until(t *testing.T, credential, otherwise string) {
	t.Helper()
	again := time.NewTicker(100 * time.Millisecond)
	defer again.Stop()
	for range 300 {
		if answer, _ := g.send(t, "/tools", credential, ""); answer.StatusCode == http.StatusOK {
			return
		}
		<-again.C
	}
	t.Fatal(otherwise)
}

// keyed adds a note under one idempotency key.
func (g *guarded) keyed(t *testing.T, key string) string {
	t.Helper()
	_, body := g.send(t, "/tools/"+g.ids["add_note"]+":invoke", key, `{"name":"add_note","input_parameters":[{"name":"Text","value":"milk"}]}`, "Idempotency-Key", "k")
	return body
}

// TestAccessAtStart: without keys, or with broken ones, the program does not start, and says why; and it makes keys.
func TestAccessAtStart(t *testing.T) {
	g := newGuarded(t, "access")
	broken := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(broken, []byte("# c\nreader nactkey_secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 1, "nobody can prove who calls: give --api-keys FILE or NACT_API_KEYS"},
		{[]string{"--api-keys", broken}, 1, broken + ": line 2: after the ID reader stands no sha256:HEX"},
		{[]string{"--new-api-key", "a b"}, 2, "the ID of a caller is up to 64 letters"},
		{[]string{"--new-api-key", "agent-7"}, 0, "\n  agent-7 sha256:"},
		{[]string{"--help"}, 0, "--api-keys FILE"},
	} {
		program := exec.Command(g.binary, test.args...)
		program.Env = append(os.Environ(), "NACT_ADDR=:0")
		out, _ := program.CombinedOutput()
		if code := program.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.want) || strings.Contains(string(out), "secret") {
			t.Errorf("%q: exit %d, %s", test.args, code, out)
		}
	}
}
