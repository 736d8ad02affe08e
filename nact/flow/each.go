package flow

import "context"

// Each calls f for the elements 0 to n-1, in this order, at most concurrency of
// them at the same time, and returns when all calls have ended. After an error no
// further one is begun, and the context of those that run is cancelled. Of several errors
// the result is that of the lowest element, but for those that only say that the
// context was cancelled. A panic is treated as [Together] does.
//
// With a concurrency of at most 1, or a single element, all calls are made in the caller's goroutine, with ctx as it is.
func Each(ctx context.Context, n, concurrency int, f func(ctx context.Context, i int) error) error {
	if concurrency <= 1 || n <= 1 {
		for i := range n {
			if err := f(ctx, i); err != nil {
				return err
			}
		}
		return nil
	}
	shared, cancel := context.WithCancel(ctx)
	defer cancel()
	e := &elements{group: group{cancel: cancel}, n: n, f: f}
	others := min(concurrency, n) - 1
	e.running.Add(others)
	for range others {
		go func() {
			defer e.running.Done()
			deepen()
			e.work(shared)
		}()
	}
	e.work(shared)
	return e.wait()
}

// elements is a group whose goroutines take elements until none is left.
type elements struct {
	group
	n, next int
	f       func(ctx context.Context, i int) error
}

func (e *elements) work(ctx context.Context) {
	defer e.recovered()
	for i, ok := e.take(); ok; i, ok = e.take() {
		if err := e.f(ctx, i); err != nil {
			e.fail(i, err)
		}
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
