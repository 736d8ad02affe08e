package upstream

import (
	"context"
	"io"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// slowly answers the attempts of a call after times, with what it has counted; -1 is never, and a status stands in the place of 200.
func slowly(attempts *atomic.Int64, answers ...struct {
	after  time.Duration
	status int
}) roundTripper {
	return func(r *http.Request) (*http.Response, error) {
		n := attempts.Add(1)
		answer := answers[min(int(n), len(answers))-1]
		if !sleep(r.Context(), answer.after) {
			return nil, r.Context().Err()
		}
		body := strings.Repeat(" ", int(n)) + "1"
		return &http.Response{StatusCode: answer.status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: r}, nil
	}
}

func TestHedge(t *testing.T) {
	type answer = struct {
		after  time.Duration
		status int
	}
	const ms = time.Millisecond
	tests := []struct {
		name     string
		method   string
		answers  []answer
		attempts int64
		took     time.Duration
		status   int
		events   string
	}{
		{"answered in time", http.MethodGet, []answer{{100 * ms, 200}}, 1, 100 * ms, 200, ""},
		{"the second is faster", http.MethodGet, []answer{{time.Hour, 200}, {50 * ms, 200}}, 2, 250 * ms, 200, "hedged, hedge_won"},
		{"the first is faster after all", http.MethodGet, []answer{{250 * ms, 200}, {time.Hour, 200}}, 2, 250 * ms, 200, "hedged"},
		{"the second fails", http.MethodGet, []answer{{400 * ms, 200}, {50 * ms, 503}}, 2, 400 * ms, 200, "hedged"},
		{"the first fails", http.MethodGet, []answer{{250 * ms, 500}, {300 * ms, 200}}, 2, 500 * ms, 200, "hedged, hedge_won"},
		{"both fail", http.MethodGet, []answer{{250 * ms, 500}, {300 * ms, 502}}, 2, 500 * ms, 500, "hedged"},
		{"fails before", http.MethodGet, []answer{{100 * ms, 500}}, 1, 100 * ms, 500, ""},
		{"not found", http.MethodGet, []answer{{time.Hour, 200}, {50 * ms, 404}}, 2, 250 * ms, 404, "hedged, hedge_won"},
		{"PUT", http.MethodPut, []answer{{time.Second, 200}}, 1, time.Second, 200, ""},
		{"POST with a key", http.MethodPost, []answer{{time.Second, 200}}, 1, time.Second, 200, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var attempts atomic.Int64
				seen := new(events)
				client := newClient(t, Config{BaseURL: base, Timeout: 2 * time.Hour, Hedge: NewHedge(200 * ms), Transport: slowly(&attempts, test.answers...), Observer: seen})
				call := get("/")
				call.Method = test.method
				if test.method == http.MethodPost {
					call.Key = KeyInHeader("Idempotency-Key")
				}
				memory := nact.NewMemory(0, 0)
				held := memory.Begin(t.Context())
				start, read := time.Now(), int64(0)
				answer, err := client.Do(held, call, func(d *Decoder) { read = d.Int() })
				if took := time.Since(start); took != test.took || attempts.Load() != test.attempts || int(answer.Status) != test.status || (err == nil) != (test.status == 200) {
					t.Errorf("%v, %d attempts, status %d, %v; want %v, %d, %d", took, attempts.Load(), answer.Status, err, test.took, test.attempts, test.status)
				}
				if seen.String() != test.events || read != map[bool]int64{true: 1}[err == nil] {
					t.Errorf("observed %q, read %d, want %q", seen, read, test.events)
				}
				answer.Forget(held)
				if err == nil && held.Take(t.Context(), 128<<20-1, false) != nil {
					t.Error("something of the attempts still counts as held")
				}
				held.End()
			})
		})
	}
}

func TestHedgeIsBounded(t *testing.T) {
	for _, test := range []struct {
		name   string
		config Config
		want   int64
	}{
		{"by a tenth", Config{}, 220},
		{"by the budget of the client", Config{Budget: NewBudget(20)}, 240},
		{"by the places", Config{Concurrency: NewConcurrency(1, time.Hour)}, 200},
		{"by the rate", Config{Rate: NewRate(Pace{Calls: 3, Per: time.Second, Burst: 1, Wait: time.Hour})}, 200},
	} {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var running, most, attempts atomic.Int64
				slow := taking(25*time.Millisecond, &running, &most)
				test.config.BaseURL, test.config.Hedge = base, NewHedge(time.Millisecond)
				if test.config.Budget != nil {
					test.config.Budget = NewBudget(20)
				}
				test.config.Transport = upstreamFunc(func(r *http.Request) (int, http.Header, error) {
					attempts.Add(1)
					return slow(r)
				})
				client := newClient(t, test.config)
				for range 200 { // within ten seconds, but for the rate
					if _, err := client.Do(t.Context(), get("/"), nil); err != nil {
						t.Fatal(err)
					}
				}
				if attempts.Load() != test.want {
					t.Errorf("%d attempts, want %d", attempts.Load(), test.want)
				}
			})
		})
	}
}

func TestHedgeEndsWithItsCaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) { // which fails if a goroutine is left over
		var running, most atomic.Int64
		client := newClient(t, Config{BaseURL: base, Hedge: NewHedge(time.Millisecond), Transport: taking(time.Hour, &running, &most)})
		ctx, cancel := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, cancel)
		if _, err := client.Do(ctx, get("/"), nil); err == nil || running.Load() != 0 || most.Load() != 2 {
			t.Errorf("%v, %d still run, %d ran at once", err, running.Load(), most.Load())
		}
	})
}

func TestHedgePanics(t *testing.T) {
	for n := range int64(2) {
		var attempts atomic.Int64
		client := newClient(t, Config{BaseURL: base, Hedge: NewHedge(0), Transport: roundTripper(func(r *http.Request) (*http.Response, error) {
			if attempts.Add(1) == n+1 {
				panic("a transport")
			}
			<-r.Context().Done()
			return nil, r.Context().Err()
		})})
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("the panic of attempt %d is lost", n+1)
				}
			}()
			ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
			defer cancel()
			_, _ = client.Do(ctx, get("/"), nil)
		}()
	}
}

func TestHedgeWithCache(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var attempts atomic.Int64
		client := newClient(t, Config{BaseURL: base, Timeout: 2 * time.Hour, Hedge: NewHedge(time.Millisecond), Cache: NewCache(0), Caching: KeepFor(time.Hour),
			Transport: slowly(&attempts, []struct {
				after  time.Duration
				status int
			}{{time.Hour, 200}, {time.Millisecond, 200}}...)})
		for range 3 {
			var read int64
			if _, err := client.Do(t.Context(), get("/"), func(d *Decoder) { read = d.Int() }); err != nil || read != 1 {
				t.Errorf("read %d, %v", read, err)
			}
		}
		if attempts.Load() != 2 {
			t.Errorf("%d attempts, want 2: one call, hedged, and two from the cache", attempts.Load())
		}
	})
}

// TestHedgeOnTheWire hedges calls over real connections, at the same time, and has the answers read.
func TestHedgeOnTheWire(t *testing.T) {
	var attempts atomic.Int64
	var asked sync.Map
	base := serve(t, func(w http.ResponseWriter, r *http.Request) {
		attempts.Add(1)
		if _, again := asked.LoadOrStore(r.URL.RawQuery, true); !again {
			<-r.Context().Done()
			return
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, `{"id":`+r.URL.Query().Get("id")+`}`)
	})
	client := newClient(t, Config{BaseURL: base, Hedge: NewHedge(time.Millisecond), Budget: NewBudget(100), Header: http.Header{"User-Agent": {"test"}}})
	var all sync.WaitGroup
	for id := range int64(5) { // as many as are free of the budget, so that every call has its second attempt
		all.Go(func() {
			call, read := get("/"), int64(-1)
			call.Query.Add("id", strconv.FormatInt(id, 10))
			_, err := client.Do(t.Context(), call, func(d *Decoder) {
				for range d.Object() {
					read = d.Int()
				}
			})
			if err != nil || read != id {
				t.Errorf("call %d has read %d, %v", id, read, err)
			}
		})
	}
	all.Wait()
	if n := attempts.Load(); n != 10 {
		t.Errorf("%d attempts, want 10", n)
	}
}
