package mcp_test

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
)

// converse sends lines and returns the answers, sorted: calls are answered when they are ready.
func converse(t *testing.T, h *mcp.Handler, lines ...string) []string {
	t.Helper()
	var out strings.Builder
	if err := h.ServeLines(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	answers := strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
	slices.Sort(answers)
	return answers
}

func TestLines(t *testing.T) {
	h := newHandler(t, mcp.Config{}, forecast(sunny))
	got := converse(t, h,
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{}}}`+"\r",
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		"",
		`{"jsonrpc":"2.0","id":2,"method":"ping"}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"}}}`,
		`{"jsonrpc":"2.0","id":4,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"},`+modernMeta+`}}`,
		`{"jsonrpc":"2.0","id":5,"method":"server/discover","params":{`+modernMeta+`}}`,
		`{"jsonrpc":"2.0","id":6,"method":"server/discover"}`,
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2030-01-01"}}}`,
		`{"jsonrpc":"2.0","id":8,`,
	)
	want := []string{
		`{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"instructions":"Forecasts.","serverInfo":{"name":"weather","title":"weather","version":"7"}}}`,
		`{"jsonrpc":"2.0","id":2,"result":{}}`,
		`{"jsonrpc":"2.0","id":3,"result":{"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\",\"high\":72}"}],"structuredContent":{"summary":"Sunny in \"Omaha\".","high":72}}}`,
		`{"jsonrpc":"2.0","id":4,"result":{"resultType":"complete",` + server + `,"content":[{"type":"text","text":"{\"summary\":\"Sunny in \\\"Omaha\\\".\",\"high\":72}"}],"structuredContent":{"summary":"Sunny in \"Omaha\".","high":72}}}`,
		`{"jsonrpc":"2.0","id":5,"result":{"resultType":"complete",` + server + `,"supportedVersions":["2026-07-28","2025-11-25","2025-06-18"],"capabilities":{"tools":{}},"instructions":"Forecasts.","ttlMs":300000,"cacheScope":"public"}}`,
		`{"jsonrpc":"2.0","id":6,"error":{"code":-32601,"message":"the service has no method \"server/discover\""}}`,
		`{"jsonrpc":"2.0","id":7,"error":{"code":-32022,"message":"the service does not speak this revision of the protocol","data":{"supported":["2026-07-28","2025-11-25","2025-06-18"],"requested":"2030-01-01"}}}`,
		`{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"the message is no JSON: a string was expected (byte 24)"}}`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLongLine: a line that is too long is refused, and the next one answered.
func TestLongLine(t *testing.T) {
	h := newHandler(t, mcp.Config{MaxBody: 40}, forecast(sunny))
	got := converse(t, h, `{"jsonrpc":"2.0","id":1,"method":"ping"}`, `{"jsonrpc":"2.0","id":2,"method":"ping"} `, strings.Repeat("x", 10_000), `{"jsonrpc":"2.0","id":3,"method":"ping"}`+"\r\n")
	const refused = `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"the message is larger than this service accepts"}}`
	if want := []string{`{"jsonrpc":"2.0","id":1,"result":{}}`, `{"jsonrpc":"2.0","id":3,"result":{}}`, refused, refused}; !slices.Equal(got, want) {
		t.Errorf("got %s", got)
	}
}

// client is a client of lines that sends and reads as it goes.
type client struct {
	in  *io.PipeWriter
	out *bufio.Scanner
	end chan error
}

func connect(t *testing.T, ctx context.Context, h *mcp.Handler) *client {
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	c := &client{in: toServer, out: bufio.NewScanner(fromServer), end: make(chan error, 1)}
	go func() {
		err := h.ServeLines(ctx, in, out)
		out.Close()
		c.end <- err
	}()
	t.Cleanup(func() { toServer.Close() })
	return c
}

func (c *client) send(t *testing.T, line string) {
	t.Helper()
	if _, err := io.WriteString(c.in, line+"\n"); err != nil {
		t.Fatal(err)
	}
}

func (c *client) want(t *testing.T, line string) {
	t.Helper()
	if !c.out.Scan() || c.out.Text() != line {
		t.Fatalf("got %s\nwant %s", c.out.Text(), line)
	}
}

// TestLinesTogether: a call that takes long keeps nothing else, tells how far it is, and can be ended: then it is not answered.
func TestLinesTogether(t *testing.T) {
	ended := make(chan error, 1)
	c := connect(t, t.Context(), newHandler(t, mcp.Config{}, named(forecastID, "wait", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		nact.ReportProgress(ctx, nact.Progress{Step: "poll", Done: 1})
		<-ctx.Done()
		ended <- context.Cause(ctx)
		return nil, ctx.Err()
	})))
	c.send(t, `{"jsonrpc":"2.0","id":"long","method":"tools/call","params":{"name":"wait","_meta":{"progressToken":"p"}}}`)
	c.want(t, `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":"p","progress":1,"message":"poll: 1"}}`)
	c.send(t, `{"jsonrpc":"2.0","id":2,"method":"ping"}`)
	c.want(t, `{"jsonrpc":"2.0","id":2,"result":{}}`)
	c.send(t, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long","reason":"tired"}}`)
	if err := <-ended; !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	c.send(t, `{"jsonrpc":"2.0","id":3,"method":"ping"}`)
	c.want(t, `{"jsonrpc":"2.0","id":3,"result":{}}`)
	c.in.Close()
	if err := <-c.end; err != nil || c.out.Scan() {
		t.Errorf("%v, and %s follows", err, c.out.Text())
	}
}

// TestLinesEndAtOnce: a call can be ended by the very next message.
func TestLinesEndAtOnce(t *testing.T) {
	h := newHandler(t, mcp.Config{}, named(forecastID, "wait", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}))
	for range 100 {
		got := converse(t, h, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`)
		if len(got) != 1 || got[0] != "" {
			t.Fatalf("got %s", got)
		}
	}
}

// TestLinesAreStopped: when the program ends, so do the calls, and nothing is written any more.
func TestLinesAreStopped(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	began := make(chan bool)
	c := connect(t, ctx, newHandler(t, mcp.Config{}, named(forecastID, "wait", func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
		began <- true
		<-ctx.Done()
		return nil, ctx.Err()
	})))
	c.send(t, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"wait"}}`)
	<-began
	stop()
	if err := <-c.end; err != nil || c.out.Scan() {
		t.Errorf("%v, and %s follows", err, c.out.Text())
	}
}

// TestLinesNobodyReads: a client that is gone ends everything, and that is an error.
func TestLinesNobodyReads(t *testing.T) {
	h := newHandler(t, mcp.Config{}, forecast(sunny))
	in, _ := io.Pipe()
	gone := errors.New("gone")
	err := h.ServeLines(t.Context(), io.MultiReader(strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`+"\n"), in), writer(func([]byte) (int, error) { return 0, gone }))
	if !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
}

// TestLinesStayUnread: a service whose client does not read can still be stopped, and reads no more calls than it has places for.
func TestLinesStayUnread(t *testing.T) {
	h := newHandler(t, mcp.Config{Runner: invocation.NewRunner(invocation.Limits{Calls: 3}, nil)}, forecast(sunny))
	ctx, stop := context.WithCancel(t.Context())
	stuck := make(chan bool)
	var taken atomic.Int64
	calls := readerFunc(func(p []byte) (int, error) {
		taken.Add(1)
		return copy(p, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"}}}`+"\n"), nil
	})
	ended := make(chan error, 1)
	go func() {
		ended <- h.ServeLines(ctx, calls, writer(func(p []byte) (int, error) {
			<-stuck
			return len(p), nil
		}))
	}()
	time.Sleep(100 * time.Millisecond) // in which a reader without a bound takes thousands
	stop()
	if err := <-ended; err != nil {
		t.Error(err)
	}
	close(stuck)
	if n := taken.Load(); n > 200 {
		t.Errorf("%d calls were read that nobody reads the answers of", n)
	}
}

type readerFunc func([]byte) (int, error)

func (r readerFunc) Read(p []byte) (int, error) { return r(p) }

// TestLinesWrongNotification: a notification is not answered, even if it is wrong.
func TestLinesWrongNotification(t *testing.T) {
	h := newHandler(t, mcp.Config{}, forecast(sunny))
	got := converse(t, h, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":[]}`, `{"method":"notifications/initialized"}`, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	if want := []string{`{"jsonrpc":"2.0","id":1,"result":{}}`}; !slices.Equal(got, want) {
		t.Errorf("got %s", got)
	}
}

type writer func([]byte) (int, error)

func (w writer) Write(b []byte) (int, error) { return w(b) }

// TestLinesAreLogged: a line of the log for each message, without what it says.
func TestLinesAreLogged(t *testing.T) {
	var log lockedBuilder
	h := newHandler(t, mcp.Config{Logger: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
		if a.Key == slog.TimeKey || a.Key == "took_ms" || a.Key == "request_id" && len(a.Value.String()) == 16 {
			return slog.Attr{}
		}
		return a
	}}))}, forecast(sunny))
	converse(t, h, `{"jsonrpc":"2.0","id":1,"method":"ping"}`)
	converse(t, h, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Nowhere"}}}`)
	const want = "level=INFO msg=request path=stdio rpc=ping status=200 bytes=37\n" +
		"level=INFO msg=request path=stdio rpc=tools/call status=200 bytes=200 tool=lookup_forecast version=2 outcome=failure failure=NO_CITY\n"
	if log.String() != want {
		t.Errorf("got %s", log.String())
	}
}

// A message without a header belongs to the trace that it says.
func TestTraceOfALine(t *testing.T) {
	var log lockedBuilder
	h := newHandler(t, mcp.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}, forecast(sunny))
	converse(t, h, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"},`+
		`"_meta":{"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}}}`)
	if want := " trace_id=0af7651916cd43dd8448eb211c80319c tool=lookup_forecast version=2 outcome=success\n"; !strings.HasSuffix(log.String(), want) {
		t.Errorf("got %s", log.String())
	}
}

type lockedBuilder struct {
	mu sync.Mutex
	strings.Builder
}

func (b *lockedBuilder) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.Builder.Write(p)
}
