package upstream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// upstreamFunc is an upstream within the process, so that its time can be that of a [synctest] bubble.
type upstreamFunc func(*http.Request) (status int, header http.Header, err error)

func (f upstreamFunc) RoundTrip(r *http.Request) (*http.Response, error) {
	status, header, err := f(r)
	if err != nil {
		return nil, err
	}
	if header == nil {
		header = make(http.Header)
	}
	return &http.Response{StatusCode: status, Header: header, Body: io.NopCloser(strings.NewReader("")), Request: r}, nil
}

// inTurn answers with statuses, the last one again and again.
func inTurn(calls *atomic.Int64, statuses ...int) upstreamFunc {
	return func(*http.Request) (int, http.Header, error) {
		n := int(calls.Add(1))
		return statuses[min(n, len(statuses))-1], nil, nil
	}
}

// taking answers after a time.
func taking(d time.Duration, running, most *atomic.Int64) upstreamFunc {
	return func(r *http.Request) (int, http.Header, error) {
		now := running.Add(1)
		defer running.Add(-1)
		for was := most.Load(); now > was && !most.CompareAndSwap(was, now); was = most.Load() {
		}
		if !sleep(r.Context(), d) {
			return 0, nil, r.Context().Err()
		}
		return http.StatusOK, nil, nil
	}
}

// events collects what is observed, as text.
type events struct {
	mu    sync.Mutex
	lines []string
}

func (e *events) Call(ctx context.Context, _ nact.Called) (context.Context, func(nact.Ending)) {
	return ctx, func(nact.Ending) {}
}

func (e *events) Request(ctx context.Context, _ nact.Requested) (context.Context, func(error)) {
	return ctx, func(error) {}
}

func (e *events) Attempt(ctx context.Context, _ nact.Attempted) (context.Context, func(nact.Attempt)) {
	return ctx, func(nact.Attempt) {}
}

func (e *events) Event(_ context.Context, event nact.Event) {
	e.mu.Lock()
	defer e.mu.Unlock()
	line := string(event.Kind)
	if event.By != "" {
		line += " by " + event.By
	}
	e.lines = append(e.lines, line)
}

func (e *events) String() string {
	e.mu.Lock()
	defer e.mu.Unlock()
	return strings.Join(e.lines, ", ")
}

// heldBack fails the test unless err is the fault of a call that was not sent, and returns after which time it may be.
func heldBack(t *testing.T, err error) time.Duration {
	t.Helper()
	var fault *nact.Fault
	if !errors.As(err, &fault) || fault.Kind != nact.Busy || !nact.IsUnreachable(err) || fault.RetryAfter < time.Second {
		t.Fatalf("got %v, want a call that is held back", err)
	}
	return fault.RetryAfter
}

const base = "https://api.example.com"

func TestConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most, answered, refused atomic.Int64
		seen := new(events)
		client := newClient(t, Config{BaseURL: base, Concurrency: NewConcurrency(3, time.Second), Transport: taking(600*time.Millisecond, &running, &most), Observer: seen})
		var calls sync.WaitGroup
		for range 20 { // 3 at once, 12 in the queue, of which 3 more come to be called in time
			calls.Go(func() {
				if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
					heldBack(t, err)
					refused.Add(1)
					return
				}
				answered.Add(1)
			})
		}
		calls.Wait()
		if answered.Load() != 6 || refused.Load() != 14 || most.Load() != 3 {
			t.Errorf("%d answered, %d refused, %d at once, want 6, 14, 3", answered.Load(), refused.Load(), most.Load())
		}
		if n := strings.Count(seen.String(), "refused by concurrency"); n != 14 {
			t.Errorf("%d refusals were observed, want 14: %s", n, seen)
		}
	})
}

// TestNobodyWaitsInVain has an upstream that takes so long that of those who may wait few would have their turn in time.
func TestNobodyWaitsInVain(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		client := newClient(t, Config{BaseURL: base, Concurrency: NewConcurrency(2, time.Second), Transport: taking(600*time.Millisecond, &running, &most)})
		crowd := func(callers int, limit time.Duration) (answered, atOnce int64) {
			var good, refused atomic.Int64
			start := time.Now()
			var calls sync.WaitGroup
			for range callers {
				calls.Go(func() {
					ctx, cancel := context.WithTimeout(t.Context(), limit)
					defer cancel()
					switch _, err := client.Do(ctx, get("/"), nil); {
					case err == nil:
						good.Add(1)
					case time.Since(start) == 0:
						heldBack(t, err)
						refused.Add(1)
					}
				})
			}
			calls.Wait()
			return good.Load(), refused.Load()
		}
		if good, atOnce := crowd(2, time.Minute); good != 2 || atOnce != 0 {
			t.Fatalf("%d answered, %d refused", good, atOnce)
		}
		// By then it is known that an attempt takes 0.6 s: the third that waits would wait 0.9 s, the fourth 1.2 s.
		if good, atOnce := crowd(8, time.Minute); good != 4 || atOnce != 3 {
			t.Errorf("%d answered, %d refused at once, want 4 and 3", good, atOnce)
		}
		if good, atOnce := crowd(8, 650*time.Millisecond); good != 2 || atOnce != 4 {
			t.Errorf("%d answered, %d refused at once, want 2 and 4, of those who have 0.65 s", good, atOnce)
		}
	})
}

func TestPlacesAreGivenBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var running, most atomic.Int64
		client := newClient(t, Config{BaseURL: base, Concurrency: NewConcurrency(1, time.Minute), Transport: taking(time.Hour, &running, &most)})
		for range 3 {
			ctx, cancel := context.WithTimeout(t.Context(), time.Second)
			var calls sync.WaitGroup
			for range 3 { // one that runs; the others wait, as long as nobody knows that it is in vain
				calls.Go(func() {
					if _, err := client.Do(ctx, get("/"), nil); !nact.IsTimeout(err) {
						heldBack(t, err)
					}
				})
			}
			calls.Wait()
			cancel()
		}
		client.transport = upstreamFunc(func(*http.Request) (int, http.Header, error) { panic("a transport") })
		func() {
			defer func() { _ = recover() }()
			_, _ = client.Do(t.Context(), get("/"), nil)
		}()
		client.transport = taking(0, &running, &most)
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
			t.Error(err)
		}
	})
}

func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{
			BaseURL: base, Rate: NewRate(Pace{Calls: 10, Per: time.Second, Burst: 2, Wait: time.Second}), Transport: inTurn(&calls, 200),
		})
		start := time.Now()
		var took [15]time.Duration // 0 is refused
		var all sync.WaitGroup
		for i := range took {
			all.Go(func() {
				if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
					heldBack(t, err)
					return
				}
				took[i] = time.Since(start) + 1
			})
		}
		all.Wait()
		answered := 0
		for _, d := range took {
			if d > 0 {
				answered++
			}
			if d > time.Second+1 {
				t.Errorf("a call waited %v", d)
			}
		}
		if answered != 12 || time.Since(start) != time.Second { // two at once, and ten in the second for which calls may wait
			t.Errorf("%d were answered in %v, want 12 in 1s", answered, time.Since(start))
		}
	})
}

func TestRateWithoutTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{BaseURL: base, Rate: NewRate(Pace{Calls: 1, Per: 10 * time.Second, Wait: time.Minute}), Transport: inTurn(&calls, 200)})
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
			t.Fatal(err)
		}
		start := time.Now()
		ctx, cancel := context.WithTimeout(t.Context(), 5*time.Second)
		defer cancel()
		_, err := client.Do(ctx, get("/"), nil)
		if after := heldBack(t, err); after != 10*time.Second || time.Since(start) != 0 {
			t.Errorf("refused after %v for %v, want at once for 10s", time.Since(start), after)
		}
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil || time.Since(start) != 10*time.Second {
			t.Errorf("%v after %v, want an answer after 10s: who was refused has taken no turn", err, time.Since(start))
		}
		gone, leave := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, leave)
		if _, err := client.Do(gone, get("/"), nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v", err)
		}
		start = time.Now()
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil || time.Since(start) != 9*time.Second {
			t.Errorf("%v after %v, want an answer after 9s: who has left has given its turn back", err, time.Since(start))
		}
	})
}

func TestRateFollowsTheUpstream(t *testing.T) {
	tests := []struct {
		name   string
		status int
		header http.Header
		want   time.Duration // 0: the next call is made at once
	}{
		{"nothing", 200, nil, 0},
		{"Retry-After of a 429", 429, http.Header{"Retry-After": {"20"}}, 20 * time.Second},
		{"Retry-After of a 503", 503, http.Header{"Retry-After": {"20"}}, 20 * time.Second},
		{"Retry-After of what was created", 201, http.Header{"Retry-After": {"20"}}, 0},
		{"Retry-After of a week", 503, http.Header{"Retry-After": {"604800"}}, time.Hour},
		{"the draft", 200, http.Header{"Ratelimit": {`"default";r=0;t=30`}}, 30 * time.Second},
		{"the draft, something left", 200, http.Header{"Ratelimit": {`"default";r=1;t=30`}}, 0},
		{"the draft, several", 200, http.Header{"Ratelimit": {`"a,\";r=0;t=9";r=0;t=5, "b";r=0;t=7`, `"c";r=3;t=60`}}, 7 * time.Second},
		{"the draft, without a time", 200, http.Header{"Ratelimit": {`"default";r=0`}}, 0},
		{"the older draft", 200, http.Header{"Ratelimit-Remaining": {"0"}, "Ratelimit-Reset": {"12"}}, 12 * time.Second},
		{"seconds", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"12"}}, 12 * time.Second},
		{"seconds without end", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"946684860"}}, time.Hour},
		{"a time by the upstream's clock", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1767225660"}, "Date": {"Thu, 01 Jan 2026 00:00:20 GMT"}}, 40 * time.Second},
		{"milliseconds", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"1767225660000"}, "Date": {"Thu, 01 Jan 2026 00:00:20 GMT"}}, 40 * time.Second},
		{"no number", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"soon"}}, 0},
		{"NaN", 200, http.Header{"X-Ratelimit-Remaining": {"0"}, "X-Ratelimit-Reset": {"NaN"}}, 0},
		{"something left", 200, http.Header{"X-Ratelimit-Remaining": {"5"}, "X-Ratelimit-Reset": {"12"}}, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var calls int
				client := newClient(t, Config{BaseURL: base, Rate: NewRate(Pace{Calls: 100, Wait: time.Second}), Transport: upstreamFunc(func(*http.Request) (int, http.Header, error) {
					if calls++; calls == 1 {
						return test.status, test.header, nil
					}
					return 200, nil, nil
				})})
				_, _ = client.Do(t.Context(), get("/"), nil)
				_, err := client.Do(t.Context(), get("/"), nil)
				if test.want == 0 {
					if err != nil {
						t.Error(err)
					}
					return
				}
				if after := heldBack(t, err); after != test.want || calls != 1 {
					t.Errorf("held back for %v, %d calls, want %v and 1", after, calls, test.want)
				}
				time.Sleep(test.want - time.Second)
				if _, err := client.Do(t.Context(), get("/"), nil); err != nil || calls != 2 { // it waits for the second that is left
					t.Errorf("%v, %d calls", err, calls)
				}
			})
		})
	}
}

func TestWhatWaitsForItsTurnLearnsOfTheLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{BaseURL: base, Rate: NewRate(Pace{Calls: 2, Per: time.Second, Burst: 1, Wait: time.Second}), Transport: upstreamFunc(func(r *http.Request) (int, http.Header, error) {
			calls.Add(1)
			time.Sleep(100 * time.Millisecond)
			return 429, http.Header{"Retry-After": {"60"}}, nil
		})})
		var all sync.WaitGroup
		for range 3 {
			all.Go(func() { _, _ = client.Do(t.Context(), get("/"), nil) })
		}
		all.Wait()
		if calls.Load() != 1 {
			t.Errorf("the upstream was called %d times, want once: it said that nothing is left", calls.Load())
		}
	})
}

func TestRetriesGoThroughTheGates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		seen := new(events)
		client := newClient(t, Config{
			BaseURL: base, Retry: Retry{Attempts: 5, Backoff: time.Millisecond}, Breaker: NewBreaker(Tolerance{Failures: 2, Within: time.Minute, Open: time.Minute}),
			Transport: inTurn(&calls, 503), Observer: seen,
		})
		_, err := client.Do(t.Context(), get("/"), nil)
		if nact.Status(err) != 503 || calls.Load() != 2 {
			t.Errorf("got %v after %d calls, want the 503 that opened the breaker, after 2", err, calls.Load())
		}
		if want := "retried, opened by breaker, retried, refused by breaker"; seen.String() != want {
			t.Errorf("observed %s, want %s", seen, want)
		}
	})
}

func TestOrderOfGates(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		client := newClient(t, Config{
			BaseURL: base, Breaker: NewBreaker(Tolerance{Failures: 1, Open: time.Minute}), Rate: NewRate(Pace{Calls: 1, Per: time.Minute, Wait: time.Hour}),
			Concurrency: NewConcurrency(1, time.Hour), Transport: inTurn(&calls, 500, 200),
		})
		_, _ = client.Do(t.Context(), get("/"), nil)
		start := time.Now()
		if _, err := client.Do(t.Context(), get("/"), nil); heldBack(t, err) != time.Minute || time.Since(start) != 0 {
			t.Errorf("an open breaker answered after %v", time.Since(start))
		}
		time.Sleep(time.Minute)
		if _, err := client.Do(t.Context(), get("/"), nil); err != nil || calls.Load() != 2 {
			t.Errorf("got %v, %d calls: what the breaker refused has taken a turn", err, calls.Load())
		}
	})
}
