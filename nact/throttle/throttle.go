// Package throttle bounds what each caller takes of a service: how often it calls, and how many of its calls run at one time. So one caller that calls
// without end leaves room for the others.
//
// A caller is known by its ID, as [nact.CallerOf] has it. Those who have proved nothing are told apart by their addresses, if the operator says so: behind a
// proxy all of them have one.
package throttle

import (
	"container/list"
	"context"
	"net/netip"
	"sync"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/pace"
)

// Limits are those of each caller, in one process. Those of the zero Limits are none.
type Limits struct {
	Calls     int           // so many calls ...
	Per       time.Duration // ... in so long, on average; 0: as often as they like
	Burst     int           // so many may come at once; 0: a tenth of Calls, and at least one
	Running   int           // so many may run or wait at one time; 0: as many as of all callers together
	Addresses bool          // hold for those, too, who have proved nothing, by their addresses: of IPv6 by the network of 64 bits
}

// maxCallers is how many callers are remembered, and as many addresses. Beyond that those are forgotten that have called least recently.
const maxCallers = 100_000

// Reasons of refusals.
const (
	reasonRate    = "rate"
	reasonRunning = "concurrency"
)

// New returns what bounds the callers of a service, or nil if nothing is to.
func New(limits Limits) invocation.Callers {
	if limits.Per <= 0 && limits.Running <= 0 {
		return nil
	}
	return &throttle{
		limits: limits, pace: pace.New(limits.Calls, limits.Per, limits.Burst),
		known: table[string]{max: maxCallers}, addresses: table[netip.Prefix]{max: maxCallers},
	}
}

type throttle struct {
	limits    Limits
	pace      pace.Pace
	known     table[string]
	addresses table[netip.Prefix]
}

// Admit lets a call begin, or says why it may not. Calls that are refused count for nothing.
func (t *throttle) Admit(ctx context.Context, remote string) (end func(), refused *invocation.Refusal) {
	if caller := nact.CallerOf(ctx); caller != nil {
		return admit(t, &t.known, caller.ID)
	}
	if t.limits.Addresses {
		if at, err := netip.ParseAddrPort(remote); err == nil {
			return admit(t, &t.addresses, networkOf(at.Addr()))
		}
	}
	return func() {}, nil
}

// networkOf returns what one caller has of addresses: an address of IPv4, and of IPv6 the network of a host, in which it can take any.
func networkOf(address netip.Addr) netip.Prefix {
	address = address.Unmap().WithZone("")
	bits := address.BitLen()
	if address.Is6() {
		bits = 64
	}
	network, _ := address.Prefix(bits) // so many bits each has
	return network
}

func admit[K comparable](t *throttle, callers *table[K], key K) (end func(), refused *invocation.Refusal) {
	callers.mu.Lock()
	defer callers.mu.Unlock()
	u := callers.use(key)
	if t.limits.Running > 0 && u.running >= t.limits.Running {
		return nil, &invocation.Refusal{Reason: reasonRunning, Detail: "The caller has as many calls running as it may.", After: time.Second}
	}
	if t.limits.Per > 0 {
		wait, next := t.pace.Turn(u.next, time.Now())
		if wait > 0 {
			return nil, &invocation.Refusal{Reason: reasonRate, Detail: "The caller has called as often as it may.", After: wait}
		}
		u.next = next
	}
	u.running++
	return func() {
		callers.mu.Lock()
		defer callers.mu.Unlock()
		u.running--
	}, nil
}

// use is what a caller has taken.
type use[K comparable] struct {
	key     K
	next    time.Time // as [pace.Pace] keeps it
	running int
}

// table has the use of callers, up to a number of them.
type table[K comparable] struct {
	max int

	mu     sync.Mutex
	byKey  map[K]*list.Element
	recent list.List // of *use, the most recent one first
}

// looks is for how many callers it is found out at one time whether they can be forgotten. If all of them have calls running, there is one more to remember, of whom there
// are no more than calls that run.
const looks = 16

// use returns what a caller has taken. If it is not remembered, one who has nothing running is forgotten for it, if there are too many.
func (t *table[K]) use(key K) *use[K] {
	if e := t.byKey[key]; e != nil {
		t.recent.MoveToFront(e)
		return e.Value.(*use[K])
	}
	if t.byKey == nil {
		t.byKey = make(map[K]*list.Element)
	}
	for range looks {
		if len(t.byKey) < t.max {
			break
		}
		last := t.recent.Back()
		if of := last.Value.(*use[K]); of.running == 0 {
			t.recent.Remove(last)
			delete(t.byKey, of.key)
		} else {
			t.recent.MoveToFront(last)
		}
	}
	u := &use[K]{key: key}
	t.byKey[key] = t.recent.PushFront(u)
	return u
}
