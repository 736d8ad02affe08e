package mcp

import (
	"context"
	"sync"
)

// running is the calls that clients can end by a message: those of clients that name themselves, or that have the connection for themselves.
type running struct {
	mu    sync.Mutex
	calls map[runningCall]context.CancelFunc
}

// runningCall names a call: request ids are those of one client.
type runningCall struct{ session, id string }

// begin returns a context for a call, which ends when the client ends the call, and a function to be called when the call has ended. A call without a
// session ends with its connection alone. Of two calls of one id, which the protocol excludes, the later one can be ended.
func (r *running) begin(ctx context.Context, session, id string) (context.Context, func()) {
	if session == "" {
		return ctx, func() {}
	}
	ctx, cancel := context.WithCancel(ctx)
	name := runningCall{session, id}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.calls == nil {
		r.calls = make(map[runningCall]context.CancelFunc)
	}
	r.calls[name] = cancel
	return ctx, func() {
		cancel()
		r.mu.Lock()
		defer r.mu.Unlock()
		delete(r.calls, name)
	}
}

// cancel ends a call, if it is running.
func (r *running) cancel(session, id string) {
	r.mu.Lock()
	cancel := r.calls[runningCall{session, id}]
	r.mu.Unlock()
	if session != "" && cancel != nil {
		cancel()
	}
}
