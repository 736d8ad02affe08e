package storetest

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/nactgen/nactgen/nact/idempotency"
)

// model is a store without leases and ends of entries, as simple as it can be.
type model map[string]*struct {
	fingerprint, holder string
	notes, answer       []byte
}

// likeModel compares a store with a model over random calls. All leases are long, and all holders are of this process.
func likeModel(t *testing.T, open Open) {
	store, m := open(t, forever), model{}
	random := rand.New(rand.NewPCG(7, 11))
	pick := func(letters string) string { return string(letters[random.IntN(len(letters))]) }
	for n := range 3000 {
		key, holder, fingerprint, text := pick("klmn"), pick("abc"), pick("fffg"), []byte(fmt.Sprint(n))
		var got, want, what string
		switch what = pick("ccccnrre"); what {
		case "c":
			entry, err := store.Claim(t.Context(), key, idempotency.Claim{Fingerprint: fingerprint, Holder: holder, Lease: forever})
			got = fmt.Sprint(show(entry), err)
			want = fmt.Sprint(show(m.claim(key, holder, fingerprint)), nil)
		case "n":
			got, want = fmt.Sprint(store.Note(t.Context(), key, holder, text)), fmt.Sprint(m.note(key, holder, text))
		case "r":
			got, want = fmt.Sprint(store.Release(t.Context(), key, holder)), fmt.Sprint(m.release(key, holder))
		case "e":
			if random.IntN(4) > 0 {
				continue // so that not all entries are ended soon
			}
			got, want = fmt.Sprint(store.End(t.Context(), key, holder, text)), fmt.Sprint(m.end(key, holder, text))
		}
		if got != want {
			t.Fatalf("call %d, %s of %s by %s: got %s, want %s", n, what, key, holder, got, want)
		}
		if e := m[key]; e != nil && e.answer != nil && random.IntN(10) == 0 { // a new key under the old letter
			store, m = open(t, forever), model{}
		}
	}
}

func (m model) claim(key, holder, fingerprint string) idempotency.Entry {
	e := m[key]
	switch {
	case e == nil:
		m[key] = &struct {
			fingerprint, holder string
			notes, answer       []byte
		}{fingerprint: fingerprint, holder: holder}
		return claimed
	case e.fingerprint != fingerprint:
		return foreign
	case e.answer != nil:
		return ended(string(e.answer))
	case e.holder != "" && e.holder != holder:
		return running
	}
	e.holder = holder
	return claimedWith(string(e.notes), false)
}

func (m model) note(key, holder string, notes []byte) error {
	if e := m[key]; e != nil && e.holder == holder {
		e.notes = notes
		return nil
	}
	return idempotency.ErrLost
}

func (m model) end(key, holder string, answer []byte) error {
	if e := m[key]; e != nil && e.holder == holder {
		if e.answer == nil {
			e.answer = bytes.Clone(answer)
		}
		return nil
	}
	return idempotency.ErrLost
}

func (m model) release(key, holder string) error {
	e := m[key]
	switch {
	case e == nil || e.holder != holder:
		return idempotency.ErrLost
	case e.answer != nil:
	case e.notes == nil:
		delete(m, key)
	default:
		e.holder = ""
	}
	return nil
}
