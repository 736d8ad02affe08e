// Package idempotency keeps what became of calls that their callers may repeat under a key: who runs the call, what was noted
// meanwhile, and its answer. A [Store] says how; [Memory] is one for a single process.
//
// An entry comes with the first claim of its key. It is running while somebody holds it, and free when its holder has released
// it or let its lease pass: then the next one runs the call again, with what was noted before. It is ended when it has an
// answer, which nothing changes. Every entry goes some time after the last change of it.
package idempotency

import (
	"context"
	"errors"
	"time"
)

// Store keeps entries by key. Each method happens as a whole or not at all, whoever else uses the store at the same time. The
// errors [ErrLost] and [ErrFull] have a meaning; after any other it is not known whether the method happened, and it may be
// called again with the same arguments.
//
// A store copies what it is given to keep. What it returns must not be changed.
type Store interface {
	// Claim asks for the entry of a key, and makes one if there is none. Unless the entry is [Claimed], it was left as it is.
	Claim(ctx context.Context, key string, claim Claim) (Entry, error)

	// Renew lets the lease of a holder end so much later than now.
	Renew(ctx context.Context, key, holder string, lease time.Duration) error

	// Note replaces the notes of the entry.
	Note(ctx context.Context, key, holder string, notes []byte) error

	// End gives the entry its answer. Its notes are no longer needed.
	End(ctx context.Context, key, holder string, answer []byte) error

	// Release makes the entry free, so that the next claim gets it. One without notes is removed.
	Release(ctx context.Context, key, holder string) error
}

// ErrLost means that a holder no longer holds the entry: its lease had ended, and another claimed the key, or the entry went.
var ErrLost = errors.New("the key is held by another call")

// ErrFull means that a store has no room, and cannot make any.
var ErrFull = errors.New("the store of idempotency keys is full")

// Claim is a call that asks for a key.
type Claim struct {
	Fingerprint string        // of what the call asks for: an entry is that of one fingerprint
	Holder      string        // names who claims, and nobody else ever
	Lease       time.Duration // for how long the holder is not taken for gone, unless it renews that
}

// State is what a claim came to.
type State int

// The states.
const (
	Claimed State = iota // whoever claimed it holds the entry, and runs the call
	Running              // another holds it
	Ended                // it has an answer
	Foreign              // the key is that of a call with another fingerprint
)

// Entry is what a claim finds.
type Entry struct {
	State     State
	TakenOver bool   // Claimed: an earlier holder neither ended the entry nor released it
	Notes     []byte // Claimed: what was noted before; nil: nothing
	Answer    []byte // Ended
}

// DefaultKeep is how long an entry is kept after its last change, unless one says otherwise.
const DefaultKeep = 24 * time.Hour
