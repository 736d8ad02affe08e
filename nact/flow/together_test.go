package flow_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/nact/upstream"
)

// settled reports a goroutine that has outlived what the test has called. It is deferred before that.
func settled(t *testing.T) func() {
	t.Helper()
	before := runtime.NumGoroutine()
	return func() {
		t.Helper()
		for range 200 {
			if runtime.NumGoroutine() <= before {
				return
			}
			time.Sleep(5 * time.Millisecond)
		}
		stacks := make([]byte, 1<<20)
		t.Errorf("there were %d goroutines, and are %d:\n%s", before, runtime.NumGoroutine(), stacks[:runtime.Stack(stacks, true)])
	}
}

// until waits for the end of ctx and returns its error, as a call does that was cancelled.
func until(ctx context.Context) error {
	<-ctx.Done()
	return ctx.Err()
}

// TestTogetherAtTheSameTime: each branch waits for all others to have begun.
func TestTogetherAtTheSameTime(t *testing.T) {
	defer settled(t)()
	for _, branches := range []int{1, 2, 5} {
		var begun atomic.Int64
		all := make(chan struct{})
		branch := func(context.Context) error {
			if begun.Add(1) == int64(branches) {
				close(all)
			}
			<-all
			return nil
		}
		list := make([]func(context.Context) error, branches)
		for i := range list {
			list[i] = branch
		}
		if err := flow.Together(t.Context(), list[0], list[1:]...); err != nil || begun.Load() != int64(branches) {
			t.Errorf("of %d branches %d have begun, with the error %v", branches, begun.Load(), err)
		}
	}
}

// TestTogetherFirstError: the first error is the result wherever it happens, and the others are cancelled and waited for.
func TestTogetherFirstError(t *testing.T) {
	failed := errors.New("failed")
	for at := range 3 {
		var ended atomic.Int64
		branches := make([]func(context.Context) error, 3)
		for i := range branches {
			branches[i] = func(ctx context.Context) error {
				defer ended.Add(1)
				if i == at {
					return failed
				}
				return until(ctx)
			}
		}
		if err := flow.Together(t.Context(), branches[0], branches[1:]...); err != failed || ended.Load() != 3 {
			t.Errorf("branch %d fails: got %v, and %d branches have ended", at, err, ended.Load())
		}
	}
}

func TestTogetherCancelledByTheCaller(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	err := flow.Together(ctx, until, func(ctx context.Context) error { cancel(); return until(ctx) })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
}

func panicInBranch(context.Context) error { panic("out of order") }

// TestTogetherPanic: a panic goes on in the caller's goroutine with its value and its stack, after the others were cancelled and have ended.
func TestTogetherPanic(t *testing.T) {
	tests := map[string]func(ended *atomic.Bool) error{
		"in a goroutine": func(ended *atomic.Bool) error {
			return flow.Together(t.Context(), panicInBranch, func(ctx context.Context) error { defer ended.Store(true); return until(ctx) })
		},
		"in the caller's goroutine": func(ended *atomic.Bool) error {
			return flow.Together(t.Context(), func(ctx context.Context) error { defer ended.Store(true); return until(ctx) }, panicInBranch)
		},
		"nested": func(ended *atomic.Bool) error {
			return flow.Together(t.Context(), func(ctx context.Context) error {
				return flow.Together(ctx, panicInBranch, until)
			}, func(ctx context.Context) error { defer ended.Store(true); return until(ctx) })
		},
		"at an element": func(ended *atomic.Bool) error {
			return flow.Each(t.Context(), "each", 10, 2, func(ctx context.Context, i int) error {
				if i == 1 {
					return panicInBranch(ctx)
				}
				defer ended.Store(true)
				return until(ctx)
			})
		},
	}
	for name, run := range tests {
		t.Run(name, func(t *testing.T) {
			defer settled(t)()
			var ended atomic.Bool
			defer func() {
				p, ok := recover().(*nact.Panic)
				if !ok || p.Value != "out of order" || !strings.Contains(string(p.Stack), "panicInBranch") {
					t.Errorf("recovered %v", p)
				}
				if !ended.Load() {
					t.Error("the other branch has not ended")
				}
			}()
			t.Errorf("returned %v", run(&ended))
		})
	}
}

// TestNoRequestAfterCancellation: what a failure cancels sends nothing any more, and leaves no goroutine behind.
func TestNoRequestAfterCancellation(t *testing.T) {
	var requests atomic.Int64
	asked := make(chan struct{})
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if requests.Add(1) == 1 {
			close(asked)
		}
		<-r.Context().Done()
	}))
	defer server.Close()
	defer settled(t)()
	transport := upstream.NewTransport()
	defer transport.CloseIdleConnections()
	client, err := upstream.NewClient(upstream.Config{Name: "clinic", BaseURL: server.URL, Transport: transport})
	if err != nil {
		t.Fatal(err)
	}
	failed := errors.New("failed")
	err = flow.Together(t.Context(), func(ctx context.Context) error {
		for range 3 {
			_, err := client.Do(ctx, &upstream.Call{Operation: "clinic.sites", Method: http.MethodGet}, nil)
			if !errors.Is(err, context.Canceled) {
				t.Errorf("the call ended with %v", err)
			}
		}
		return until(ctx)
	}, func(context.Context) error {
		<-asked
		return failed
	})
	if err != failed || requests.Load() != 1 {
		t.Errorf("got %v, after %d requests", err, requests.Load())
	}
}

// byHand is what [flow.Together] does with two branches, as one would write it for them.
func byHand(ctx context.Context, first, second func(context.Context) error) (err error) {
	shared, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		running sync.WaitGroup
		once    sync.Once
	)
	fail := func(failed error) {
		once.Do(func() { err = failed; cancel() })
	}
	running.Go(func() {
		if failed := second(shared); failed != nil {
			fail(failed)
		}
	})
	if failed := first(shared); failed != nil {
		fail(failed)
	}
	running.Wait()
	return err
}

func step(_ context.Context, at *int) error { *at++; return nil }

// TestTogetherAllocations: there are no more of them than in what one would write by hand.
func TestTogetherAllocations(t *testing.T) {
	var a, b int
	got := testing.AllocsPerRun(100, func() {
		if err := flow.Together(t.Context(), func(ctx context.Context) error { return step(ctx, &a) }, func(ctx context.Context) error { return step(ctx, &b) }); err != nil {
			t.Fatal(err)
		}
	})
	want := testing.AllocsPerRun(100, func() {
		if err := byHand(t.Context(), func(ctx context.Context) error { return step(ctx, &a) }, func(ctx context.Context) error { return step(ctx, &b) }); err != nil {
			t.Fatal(err)
		}
	})
	if got > want {
		t.Errorf("%g allocations, %g by hand", got, want)
	}
}

func BenchmarkTogether(b *testing.B) {
	var x, y int
	b.ReportAllocs()
	for b.Loop() {
		if err := flow.Together(b.Context(), func(ctx context.Context) error { return step(ctx, &x) }, func(ctx context.Context) error { return step(ctx, &y) }); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkTogetherByHand(b *testing.B) {
	var x, y int
	b.ReportAllocs()
	for b.Loop() {
		if err := byHand(b.Context(), func(ctx context.Context) error { return step(ctx, &x) }, func(ctx context.Context) error { return step(ctx, &y) }); err != nil {
			b.Fatal(err)
		}
	}
}
