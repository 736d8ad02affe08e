package upstream

import (
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

func TestBudget(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var calls atomic.Int64
		seen := new(events)
		client := newClient(t, Config{BaseURL: base, Retry: Retry{Attempts: 3, Backoff: 1}, Budget: NewBudget(10), Transport: inTurn(&calls, 503), Observer: seen})
		for range 1000 { // within a second: all of them fail, and without a budget there would be 3000 attempts
			_, _ = client.Do(t.Context(), get("/"), nil)
		}
		if got := calls.Load(); got < 1099 || got > 1101 {
			t.Errorf("%d attempts, want 1100", got)
		}
		time.Sleep(11 * time.Second)
		calls.Store(0)
		for range 5 { // whose share would be none
			_, _ = client.Do(t.Context(), get("/"), nil)
		}
		if calls.Load() != 15 {
			t.Errorf("%d attempts, want 15: ten in ten seconds are free", calls.Load())
		}
	})
}

func TestBudgetAfterAPause(t *testing.T) {
	now := time.Unix(1_000_000, 0)
	b := &budget{percent: 50, now: func() time.Time { return now }}
	for range 100 {
		b.called()
	}
	spent := func() (n int) {
		for b.spend() {
			n++
		}
		return n
	}
	if n := spent(); n != 50 {
		t.Errorf("spent %d, want 50", n)
	}
	now = now.Add(9 * time.Second)
	if n := spent(); n != 0 {
		t.Errorf("spent %d after nine seconds, want 0", n)
	}
	now = now.Add(-3 * time.Second) // a clock that is set back
	b.called()
	now = now.Add(time.Hour)
	if n := spent(); n != 10 {
		t.Errorf("spent %d after an hour, want the 10 that are free", n)
	}
}
