package nact

import (
	"cmp"
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"time"
)

// Memory bounds how much the calls of a service hold of what upstreams answer, all of them together and each by itself. It counts the text of
// answers while they are read, and their headers and the values that are read of them until their call ends; a process takes about three times
// as much, by what the garbage collector lets pile up. It may be used by several goroutines at the same time.
//
// Calls begin, and read text, while half of it is free: the other half is for the values of what has been read.
type Memory struct {
	left    atomic.Int64
	half    int64
	perCall int64
	reading chan struct{} // has an element for each large text of which values are read

	waiting atomic.Int64 // how many wait
	mu      sync.Mutex   // guards what follows
	waiters []*waiter    // those who came first stand first
}

// The limits of a [Memory] unless others are given, in bytes.
const (
	DefaultMemory     = 256 << 20 // of all calls
	DefaultCallMemory = 128 << 20 // of one: what the values of a usual answer of 8 MiB take, if all of it is read, and some more
)

const (
	memoryStep = 64 << 10    // what a call takes at once, and what it takes beside answers
	leastLimit = 1 << 20     // a limit below it counts as this
	memoryWait = time.Second // of a call for memory that others hold; then it is refused
	largeText  = 256 << 10   // from here on a text waits for its turn to be read
)

// NewMemory returns a Memory of so many bytes for all calls, and for each. 0 is the default.
func NewMemory(all, perCall int64) *Memory {
	all = max(cmp.Or(all, DefaultMemory), leastLimit)
	m := &Memory{
		half: all / 2, perCall: min(max(cmp.Or(perCall, DefaultCallMemory), leastLimit), all),
		reading: make(chan struct{}, runtime.GOMAXPROCS(0)),
	}
	m.left.Store(all)
	return m
}

// Enter takes what a call takes at least, and [Memory.Leave] gives it back. It reports whether there was as much, within a second and before
// ctx ended.
func (m *Memory) Enter(ctx context.Context) bool { return m.take(ctx, memoryStep, m.half) }

// Leave ends what a successful Enter began.
func (m *Memory) Leave() { m.give(memoryStep) }

// take takes memory that leaves so much free, and waits for that.
func (m *Memory) take(ctx context.Context, bytes, free int64) bool {
	return m.tryTake(bytes, free) || m.wait(ctx, bytes, free)
}

func (m *Memory) tryTake(bytes, free int64) bool {
	if m.left.Add(-bytes) >= free {
		return true
	}
	m.left.Add(bytes)
	return false
}

// waiter waits for memory that others hold.
type waiter struct {
	bytes, free int64
	served      chan struct{} // closed when it has been taken
}

func (m *Memory) wait(ctx context.Context, bytes, free int64) bool {
	w := &waiter{bytes, free, make(chan struct{})}
	m.change(func() { m.waiters = append(m.waiters, w) })
	m.serve() // what was given back before w stood there
	timer := time.NewTimer(memoryWait)
	defer timer.Stop()
	select {
	case <-w.served:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	served := true
	m.change(func() {
		if i := slices.Index(m.waiters, w); i >= 0 {
			m.waiters, served = slices.Delete(m.waiters, i, i+1), false
		}
	})
	return served
}

// serve takes memory for those who wait for no more than there is.
func (m *Memory) serve() {
	m.change(func() {
		m.waiters = slices.DeleteFunc(m.waiters, func(w *waiter) bool {
			enough := m.tryTake(w.bytes, w.free)
			if enough {
				close(w.served)
			}
			return enough
		})
	})
}

func (m *Memory) change(f func()) {
	m.mu.Lock()
	defer m.mu.Unlock()
	f()
	m.waiting.Store(int64(len(m.waiters)))
}

func (m *Memory) give(bytes int64) {
	m.left.Add(bytes)
	if m.waiting.Load() > 0 {
		m.serve()
	}
}

// Begin returns a context for a call, which counts what that holds until [Holding.End].
func (m *Memory) Begin(ctx context.Context) *Holding { return &Holding{Context: ctx, memory: m} }

// Holding is what a call holds of a [Memory], and the context of the call. A nil Holding is that of a call of which nobody counts anything: its
// methods but those of a context do nothing. It may be used by several goroutines at the same time.
type Holding struct {
	context.Context
	memory *Memory
	used   atomic.Int64
	taken  atomic.Int64 // of the memory, in larger pieces
}

type holdingKey struct{}

// HoldingOf returns the holding of the call that ctx is of, or nil.
func HoldingOf(ctx context.Context) *Holding {
	h, _ := ctx.Value(holdingKey{}).(*Holding)
	return h
}

// Value is that of a context.
func (h *Holding) Value(key any) any {
	if key == (holdingKey{}) {
		return h
	}
	return h.Context.Value(key)
}

// Apart returns a holding of the same memory for what several calls wait for. ctx is theirs.
func (h *Holding) Apart(ctx context.Context) *Holding {
	if h == nil {
		return nil
	}
	return h.memory.Begin(ctx)
}

// Take counts memory for the text of an answer, or else for values. Where other calls hold it, it waits for a second, or until ctx ends. A fault
// says what there is too little of; then nothing is taken.
func (h *Holding) Take(ctx context.Context, bytes int, text bool) *Fault {
	if h == nil {
		return nil
	}
	needed, free := int64(bytes), int64(0)
	if text {
		free = h.memory.half
	}
	used := h.used.Add(needed)
	if used > h.memory.perCall {
		h.Give(bytes)
		return &Fault{Kind: BadAnswer, Detail: fmt.Sprintf("what upstreams answered takes more than the %d bytes of memory that a call may hold; "+
			"ask them for less, or have the operator raise NACT_MAX_CALL_MEMORY", h.memory.perCall)}
	}
	if missing := min(used-h.taken.Load(), needed); missing > 0 { // others may be about to take what else is missing
		missing = max(missing, memoryStep)
		if !h.memory.take(ctx, missing, free) {
			h.Give(bytes)
			return &Fault{Kind: NoMemory, RetryAfter: memoryWait, Detail: "the calls of the service hold as much memory as they may; " +
				"call again later, or have the operator raise NACT_MAX_MEMORY"}
		}
		h.taken.Add(missing)
	}
	return nil
}

// Give counts memory that was taken as free for the same call.
func (h *Holding) Give(bytes int) {
	if h != nil {
		h.used.Add(-int64(bytes))
	}
}

// End gives all back. Nothing may be taken afterwards.
func (h *Holding) End() {
	if h != nil {
		h.memory.give(h.taken.Load())
	}
}

// Turn waits until the values of a text of so many bytes may be read, or ctx ends, and returns a function that ends the turn. Of large texts as many
// are read at one time as there are processors: more would take no less time, and more memory.
func (h *Holding) Turn(ctx context.Context, bytes int) (end func()) {
	if h == nil || bytes < largeText {
		return func() {}
	}
	select {
	case h.memory.reading <- struct{}{}:
		return func() { <-h.memory.reading }
	case <-ctx.Done():
		return func() {}
	}
}
