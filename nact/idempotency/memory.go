package idempotency

import (
	"cmp"
	"container/list"
	"context"
	"sync"
	"time"
)

// Limits bound what a [Memory] keeps.
type Limits struct {
	Keep    time.Duration // an entry, after its last change; longer than any lease. 0: DefaultKeep
	Entries int           // 0: 100,000
	Bytes   int           // keys, notes and answers together, with some for each entry; 0: 64 MiB
}

// Memory is a [Store] in the memory of one process: its entries end with it. It holds no more than its limits say. When there
// is no room, entries that nobody holds go before their time, those first that changed longest ago; entries that are held stay.
type Memory struct {
	limits Limits

	mu      sync.Mutex
	entries map[string]*entry
	order   *list.List // of *entry, by the time of their last change: the first one goes first
	bytes   int
}

// entry is the entry of a key. It is ended if it has an answer, and else running until its lease ends, if it has a holder.
type entry struct {
	key, fingerprint string
	holder           string // empty: it was released
	lease            time.Time
	notes            []byte
	answer           []byte // nil: none
	expires          time.Time
	place            *list.Element
}

// entrySize is about what an entry takes up beside what is counted for it, in bytes: its holder among it.
const entrySize = 256

func (e *entry) size() int {
	return entrySize + len(e.key) + len(e.fingerprint) + len(e.notes) + len(e.answer)
}

func (e *entry) running(now time.Time) bool {
	return e.answer == nil && e.holder != "" && now.Before(e.lease)
}

// NewMemory returns a store without entries.
func NewMemory(limits Limits) *Memory {
	limits.Keep = cmp.Or(limits.Keep, DefaultKeep)
	limits.Entries = cmp.Or(limits.Entries, 100_000)
	limits.Bytes = cmp.Or(limits.Bytes, 64<<20)
	return &Memory{limits: limits, entries: make(map[string]*entry), order: list.New()}
}

// Claim implements [Store].
func (m *Memory) Claim(ctx context.Context, key string, claim Claim) (Entry, error) {
	if err := ctx.Err(); err != nil {
		return Entry{}, err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.expire(now)
	e := m.entries[key]
	switch {
	case e == nil:
		e = &entry{key: key, fingerprint: claim.Fingerprint, holder: claim.Holder}
		if !m.makeRoom(nil, e.size(), now) {
			return Entry{}, ErrFull
		}
		m.add(e)
	case e.fingerprint != claim.Fingerprint:
		return Entry{State: Foreign}, nil
	case e.answer != nil:
		return Entry{State: Ended, Answer: e.answer}, nil
	case e.holder != claim.Holder && e.running(now):
		return Entry{State: Running}, nil
	}
	found := Entry{State: Claimed, TakenOver: e.holder != "" && e.holder != claim.Holder, Notes: e.notes}
	e.holder, e.lease = claim.Holder, now.Add(claim.Lease)
	m.touch(e, now)
	return found, nil
}

// Renew implements [Store].
func (m *Memory) Renew(ctx context.Context, key, holder string, lease time.Duration) error {
	return m.change(ctx, key, holder, func(e *entry, now time.Time) error {
		e.lease = now.Add(lease)
		return nil
	})
}

// Note implements [Store].
func (m *Memory) Note(ctx context.Context, key, holder string, notes []byte) error {
	return m.change(ctx, key, holder, func(e *entry, now time.Time) error {
		return m.replace(e, &e.notes, notes, now)
	})
}

// End implements [Store].
func (m *Memory) End(ctx context.Context, key, holder string, answer []byte) error {
	return m.change(ctx, key, holder, func(e *entry, now time.Time) error {
		if e.answer != nil {
			return nil
		}
		if err := m.replace(e, &e.answer, answer, now); err != nil {
			return err
		}
		m.bytes -= len(e.notes)
		e.notes = nil // nobody runs the call again
		return nil
	})
}

// Release implements [Store].
func (m *Memory) Release(ctx context.Context, key, holder string) error {
	return m.change(ctx, key, holder, func(e *entry, _ time.Time) error {
		if e.answer != nil {
			return nil
		}
		if len(e.notes) == 0 {
			m.remove(e)
			return nil
		}
		e.holder = ""
		return nil
	})
}

// change applies a change to the entry of a key, if that has the holder.
func (m *Memory) change(ctx context.Context, key, holder string, apply func(*entry, time.Time) error) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	now := time.Now()
	m.expire(now)
	e := m.entries[key]
	if e == nil || e.holder != holder {
		return ErrLost
	}
	if err := apply(e, now); err != nil {
		return err
	}
	if m.entries[key] != nil {
		m.touch(e, now)
	}
	return nil
}

// replace sets a text of e, for which there may have to be made room.
func (m *Memory) replace(e *entry, text *[]byte, value []byte, now time.Time) error {
	more := len(value) - len(*text)
	if !m.makeRoom(e, more, now) {
		return ErrFull
	}
	m.bytes += more
	*text = append(make([]byte, 0, len(value)), value...) // not nil: an empty answer is one
	return nil
}

// add adds an entry, which must fit.
func (m *Memory) add(e *entry) {
	m.entries[e.key] = e
	e.place = m.order.PushBack(e)
	m.bytes += e.size()
}

func (m *Memory) remove(e *entry) {
	delete(m.entries, e.key)
	m.order.Remove(e.place)
	m.bytes -= e.size()
}

// touch notes that e has changed.
func (m *Memory) touch(e *entry, now time.Time) {
	e.expires = now.Add(m.limits.Keep)
	m.order.MoveToBack(e.place)
}

// expire removes the entries whose time is over.
func (m *Memory) expire(now time.Time) {
	for first := m.order.Front(); first != nil && !now.Before(first.Value.(*entry).expires); first = m.order.Front() {
		m.remove(first.Value.(*entry))
	}
}

// makeRoom removes entries until there is room for so many bytes more, in the entry own or, if that is nil, in a further one. It
// reports whether there is.
func (m *Memory) makeRoom(own *entry, size int, now time.Time) bool {
	if size > m.limits.Bytes {
		return false
	}
	entries := m.limits.Entries
	if own == nil {
		entries--
	}
	for at := m.order.Front(); at != nil && (m.order.Len() > entries || m.bytes+size > m.limits.Bytes); {
		e := at.Value.(*entry)
		at = at.Next()
		if e != own && !e.running(now) {
			m.remove(e)
		}
	}
	return m.order.Len() <= entries && m.bytes+size <= m.limits.Bytes
}
