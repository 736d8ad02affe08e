package nact

import (
	"context"
	"slices"
	"sync"
)

// Writes notes which calls of an invocation changed something upstream, or may have: they went out, and no upstream
// refused them. Whoever repeats the invocation repeats them. A Writes may be used by several goroutines at the same
// time; the methods of a nil one do nothing.
type Writes struct {
	mu   sync.Mutex
	sent []string
}

type writesKey struct{}

// Watch returns a context whose calls note their writes in w.
func (w *Writes) Watch(ctx context.Context) context.Context {
	return context.WithValue(ctx, writesKey{}, w)
}

// WritesOf returns what ctx notes writes in, or nil.
func WritesOf(ctx context.Context) *Writes {
	w, _ := ctx.Value(writesKey{}).(*Writes)
	return w
}

// Sent notes that a request of the operation goes out.
func (w *Writes) Sent(operation string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.sent = append(w.sent, operation)
}

// Refused takes back the last request of the operation: its upstream did not do what it asked for.
func (w *Writes) Refused(operation string) {
	if w == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	for i, sent := range slices.Backward(w.sent) {
		if sent == operation {
			w.sent = slices.Delete(w.sent, i, i+1)
			return
		}
	}
}

// Operations returns the operations of the writes, in the order in which they went out.
func (w *Writes) Operations() []string {
	if w == nil {
		return nil
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	return slices.Clone(w.sent)
}
