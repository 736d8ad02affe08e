package nact

import (
	"crypto/rand"
	"crypto/sha256"
	"fmt"
)

// Key returns the key under which an upstream may be sent the entry's call more than once: a UUID. It is derived from the key of the
// invocation, so that a repeated one has it again, or else from a random one. Once the call was taken back there is a new
// key: under the old one an upstream may answer with what is no more. That of a nil Entry is random.
func (e *Entry) Key() string {
	if e == nil {
		return writeKey(rand.Text(), "", 0)
	}
	return writeKey(e.journal.keyBase(), e.name, e.journal.runs().timesUndone(e.name))
}

// Reversal returns a journal for an attempt to take the call back. The keys of all attempts are the same.
func (e *Entry) Reversal() *Journal { return &Journal{base: e.Key()} }

// keyBase returns what the keys of the journal's entries have in common.
func (j *Journal) keyBase() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.base == "" {
		j.base = j.runs().Key()
	}
	if j.base == "" {
		j.base = rand.Text()
	}
	return j.base
}

// writeKey returns a UUID of version 8 (RFC 9562): many upstreams take no other keys.
func writeKey(base, name string, timesUndone int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d", base, name, timesUndone))
	id := sum[:16]
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
