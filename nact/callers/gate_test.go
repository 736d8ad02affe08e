package callers_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
)

// tokens proves callers by a bearer token, which is an ID and scopes with commas between them.
type tokens struct{ down bool }

func (t tokens) Authenticate(r *http.Request) (*nact.Caller, error) {
	token := callers.Bearer(r)
	switch {
	case token == "":
		return nil, nil
	case t.down:
		return nil, errors.New("the store of tokens is away")
	case token == "expired":
		return nil, &callers.Refused{Reason: `The token "x" has expired.`}
	case token == "unknown":
		return nil, nil
	}
	words := strings.Split(token, ",")
	return &nact.Caller{ID: words[0], Scopes: words[1:]}, nil
}

func (tokens) Schemes() []callers.Scheme { return []callers.Scheme{callers.BearerScheme} }

func (tokens) MetadataURL(path string) string {
	return "https://it.example/.well-known/oauth-protected-resource" + strings.TrimPrefix(path, "/tools")
}

func (tokens) ServeMetadata(w http.ResponseWriter, r *http.Request, scopes []string) bool {
	if r.URL.Path != "/.well-known/oauth-protected-resource" {
		return false
	}
	json.NewEncoder(w).Encode(scopes)
	return true
}

// service is a gate before both faces, whose tools count their calls.
type service struct {
	*callers.Gate
	calls map[string]int
}

const (
	readID  = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"
	writeID = "1479a45d-ad0a-49d4-94db-75edf00d2ca4"
	openID  = "2479a45d-ad0a-49d4-94db-75edf00d2ca4"
)

func newService(t testing.TB, authenticator callers.Authenticator, public bool) *service {
	t.Helper()
	return newWatchedService(t, authenticator, public, nil, nil)
}

// newWatchedService is a service with a log, and an observer.
func newWatchedService(t testing.TB, authenticator callers.Authenticator, public bool, logger *slog.Logger, observer nact.Observer) *service {
	t.Helper()
	s := &service{calls: make(map[string]int)}
	tool := func(id, name string, access *nact.Access) nact.Tool {
		return nact.Tool{
			Versions: []nact.Signature{{ToolID: id, Name: name, Description: "Do it.", Version: 1, Tags: []string{"all"}, Outputs: []nact.Output{{ID: "who", Name: "Who", Type: nact.String, Description: "Who called."}}}},
			Access:   access,
			Invoke: func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
				s.calls[name]++
				who := "nobody"
				if c := nact.CallerOf(ctx); c != nil {
					who = c.ID
				}
				return nact.Results{fmt.Sprintf("%s %d", who, s.calls[name])}, nil
			},
		}
	}
	write := tool(writeID, "write_it", &nact.Access{Scopes: []string{"it.write", "it.read"}})
	write.Writes, write.Journal = true, nact.BeginJournal
	tools := []nact.Tool{tool(readID, "read_it", &nact.Access{Scopes: []string{"it.read"}}), write}
	if public {
		tools = append(tools, tool(openID, "open_it", nil))
	}
	keys := endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{})})
	config := callers.Config{
		Name: "it", Authenticators: []callers.Authenticator{authenticator}, Logger: logger, Observer: observer,
	}
	runner := invocation.NewRunner(invocation.Limits{}, logger).ObservedBy(observer)
	var err error
	s.Gate, err = callers.New(config, tools, func(view *nact.View, tools []nact.Tool) (http.Handler, error) {
		endpoints, err := endpoint.New(endpoint.Config{Name: "it", View: view, Runner: runner, Logger: logger, Idempotency: keys, PageDefault: 1}, tools)
		if err != nil {
			return nil, err
		}
		return mcp.New(mcp.Config{Name: "it", View: view, Runner: runner, Logger: logger, PageSize: 1, Next: endpoints}, tools)
	})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// ask sends a request. A body makes it a POST.
func (s *service) ask(path, token, body string, header ...string) *http.Response {
	r := httptest.NewRequest("GET", path, nil)
	if body != "" {
		r = httptest.NewRequest("POST", path, strings.NewReader(body))
		r.Header.Set("Content-Type", "application/json")
		r.Host = "localhost"
	}
	if token != "" {
		r.Header.Set("Authorization", "Bearer "+token)
	}
	for i := 0; i < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r)
	return w.Result()
}

// text returns the body of an answer.
func text(r *http.Response) string {
	b, _ := io.ReadAll(r.Body)
	return string(b)
}

func call(name string) string { return `{"name":"` + name + `"}` }

func rpc(method, params string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"` + method + `","params":` + params + `}`
}

const revision = "2025-11-25"

// TestRefusals: who may not call gets a status and a challenge, and no tool runs.
func TestRefusals(t *testing.T) {
	const metadata = `resource_metadata="https://it.example/.well-known/oauth-protected-resource`
	toolCall := rpc("tools/call", `{"name":"write_it"}`)
	tests := []struct {
		name, path, token, body string
		public, down            bool
		status                  int
		challenge               string
	}{
		{"nobody", "/tools", "", "", false, false, 401, `Bearer realm="it", ` + metadata + `"`},
		{"nobody calls", "/tools/" + readID + ":invoke", "", call("read_it"), false, false, 401, `Bearer realm="it", ` + metadata + "/" + readID + `:invoke"`},
		{"nobody over MCP", "/mcp", "", toolCall, false, false, 401, `Bearer realm="it", ` + metadata + `/mcp"`},
		{"unknown", "/tools", "unknown", "", false, false, 401, `Bearer realm="it", error="invalid_token", error_description="The credentials are not valid for this service.", ` + metadata + `"`},
		{"unknown, beside a public tool", "/tools", "unknown", "", true, false, 401, `Bearer realm="it", error="invalid_token", error_description="The credentials are not valid for this service.", ` + metadata + `"`},
		{"expired", "/mcp", "expired", toolCall, false, false, 401, `Bearer realm="it", error="invalid_token", error_description="The token ?x? has expired.", ` + metadata + `/mcp"`},
		{"nowhere", "/nowhere", "", "", false, false, 401, `Bearer realm="it", ` + metadata + `/nowhere"`},
		{"no authenticator can tell", "/tools", "a,it.read", "", false, true, 503, ""},
		{"nobody, beside a public tool", "/tools/" + readID + ":invoke", "", call("read_it"), true, false, 401, `Bearer realm="it", scope="it.read", ` + metadata + "/" + readID + `:invoke"`},
		{"too little", "/tools/" + writeID + ":invoke", "a,it.read", call("write_it"), false, false, 403, `Bearer realm="it", error="insufficient_scope", scope="it.write it.read", ` + metadata + "/" + writeID + `:invoke"`},
		{"too little to read", "/tools/" + writeID, "a,it.read", "", false, false, 403, `Bearer realm="it", error="insufficient_scope", scope="it.write it.read", ` + metadata + "/" + writeID + `"`},
		{"too little to read a version", "/tools/" + writeID + "/versions/1", "a,it.read", "", false, false, 403, `Bearer realm="it", error="insufficient_scope", scope="it.write it.read", ` + metadata + "/" + writeID + `/versions/1"`},
		{"too little over MCP", "/mcp", "a,it.read", toolCall, false, false, 403, `Bearer realm="it", error="insufficient_scope", scope="it.write it.read", ` + metadata + `/mcp"`},
		{"too little over MCP, a version", "/mcp", "a,it.read", rpc("tools/call", `{"name":"write_it_v1"}`), false, false, 403, `Bearer realm="it", error="insufficient_scope", scope="it.write it.read", ` + metadata + `/mcp"`},
		{"health", "/healthz", "", "", false, false, 200, ""},
		{"metadata", "/.well-known/oauth-protected-resource", "", "", false, false, 200, ""},
		{"readiness", "/readyz", "expired", "", false, false, 200, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			s := newService(t, tokens{test.down}, test.public)
			answer := s.ask(test.path, test.token, test.body, "Mcp-Protocol-Version", revision)
			if answer.StatusCode != test.status || answer.Header.Get("WWW-Authenticate") != test.challenge {
				t.Errorf("got %d %s\nwant %d %s", answer.StatusCode, answer.Header.Get("WWW-Authenticate"), test.status, test.challenge)
			}
			if len(s.calls) > 0 {
				t.Errorf("tools ran: %v", s.calls)
			}
			body := text(answer)
			if problem := fmt.Sprintf(`"status":%d,"detail":"`, test.status); test.status > 400 && !strings.Contains(body, problem) && !strings.Contains(body, `"error":{"code":-32600,"message":"`) {
				t.Errorf("the body says nothing of it: %s", body)
			}
		})
	}
}

// names returns the names of the tools that a caller finds over both faces, page by page.
func (s *service) names(t *testing.T, token string) []string {
	t.Helper()
	var names []string
	for next := "?pageLimit=1"; next != ""; {
		var page struct {
			Items  []struct{ Name string }
			Paging struct{ Next string }
		}
		if err := json.NewDecoder(s.ask("/tools"+next, token, "").Body).Decode(&page); err != nil {
			t.Fatal(err)
		}
		for _, item := range page.Items {
			names = append(names, item.Name)
		}
		if next = ""; page.Paging.Next != "" {
			next = "?pageCursor=" + page.Paging.Next
		}
	}
	var listed []string
	for cursor := ""; ; {
		var page struct {
			Result struct {
				Tools      []struct{ Name string }
				NextCursor string
			}
		}
		answer := s.ask("/mcp", token, rpc("tools/list", `{"cursor":"`+cursor+`"}`), "Mcp-Protocol-Version", revision)
		if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
			t.Fatal(err)
		}
		for _, tool := range page.Result.Tools {
			listed = append(listed, tool.Name)
		}
		if cursor = page.Result.NextCursor; cursor == "" {
			break
		}
	}
	slices.Sort(listed)
	slices.Sort(names)
	if !slices.Equal(names, listed) {
		t.Errorf("N-ACT lists %v, and MCP %v", names, listed)
	}
	return names
}

// TestViews: callers find the tools that they may call, in every enumeration, and may call what they find.
func TestViews(t *testing.T) {
	s := newService(t, tokens{}, true)
	all := map[string]string{"read_it": readID, "write_it": writeID, "open_it": openID}
	for token, want := range map[string][]string{
		"":                      {"open_it"},
		"a":                     {"open_it"},
		"a,other":               {"open_it"},
		"a,it.write":            {"open_it"},
		"a,it.read":             {"open_it", "read_it"},
		"a,it.write,it.read,it": {"open_it", "read_it", "write_it"},
	} {
		if got := s.names(t, token); !slices.Equal(got, want) {
			t.Errorf("%q finds %v, want %v", token, got, want)
		}
		pages := text(s.ask("/", token, "")) + text(s.ask("/tools/openapi.json", token, "")) + text(s.ask("/tools?name=it&tag=all&version=1&pageLimit=9", token, ""))
		for name, id := range all {
			if seen := strings.Count(pages, name); seen != 3*min(1, strings.Count(strings.Join(want, " "), name)) {
				t.Errorf("%q finds %s %d times", token, name, seen)
			}
			found := slices.Contains(want, name)
			if answer := s.ask("/tools/"+id+":invoke", token, call(name)); (answer.StatusCode == 200) != found {
				t.Errorf("%q calls %s: %s", token, name, answer.Status)
			}
			answer := s.ask("/mcp", token, rpc("tools/call", `{"name":"`+name+`"}`), "Mcp-Protocol-Version", revision)
			if (answer.StatusCode == 200) != found {
				t.Errorf("%q calls %s over MCP: %s", token, name, answer.Status)
			}
		}
	}
}

// TestCaches: what callers get is theirs, and who has it already is told so.
func TestCaches(t *testing.T) {
	s := newService(t, tokens{}, true)
	few, all := s.ask("/tools", "a,it.read", ""), s.ask("/tools", "a,it.read,it.write", "")
	if few.Header.Get("ETag") == all.Header.Get("ETag") {
		t.Error("two views have one entity tag")
	}
	if few.Header.Get("Cache-Control") != "private, no-cache" || few.Header.Get("Vary") != "Accept, Accept-Encoding, Authorization, X-API-Key" {
		t.Errorf("got %v", few.Header)
	}
	if again := s.ask("/tools", "b,it.read", "", "If-None-Match", few.Header.Get("ETag")); again.StatusCode != 304 {
		t.Errorf("the same view again: %s", again.Status)
	}
	if other := s.ask("/tools", "b,it.read,it.write", "", "If-None-Match", few.Header.Get("ETag")); other.StatusCode != 200 {
		t.Errorf("another view: %s", other.Status)
	}
	if list := text(s.ask("/mcp", "a,it.read", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`,
		"Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")); !strings.Contains(list, `"cacheScope":"private"`) {
		t.Errorf("over MCP: %s", list)
	}
}

// TestCursors: a cursor is good for callers who see the same, over both faces.
func TestCursors(t *testing.T) {
	s := newService(t, tokens{}, true)
	var page struct {
		Paging struct{ Next string }
		Result struct{ NextCursor string }
	}
	list := func(token, cursor string) *http.Response {
		return s.ask("/mcp", token, rpc("tools/list", `{"cursor":"`+cursor+`"}`), "Mcp-Protocol-Version", revision)
	}
	for _, answer := range []*http.Response{s.ask("/tools", "a,it.read,it.write", ""), list("a,it.read,it.write", "")} {
		if err := json.NewDecoder(answer.Body).Decode(&page); err != nil {
			t.Fatal(err)
		}
	}
	for token, want := range map[string]int{"a,it.read,it.write": 200, "b,it.write,it.read,x": 200, "a,it.read": 400, "": 400} {
		if got := s.ask("/tools?pageCursor="+page.Paging.Next, token, ""); got.StatusCode != want {
			t.Errorf("%q: %s", token, got.Status)
		}
		if got := text(list(token, page.Result.NextCursor)); strings.Contains(got, `"tools":[`) != (want == 200) || strings.Contains(got, `"code":-32602`) != (want == 400) {
			t.Errorf("%q over MCP: %s", token, got)
		}
	}
}

// TestIdempotencyKeys: a key is that of its caller, whatever the caller's credentials are.
func TestIdempotencyKeys(t *testing.T) {
	s := newService(t, tokens{}, false)
	invoke := func(token string) string {
		return text(s.ask("/tools/"+writeID+":invoke", token, call("write_it"), "Idempotency-Key", "k"))
	}
	if first, again := invoke("a,it.read,it.write"), invoke("a,it.write,it.read,renewed"); first != again || !strings.Contains(first, "a 1") {
		t.Errorf("got %s and %s", first, again)
	}
	if other := invoke("b,it.read,it.write"); !strings.Contains(other, "b 2") {
		t.Errorf("another caller got %s", other)
	}
}

// TestManyViews: views that were dropped are made again.
func TestManyViews(t *testing.T) {
	const n = 9 // 512 views
	var tools []nact.Tool
	for i := range n {
		tools = append(tools, nact.Tool{
			Versions: []nact.Signature{{ToolID: fmt.Sprintf("%d479a45d-ad0a-49d4-94db-75edf00d2ca4", i), Name: fmt.Sprintf("tool_%d", i), Description: "Do it.", Version: 1}},
			Access:   &nact.Access{Scopes: []string{fmt.Sprint(i)}},
			Invoke:   func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil },
		})
	}
	made := 0
	gate, err := callers.New(callers.Config{Name: "many", Authenticators: []callers.Authenticator{tokens{}}}, tools, func(view *nact.View, tools []nact.Tool) (http.Handler, error) {
		made++
		return endpoint.New(endpoint.Config{Name: "many", View: view}, tools)
	})
	if err != nil {
		t.Fatal(err)
	}
	s := &service{Gate: gate}
	for range 2 {
		for set := range 1 << n {
			token := "a"
			for i := range n {
				if set&(1<<i) != 0 {
					token += "," + fmt.Sprint(i)
				}
			}
			if got := strings.Count(text(s.ask("/tools", token, "")), `"toolId"`); got != strings.Count(token, ",") {
				t.Fatalf("%s finds %d tools", token, got)
			}
		}
	}
	before := made
	s.ask("/tools", "a,0,1,2,3,4,5,6,7,8", "")
	if made != before || made < 2*(1<<n)-64 {
		t.Errorf("views were made %d times, and %d times then", before, made-before)
	}
}

// TestContext: a service inside of another program takes the word of what stands before it.
func TestContext(t *testing.T) {
	s := newService(t, tokens{}, false)
	r := httptest.NewRequest("POST", "/tools/"+readID+":invoke", strings.NewReader(call("read_it")))
	r.Header.Set("Content-Type", "application/json")
	w := httptest.NewRecorder()
	s.ServeHTTP(w, r.WithContext(nact.WithCaller(t.Context(), &nact.Caller{ID: "own", Scopes: []string{"it.read"}})))
	if w.Code != 200 || !strings.Contains(w.Body.String(), "own 1") {
		t.Errorf("got %d %s", w.Code, w.Body)
	}
}

// TestLines: over standard input and output there is one client, who may call everything.
func TestLines(t *testing.T) {
	s := newService(t, tokens{}, false)
	var out strings.Builder
	if err := s.ServeLines(t.Context(), strings.NewReader(rpc("tools/call", `{"name":"write_it"}`)+"\n"), &out); err != nil || !strings.Contains(out.String(), "stdio 1") {
		t.Errorf("got %v, %s", err, out.String())
	}
}

// TestDescription: openapi.json says how callers prove who they are.
func TestDescription(t *testing.T) {
	for _, public := range []bool{false, true} {
		var document struct {
			Security   []map[string][]string
			Components struct{ SecuritySchemes map[string]any }
			Paths      map[string]map[string]json.RawMessage
			Tools      []struct{ Scopes []string } `json:"x-nact-tools"`
		}
		if err := json.NewDecoder(newService(t, tokens{}, public).ask("/tools/openapi.json", "a,it.read", "").Body).Decode(&document); err != nil {
			t.Fatal(err)
		}
		if alternatives := len(document.Security); public != (alternatives == 2) || len(document.Components.SecuritySchemes) != 1 {
			t.Errorf("public %t: got %v %v", public, document.Security, document.Components)
		}
		if !strings.Contains(string(document.Paths["/healthz"]["get"]), `"security":[]`) || len(document.Tools[0].Scopes) != 1 {
			t.Errorf("got %s, %v", document.Paths["/healthz"]["get"], document.Tools)
		}
	}
}

// TestUnguarded: a face does not serve tools to anybody that not everybody may call.
func TestUnguarded(t *testing.T) {
	tools := []nact.Tool{{
		Versions: []nact.Signature{{ToolID: readID, Name: "read_it", Description: "Do it.", Version: 1}}, Access: &nact.Access{},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil },
	}}
	if _, err := endpoint.New(endpoint.Config{Name: "it"}, tools); err == nil || !strings.Contains(err.Error(), "read_it") {
		t.Errorf("N-ACT: %v", err)
	}
	if _, err := mcp.New(mcp.Config{Name: "it"}, tools); err == nil || !strings.Contains(err.Error(), "read_it") {
		t.Errorf("MCP: %v", err)
	}
}
