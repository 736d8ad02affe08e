// Package storetest holds what every [idempotency.Store] does, as tests. It is for tests alone.
package storetest

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/idempotency"
)

// Open returns a store without entries that keeps them for so long.
type Open func(t *testing.T, keep time.Duration) idempotency.Store

// Case is a test of a store.
type Case struct {
	Name string
	Run  func(t *testing.T, open Open)
}

// Unit is the time in which leases and entries of the tests are measured: long enough for a store in another process.
const Unit = 50 * time.Millisecond

// Cases returns the tests.
func Cases() []Case {
	return []Case{
		{"an entry is claimed, runs and ends", ends},
		{"an entry that is released without notes has never been", released},
		{"an entry that is released with notes keeps them", releasedWithNotes},
		{"an entry is taken over when its lease has ended", takenOver},
		{"a lease that is renewed goes on", renewed},
		{"a holder that nobody has taken over from still holds", late},
		{"every method can be repeated", repeated},
		{"entries go", expires},
		{"one of many claims is granted", oneOfMany},
		{"nothing happens when the context has ended", cancelled},
		{"a store keeps bytes, and its own", keepsBytes},
		{"a store does what a simple one does", likeModel},
	}
}

const forever = time.Hour

// user uses one store, and fails the test where that has an error.
type user struct {
	*testing.T
	idempotency.Store
}

func (u *user) claim(key, holder, fingerprint string, lease time.Duration, want idempotency.Entry) {
	u.Helper()
	got, err := u.Claim(u.Context(), key, idempotency.Claim{Fingerprint: fingerprint, Holder: holder, Lease: lease})
	if err != nil {
		u.Fatal(err)
	}
	if show(got) != show(want) {
		u.Fatalf("%s claims %s: got %s, want %s", holder, key, show(got), show(want))
	}
}

func show(e idempotency.Entry) string {
	return fmt.Sprintf("state %d, taken over %t, notes %q, answer %q", e.State, e.TakenOver, e.Notes, e.Answer)
}

func (u *user) want(err, want error) {
	u.Helper()
	if !errors.Is(err, want) {
		u.Fatalf("got error %v, want %v", err, want)
	}
}

func (u *user) note(holder, notes string, want error) {
	u.Helper()
	u.want(u.Note(u.Context(), "k", holder, []byte(notes)), want)
}

func (u *user) end(holder, answer string, want error) {
	u.Helper()
	u.want(u.End(u.Context(), "k", holder, []byte(answer)), want)
}

func (u *user) release(holder string, want error) {
	u.Helper()
	u.want(u.Release(u.Context(), "k", holder), want)
}

func (u *user) renew(holder string, lease time.Duration, want error) {
	u.Helper()
	u.want(u.Renew(u.Context(), "k", holder, lease), want)
}

var (
	claimed = idempotency.Entry{State: idempotency.Claimed}
	running = idempotency.Entry{State: idempotency.Running}
	foreign = idempotency.Entry{State: idempotency.Foreign}
)

func ended(answer string) idempotency.Entry {
	return idempotency.Entry{State: idempotency.Ended, Answer: []byte(answer)}
}

func claimedWith(notes string, takenOver bool) idempotency.Entry {
	e := idempotency.Entry{State: idempotency.Claimed, TakenOver: takenOver}
	if notes != "" {
		e.Notes = []byte(notes)
	}
	return e
}

func ends(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", forever, claimed)
	u.claim("k", "b", "f", forever, running)
	u.claim("k", "b", "g", forever, foreign)
	u.claim("l", "b", "g", forever, claimed)
	u.note("b", "x", idempotency.ErrLost)
	u.note("a", "x", nil)
	u.end("a", "answer", nil)
	u.claim("k", "b", "f", forever, ended("answer"))
	u.claim("k", "a", "f", forever, ended("answer"))
	u.claim("k", "b", "g", forever, foreign)
	u.release("a", nil)
	u.end("a", "another", nil)
	u.claim("k", "b", "f", forever, ended("answer"))
	u.claim("l", "c", "g", forever, running)
}

func released(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", forever, claimed)
	u.release("b", idempotency.ErrLost)
	u.note("a", "x", nil)
	u.note("a", "", nil)
	u.release("a", nil)
	u.end("a", "late", idempotency.ErrLost)
	u.claim("k", "b", "g", forever, claimed)
}

func releasedWithNotes(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", forever, claimed)
	u.note("a", "x", nil)
	u.note("a", "x y", nil)
	u.release("a", nil)
	u.note("a", "late", idempotency.ErrLost)
	u.claim("k", "b", "g", forever, foreign)
	u.claim("k", "b", "f", forever, claimedWith("x y", false))
	u.release("b", nil)
	u.claim("k", "c", "f", forever, claimedWith("x y", false))
	u.claim("k", "b", "f", forever, running)
}

func takenOver(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", 2*Unit, claimed)
	u.note("a", "x", nil)
	u.claim("k", "b", "f", forever, running)
	time.Sleep(3 * Unit)
	u.claim("k", "b", "g", forever, foreign)
	u.claim("k", "b", "f", forever, claimedWith("x", true))
	u.renew("a", forever, idempotency.ErrLost)
	u.note("a", "late", idempotency.ErrLost)
	u.release("a", idempotency.ErrLost)
	u.end("a", "late", idempotency.ErrLost)
	u.end("b", "answer", nil)
	u.claim("k", "c", "f", forever, ended("answer"))
}

func renewed(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", 2*Unit, claimed)
	u.renew("a", 6*Unit, nil)
	time.Sleep(4 * Unit)
	u.claim("k", "b", "f", forever, running)
	time.Sleep(3 * Unit)
	u.claim("k", "b", "f", forever, claimedWith("", true))
}

func late(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", Unit, claimed)
	time.Sleep(2 * Unit)
	u.note("a", "x", nil)
	u.end("a", "answer", nil)
	u.claim("k", "b", "f", forever, ended("answer"))
}

func repeated(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	for range 2 {
		u.claim("k", "a", "f", forever, claimed)
	}
	for range 2 {
		u.note("a", "x", nil)
	}
	for range 2 {
		u.renew("a", forever, nil)
	}
	u.release("a", nil)
	u.claim("k", "b", "f", forever, claimedWith("x", false))
	for range 2 {
		u.end("b", "answer", nil)
	}
	u.claim("k", "c", "f", forever, ended("answer"))
}

func expires(t *testing.T, open Open) {
	u := &user{t, open(t, 4*Unit)}
	u.claim("k", "a", "f", Unit, claimed)
	time.Sleep(3 * Unit)
	u.note("a", "x", nil)
	time.Sleep(3 * Unit)
	u.end("a", "answer", nil)
	time.Sleep(3 * Unit)
	u.claim("k", "b", "g", Unit, foreign)
	u.claim("k", "b", "f", Unit, ended("answer"))
	time.Sleep(2 * Unit)
	u.claim("k", "b", "g", Unit, claimed)
	time.Sleep(5 * Unit)
	u.end("b", "late", idempotency.ErrLost)
	u.claim("k", "c", "f", Unit, claimed)
}

func oneOfMany(t *testing.T, open Open) {
	store := open(t, forever)
	const many = 50
	granted := make(chan string, many)
	var claims sync.WaitGroup
	for i := range many {
		claims.Go(func() {
			holder := fmt.Sprint("holder ", i)
			entry, err := store.Claim(t.Context(), "k", idempotency.Claim{Fingerprint: "f", Holder: holder, Lease: forever})
			if err != nil {
				t.Error(err)
			}
			if entry.State == idempotency.Claimed {
				granted <- holder
			}
		})
	}
	claims.Wait()
	if len(granted) != 1 {
		t.Fatalf("%d claims were granted", len(granted))
	}
	u := &user{t, store}
	u.end(<-granted, "answer", nil)
}

func cancelled(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", forever, claimed)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := u.Claim(ctx, "l", idempotency.Claim{Fingerprint: "f", Holder: "a", Lease: forever})
	u.want(err, context.Canceled)
	u.want(u.Note(ctx, "k", "a", []byte("x")), context.Canceled)
	u.want(u.Release(ctx, "k", "a"), context.Canceled)
	u.want(u.End(ctx, "k", "a", []byte("x")), context.Canceled)
	u.claim("l", "b", "f", forever, claimed)
	u.claim("k", "b", "f", forever, running)
	u.release("a", nil)
	u.claim("k", "b", "f", forever, claimed)
}

func keepsBytes(t *testing.T, open Open) {
	u := &user{t, open(t, forever)}
	u.claim("k", "a", "f", forever, claimed)
	notes, answer := []byte("\x00\xff\r\n notes"), []byte("\xfe\x00 answer")
	u.want(u.Note(t.Context(), "k", "a", notes), nil)
	clear(notes)
	u.release("a", nil)
	u.claim("k", "b", "f", forever, claimedWith("\x00\xff\r\n notes", false))
	u.want(u.End(t.Context(), "k", "b", answer), nil)
	clear(answer)
	u.claim("k", "c", "f", forever, ended("\xfe\x00 answer"))
	u.claim("l", "a", "f", forever, claimed)
	u.want(u.End(t.Context(), "l", "a", nil), nil)
	u.claim("l", "b", "f", forever, ended(""))
}
