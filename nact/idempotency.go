package nact

import (
	"context"
	"sync"
)

// Idempotency is the key under which an invocation may be repeated by its caller, and what its runs note for each other. It may
// be used by several goroutines at the same time; a nil one has no key, and keeps no notes.
type Idempotency struct {
	key  string
	save func(ctx context.Context, notes []byte) error

	mu    sync.Mutex
	notes []byte
}

type idempotencyKey struct{}

// NewIdempotency returns the key of an invocation, with the notes of its earlier runs. save keeps notes for later ones.
func NewIdempotency(key string, notes []byte, save func(ctx context.Context, notes []byte) error) *Idempotency {
	return &Idempotency{key: key, notes: notes, save: save}
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

// Notes returns what was saved last, in this run or an earlier one. It must not be changed.
func (i *Idempotency) Notes() []byte {
	if i == nil {
		return nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	return i.notes
}

// Save replaces the notes. When it has returned nil, a run that comes after this one has them, even if the process of this one
// ends at once. After an error that is not known, and nothing may be done that the notes were to be written ahead of.
func (i *Idempotency) Save(ctx context.Context, notes []byte) error {
	if i == nil {
		return nil
	}
	i.mu.Lock()
	defer i.mu.Unlock()
	if err := i.save(ctx, notes); err != nil {
		return err
	}
	i.notes = notes
	return nil
}
