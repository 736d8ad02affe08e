package upstream

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// run begins a run of an invocation that has a key, with the notes of earlier ones.
func run(t *testing.T, notes *[]byte) (context.Context, *nact.Idempotency) {
	t.Helper()
	key, err := nact.NewIdempotency("key", *notes, func(_ context.Context, saved []byte) error {
		*notes = append([]byte(nil), saved...)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return new(nact.Journal).Watch(key.Watch(t.Context())), key
}

// What was read before a write that may stand is read in a later run as it was. The same write is made of it, under the same key.
func TestLaterRuns(t *testing.T) {
	var slots atomic.Int64
	var keys []string
	status := http.StatusCreated
	client := newClient(t, Config{BaseURL: serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			w.Header().Set("Content-Type", "application/json")
			w.Header().Set("X-Count", fmt.Sprint(slots.Add(1)))
			fmt.Fprintf(w, `%d`, slots.Load())
			return
		}
		keys = append(keys, r.Header.Get("Key"))
		w.WriteHeader(status)
	})})
	read := func(ctx context.Context) (slot int64, count string) {
		call := get("/slots")
		answer, err := client.Do(ctx, call, func(d *Decoder) { slot = d.Int() })
		if err != nil {
			t.Fatal(err)
		}
		return slot, answer.Header.Get("X-Count")
	}
	write := func(ctx context.Context, slot int64) error {
		call := get("/bookings")
		call.Method, call.Key, call.Body = http.MethodPost, KeyInHeader("Key"), fmt.Append(nil, slot)
		_, err := client.Do(nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).In(ctx), call, nil)
		return err
	}

	var notes []byte
	ctx, _ := run(t, &notes)
	first, _ := read(ctx)
	second, _ := read(ctx)
	if first != 1 || second != 2 {
		t.Fatalf("got %d and %d", first, second)
	}
	if err := write(ctx, first); err != nil {
		t.Fatal(err)
	}
	if third, _ := read(ctx); third != 3 {
		t.Fatalf("got %d", third)
	}

	ctx, _ = run(t, &notes) // the first one was cut off
	for want := range int64(2) {
		if got, count := read(ctx); got != want+1 || count != fmt.Sprint(want+1) {
			t.Errorf("read %d, %s", got, count)
		}
	}
	if got, _ := read(ctx); got != 4 {
		t.Errorf("what was read behind the write is %d", got)
	}
	if err := write(ctx, 4); err == nil || !strings.Contains(err.Error(), "another request") {
		t.Errorf("another write under the key of the first one: %v", err)
	}
	ctx, _ = run(t, &notes)
	if again, _ := read(ctx); write(ctx, again) != nil || len(keys) != 2 || keys[0] != keys[1] {
		t.Errorf("the write was not made again: the keys are %q", keys)
	}

	notes = nil
	status = http.StatusConflict
	ctx, key := run(t, &notes)
	before, _ := read(ctx)
	if err := write(ctx, before); err == nil {
		t.Fatal("it was not refused")
	}
	if err := key.Keep(ctx); err != nil {
		t.Fatal(err)
	}
	ctx, _ = run(t, &notes)
	if after, _ := read(ctx); after == before {
		t.Error("nothing stands, and the answer is the old one")
	}
}

// Reads that differ by a cookie alone have answers of their own in a later run, in whatever order they are made.
func TestLaterRunsTellCookiesApart(t *testing.T) {
	client := newClient(t, Config{BaseURL: serve(t, func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodGet {
			cookie, _ := r.Cookie("site")
			w.Header().Set("X-Site", cookie.Value)
		}
	})})
	read := func(ctx context.Context, site string) string {
		call := get("/slots")
		call.Cookie.Set("site", site)
		answer, err := client.Do(ctx, call, nil)
		if err != nil {
			t.Fatal(err)
		}
		return answer.Header.Get("X-Site")
	}
	var notes []byte
	ctx, _ := run(t, &notes)
	read(ctx, "north")
	read(ctx, "south")
	book := get("/bookings")
	book.Method, book.Key = http.MethodPost, KeyInHeader("Key")
	if _, err := client.Do(nact.JournalOf(ctx).Begin("book", nact.Opt[int]{}, nil).In(ctx), book, nil); err != nil {
		t.Fatal(err)
	}
	ctx, _ = run(t, &notes)
	for _, site := range []string{"south", "north"} {
		if got := read(ctx, site); got != site {
			t.Errorf("%s was answered as %s", site, got)
		}
	}
}

// What is noted of a read stays in the memory of the call when the read is forgotten.
func TestMemoryOfNotedReads(t *testing.T) {
	client := newClient(t, Config{BaseURL: serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		fmt.Fprintf(w, "%q", strings.Repeat("x", 100_000))
	}), Journal: NewJournal()})
	held, holds := counting(t)
	ctx, _ := run(t, new([]byte))
	ctx = withValue{ctx, held}
	answer, err := client.Do(ctx, get("/"), func(d *Decoder) { _ = d.String() })
	if err != nil || holds() < 200_000 {
		t.Fatalf("%d bytes are held (%v)", holds(), err)
	}
	answer.Forget(ctx)
	if got := holds(); got < 100_000 || got > 101_000 {
		t.Errorf("%d bytes are held", got)
	}
}

// withValue is a context with the values of another one before its own.
type withValue struct {
	context.Context
	first context.Context
}

func (w withValue) Value(key any) any {
	if value := w.first.Value(key); value != nil {
		return value
	}
	return w.Context.Value(key)
}
