package nact

import (
	"context"
	"sync"
)

// Idempotency is the key under which a caller may repeat an invocation, with the notes that each run of it leaves to the next: which
// writes it is about to send, and what it has read before them. It may be used by several goroutines at the same time. A nil one has no
// key.
type Idempotency struct {
	key  string
	save func(ctx context.Context, notes []byte) error

	mu       sync.Mutex
	notes    notes
	unsaved  bool           // notes have changed since they were saved
	recalled map[string]int // how many answers this run has had to a request, by the request
	read     int            // the size of the answers that were noted, in bytes
}

// NewIdempotency returns the key of an invocation with the notes that earlier runs saved; nil: there was no earlier run. save saves
// notes for later runs: once it has returned nil, the next run gets them, even if this process ends at once. Saved notes that cannot be
// read are an error.
func NewIdempotency(key string, saved []byte, save func(ctx context.Context, notes []byte) error) (*Idempotency, error) {
	i := &Idempotency{key: key, save: save, recalled: make(map[string]int)}
	if err := i.notes.parse(saved); err != nil {
		return nil, err
	}
	for _, note := range i.notes.Reads {
		i.read += note.Answer.size()
	}
	return i, nil
}

// Watch returns a context in which [IdempotencyOf] finds i.
func (i *Idempotency) Watch(ctx context.Context) context.Context {
	return context.WithValue(ctx, idempotencyKey{}, i)
}

// IdempotencyOf returns the key of the invocation that ctx is of, or nil if its caller gave none or its tool only reads.
func IdempotencyOf(ctx context.Context) *Idempotency {
	i, _ := ctx.Value(idempotencyKey{}).(*Idempotency)
	return i
}

// Key returns the key: 64 hexadecimal digits that are the same whenever the caller repeats the invocation, and others for
// another tool, another caller and another key of the caller. They tell nothing of what the caller gave. Empty: there is none.
func (i *Idempotency) Key() string {
	if i == nil {
		return ""
	}
	return i.key
}

// CutOff returns the writes of earlier runs if one of them was cut off where no later run can go on: after a write that must not be
// repeated, or while one was taken back. The invocation must not run again then. Otherwise it returns nil.
func (i *Idempotency) CutOff() Writes {
	i.mu.Lock()
	defer i.mu.Unlock()
	for _, n := range i.notes.Writes {
		if n.State == noteUndoing || n.State == noteSent && !n.Repeatable {
			return i.notes.standing()
		}
	}
	return nil
}

// Keep saves the notes, if they have changed since they were saved.
func (i *Idempotency) Keep(ctx context.Context) error {
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.keep(ctx)
}

func (i *Idempotency) keep(ctx context.Context) error {
	if !i.unsaved {
		return nil
	}
	if err := i.save(ctx, i.notes.text()); err != nil {
		return err
	}
	i.unsaved = false
	return nil
}
