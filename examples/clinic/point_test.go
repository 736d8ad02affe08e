package main

import (
	"net/http"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/examples/clinic/upstream"
)

// point is a moment of an order at which something happens: while a request is under way.
type point struct {
	operation string
	nth       int  // of the operation's requests
	done      bool // the upstream has carried it out, and has not answered yet
}

// points returns all of an order that is taken back in the end: the message of all others is refused.
func points() []point {
	var all []point
	for _, at := range []point{
		{operation: upstream.FindPatients, nth: 1}, {operation: upstream.ListSites, nth: 1}, {operation: upstream.ListSlots, nth: 1}, {operation: upstream.ListSlots, nth: lastPage},
		{operation: upstream.CreateBooking, nth: 1}, {operation: upstream.SendMessage, nth: 1}, {operation: upstream.CancelBooking, nth: 1},
	} {
		done := at
		done.done = true
		all = append(all, at, done)
	}
	return all
}

// String is the point as the page has it.
func (p point) String() string {
	text := "before "
	if p.done {
		text = "after "
	}
	text += p.operation
	if p.nth > 1 {
		text += ", the last page"
	}
	return text
}

// stop holds the request of a point until it is to go on.
type stop struct {
	reached chan struct{}
	goOn    chan bool // false: its connection is closed
}

// stopAt has an emulator stop at a point. Where that is one of taking back, there is something to take back.
func stopAt(t *testing.T, emulator *upstream.Emulator, at point) *stop {
	t.Helper()
	if at.operation == upstream.CancelBooking {
		fail(t, emulator, busy)
	}
	s := &stop{make(chan struct{}), make(chan bool, 1)}
	var mu sync.Mutex
	came := 0
	emulator.Watch(func(operation string, done bool) {
		if operation != at.operation || done != at.done {
			return
		}
		mu.Lock()
		came++
		there := came == at.nth
		mu.Unlock()
		if !there {
			return
		}
		close(s.reached)
		if !<-s.goOn {
			panic(http.ErrAbortHandler)
		}
	})
	return s
}
