package flow_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/nactgen/nactgen/nact/flow"
)

// TestEachCallsAll: every element is called once, and never more of them at the same time than are allowed.
func TestEachCallsAll(t *testing.T) {
	defer settled(t)()
	tests := []struct{ n, concurrency, most int }{
		{0, 4, 0}, {1, 4, 1}, {5, -1, 1}, {5, 0, 1}, {5, 1, 1}, {5, 2, 2}, {5, 5, 5}, {3, 100, 3}, {1000, 7, 7},
	}
	for _, test := range tests {
		t.Run(fmt.Sprint(test.n, " by ", test.concurrency), func(t *testing.T) {
			calls := make([]atomic.Int64, test.n)
			var running, most atomic.Int64
			err := flow.Each(t.Context(), "each", test.n, test.concurrency, func(_ context.Context, i int) error {
				if now := running.Add(1); now > most.Load() {
					most.Store(now)
				}
				calls[i].Add(1)
				running.Add(-1)
				return nil
			})
			if err != nil || most.Load() > int64(test.most) {
				t.Errorf("got %v; %d elements were called at the same time, at most %d may be", err, most.Load(), test.most)
			}
			for i := range calls {
				if calls[i].Load() != 1 {
					t.Errorf("element %d was called %d times", i, calls[i].Load())
				}
			}
		})
	}
}

// TestEachUsesItsConcurrency: as many as are allowed run at the same time, and the first ones are the first to be called.
func TestEachUsesItsConcurrency(t *testing.T) {
	const n, concurrency = 9, 3
	var mu sync.Mutex
	begun := make(map[int]bool)
	all := make(chan struct{})
	err := flow.Each(t.Context(), "each", n, concurrency, func(_ context.Context, i int) error {
		mu.Lock()
		begun[i] = true
		if len(begun) == concurrency {
			for first := range concurrency {
				if !begun[first] {
					t.Errorf("the first elements to be called are %v", begun)
				}
			}
			close(all)
		}
		mu.Unlock()
		<-all
		return nil
	})
	if err != nil || len(begun) != n {
		t.Errorf("got %v, and %d of %d elements", err, len(begun), n)
	}
}

// TestEachInOrder: one by one, the elements are called in order, in the caller's goroutine, until one fails.
func TestEachInOrder(t *testing.T) {
	failed := errors.New("failed")
	var called []int
	err := flow.Each(t.Context(), "each", 5, 1, func(ctx context.Context, i int) error {
		if ctx != t.Context() {
			t.Error("the context is another one")
		}
		called = append(called, i)
		if i == 2 {
			return failed
		}
		return nil
	})
	if err != failed || fmt.Sprint(called) != "[0 1 2]" {
		t.Errorf("got %v, after %v", err, called)
	}
}

// TestEachFirstError: an error begins no further element, cancels those that run, and is the result.
func TestEachFirstError(t *testing.T) {
	defer settled(t)()
	failed := errors.New("failed")
	var calls atomic.Int64
	others := make(chan struct{}, 2)
	err := flow.Each(t.Context(), "each", 100, 3, func(ctx context.Context, i int) error {
		calls.Add(1)
		if i == 2 {
			<-others
			<-others
			return failed
		}
		others <- struct{}{}
		return until(ctx)
	})
	if err != failed || calls.Load() != 3 {
		t.Errorf("got %v, after %d calls", err, calls.Load())
	}
}

// TestEachLowestError: of several errors that of the lowest element is the result, whichever was first, but not one that
// only says that the context was cancelled.
func TestEachLowestError(t *testing.T) {
	failure := func(i int) error { return fmt.Errorf("element %d failed", i) }
	err := flow.Each(t.Context(), "each", 4, 4, func(ctx context.Context, i int) error {
		switch i {
		case 0: // cancelled, and says no more
			return fmt.Errorf("call: %w", until(ctx))
		case 3: // the first that fails
			return failure(i)
		}
		<-ctx.Done()
		return failure(i)
	})
	if err == nil || err.Error() != "element 1 failed" {
		t.Errorf("got %v", err)
	}
}

func TestEachCancelledByTheCaller(t *testing.T) {
	for _, concurrency := range []int{1, 3} {
		ctx, cancel := context.WithCancel(t.Context())
		var calls atomic.Int64
		err := flow.Each(ctx, "each", 100, concurrency, func(ctx context.Context, _ int) error {
			calls.Add(1)
			cancel()
			return until(ctx)
		})
		if !errors.Is(err, context.Canceled) || calls.Load() > int64(concurrency) {
			t.Errorf("%d at the same time: got %v, after %d calls", concurrency, err, calls.Load())
		}
	}
}
