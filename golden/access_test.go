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
)

// guarded is the service of the case access, running, with an upstream that counts what reaches it.
type guarded struct {
	url, keys string
	ids       map[string]string // of tools, by name
	reached   atomic.Int64
	clients   map[string]*http.Client // by the credentials that are certificates, and of others; nil: there are none
}

// TestAccess calls a service that asks who calls, over both faces, with right, wrong, missing, expired and replaced credentials. Nothing that is refused
// reaches the upstream. What came of it is the table of docs/guides/access.md.
func TestAccess(t *testing.T) {
	s, program := buildCase(t, "access")
	var table matrix
	t.Run("at the start", func(t *testing.T) { refusesToStart(t, program) })
	t.Run("keys", func(t *testing.T) { holdToKeys(t, newGuarded(t, s, program), &table) })
	t.Run("certificates", func(t *testing.T) { holdToCertificates(t, s, program, &table) })
	t.Run("tokens", func(t *testing.T) {
		holdToTokens(t, s, program, &table)
		compareTable(t, filepath.Join("..", "docs", "guides", "access.md"), table.String())
	})
}

// newGuarded starts the program.
func newGuarded(t *testing.T, s *service, program string, environment ...string) *guarded {
	t.Helper()
	g := &guarded{ids: map[string]string{}, keys: filepath.Join(t.TempDir(), "keys")}
	for _, tool := range s.plan.Tools {
		g.ids[tool.Signature.Name] = tool.Signature.ToolID
	}
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
	g.url = startProgram(t, program, append(environment, "NACT_UPSTREAM_BOARD="+board.URL, "NACT_ADDR=127.0.0.1:0", "NACT_API_KEYS_FILE="+g.keys,
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
	client, key := g.client(key)
	if strings.Count(key, ".") == 2 {
		r.Header.Set("Authorization", "Bearer "+key)
	} else if key != "" {
		r.Header.Set("X-API-Key", key)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	answer, err := client.Do(r)
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

// holdToKeys calls with API keys.
func holdToKeys(t *testing.T, g *guarded, table *matrix) {
	const now = "no issuer is named"
	refused := statuses{401, 401, 401, 401, 401}
	table.fill(t, g, now,
		row{"none", "", statuses{401, 401, 401, 401, 200}},
		row{"key with `notes.read`", "read", statuses{200, 403, 403, 200, 200}},
		row{"key that has expired", "late", refused},
		row{"key that nobody has", "unknown", refused},
		row{"token, as no issuer is named", "a.b.c", refused},
	)
	for key, want := range map[string][]string{"": {"say_hello"}, "read": {"count_notes", "list_notes", "say_hello"}} {
		if got := g.found(t, key); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", key, got, want)
		}
	}
	answer, _ := g.send(t, "/tools/"+g.ids["add_note"], "read", "")
	if got := answer.Header.Get("WWW-Authenticate"); got != `Bearer realm="notes", error="insufficient_scope", scope="notes.read notes.write"` {
		t.Errorf("the challenge is %s", got)
	}
	g.write(t, "writer", "fresh", "notes.read notes.write", "writer", "second", "notes.read notes.write", "cleaner", "purge", "notes.purge", "other", "other", "notes.read notes.write")
	g.until(t, "fresh", "the service does not learn of new keys") // it looks at the file once a second
	table.fill(t, g, now,
		row{"key that was taken away", "read", refused},
		row{"key that was added, with `notes.read notes.write`", "fresh", statuses{200, 200, 403, 200, 200}},
		row{"key that was added, with `notes.purge`", "purge", statuses{403, 403, 200, 200, 200}},
	)
	belongToCallers(t, g)
}

// belongToCallers: what a caller gets to come back with is of use to that caller alone, over whichever key.
func belongToCallers(t *testing.T, g *guarded) {
	t.Helper()
	keyed := func(key string) string {
		_, body := g.send(t, "/tools/"+g.ids["add_note"]+":invoke", key, `{"name":"add_note","input_parameters":[{"name":"Text","value":"milk"}]}`, "Idempotency-Key", "k")
		return body
	}
	first, again, others := keyed("fresh"), keyed("second"), keyed("other")
	if first != again || first == others {
		t.Errorf("for one idempotency key a caller with two keys got %s and %s, and another caller %s", first, again, others)
	}
	var page struct{ Paging struct{ Next string } }
	if _, body := g.send(t, "/tools?pageLimit=1", "fresh", ""); json.Unmarshal([]byte(body), &page) != nil || page.Paging.Next == "" {
		t.Fatalf("got %s", body)
	}
	for key, want := range map[string]int{"fresh": 200, "second": 200, "purge": 400, "": 400} {
		if answer, body := g.send(t, "/tools?pageCursor="+page.Paging.Next, key, ""); answer.StatusCode != want {
			t.Errorf("%q with a cursor of another caller: %s %s", key, answer.Status, body)
		}
	}
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

// refusesToStart: without keys, or with broken ones, the program does not start, and says why; and it makes keys.
func refusesToStart(t *testing.T, program string) {
	broken := filepath.Join(t.TempDir(), "keys")
	if err := os.WriteFile(broken, []byte("# c\nreader nactkey_secret\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		code int
		want string
	}{
		{nil, 1, "nobody can prove who calls: give --api-keys FILE or NACT_API_KEYS, or --oidc-issuer URL with --public-url URL"},
		{[]string{"--api-keys", broken}, 1, broken + ": line 2: after the ID reader stands no sha256:HEX"},
		{[]string{"--client-certificates", broken}, 1, "client-certificates says whose certificates are, and nobody asks for them: --tls-client-ca FILE names the authorities"},
		{[]string{"--new-api-key", "a b"}, 2, "the ID of a caller is up to 64 letters"},
		{[]string{"--new-api-key", "agent-7"}, 0, "\n  agent-7 sha256:"},
		{[]string{"--help"}, 0, "--api-keys FILE"},
	} {
		command := exec.Command(program, test.args...)
		command.Env = append(os.Environ(), "NACT_ADDR=127.0.0.1:0")
		out, _ := command.CombinedOutput()
		if code := command.ProcessState.ExitCode(); code != test.code || !strings.Contains(string(out), test.want) || strings.Contains(string(out), "secret") {
			t.Errorf("%q: exit %d, %s", test.args, code, out)
		}
	}
}
