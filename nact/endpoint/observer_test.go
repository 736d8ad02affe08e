package endpoint_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/idempotency"
	"github.com/nactgen/nactgen/nact/invocation"
)

// watcher notes calls.
type watcher struct{ told []string }

type watchedKey struct{}

func (w *watcher) Call(ctx context.Context, call nact.Called) (context.Context, func(nact.Ending)) {
	begun := fmt.Sprintf("%s %s v%d", call.Face, call.Signature.Name, call.Signature.Version)
	return context.WithValue(ctx, watchedKey{}, w), func(e nact.Ending) {
		text := begun + ": " + string(e.Outcome)
		for _, v := range e.Violations {
			text += " " + v.Rule
		}
		if e.Replayed {
			text += " replayed"
		}
		if e.Changes != nil {
			text += " " + strings.Join(e.Changes.Lines(), ", ")
		}
		w.told = append(w.told, strings.TrimSpace(text+" "+e.Failure+e.Reason))
	}
}

func (w *watcher) Request(ctx context.Context, _ nact.Requested) (context.Context, func(error)) {
	return ctx, func(error) {}
}

func (w *watcher) Attempt(ctx context.Context, _ nact.Attempted) (context.Context, func(nact.Attempt)) {
	return ctx, func(nact.Attempt) {}
}

func (w *watcher) Event(context.Context, nact.Event) {}

// Whoever observes a service is told of each call what it came to, also of those that come to nothing, and of nothing else.
func TestObserver(t *testing.T) {
	w := new(watcher)
	fails := writer(func(ctx context.Context) error {
		if ctx.Value(watchedKey{}) != w {
			t.Error("the tool does not run in the context of the observer")
		}
		return &nact.Fault{Kind: nact.Timeout, Detail: "no answer"}
	})
	tool := forecastTool{run: fails}
	handler, err := endpoint.New(endpoint.Config{
		Name: "weather", Runner: invocation.NewRunner(invocation.Limits{}, nil).ObservedBy(w),
		Idempotency: endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: idempotency.NewMemory(idempotency.Limits{})}),
	}, []nact.Tool{tool.tool()})
	if err != nil {
		t.Fatal(err)
	}
	serve := func(r *http.Request, fields ...string) {
		for i := 0; i < len(fields); i += 2 {
			r.Header.Set(fields[i], fields[i+1])
		}
		handler.ServeHTTP(httptest.NewRecorder(), r)
	}
	serve(posted(call))
	serve(posted(strings.Replace(call, "Omaha", "a name that is much too long", 1)))
	serve(posted(call), "Content-Type", "text/plain")
	serve(posted(call), "Idempotency-Key", "a b")
	serve(posted(call), "Idempotency-Key", "a")
	serve(posted(call), "Idempotency-Key", "a")
	serve(posted(strings.Replace(call, "Omaha", "Boston", 1)), "Idempotency-Key", "a")
	serve(httptest.NewRequest("GET", "/tools", nil))
	serve(httptest.NewRequest("GET", "/tools/"+forecastID+":invoke", nil))
	const of = "nact lookup_forecast v2: "
	want := []string{
		of + "fault report, weather.report: unknown", of + "violation max-length", of + "refused", of + "refused",
		of + "fault report, weather.report: unknown", of + "fault replayed report, weather.report: unknown", of + "refused idempotency-key-reused",
	}
	if !slices.Equal(w.told, want) {
		t.Errorf("\n got %q\nwant %q", w.told, want)
	}
}

// While what calls change cannot be recorded, no tool that writes runs, and nothing else is different.
func TestGate(t *testing.T) {
	ran := 0
	tool := forecastTool{run: func(context.Context, nact.Arguments) (nact.Results, error) {
		ran++
		return nact.Results{"CLEAR", "Sunny.", int64(80), nil}, nil
	}}
	for _, writes := range []bool{true, false} {
		ready := errors.New("no space left")
		described := tool.tool()
		described.Writes = writes
		handler, err := endpoint.New(endpoint.Config{
			Name: "weather", Runner: invocation.NewRunner(invocation.Limits{}, nil).GatedBy(func() error { return ready }),
		}, []nact.Tool{described})
		if err != nil {
			t.Fatal(err)
		}
		invoke := func() *httptest.ResponseRecorder {
			recorder := httptest.NewRecorder()
			handler.ServeHTTP(recorder, posted(call))
			return recorder
		}
		ran = 0
		got := invoke()
		if refused := got.Code == http.StatusServiceUnavailable && got.Header().Get("Retry-After") == "2" && strings.Contains(got.Body.String(), "nact:audit-unavailable") && ran == 0; refused != writes {
			t.Errorf("writes %t: got %d %s, and ran %d times", writes, got.Code, got.Body, ran)
		}
		ready = nil
		if got := invoke(); got.Code != http.StatusOK {
			t.Errorf("writes %t: got %d %s", writes, got.Code, got.Body)
		}
	}
}
