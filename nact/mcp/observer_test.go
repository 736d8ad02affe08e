package mcp_test

import (
	"context"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
)

// watcher notes calls.
type watcher struct{ told []string }

func (w *watcher) Call(ctx context.Context, call nact.Called) (context.Context, func(nact.Ending)) {
	return ctx, func(e nact.Ending) {
		w.told = append(w.told, call.Face+" "+call.Signature.Name+": "+string(e.Outcome))
	}
}

func (w *watcher) Request(ctx context.Context, _ nact.Requested) (context.Context, func(error)) {
	return ctx, func(error) {}
}

func (w *watcher) Attempt(ctx context.Context, _ nact.Attempted) (context.Context, func(nact.Attempt)) {
	return ctx, func(nact.Attempt) {}
}

func (w *watcher) Event(context.Context, nact.Event) {}

func TestObserver(t *testing.T) {
	w := new(watcher)
	faulty := named("8e03978e-40d5-43e8-bc93-6894a57f9324", "break_down", func(context.Context, nact.Arguments) (nact.Results, error) { return nil, &nact.Fault{} })
	h := newHandler(t, mcp.Config{Runner: invocation.NewRunner(invocation.Limits{}, nil).ObservedBy(w)}, forecast(sunny), faulty)
	for _, params := range []string{
		`"name":"lookup_forecast","arguments":{"city":"Omaha"}`, `"name":"lookup_forecast","arguments":{"city":"Nowhere"}`,
		`"name":"lookup_forecast"`, `"name":"break_down"`, `"name":"nothing"`,
	} {
		converse(t, h, `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{`+params+`}}`)
	}
	want := []string{"mcp lookup_forecast: success", "mcp lookup_forecast: failure", "mcp lookup_forecast: violation", "mcp break_down: fault"}
	if !slices.Equal(w.told, want) {
		t.Errorf("\n got %q\nwant %q", w.told, want)
	}
}
