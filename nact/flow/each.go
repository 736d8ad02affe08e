package flow

import (
	"context"

	"github.com/nactgen/nactgen/nact"
)

// Each calls f for the elements 0 to n-1 of a step's list, in this order, at most concurrency of
// them at the same time, and returns when all calls have ended. After an error no
// further one is begun, and the context of those that run is cancelled. Of several errors
// the result is that of the lowest element, but for those that only say that the
// context was cancelled. A panic is treated as [Together] does. How many calls have ended well is reported as the [nact.Progress] of the step.
//
// With a concurrency of at most 1, or a single element, all calls are made in the caller's goroutine, with ctx as it is.
func Each(ctx context.Context, step string, n, concurrency int, f func(ctx context.Context, i int) error) error {
	if concurrency <= 1 || n <= 1 {
		for i := range n {
			if err := f(ctx, i); err != nil {
				return err
			}
			nact.ReportProgress(ctx, nact.Progress{Step: step, Done: i + 1, Total: n})
		}
		return nil
	}
	shared, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &elements{group: group{cancel: cancel}, step: step, n: n, f: f}
	others := min(concurrency, n) - 1
	e.running.Add(others)
	for range others {
		go func() {
			defer e.running.Done()
			e.work(shared)
		}()
	}
	e.work(shared)
	return e.wait()
}

// elements is a group whose goroutines take elements until none is left.
type elements struct {
	group
	step          string
	n, next, done int
	f             func(ctx context.Context, i int) error
}

func (e *elements) work(ctx context.Context) {
	defer e.recovered()
	for i, ok := e.take(); ok; i, ok = e.take() {
		if err := e.f(ctx, i); err != nil {
			e.fail(i, err)
			continue
		}
		nact.ReportProgress(ctx, nact.Progress{Step: e.step, Done: e.count(), Total: e.n})
	}
}

// take returns the next element, and false if none is to be begun any more.
func (e *elements) take() (int, bool) {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.err != nil || e.panicked != nil || e.next == e.n {
		return 0, false
	}
	e.next++
	return e.next - 1, true
}

// count counts a call that has ended well, and returns how many have.
func (e *elements) count() int {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.done++
	return e.done
}
