package upstream

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// watcher notes what it is told of requests. What is sent must come from the context of its attempt.
type watcher struct{ told []string }

type attemptKey struct{}

func (w *watcher) Call(ctx context.Context, _ nact.Called) (context.Context, func(nact.Ending)) {
	return ctx, func(nact.Ending) {}
}

func (w *watcher) Request(ctx context.Context, r nact.Requested) (context.Context, func(error)) {
	w.told = append(w.told, "request "+r.Upstream+" "+r.Operation)
	return ctx, func(err error) { w.told = append(w.told, fmt.Sprint("ended ", err)) }
}

func (w *watcher) Attempt(ctx context.Context, a nact.Attempted) (context.Context, func(nact.Attempt)) {
	w.told = append(w.told, fmt.Sprint("attempt ", a.Number))
	return context.WithValue(ctx, attemptKey{}, a.Number), func(a nact.Attempt) {
		w.told = append(w.told, fmt.Sprintf("%d cached %t error %t", a.Status, a.Cached, a.Err != nil))
	}
}

func (w *watcher) Event(_ context.Context, e nact.Event) { w.told = append(w.told, string(e.Kind)) }

// carrier says in a header from which attempt a request comes.
type carrier struct{ next http.RoundTripper }

func (c carrier) RoundTrip(r *http.Request) (*http.Response, error) {
	r = r.Clone(r.Context())
	r.Header.Set("X-Attempt", fmt.Sprint(r.Context().Value(attemptKey{})))
	return c.next.RoundTrip(r)
}

func TestObserver(t *testing.T) {
	answers := []int{503, 200}
	var carried []string
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		carried = append(carried, r.Header.Get("X-Attempt"))
		w.WriteHeader(answers[0])
		answers = answers[1:]
	})
	var w watcher
	client := newClient(t, Config{
		BaseURL: base, Observer: &w, Retry: Retry{Attempts: 2, Backoff: 1}, Transport: carrier{NewTransport()}, Cache: NewCache(1 << 20), Caching: KeepFor(time.Hour),
	})
	for range 2 {
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
			t.Fatal(err)
		}
	}
	want := []string{
		"request weather weather.point", "attempt 1", "503 cached false error true", "retried", "attempt 2", "200 cached false error false", "ended <nil>",
		"request weather weather.point", "attempt 1", "200 cached true error false", "ended <nil>",
	}
	if !slices.Equal(w.told, want) {
		t.Errorf("\n got %q\nwant %q", w.told, want)
	}
	if !slices.Equal(carried, []string{"1", "2"}) {
		t.Errorf("the requests came from the attempts %q", carried)
	}
}

// Whoever observes is told of an attempt without an answer, and of what became of the request.
func TestObserverOfFault(t *testing.T) {
	var w watcher
	client := newClient(t, Config{BaseURL: "http://127.0.0.1:1", Observer: &w})
	_, err := client.Do(t.Context(), get("/"), nil)
	want := []string{"request weather weather.point", "attempt 1", "0 cached false error true", "ended weather.point: the upstream cannot be reached"}
	if err == nil || !slices.Equal(w.told, want) {
		t.Errorf("\n got %q\nwant %q", w.told, want)
	}
}
