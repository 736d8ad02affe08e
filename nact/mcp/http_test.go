package mcp_test

import (
	"bufio"
	"context"
	"encoding/base64"
	"io"
	"net/http"
	"net/http/httptest"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
)

const server = `"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"weather","title":"weather","version":"7"}}`

const omaha = `"name":"lookup_forecast","arguments":{"city":"Omaha"}`

// TestRequests holds answers, byte for byte, to messages in all revisions.
func TestRequests(t *testing.T) {
	const noDryRun = `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"MCP has no dry run, and nothing was called: only N-ACT knows one, by Prefer: dry-run"}}`
	url := serve(t, mcp.Config{}, forecast(sunny)).URL + "/mcp"
	tests := []struct {
		name, message string
		fields        []string
		status        int
		want          string
	}{
		{"handshake", `{"jsonrpc":"2.0","id":"a","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"c","version":"1"}}}`, nil,
			200, `{"jsonrpc":"2.0","id":"a","result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"instructions":"Forecasts.","serverInfo":{"name":"weather","title":"weather","version":"7"}}}`},
		{"handshake of an unknown revision", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2024-11-05","capabilities":{}}}`, nil,
			200, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"instructions":"Forecasts.","serverInfo":{"name":"weather","title":"weather","version":"7"}}}`},
		{"handshake of a revision without any", `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2026-07-28","capabilities":{}}}`, nil,
			200, `{"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"instructions":"Forecasts.","serverInfo":{"name":"weather","title":"weather","version":"7"}}}`},
		{"after the handshake", `{"jsonrpc":"2.0","method":"notifications/initialized"}`, []string{"Mcp-Protocol-Version", "2025-11-25"}, 202, ""},
		{"a notification nobody knows", `{"jsonrpc":"2.0","method":"notifications/x","params":{"a":[1]}}`, nil, 202, ""},
		{"an answer to no request", `{"jsonrpc":"2.0","id":1,"result":{}}`, nil, 202, ""},
		{"ping", `{"jsonrpc":"2.0","id":-1,"method":"ping"}`, []string{"Mcp-Protocol-Version", "2025-11-25"}, 200, `{"jsonrpc":"2.0","id":-1,"result":{}}`},
		{"call", `{"jsonrpc":"2.0","id":1.0,"method":"tools/call","params":{` + omaha + `}}`, []string{"Mcp-Protocol-Version", "2025-11-25"},
			200, `{"jsonrpc":"2.0","id":1.0,"result":{"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\",\"high\":72}"}],"structuredContent":{"summary":"Sunny in \"Omaha\".","high":72}}}`},
		{"an earlier version", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast_v1","arguments":{"city":"Omaha"}}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\"}"}],"structuredContent":{"summary":"Sunny in \"Omaha\"."}}}`},
		{"a declared failure", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Nowhere"}}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"NO_CITY: There is no Nowhere."}],"structuredContent":{"failure":"NO_CITY","failure_detail":"There is no Nowhere."},"isError":true}}`},
		{"violations", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"town":"Omaha","hours":0}}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"nactgen/violations":[{"parameter":"town","rule":"unknown","message":"\"town\" is not a parameter of lookup_forecast, which takes \"city\" and \"hours\"."},{"parameter":"hours","rule":"min","message":"\"hours\" is below its minimum of 1."},{"parameter":"city","rule":"required","message":"\"city\" is required and missing."}]},` +
				`"content":[{"type":"text","text":"The call does not fit the tool, which was not run:\n- \"town\" is not a parameter of lookup_forecast, which takes \"city\" and \"hours\".\n- \"hours\" is below its minimum of 1.\n- \"city\" is required and missing."}],"isError":true}}`},
		{"no arguments", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast"}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"nactgen/violations":[{"parameter":"city","rule":"required","message":"\"city\" is required and missing."}]},"content":[{"type":"text","text":"The call does not fit the tool, which was not run:\n- \"city\" is required and missing."}],"isError":true}}`},
		{"unknown tool", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup"}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"the service has no tool \"lookup\": tools/list lists what there is"}}`},
		{"unknown method", `{"jsonrpc":"2.0","id":1,"method":"resources/list"}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"the service has no method \"resources/list\""}}`},
		{"arguments of null", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":null,"_meta":null}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"nactgen/violations":[{"parameter":"city","rule":"required","message":"\"city\" is required and missing."}]},"content":[{"type":"text","text":"The call does not fit the tool, which was not run:\n- \"city\" is required and missing."}],"isError":true}}`},
		{"a dry run", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + omaha + `}}`, []string{"Prefer", "dry-run"}, 400, noDryRun},
		{"nearly a dry run", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{` + omaha + `}}`, []string{"X-Dry-Run", "1"}, 400, noDryRun},
		{"a dry run as a parameter", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"dryRun":true,` + omaha + `}}`, nil, 400, noDryRun},
		{"a dry run as meta data", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"_meta":{"example.com/dry_run":true},` + omaha + `}}`, nil, 400, noDryRun},
		{"a notification that is wrong", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`, nil, 400, ""},
		{"arguments in a list", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":["Omaha"]}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.arguments is an object"}}`},
		{"a token that is too long", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","_meta":{"progressToken":"` + strings.Repeat("x", 1<<10) + `"}}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params._meta.progressToken is longer than this service repeats with each notification"}}`},
		{"a long message", strings.Repeat(" ", 100_000) + `{"jsonrpc":"2.0","id":1,"method":"ping"}`, nil, 200, `{"jsonrpc":"2.0","id":1,"result":{}}`},
		{"cursor of somebody else", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"%"}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.cursor is none that this service has given out: leave it out to begin anew"}}`},
		{"cursor that is made up", `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"cursor":"` + base64.RawURLEncoding.EncodeToString([]byte("lookup_forecast")) + `"}}`, nil,
			200, `{"jsonrpc":"2.0","id":1,"error":{"code":-32602,"message":"params.cursor is none that this service has given out: leave it out to begin anew"}}`},
		{"no JSON", `{"jsonrpc":"2.0","id":1,`, nil, 400, `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON: a string was expected (byte 24)"}}`},
		{"two messages", `[{"jsonrpc":"2.0","id":1,"method":"ping"}]`, nil, 400, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"batches of messages are not supported: send each by itself"}}`},
		{"another JSON-RPC", `{"id":1,"method":"ping"}`, nil, 400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32600,"message":"a message has \"jsonrpc\": \"2.0\""}}`},
		{"an id of null", `{"jsonrpc":"2.0","id":null,"method":"ping"}`, nil, 400, `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the id of a request is a string or a number"}}`},
		{"a revision nobody knows", `{"jsonrpc":"2.0","id":1,"method":"ping"}`, []string{"Mcp-Protocol-Version", "2024-11-05"},
			400, `{"jsonrpc":"2.0","id":1,"error":{"code":-32022,"message":"the service does not speak this revision of the protocol","data":{"supported":["2026-07-28","2025-11-25","2025-06-18"],"requested":"2024-11-05"}}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := post(t, url, test.message, test.fields...); got.status != test.status || got.body != test.want {
				t.Errorf("got %d %s\nwant %d %s", got.status, got.body, test.status, test.want)
			}
		})
	}
}

// TestStatelessRequests holds answers to requests of 2026-07-28, whose header repeats what the message says.
func TestStatelessRequests(t *testing.T) {
	url := serve(t, mcp.Config{}, forecast(sunny)).URL + "/mcp"
	call := `"name":"lookup_forecast","arguments":{"city":"Omaha"}`
	failed := func(code, text string) string {
		return `{"jsonrpc":"2.0","id":1,"error":{"code":` + code + `,"message":"` + text + `"}}`
	}
	tests := []struct {
		name, method, params string
		fields               []string
		status               int
		want                 string
	}{
		{"discovery", "server/discover", "", nil,
			200, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` + server + `,"supportedVersions":["2026-07-28","2025-11-25","2025-06-18"],"capabilities":{"tools":{}},"instructions":"Forecasts.","ttlMs":300000,"cacheScope":"public"}}`},
		{"call", "tools/call", call, []string{"Mcp-Name", "lookup_forecast"},
			200, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` + server + `,"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\",\"high\":72}"}],"structuredContent":{"summary":"Sunny in \"Omaha\".","high":72}}}`},
		{"name in Base64", "tools/call", call, []string{"Mcp-Name", "=?base64?" + base64.StdEncoding.EncodeToString([]byte("lookup_forecast")) + "?="},
			200, `{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete",` + server + `,"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\",\"high\":72}"}],"structuredContent":{"summary":"Sunny in \"Omaha\".","high":72}}}`},
		{"name in no Base64", "tools/call", call, []string{"Mcp-Name", "=?base64?%?="}, 400, failed("-32020", `the field Mcp-Name is \"=?base64?%?=\", and the message has \"lookup_forecast\"`)},
		{"another name", "tools/call", call, []string{"Mcp-Name", "lookup"}, 400, failed("-32020", `the field Mcp-Name is \"lookup\", and the message has \"lookup_forecast\"`)},
		{"no name", "tools/call", call, nil, 400, failed("-32020", `the field Mcp-Name is missing: the message has \"lookup_forecast\"`)},
		{"another method", "tools/list", "", []string{"Mcp-Method", "tools/call"}, 400, failed("-32020", `the field Mcp-Method is \"tools/call\", and the message has \"tools/list\"`)},
		{"no method", "tools/list", "", []string{"Mcp-Method", ""}, 400, failed("-32020", `the field Mcp-Method is missing: the message has \"tools/list\"`)},
		{"another revision", "tools/list", "", []string{"Mcp-Protocol-Version", "2025-11-25"}, 400, failed("-32020", `the field MCP-Protocol-Version is \"2025-11-25\", and the message has \"2026-07-28\"`)},
		{"no revision", "tools/list", "", []string{"Mcp-Protocol-Version", ""}, 400, failed("-32020", `the field MCP-Protocol-Version is missing: the message has \"2026-07-28\"`)},
		{"unknown tool", "tools/call", `"name":"lookup"`, []string{"Mcp-Name", "lookup"}, 200, failed("-32602", `the service has no tool \"lookup\": tools/list lists what there is`)},
		{"method of old", "ping", "", nil, 404, failed("-32601", `the service has no method \"ping\"`)},
		{"handshake of old", "initialize", "", nil, 404, failed("-32601", `the service has no method \"initialize\"`)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			message, fields := request(test.method, test.params, test.fields...)
			if got := post(t, url, message, fields...); got.status != test.status || got.body != test.want {
				t.Errorf("got %d %s\nwant %d %s", got.status, got.body, test.status, test.want)
			}
		})
	}
	for _, message := range []string{`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`, `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":{"io.modelcontextprotocol/clientCapabilities":true}}}`} {
		got := post(t, url, message, "Mcp-Protocol-Version", "2026-07-28", "Mcp-Method", "tools/list")
		if want := failed("-32602", "params._meta lacks io.modelcontextprotocol/protocolVersion and io.modelcontextprotocol/clientCapabilities"); got.status != 400 || got.body != want {
			t.Errorf("%s: got %d %s", message, got.status, got.body)
		}
	}
}

func TestRefusedRequests(t *testing.T) {
	url := serve(t, mcp.Config{Origins: []string{"https://chat.example"}, MaxBody: 100}, forecast(sunny)).URL
	const ping = `{"jsonrpc":"2.0","id":1,"method":"ping"}`
	tests := []struct {
		name, path, message string
		fields              []string
		status              int
	}{
		{"allowed origin", "/mcp", ping, []string{"Origin", "https://chat.example"}, 200},
		{"own origin", "/mcp", ping, []string{"Origin", "http://localhost:80", "Host", "localhost:80"}, 200},
		{"foreign origin", "/mcp", ping, []string{"Origin", "https://evil.example"}, 403},
		{"foreign host", "/mcp", ping, []string{"Host", "evil.example"}, 421},
		{"no JSON", "/mcp", ping, []string{"Content-Type", "text/plain"}, 415},
		{"JSON with a parameter", "/mcp", ping, []string{"Content-Type", "application/json; charset=utf-8"}, 200},
		{"too long", "/mcp", ping + strings.Repeat(" ", 100), nil, 413},
		{"elsewhere", "/mcp/", ping, nil, 404},
		{"elsewhere", "/tools", ping, nil, 404},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := post(t, url+test.path, test.message, test.fields...); got.status != test.status {
				t.Errorf("got %d %s", got.status, got.body)
			}
		})
	}
	for _, method := range []string{"GET", "DELETE", "PUT"} {
		r, _ := http.NewRequestWithContext(t.Context(), method, url+"/mcp", nil)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 405 || response.Header.Get("Allow") != "POST" {
			t.Errorf("%s: got %d %v", method, response.StatusCode, response.Header)
		}
	}
}

// TestChecked: what a server before the handler has let pass is not checked again.
func TestChecked(t *testing.T) {
	h := newHandler(t, mcp.Config{}, forecast(sunny))
	r, _ := http.NewRequest("POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Origin", "https://other.example")
	for _, test := range []struct {
		ctx    context.Context
		status int
	}{{t.Context(), 403}, {access.WithChecked(t.Context()), 200}} {
		w := &recorder{header: http.Header{}}
		h.ServeHTTP(w, r.WithContext(test.ctx))
		if w.status != test.status {
			t.Errorf("got %d, want %d", w.status, test.status)
		}
	}
}

type recorder struct {
	header http.Header
	status int
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(b []byte) (int, error) { return len(b), nil }

// TestNext: all addresses but one are another handler's.
func TestNext(t *testing.T) {
	next := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { w.WriteHeader(http.StatusTeapot) })
	server := serve(t, mcp.Config{Root: "/api/", Next: next}, forecast(sunny))
	for path, status := range map[string]int{"/api/mcp": 200, "/mcp": 418, "/": 418, "/api/%6dcp": 418} {
		if got := post(t, server.URL+path, `{"jsonrpc":"2.0","id":1,"method":"ping"}`); got.status != status {
			t.Errorf("%s: got %d, want %d", path, got.status, status)
		}
	}
}

// TestProgress: a call that asks for it is told how far the tool is, as it goes on.
func TestProgress(t *testing.T) {
	proceed := make(chan bool)
	url := serve(t, mcp.Config{}, named(forecastID, "count", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		nact.ReportProgress(ctx, nact.Progress{Step: "pages", Done: 1})
		<-proceed
		nact.ReportProgress(ctx, nact.Progress{Step: "pages", Done: 2})
		<-proceed
		nact.ReportProgress(ctx, nact.Progress{Step: "slots", Done: 1, Total: 3})
		<-proceed
		return nact.Results{}, nil
	})).URL + "/mcp"
	r, _ := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","_meta":{"progressToken":"p1"}}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	response, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if got := response.Header.Get("Content-Type"); response.StatusCode != 200 || got != "text/event-stream" {
		t.Fatalf("got %d %s", response.StatusCode, got)
	}
	lines := bufio.NewScanner(response.Body)
	for _, want := range []string{
		`data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p1","progress":1,"message":"pages: 1"}}`,
		`data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p1","progress":2,"message":"pages: 2"}}`,
		`data: {"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p1","progress":3,"message":"slots: 1 of 3"}}`,
		`data: {"jsonrpc":"2.0","id":1,"result":{"content":[{"type":"text","text":"Done."}],"structuredContent":{}}}`,
	} {
		for _, line := range []string{"event: message", want, ""} {
			if !lines.Scan() || lines.Text() != line {
				t.Fatalf("got %s\nwant %s", lines.Text(), line)
			}
		}
		if strings.Contains(want, "progress") {
			proceed <- true
		}
	}
	if lines.Scan() {
		t.Errorf("%s follows", lines.Text())
	}
}

// TestSeveralFields: a field that stands twice must say the same, so that nobody in between has read another message than the service.
func TestSeveralFields(t *testing.T) {
	url := serve(t, mcp.Config{}, forecast(sunny)).URL + "/mcp"
	for _, test := range []struct {
		name, other string
		status      int
	}{
		{"Mcp-Name", "lookup", 400}, {"Mcp-Name", "lookup_forecast", 200}, {"Mcp-Method", "tools/list", 400}, {"Mcp-Protocol-Version", "2025-11-25", 400},
	} {
		message, fields := request("tools/call", omaha, "Mcp-Name", "lookup_forecast")
		r, _ := http.NewRequestWithContext(t.Context(), "POST", url, strings.NewReader(message))
		r.Header.Set("Content-Type", "application/json")
		for i := 0; i < len(fields); i += 2 {
			r.Header.Add(fields[i], fields[i+1])
		}
		r.Header.Add(test.name, test.other)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(response.Body)
		response.Body.Close()
		if response.StatusCode != test.status {
			t.Errorf("%s: %s: got %d %s", test.name, test.other, response.StatusCode, body)
		}
	}
}

// TestProgressGrows: a notification says more than the one before it, whatever the steps report.
func TestProgressGrows(t *testing.T) {
	url := serve(t, mcp.Config{}, named(forecastID, "count", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		for i := range 2000 {
			nact.ReportProgress(ctx, nact.Progress{Step: "pages", Done: i / 2})
			nact.ReportProgress(ctx, nact.Progress{Step: "slots" + strconv.Itoa(i%3), Done: i / 100, Total: 100})
		}
		return nact.Results{}, nil
	})).URL + "/mcp"
	got := post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","_meta":{"progressToken":1}}}`)
	last := -1
	for _, m := range regexp.MustCompile(`"progress":(\d+)`).FindAllStringSubmatch(got.body, -1) {
		n, _ := strconv.Atoi(m[1])
		if n <= last {
			t.Fatalf("%d follows %d", n, last)
		}
		last = n
	}
	if last < 0 {
		t.Errorf("no progress: %s", got.body)
	}
}

// TestUnreadProgress: a client that does not read what it is told takes no place of another call once its tool has ended.
func TestUnreadProgress(t *testing.T) {
	h := newHandler(t, mcp.Config{Runner: invocation.NewRunner(invocation.Limits{Calls: 1}, nil)}, named(forecastID, "count", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		nact.ReportProgress(ctx, nact.Progress{Step: "pages", Done: 1})
		return nact.Results{}, nil
	}))
	call := func(w http.ResponseWriter, meta string) {
		r, _ := http.NewRequestWithContext(t.Context(), "POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count"`+meta+`}}`))
		r.Header = http.Header{"Content-Type": {"application/json"}, "Accept": {"text/event-stream"}}
		h.ServeHTTP(w, r)
	}
	unread := &unread{recorder: recorder{header: http.Header{}}, began: make(chan bool), read: make(chan bool)}
	ended := make(chan bool)
	go func() {
		call(unread, `,"_meta":{"progressToken":1}`)
		close(ended)
	}()
	<-unread.began
	for range 100 { // the tool ends soon after it has reported
		w := httptest.NewRecorder()
		if call(w, ""); !strings.Contains(w.Body.String(), "isError") {
			close(unread.read)
			<-ended
			return
		}
		time.Sleep(10 * time.Millisecond)
	}
	t.Error("the place is still taken")
	close(unread.read)
}

// unread is the connection of a client that does not read until it is told to.
type unread struct {
	recorder
	began, read chan bool
}

func (u *unread) Write(b []byte) (int, error) {
	select {
	case u.began <- true:
	case <-u.read:
	}
	<-u.read
	return len(b), nil
}

func (u *unread) Flush() {}

// TestProgressAsJSON: a client that takes no events gets the answer alone.
func TestProgressAsJSON(t *testing.T) {
	url := serve(t, mcp.Config{}, named(forecastID, "count", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		nact.ReportProgress(ctx, nact.Progress{Step: "pages", Done: 1})
		return nact.Results{}, nil
	})).URL + "/mcp"
	got := post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"count","_meta":{"progressToken":7}}}`, "Accept", "application/json")
	if got.header.Get("Content-Type") != "application/json" || !strings.HasPrefix(got.body, `{"jsonrpc":"2.0","id":1,"result":`) {
		t.Errorf("got %v %s", got.header, got.body)
	}
}

// TestCancel: a client ends its call by a message if it has a session, and no other client does; one without a session ends it by leaving.
func TestCancel(t *testing.T) {
	began, ended := make(chan bool), make(chan bool)
	url := serve(t, mcp.Config{}, named(forecastID, "wait", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		began <- true
		<-ctx.Done()
		ended <- true
		return nil, ctx.Err()
	})).URL + "/mcp"
	session := post(t, url, `{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`).header.Get("Mcp-Session-Id")
	if len(session) < 20 {
		t.Fatalf("the session is %q", session)
	}
	got := make(chan answer)
	go func() {
		got <- post(t, url, `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}`, "Mcp-Session-Id", session)
	}()
	<-began
	const cancel = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
	for _, other := range []string{"", "another"} {
		if got := post(t, url, cancel, "Mcp-Session-Id", other); got.status != 202 {
			t.Errorf("got %d", got.status)
		}
	}
	select {
	case <-ended:
		t.Fatal("another client has ended the call")
	case <-time.After(20 * time.Millisecond):
	}
	post(t, url, cancel, "Mcp-Session-Id", session)
	<-ended
	if got := <-got; got.status != 202 || got.body != "" {
		t.Errorf("the call is answered %d %s", got.status, got.body)
	}

	ctx, leave := context.WithCancel(t.Context())
	go func() {
		message, fields := request("tools/call", `"name":"wait"`)
		r, _ := http.NewRequestWithContext(ctx, "POST", url, strings.NewReader(message))
		r.Header = http.Header{"Content-Type": {"application/json"}, "Mcp-Name": {"wait"}}
		for i := 0; i < len(fields); i += 2 {
			r.Header.Set(fields[i], fields[i+1])
		}
		http.DefaultClient.Do(r)
	}()
	<-began
	leave()
	<-ended
}

// TestCancelTwins: of two calls of one id the later one can still be ended when the other has ended.
func TestCancelTwins(t *testing.T) {
	began, ended := make(chan bool), make(chan bool)
	release := make(chan bool)
	first := true
	c := connect(t, t.Context(), newHandler(t, mcp.Config{}, named(forecastID, "wait", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		mine := release
		if !first {
			mine = nil
		}
		first = false
		began <- true
		select {
		case <-mine:
		case <-ctx.Done():
			ended <- true
		}
		return nact.Results{}, ctx.Err()
	})))
	const call = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}`
	c.send(t, call)
	<-began
	c.send(t, call)
	<-began
	release <- true
	c.want(t, `{"jsonrpc":"2.0","id":7,"result":{"content":[{"type":"text","text":"Done."}],"structuredContent":{}}}`)
	c.send(t, `{"jsonrpc":"2.0","id":8,"method":"ping"}`)
	c.want(t, `{"jsonrpc":"2.0","id":8,"result":{}}`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`)
	<-ended
	c.in.Close()
	<-c.end
}

// TestBusy: the limit of the runner holds, and says so to the model.
func TestBusy(t *testing.T) {
	runner := invocation.NewRunner(invocation.Limits{Calls: 1}, nil)
	url := serve(t, mcp.Config{Runner: runner}, forecast(sunny)).URL + "/mcp"
	const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"}}}`
	runner.Enter(t.Context())
	if got := post(t, url, call); !strings.Contains(got.body, `"The service runs as many calls as it may. This one was not begun: call again in a few seconds."}],"isError":true`) {
		t.Errorf("got %s", got.body)
	}
	runner.Leave()
	if got := post(t, url, call); strings.Contains(got.body, "isError") {
		t.Errorf("got %s", got.body)
	}
}

// TestPromisedBody: a message that says that it is long and does not come holds no memory for what it says.
func TestPromisedBody(t *testing.T) {
	h := newHandler(t, mcp.Config{MaxBody: 64 << 20}, forecast(sunny))
	r, _ := http.NewRequest("POST", "/mcp", strings.NewReader("{"))
	r.Header.Set("Content-Type", "application/json")
	r.ContentLength = 64 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	h.ServeHTTP(&recorder{header: http.Header{}}, r)
	runtime.ReadMemStats(&after)
	if got := after.TotalAlloc - before.TotalAlloc; got > 1<<20 {
		t.Errorf("%d bytes", got)
	}
}
