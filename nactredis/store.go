package nactredis

import (
	"context"
	"fmt"
	"time"

	redis "github.com/redis/go-redis/v9"

	"github.com/nactgen/nactgen/nact/idempotency"
)

// Store is an [idempotency.Store] in Redis 5 or later. The clock of the server decides about leases, not those of the instances.
//
// An entry is one hash, which goes by itself. What Redis loses the service no longer knows: a server for this writes its
// changes to disk and evicts nothing (appendonly yes, maxmemory-policy noeviction).
type Store struct {
	client redis.Scripter
	keep   time.Duration
}

// NewStore returns a store of entries that are kept for so long after their last change; 0 is idempotency.DefaultKeep.
// Several services may share a server: their entries differ by the IDs of their tools.
func NewStore(client redis.Scripter, keep time.Duration) *Store {
	if keep == 0 {
		keep = idempotency.DefaultKeep
	}
	return &Store{client, keep}
}

// prefix begins the name of every key in Redis.
const prefix = "nact:idempotency:"

// The scripts. An entry is a hash with fingerprint and holder, which is empty after a release, with lease, the end of it in
// milliseconds, and once they are there with notes and answer. Redis runs a script as a whole, and its time stands still
// meanwhile.
var (
	// claimScript takes fingerprint, holder, lease and keep, and returns the state, notes, answer and whether it was taken over.
	claimScript = redis.NewScript(`
		local time = redis.call('TIME')
		local now = time[1] * 1000 + math.floor(time[2] / 1000)
		local entry = redis.call('HMGET', KEYS[1], 'fingerprint', 'holder', 'lease', 'notes', 'answer')
		local fingerprint, holder, lease, notes, answer = entry[1], entry[2] or '', entry[3], entry[4] or '', entry[5]
		if fingerprint and fingerprint ~= ARGV[1] then
			return {'foreign', '', '', 0}
		end
		if answer then
			return {'ended', '', answer, 0}
		end
		local another = holder ~= '' and holder ~= ARGV[2]
		if another and now < tonumber(lease) then
			return {'running', '', '', 0}
		end
		redis.call('HSET', KEYS[1], 'fingerprint', ARGV[1], 'holder', ARGV[2], 'lease', string.format('%.0f', now + ARGV[3]))
		redis.call('PEXPIRE', KEYS[1], ARGV[4])
		return {'claimed', notes, '', another and 1 or 0}`)

	// renewScript takes a lease.
	renewScript = changeScript(`
		local time = redis.call('TIME')
		redis.call('HSET', KEYS[1], 'lease', string.format('%.0f', time[1] * 1000 + math.floor(time[2] / 1000) + ARGV[3]))`)

	// noteScript takes notes.
	noteScript = changeScript(`
		redis.call('HSET', KEYS[1], 'notes', ARGV[3])`)

	// endScript takes an answer.
	endScript = changeScript(`
		redis.call('HSETNX', KEYS[1], 'answer', ARGV[3])
		redis.call('HDEL', KEYS[1], 'notes')`)

	// releaseScript takes nothing further.
	releaseScript = changeScript(`
		local entry = redis.call('HMGET', KEYS[1], 'notes', 'answer')
		if not entry[2] and (entry[1] or '') == '' then
			redis.call('DEL', KEYS[1])
		elseif not entry[2] then
			redis.call('HSET', KEYS[1], 'holder', '')
		end`)
)

// changeScript returns a script that changes an entry. Before what the change takes stand holder and keep. It returns 1, or 0 if another
// holds the entry, which then stays as it is.
func changeScript(change string) *redis.Script {
	return redis.NewScript(`
		if redis.call('HGET', KEYS[1], 'holder') ~= ARGV[1] then
			return 0
		end` + change + `
		redis.call('PEXPIRE', KEYS[1], ARGV[2])
		return 1`)
}

// Claim implements [idempotency.Store].
func (s *Store) Claim(ctx context.Context, key string, claim idempotency.Claim) (idempotency.Entry, error) {
	reply, err := claimScript.Run(ctx, s.client, []string{prefix + key}, claim.Fingerprint, claim.Holder, claim.Lease.Milliseconds(), s.keep.Milliseconds()).Slice()
	if err != nil {
		return idempotency.Entry{}, fmt.Errorf("redis: %w", err)
	}
	return newEntry(reply)
}

// newEntry returns the entry that the script of a claim has replied.
func newEntry(reply []any) (idempotency.Entry, error) {
	var state, notes, answer string
	var takenOver int64
	fits := len(reply) == 4
	for i, ok := range []func(any) bool{is(&state), is(&notes), is(&answer), is(&takenOver)} {
		fits = fits && ok(reply[i])
	}
	if !fits {
		return idempotency.Entry{}, fmt.Errorf("redis: the script of a claim replied %d values of other types", len(reply))
	}
	switch state {
	case "foreign":
		return idempotency.Entry{State: idempotency.Foreign}, nil
	case "running":
		return idempotency.Entry{State: idempotency.Running}, nil
	case "ended":
		return idempotency.Entry{State: idempotency.Ended, Answer: []byte(answer)}, nil
	}
	entry := idempotency.Entry{State: idempotency.Claimed, TakenOver: takenOver == 1}
	if notes != "" {
		entry.Notes = []byte(notes)
	}
	return entry, nil
}

// is returns a function that sets dst to a value if that has its type.
func is[T any](dst *T) func(any) bool {
	return func(v any) (ok bool) {
		*dst, ok = v.(T)
		return ok
	}
}

// Renew implements [idempotency.Store].
func (s *Store) Renew(ctx context.Context, key, holder string, lease time.Duration) error {
	return s.change(ctx, renewScript, key, holder, lease.Milliseconds())
}

// Note implements [idempotency.Store].
func (s *Store) Note(ctx context.Context, key, holder string, notes []byte) error {
	return s.change(ctx, noteScript, key, holder, notes)
}

// End implements [idempotency.Store].
func (s *Store) End(ctx context.Context, key, holder string, answer []byte) error {
	return s.change(ctx, endScript, key, holder, answer)
}

// Release implements [idempotency.Store].
func (s *Store) Release(ctx context.Context, key, holder string) error {
	return s.change(ctx, releaseScript, key, holder)
}

// change runs a script that changes the entry of a holder.
func (s *Store) change(ctx context.Context, script *redis.Script, key, holder string, args ...any) error {
	args = append([]any{holder, s.keep.Milliseconds()}, args...)
	held, err := script.Run(ctx, s.client, []string{prefix + key}, args...).Int()
	switch {
	case err != nil:
		return fmt.Errorf("redis: %w", err)
	case held == 0:
		return idempotency.ErrLost
	}
	return nil
}
