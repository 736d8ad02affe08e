package upstream

import (
	"context"
	"errors"
	"net/http"
	"reflect"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
)

func TestRetry(t *testing.T) {
	fast := Retry{Attempts: 3, Backoff: time.Microsecond}
	on := func(holds func(error) bool) *Retry {
		return &Retry{Attempts: 3, Backoff: time.Microsecond, On: holds}
	}
	status := func(codes ...int) []http.HandlerFunc {
		var answers []http.HandlerFunc
		for _, code := range codes {
			answers = append(answers, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(code) })
		}
		return answers
	}
	after := func(value string) http.HandlerFunc {
		return func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Retry-After", value)
			w.WriteHeader(http.StatusServiceUnavailable)
		}
	}
	broken := func(http.ResponseWriter, *http.Request) { panic(http.ErrAbortHandler) }
	slow := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	tests := []struct {
		name    string
		retry   Retry
		call    Call
		answers []http.HandlerFunc // the last one is repeated
		want    int                // attempts
		ok      bool
	}{
		{"success", fast, Call{}, status(200), 1, true},
		{"second attempt", fast, Call{}, status(503, 200), 2, true},
		{"third attempt", fast, Call{}, status(429, 502, 200), 3, true},
		{"given up", fast, Call{}, status(504), 3, false},
		{"none configured", Retry{}, Call{}, status(503), 1, false},
		{"the call's own", Retry{}, Call{Options: Options{Retry: &fast}}, status(503), 3, false},
		{"a lasting status", fast, Call{}, status(500), 1, false},
		{"404", fast, Call{}, status(404), 1, false},
		{"PUT", fast, Call{Method: http.MethodPut, Body: []byte("{}")}, status(503, 200), 2, true},
		{"DELETE", fast, Call{Method: http.MethodDelete}, status(503, 200), 2, true},
		{"POST", fast, Call{Method: http.MethodPost, Body: []byte("{}")}, status(503), 1, false},
		{"PATCH with its own retry", fast, Call{Method: http.MethodPatch, Options: Options{Retry: &fast}}, status(503), 1, false},
		{"POST with a key", fast, Call{Method: http.MethodPost, Body: []byte("{}"), Options: Options{Key: KeyInHeader("Idempotency-Key")}}, status(503, 200), 2, true},
		{"a status that the policy names", *on(func(err error) bool { return nact.Status(err) == 404 }), Call{}, status(404, 200), 2, true},
		{"one that it does not name", *on(func(err error) bool { return nact.Status(err) == 404 }), Call{}, status(503), 1, false},
		{"POST, by a policy of the upstream", *on(func(error) bool { return true }), Call{Method: http.MethodPost}, status(429, 200), 1, false},
		{"POST that was not carried out", Retry{}, Call{Method: http.MethodPost, Options: Options{Retry: on(func(error) bool { return true })}}, status(429, 503, 201), 3, true},
		{"POST that may have been", Retry{}, Call{Method: http.MethodPost, Options: Options{Retry: on(func(error) bool { return true })}}, status(502, 201), 1, false},
		{"POST that broke off", Retry{}, Call{Method: http.MethodPost, Options: Options{Retry: on(func(error) bool { return true })}}, []http.HandlerFunc{broken, status(200)[0]}, 1, false},
		{"broken connection", fast, Call{}, []http.HandlerFunc{broken, status(200)[0]}, 2, true},
		{"attempt that took too long", fast, Call{Options: Options{Timeout: 20 * time.Millisecond}}, []http.HandlerFunc{slow, status(200)[0]}, 2, true},
		{"Retry-After now", fast, Call{}, []http.HandlerFunc{after("0"), status(200)[0]}, 2, true},
		{"Retry-After above the longest wait", fast, Call{}, []http.HandlerFunc{after("11")}, 1, false},
		{"Retry-After in years", fast, Call{}, []http.HandlerFunc{after("Fri, 31 Dec 2999 23:59:59 GMT")}, 1, false},
		{"Retry-After in more seconds than fit", fast, Call{}, []http.HandlerFunc{after("4294967296")}, 1, false},
		{"Retry-After in seconds without end", fast, Call{}, []http.HandlerFunc{after("99999999999999999999999")}, 1, false},
		{"Retry-After in the past", fast, Call{}, []http.HandlerFunc{after("Fri, 31 Dec 1999 23:59:59 GMT"), status(200)[0]}, 2, true},
		{"no sense in Retry-After", fast, Call{}, []http.HandlerFunc{after("soon"), status(200)[0]}, 2, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var attempts atomic.Int64
			base := serve(t, func(w http.ResponseWriter, r *http.Request) {
				n := int(attempts.Add(1))
				test.answers[min(n, len(test.answers))-1](w, r)
			})
			call := test.call
			if call.Method == "" {
				call.Method = http.MethodGet
			}
			// A transport of its own accord repeats what a kept connection lost.
			transport := NewTransport()
			transport.DisableKeepAlives = true
			_, err := newClient(t, Config{BaseURL: base, Retry: test.retry, Transport: transport}).Do(t.Context(), &call, nil)
			if int(attempts.Load()) != test.want || (err == nil) != test.ok {
				t.Errorf("%d attempts, %v, want %d, ok %t", attempts.Load(), err, test.want, test.ok)
			}
		})
	}
}

func TestRetryAfterIsWaitedFor(t *testing.T) {
	var times []time.Time
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		if times = append(times, time.Now()); len(times) == 1 {
			w.Header().Set("Retry-After", "1")
			w.WriteHeader(http.StatusTooManyRequests)
		}
	})
	client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 2, Backoff: time.Hour}})
	if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
		t.Fatal(err)
	}
	if waited := times[1].Sub(times[0]); waited < time.Second {
		t.Errorf("waited %v, want 1s or more", waited)
	}
}

func TestRetryEndsWithTheTimeLeft(t *testing.T) {
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "5")
		w.WriteHeader(http.StatusServiceUnavailable)
	})
	ctx, cancel := context.WithTimeout(t.Context(), 4*time.Second)
	defer cancel()
	_, err := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 2}}).Do(ctx, get("/"), nil)
	want := nact.Fault{
		Kind: nact.BadAnswer, Operation: "weather.point", UpstreamStatus: 503, RetryAfter: 5 * time.Second, Detail: "the upstream answered 503",
	}
	if got := fault(t, err); !reflect.DeepEqual(got, want) || ctx.Err() != nil {
		t.Errorf("got %+v, want %+v, at once", got, want)
	}
}

func TestCancellationEndsTheWait(t *testing.T) {
	called := make(chan struct{}, 1)
	base := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600")
		w.WriteHeader(http.StatusServiceUnavailable)
		called <- struct{}{}
	})
	client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 2, MaxWait: 2 * time.Hour}})
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-called; cancel() }()
	if _, err := client.Do(ctx, get("/"), nil); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want that it was cancelled", err)
	}
}

func TestRetryCeiling(t *testing.T) {
	tests := []struct {
		retry Retry
		n     int
		want  time.Duration
	}{
		{Retry{}, 1, 100 * time.Millisecond},
		{Retry{}, 4, 800 * time.Millisecond},
		{Retry{}, 100, 10 * time.Second},
		{Retry{Backoff: time.Minute}, 1, 10 * time.Second},
		{Retry{Backoff: 1 << 62}, 100, 10 * time.Second},
		{Retry{Backoff: -1}, 3, 0},
	}
	for _, test := range tests {
		if got := test.retry.ceiling(test.n, 10*time.Second); got != test.want {
			t.Errorf("%+v after attempt %d: got %v, want %v", test.retry, test.n, got, test.want)
		}
	}
}

func TestRetryAfter(t *testing.T) {
	now := time.Date(2025, 6, 1, 12, 0, 0, 0, time.UTC)
	tests := []struct {
		text string
		want time.Duration
	}{
		{"", 0},
		{"0", 0},
		{"120", 2 * time.Minute},
		{"-1", 0},
		{"1.5", 0},
		{"4294967295", 24 * time.Hour},
		{"4294967296", 24 * time.Hour},
		{"99999999999999999999", 24 * time.Hour},
		{"99999999999999999999s", 0},
		{"Sun, 01 Jun 2025 12:00:30 GMT", 30 * time.Second},
		{"Sunday, 01-Jun-25 12:00:30 GMT", 30 * time.Second},
		{"Sun, 01 Jun 2025 11:59:30 GMT", 0},
		{"Mon, 01 Jun 2026 12:00:00 GMT", 24 * time.Hour},
		{"tomorrow", 0},
	}
	for _, test := range tests {
		if got := retryAfter(http.Header{"Retry-After": {test.text}}, now); got != test.want {
			t.Errorf("%q: got %v, want %v", test.text, got, test.want)
		}
	}
}
