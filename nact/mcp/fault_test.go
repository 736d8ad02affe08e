package mcp_test

import (
	"context"
	"errors"
	"log/slog"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/mcp"
)

// TestFaults: what goes wrong is told to models with a word on trying again, and nothing of its cause, which is in the log.
func TestFaults(t *testing.T) {
	upstream := func(status int) *nact.Fault {
		return &nact.Fault{Kind: nact.BadAnswer, Step: "point", Operation: "weather.point", UpstreamStatus: status, Detail: "it answered otherwise", Err: errors.New("s3cret")}
	}
	busy := upstream(429)
	busy.RetryAfter = 1500 * time.Millisecond
	unreachable := upstream(0)
	unreachable.Breakdown = nact.Unreachable
	write := func(state nact.WriteState) func(context.Context) {
		return func(ctx context.Context) {
			entry := nact.JournalOf(ctx).Begin("book", nact.Some(2), nil)
			entry.Sent("clinic.book")
			if state == nact.Unknown {
				return
			}
			entry.Done()
			if state == nact.Undone {
				entry.Undone(nil)
			}
		}
	}
	tests := []struct {
		name       string
		err        error
		writes     func(context.Context)
		text, meta string
	}{
		{"an upstream that is down", unreachable, nil, "Step point: weather.point: it answered otherwise. Calling again may help.", `{"step":"point","operation":"weather.point","retry":"later"}`},
		{"an upstream that fails", upstream(500), nil, "Step point: weather.point: it answered otherwise. Calling again may help.", `{"step":"point","operation":"weather.point","upstream_status":500,"retry":"later"}`},
		{"an upstream that is busy", busy, nil, "Step point: weather.point: it answered otherwise. Calling again may help, in 2 s or later.", `{"step":"point","operation":"weather.point","upstream_status":429,"retry":"later","retry_after":2}`},
		{"an upstream that was not asked", &nact.Fault{Kind: nact.Busy, Step: "point", Breakdown: nact.Unreachable, RetryAfter: time.Minute, Detail: "it fails"}, nil, "Step point: it fails. Calling again may help, in 60 s or later.", `{"step":"point","retry":"later","retry_after":60}`},
		{"an upstream that refuses", upstream(403), nil, "Step point: weather.point: it answered otherwise. Calling again will hardly help.", `{"step":"point","operation":"weather.point","upstream_status":403,"retry":"no"}`},
		{"no time", context.DeadlineExceeded, nil, "The tool ran out of time. Calling again may help.", `{"retry":"later"}`},
		{"an input", nact.InputFault("outputs.high", nact.OutOfLimit("it must be at most 30"), "city"), nil, `"city" cannot be used as given: it must be at most 30.`,
			`{"retry":"changed","violations":[{"parameter":"city","rule":"value","message":"\"city\" cannot be used as given: it must be at most 30."}]}`},
		{"a bug", errors.New("s3cret"), nil, "The tool could not be run. Calling again will hardly help.", `{"retry":"no"}`},
		{"after a write", upstream(500), write(nact.Done), "Step point: weather.point: it answered otherwise. Do not simply call again: what stands would be done once more. It is: book[2], clinic.book: done.",
			`{"step":"point","operation":"weather.point","upstream_status":500,"retry":"no","writes":[{"step":"book","element":2,"operation":"clinic.book","state":"done"}]}`},
		{"after a write that is not known", upstream(500), write(nact.Unknown), "Step point: weather.point: it answered otherwise. Do not simply call again: what stands would be done once more. It is: book[2], clinic.book: unknown.",
			`{"step":"point","operation":"weather.point","upstream_status":500,"retry":"no","writes":[{"step":"book","element":2,"operation":"clinic.book","state":"unknown"}]}`},
		{"after a write that was taken back", upstream(500), write(nact.Undone), "Step point: weather.point: it answered otherwise. Calling again may help.",
			`{"step":"point","operation":"weather.point","upstream_status":500,"retry":"later","writes":[{"step":"book","element":2,"operation":"clinic.book","state":"undone"}]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var log strings.Builder
			tool := forecast(func(ctx context.Context, _ nact.Arguments) (nact.Results, error) {
				if test.writes != nil {
					test.writes(ctx)
				}
				return nil, test.err
			})
			if tool.Writes = test.writes != nil; tool.Writes {
				tool.Journal = nact.BeginJournal
			}
			server := httptest.NewServer(newHandler(t, mcp.Config{Logger: slog.New(slog.NewTextHandler(&log, nil))}, tool))
			got := post(t, server.URL+"/mcp", `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"lookup_forecast","arguments":{"city":"Omaha"}}}`, "X-Request-Id", "one")
			server.Close() // the line of the log comes after the answer
			want := `{"jsonrpc":"2.0","id":1,"result":{"_meta":{"nactgen/fault":` + test.meta + `},"content":[{"type":"text","text":"` + strings.ReplaceAll(test.text, `"`, `\"`) + `"}],"isError":true}}`
			if got.body != want {
				t.Errorf("got %s\nwant %s", got.body, want)
			}
			if id := got.header.Get("X-Request-Id"); id != "one" {
				t.Errorf("the request has the ID %q", id)
			}
			if strings.Contains(got.body, "s3cret") || !strings.Contains(log.String(), " request_id=one tool=lookup_forecast version=2 outcome=fault ") {
				t.Errorf("the log: %s", log.String())
			}
		})
	}
}

// TestPanic: a tool that panics fails its call, and no other.
func TestPanic(t *testing.T) {
	url := serve(t, mcp.Config{}, named(forecastID, "break_down", func(context.Context, nact.Arguments) (nact.Results, error) { panic("s3cret") })).URL + "/mcp"
	for range 2 {
		got := post(t, url, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"break_down"}}`)
		if !strings.Contains(got.body, "The tool could not be run. Calling again will hardly help.") || strings.Contains(got.body, "s3cret") {
			t.Errorf("got %s", got.body)
		}
	}
}
