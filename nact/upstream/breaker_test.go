package upstream

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
)

func TestBreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		seen := new(events)
		client := newClient(t, Config{
			BaseURL: base, Breaker: NewBreaker(Tolerance{Failures: 3, Within: 10 * time.Second, Open: 30 * time.Second}),
			Transport: inTurn(&calls, 500, 404, 500, 503, 502, 500, 200), Observer: seen,
		})
		for range 5 { // a 404 is the answer of a host that works, so the three that open it are the last ones
			if _, err := client.Do(t.Context(), get("/"), nil); nact.Status(err) < 400 {
				t.Fatal(err)
			}
		}
		if _, err := client.Do(t.Context(), get("/"), nil); heldBack(t, err) != 30*time.Second {
			t.Errorf("got %v", err)
		}
		time.Sleep(30 * time.Second)
		if _, err := client.Do(t.Context(), get("/"), nil); nact.Status(err) != 500 {
			t.Errorf("got %v, want that of the attempt in the half-open state", err)
		}
		if _, err := client.Do(t.Context(), get("/"), nil); heldBack(t, err) != 30*time.Second {
			t.Errorf("got %v", err)
		}
		time.Sleep(31 * time.Second)
		for range 2 {
			if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
				t.Errorf("got %v", err)
			}
		}
		want := "opened by breaker, refused by breaker, half_opened by breaker, opened by breaker, refused by breaker, half_opened by breaker, closed by breaker"
		if seen.String() != want || calls.Load() != 8 {
			t.Errorf("%d calls, observed %s\nwant 8 and %s", calls.Load(), seen, want)
		}
	})
}

func TestBreakerForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{BaseURL: base, Breaker: NewBreaker(Tolerance{Failures: 3, Within: 10 * time.Second, Open: time.Minute}), Transport: inTurn(&calls, 500)})
		for range 10 {
			_, _ = client.Do(t.Context(), get("/"), nil)
			time.Sleep(6 * time.Second)
		}
		if calls.Load() != 10 {
			t.Errorf("%d calls, want 10: no three failures were within ten seconds", calls.Load())
		}
	})
}

func TestBreakerProbesOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{
			BaseURL: base, Breaker: NewBreaker(Tolerance{Failures: 1, Open: time.Second}),
			Transport: upstreamFunc(func(r *http.Request) (int, http.Header, error) {
				if calls.Add(1) == 1 {
					return 500, nil, nil
				}
				time.Sleep(time.Second)
				return 200, nil, nil
			}),
		})
		_, _ = client.Do(t.Context(), get("/"), nil)
		time.Sleep(time.Second)
		var answered atomic.Int64
		var all sync.WaitGroup
		for range 50 {
			all.Go(func() {
				if _, err := client.Do(t.Context(), get("/"), nil); err == nil {
					answered.Add(1)
				} else {
					heldBack(t, err)
				}
			})
		}
		all.Wait()
		if answered.Load() != 1 || calls.Load() != 2 {
			t.Errorf("%d answered, %d calls, want 1 and 2", answered.Load(), calls.Load())
		}
	})
}

// TestWhatIsAFailure has a breaker that opens at one failure, and a call whose failure is one or is none.
func TestWhatIsAFailure(t *testing.T) {
	hangs := func(r *http.Request) (int, http.Header, error) {
		<-r.Context().Done()
		return 0, nil, r.Context().Err()
	}
	status := func(code int) upstreamFunc {
		return func(*http.Request) (int, http.Header, error) { return code, nil, nil }
	}
	tests := []struct {
		name      string
		transport http.RoundTripper
		leave     time.Duration // when the caller leaves; 0: it waits
		budget    time.Duration // of the tool; 0: any
		want      bool
	}{
		{"200", status(200), 0, 0, false},
		{"400", status(400), 0, 0, false},
		{"429", status(429), 0, 0, false},
		{"500", status(500), 0, 0, true},
		{"599", status(599), 0, 0, true},
		{"no connection", upstreamFunc(func(*http.Request) (int, http.Header, error) { return 0, nil, io.ErrUnexpectedEOF }), 0, 0, true},
		{"its time ran out", upstreamFunc(hangs), 0, 0, true},
		{"the time of the tool ran out", upstreamFunc(hangs), 0, 3 * time.Second, true},
		{"the tool had hardly any time left", upstreamFunc(hangs), 0, 300 * time.Millisecond, false},
		{"the caller has left", upstreamFunc(hangs), 2 * time.Second, 0, false},
		{"the answer breaks off", brokenBody{io.ErrUnexpectedEOF}, 0, 0, true},
		{"the answer is complete", brokenBody{io.EOF}, 0, 0, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client := newClient(t, Config{BaseURL: base, Timeout: 5 * time.Second, Breaker: NewBreaker(Tolerance{Failures: 1, Open: time.Minute}), Transport: test.transport})
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				if test.leave > 0 {
					time.AfterFunc(test.leave, cancel)
				}
				if test.budget > 0 {
					ctx, cancel = context.WithTimeout(ctx, test.budget)
					defer cancel()
				}
				_, _ = client.Do(ctx, get("/"), func(d *Decoder) { d.Skip() })
				_, err := client.Do(t.Context(), get("/"), func(d *Decoder) { d.Skip() })
				var fault *nact.Fault
				if opened := errors.As(err, &fault) && fault.Kind == nact.Busy; opened != test.want {
					t.Errorf("a failure: %t, want %t (%v)", opened, test.want, err)
				}
			})
		})
	}
}

// brokenBody answers with a body that ends with an error.
type brokenBody struct{ err error }

func (b brokenBody) RoundTrip(r *http.Request) (*http.Response, error) {
	body := io.MultiReader(strings.NewReader("{}"), errorReader(b))
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(body), ContentLength: -1, Request: r}, nil
}

type errorReader struct{ err error }

func (r errorReader) Read([]byte) (int, error) { return 0, r.err }

// TestBreakerByHost redirects to a host that fails: calls that are redirected there are held back, and others are not.
func TestBreakerByHost(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var failed atomic.Int64
		client := newClient(t, Config{
			BaseURL: base, Redirects: []string{"https://files.example.com"}, Breaker: NewBreaker(Tolerance{Failures: 2, Within: time.Minute, Open: time.Minute}),
			Transport: upstreamFunc(func(r *http.Request) (int, http.Header, error) {
				switch {
				case r.URL.Host == "files.example.com":
					failed.Add(1)
					return 500, nil, nil
				case r.URL.Path == "/file":
					return 302, http.Header{"Location": {"https://files.example.com/1"}}, nil
				}
				return 200, nil, nil
			}),
		})
		for range 4 {
			_, err := client.Do(t.Context(), get("/file"), nil)
			if failed.Load() == 2 && nact.Status(err) == 0 {
				heldBack(t, err)
			}
		}
		if _, err := client.Do(t.Context(), get("/other"), nil); err != nil || failed.Load() != 2 {
			t.Errorf("got %v; the other host was called %d times, want 2", err, failed.Load())
		}
	})
}

func TestBreakerUnderLoad(t *testing.T) {
	var calls atomic.Int64
	client := newClient(t, Config{
		BaseURL: base, Retry: Retry{Attempts: 3, Backoff: time.Nanosecond}, Budget: NewBudget(20), Breaker: NewBreaker(Tolerance{Failures: 3, Within: time.Second, Open: time.Microsecond}),
		Rate: NewRate(Pace{Calls: 1e6, Per: time.Second, Wait: time.Second}), Concurrency: NewConcurrency(4, time.Second), Hedge: NewHedge(time.Microsecond),
		Transport: upstreamFunc(func(r *http.Request) (int, http.Header, error) {
			if calls.Add(1)%3 > 0 {
				return 503, nil, nil
			}
			return 200, nil, nil
		}),
	})
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 50 {
				_, err := client.Do(t.Context(), get("/"), nil)
				var fault *nact.Fault
				if err != nil && (!errors.As(err, &fault) || fault.Kind != nact.Busy && fault.UpstreamStatus != 503) {
					t.Errorf("got %v", err)
				}
			}
		})
	}
	all.Wait()
	gate := client.gates[1].(*concurrency)
	if len(gate.places) != 0 || gate.waiting.Load() != 0 {
		t.Errorf("%d places are taken, %d calls wait, and none is made", len(gate.places), gate.waiting.Load())
	}
}

// TestLifeOfABreaker has what the log says of an upstream that fails for a while, attempts included.
func TestLifeOfABreaker(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		var log strings.Builder
		start := time.Now()
		logger := slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug, ReplaceAttr: func(_ []string, a slog.Attr) slog.Attr {
			if a.Key == slog.TimeKey {
				return slog.Duration("at", time.Since(start))
			}
			return a
		}}))
		client := newClient(t, Config{
			BaseURL: base + "/secret", Breaker: NewBreaker(Tolerance{Failures: 2, Within: 10 * time.Second, Open: 30 * time.Second}),
			Transport: inTurn(&calls, 503, 503, 503, 200), Logger: logger,
		})
		for range 9 {
			_, _ = client.Do(t.Context(), get("/"), nil)
			time.Sleep(10 * time.Second)
		}
		want := `at=0s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=503 took_ms=0 error="weather.point: the upstream answered 503"
at=10s level=WARN msg="upstream breaker" upstream=weather state=opened host=https://api.example.com:443
at=10s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=503 took_ms=0 error="weather.point: the upstream answered 503"
at=20s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=0 took_ms=0 error="weather.point: the upstream was not asked: it has failed again and again, and gets time to recover"
at=30s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=0 took_ms=0 error="weather.point: the upstream was not asked: it has failed again and again, and gets time to recover"
at=40s level=INFO msg="upstream breaker" upstream=weather state=half_opened host=https://api.example.com:443
at=40s level=WARN msg="upstream breaker" upstream=weather state=opened host=https://api.example.com:443
at=40s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=503 took_ms=0 error="weather.point: the upstream answered 503"
at=50s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=0 took_ms=0 error="weather.point: the upstream was not asked: it has failed again and again, and gets time to recover"
at=1m0s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=0 took_ms=0 error="weather.point: the upstream was not asked: it has failed again and again, and gets time to recover"
at=1m10s level=INFO msg="upstream breaker" upstream=weather state=half_opened host=https://api.example.com:443
at=1m10s level=INFO msg="upstream breaker" upstream=weather state=closed host=https://api.example.com:443
at=1m10s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=200 took_ms=0
at=1m20s level=DEBUG msg="upstream call" upstream=weather operation=weather.point attempt=1 status=200 took_ms=0
`
		if log.String() != want {
			t.Errorf("got\n%s\nwant\n%s", &log, want)
		}
	})
}
