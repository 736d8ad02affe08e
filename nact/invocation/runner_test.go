package invocation

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// TestQueue: a call beyond the limit waits for a place, in a queue that has an end, and for a second.
func TestQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRunner(Limits{Calls: 2}, nil)
		enter := func() bool { return r.Enter(t.Context()) }
		for range 2 {
			if !enter() {
				t.Fatal("a place is taken")
			}
		}
		entered := make(chan bool, 2*queueLength)
		for range 2 * queueLength {
			go func() { entered <- enter() }()
		}
		synctest.Wait()
		begun := time.Now()
		if enter() || time.Since(begun) > 0 {
			t.Error("the queue has no end")
		}
		r.Leave()
		if !<-entered || time.Since(begun) > 0 {
			t.Error("a place that became free was given to nobody")
		}
		for range 2*queueLength - 1 {
			if <-entered {
				t.Error("there is no such place")
			}
		}
		if waited := time.Since(begun); waited != queueWait {
			t.Errorf("waited %v", waited)
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if begun := time.Now(); r.Enter(gone) || time.Since(begun) > 0 {
			t.Error("it waits for somebody who has left")
		}
		r.Leave()
		r.Leave()
		for range 2 {
			if !enter() {
				t.Error("places got lost")
			}
		}
	})
}

// TestPatientCallers: many more callers than places are all served, where places become free soon.
func TestPatientCallers(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRunner(Limits{Calls: 256}, nil)
		begun := time.Now()
		var callers sync.WaitGroup
		for range 1000 {
			callers.Go(func() {
				if !r.Enter(t.Context()) {
					t.Error("a caller was refused")
					return
				}
				defer r.Leave()
				time.Sleep(100 * time.Millisecond)
			})
		}
		callers.Wait()
		if took := time.Since(begun); took != 400*time.Millisecond {
			t.Errorf("took %v", took)
		}
	})
}

// TestMemory: no call begins while those that run hold too much, and its place stays free.
func TestMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := NewRunner(Limits{Calls: 2, Memory: 4 << 20}, nil)
		h := r.memory.Begin(t.Context())
		if fault := h.Take(h, 3<<20, false); fault != nil {
			t.Fatal(fault)
		}
		for range 3 {
			if r.Enter(t.Context()) {
				t.Error("a call began")
			}
		}
		h.End()
		for range 2 {
			if !r.Enter(t.Context()) {
				t.Error("a place got lost")
			}
		}
	})
}
