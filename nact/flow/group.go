package flow

import (
	"context"
	"errors"
	"sync"

	"github.com/nactgen/nactgen/nact"
)

// group is what the goroutines of one call share. What goes wrong in one of them cancels the context of all.
type group struct {
	cancel   context.CancelFunc
	running  sync.WaitGroup // the goroutines other than the caller's
	mu       sync.Mutex
	err      error // what the call returns, so far
	index    int   // of the element at which err happened
	panicked *nact.Panic
}

// fail notes an error at an element. The first one cancels the others. Of several that with the lowest index stays, but for
// what only says that the context was cancelled.
func (g *group) fail(index int, err error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.err == nil || index < g.index && !errors.Is(err, context.Canceled) {
		g.err, g.index = err, index
	}
	g.cancel()
}

// recovered is deferred. It notes the first panic, which cancels the others.
func (g *group) recovered() {
	value := recover()
	if value == nil {
		return
	}
	p := nact.Recovered(value)
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.panicked == nil {
		g.panicked = p
	}
	g.cancel()
}

// wait waits for the goroutines, and returns the error that was noted. A panic goes on.
func (g *group) wait() error {
	g.running.Wait()
	if g.panicked != nil {
		panic(g.panicked)
	}
	return g.err
}
