package upstream

import (
	"sync"
	"time"
)

// NewBudget returns a budget of a percentage of the calls of the last ten seconds. Ten attempts in ten seconds are free, so that what is
// seldom called can be tried again. An upstream that fails all calls is sent so much more of them, and not several times as many.
func NewBudget(percent int) Budget { return &budget{percent: percent, now: time.Now} }

const (
	budgetSlots  = 10 // of a second each
	freeAttempts = 10
)

type budget struct {
	percent int
	now     func() time.Time

	mu    sync.Mutex
	slots [budgetSlots]budgetSlot
	last  int64 // the second of the newest slot
}

type budgetSlot struct{ calls, further int }

func (b *budget) called() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.slot().calls++
}

func (b *budget) spend() bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	slot := b.slot()
	var sum budgetSlot
	for _, s := range b.slots {
		sum.calls += s.calls
		sum.further += s.further
	}
	if sum.further >= freeAttempts && sum.further >= sum.calls*b.percent/100 {
		return false
	}
	slot.further++
	return true
}

// slot returns that of the present second, after it has emptied those of seconds that are over.
func (b *budget) slot() *budgetSlot {
	second := b.now().Unix()
	for n := max(b.last+1, second-budgetSlots+1); n <= second; n++ {
		b.slots[n%budgetSlots] = budgetSlot{}
	}
	b.last = max(b.last, second)
	return &b.slots[b.last%budgetSlots]
}
