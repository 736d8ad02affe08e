package nact

import (
	"context"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

const mib = 1 << 20

// begin returns the holding of a call that has taken so much for values.
func begin(t *testing.T, m *Memory, values int) *Holding {
	t.Helper()
	h := m.Begin(t.Context())
	if fault := h.Take(h, values, false); fault != nil {
		t.Fatal(fault)
	}
	return h
}

func TestMemoryOfACall(t *testing.T) {
	m := NewMemory(8*mib, 2*mib)
	h := begin(t, m, 2*mib)
	fault := h.Take(h, 1, false)
	const want = "what upstreams answered takes more than the 2097152 bytes of memory that a call may hold; ask them for less, or have the operator raise NACT_MAX_CALL_MEMORY"
	if fault == nil || fault.Kind != BadAnswer || fault.Detail != want {
		t.Fatalf("got %v", fault)
	}
	h.Give(mib)
	if fault := h.Take(h, mib, true); fault != nil {
		t.Errorf("what was given back cannot be taken: %v", fault)
	}
	h.End()
	if left := m.left.Load(); left != 8*mib {
		t.Errorf("%d bytes are left", left)
	}
}

// TestMemoryOfAllCalls: a call waits for what others hold, for a second.
func TestMemoryOfAllCalls(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(8*mib, 4*mib)
		first, second, third := begin(t, m, 4*mib), begin(t, m, 3*mib), begin(t, m, mib)
		begun := time.Now()
		fault := third.Take(third, mib, false)
		if fault == nil || fault.Kind != NoMemory || fault.RetryAfter != time.Second || time.Since(begun) != memoryWait {
			t.Errorf("got %v after %v", fault, time.Since(begun))
		}
		gone, leave := context.WithCancel(t.Context())
		leave()
		if begun := time.Now(); third.Take(gone, mib, false) == nil || time.Since(begun) > 0 {
			t.Error("it waits for somebody who has left")
		}
		var waiting sync.WaitGroup
		begun = time.Now()
		for range 3 {
			waiting.Go(func() {
				if fault := third.Take(third, mib, false); fault != nil {
					t.Error(fault)
				}
			})
		}
		synctest.Wait()
		second.End()
		waiting.Wait()
		if time.Since(begun) > 0 {
			t.Error("what was given back was given to nobody")
		}
		first.End()
		third.End()
		if left := m.left.Load(); left != 8*mib || m.waiting.Load() != 0 {
			t.Errorf("%d bytes are left, %d wait", left, m.waiting.Load())
		}
	})
}

// TestHalfOfTheMemory: calls begin, and read text, while half is free; values are read of what is there.
func TestHalfOfTheMemory(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(8*mib, 8*mib)
		h := begin(t, m, 4*mib)
		if m.Enter(t.Context()) {
			t.Error("a call began")
		}
		if fault := h.Take(h, 1, true); fault == nil || fault.Kind != NoMemory {
			t.Errorf("text was read: %v", fault)
		}
		if fault := h.Take(h, 4*mib, false); fault != nil {
			t.Error(fault)
		}
		go func() {
			time.Sleep(time.Second / 2)
			h.End()
		}()
		if !m.Enter(t.Context()) {
			t.Error("no call began when there was memory again")
		}
		m.Leave()
		if left := m.left.Load(); left != 8*mib {
			t.Errorf("%d bytes are left", left)
		}
	})
}

// TestSmallWaiters: who waits for much keeps nobody out who needs less.
func TestSmallWaiters(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(8*mib, 8*mib)
		h := begin(t, m, 8*mib)
		large, small := m.Begin(t.Context()), m.Begin(t.Context())
		go large.Take(large, 2*mib, false)
		synctest.Wait()
		begun := time.Now()
		go m.give(mib) // as a call that ends
		if fault := small.Take(small, mib, false); fault != nil || time.Since(begun) > 0 {
			t.Errorf("got %v after %v", fault, time.Since(begun))
		}
		h.End()
		synctest.Wait()
	})
}

// TestTurns: of large texts as many are read at one time as there are processors.
func TestTurns(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := NewMemory(0, 0)
		h := m.Begin(t.Context())
		var ends []func()
		for range cap(m.reading) {
			ends = append(ends, h.Turn(h, largeText))
		}
		h.Turn(h, largeText-1)()
		turn := make(chan func())
		go func() { turn <- h.Turn(h, largeText) }()
		synctest.Wait()
		select {
		case <-turn:
			t.Error("one more was read")
		default:
		}
		ends[0]()
		(<-turn)()
		for _, end := range ends[1:] {
			end()
		}
		if len(m.reading) != 0 {
			t.Error("a turn has not ended")
		}
	})
}

// A call of which nobody counts anything takes what it needs.
func TestNoMemory(t *testing.T) {
	h := HoldingOf(t.Context())
	if h.Take(t.Context(), 1<<40, true) != nil || h.Take(t.Context(), 1<<40, false) != nil || h.Apart(t.Context()) != nil {
		t.Error("it is counted")
	}
	h.Give(1)
	h.Turn(t.Context(), largeText)()
	h.End()
}
