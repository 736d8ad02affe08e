package nact_test

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// kept keeps notes as a store does.
type kept struct {
	notes []byte
	times int
	err   error
}

func (k *kept) save(_ context.Context, notes []byte) error {
	if k.err == nil {
		k.notes = append([]byte(nil), notes...)
		k.times++
	}
	return k.err
}

// run begins a run of an invocation with a key.
func (k *kept) run(t *testing.T) (context.Context, *nact.Idempotency) {
	t.Helper()
	i, err := nact.NewIdempotency("key", k.notes, k.save)
	if err != nil {
		t.Fatal(err)
	}
	return new(nact.Journal).Watch(i.Watch(t.Context())), i
}

func begin(ctx context.Context, step string) *nact.Entry {
	return nact.JournalOf(ctx).Begin(step, nact.Opt[int]{}, nil)
}

func TestKeys(t *testing.T) {
	var k kept
	ctx, _ := k.run(t)
	again, _ := k.run(t)
	keys := map[string]string{}
	for name, entry := range map[string]func(*nact.Journal) *nact.Entry{
		"step":            func(j *nact.Journal) *nact.Entry { return j.Begin("a", nact.Opt[int]{}, nil) },
		"another step":    func(j *nact.Journal) *nact.Entry { return j.Begin("b", nact.Opt[int]{}, nil) },
		"element":         func(j *nact.Journal) *nact.Entry { return j.Begin("a", nact.Some(1), nil) },
		"another element": func(j *nact.Journal) *nact.Entry { return j.Begin("a", nact.Some(2), nil) },
		"value":           func(j *nact.Journal) *nact.Entry { return j.Begin("a", nact.Some(3), "1") },
		"that value again": func(j *nact.Journal) *nact.Entry {
			j.Begin("c", nact.Some(3), "1")
			return j.Begin("c", nact.Some(4), "1")
		},
		"undo": func(j *nact.Journal) *nact.Entry {
			return j.Begin("d", nact.Opt[int]{}, nil).Reversal().Begin("undo", nact.Opt[int]{}, nil)
		},
	} {
		key := entry(nact.JournalOf(ctx)).Key()
		if !regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`).MatchString(key) {
			t.Errorf("%s: %q is no UUID", name, key)
		}
		if other := keys[key]; other != "" {
			t.Errorf("%s and %s have the same key", name, other)
		}
		keys[key] = name
		if second := entry(nact.JournalOf(again)).Key(); second != key {
			t.Errorf("%s: the next run has %q, not %q", name, second, key)
		}
	}
	a, b := new(nact.Journal).Begin("a", nact.Opt[int]{}, nil), new(nact.Journal).Begin("a", nact.Opt[int]{}, nil)
	if first := a.Key(); first == b.Key() || first != a.Key() {
		t.Error("without a key of the invocation, each has its own")
	}
	if a, b := nact.EntryOf(t.Context()).Key(), nact.EntryOf(t.Context()).Key(); a == b {
		t.Error("without a journal, each call has its own key")
	}
}

// A value has its key wherever it stands in the list.
func TestKeysOfValues(t *testing.T) {
	var k kept
	first, _ := k.run(t)
	second, _ := k.run(t)
	a := nact.JournalOf(first).Begin("a", nact.Some(0), "x").Key()
	nact.JournalOf(second).Begin("a", nact.Some(0), "y")
	if b := nact.JournalOf(second).Begin("a", nact.Some(1), "x").Key(); a != b {
		t.Errorf("got %q and %q", a, b)
	}
}

// What goes out is noted before, and what is no more known not to stand is noted with what is saved next.
func TestAhead(t *testing.T) {
	var k kept
	ctx, _ := k.run(t)
	booked := begin(ctx, "booking")
	first := booked.Key()
	if err := booked.Ahead(ctx, "api.book", "one", true); err != nil || k.times != 1 {
		t.Fatalf("saved %d times, %v", k.times, err)
	}
	booked.Sent("api.book")
	booked.Done()

	ctx, _ = k.run(t) // while the first one runs, or after it was cut off
	booked = begin(ctx, "booking")
	if booked.State() != nact.Unknown || booked.Key() != first {
		t.Errorf("it is %q with the key %q", booked.State(), booked.Key())
	}
	if err := booked.Ahead(ctx, "api.book", "another", true); err == nil {
		t.Error("another request goes out under the same key")
	}
	if err := booked.Ahead(ctx, "api.book", "one", true); err != nil || k.times != 1 {
		t.Errorf("saved %d times, %v", k.times, err)
	}
	booked.Sent("api.book")
	booked.Refused()
	booked.Ended()
	if booked.State() != nact.Unknown {
		t.Error("what became of the earlier request is still not known")
	}

	ctx, i := k.run(t)
	booked = begin(ctx, "booking")
	booked.Done()
	if err := booked.Undoing(ctx); err != nil {
		t.Fatal(err)
	}
	if _, cut := k.run(t); len(cut.CutOff()) != 1 {
		t.Error("a run that was cut off while it took a write back is run again")
	}
	booked.Undone(nil)
	if err := i.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, i = k.run(t)
	if i.CutOff() != nil || len(nact.JournalOf(ctx).Writes()) != 0 {
		t.Error("something is left of what was taken back")
	}
	if begin(ctx, "booking").Key() == first {
		t.Error("the key of what was taken back is used again")
	}
}

// A write that cannot be noted is not made, and is not told as one that was.
func TestAheadFails(t *testing.T) {
	k := kept{err: errors.New("the store is gone")}
	ctx, i := k.run(t)
	entry := begin(ctx, "booking")
	err := entry.Ahead(ctx, "api.book", "one", false)
	var fault *nact.Fault
	if !errors.Is(err, k.err) || !errors.As(err, &fault) || fault.Kind != nact.NotNoted || strings.Contains(fault.Error(), k.err.Error()) {
		t.Errorf("got %v", err)
	}
	k.err = nil
	if err := i.Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, i := k.run(t); i.CutOff() != nil {
		t.Error("it is taken for one that was sent")
	}
}

// A write that may be repeated is not taken back if that cannot be noted, since the next run would be answered with what is no more. Any
// other one is.
func TestUndoingFails(t *testing.T) {
	for _, repeatable := range []bool{true, false} {
		var k kept
		ctx, _ := k.run(t)
		entry := begin(ctx, "booking")
		if err := entry.Ahead(ctx, "api.book", "one", repeatable); err != nil {
			t.Fatal(err)
		}
		entry.Done()
		k.err = errors.New("the store is gone")
		if err := entry.Undoing(ctx); (err != nil) != repeatable {
			t.Errorf("repeatable: %v, got %v", repeatable, err)
		}
	}
}

func TestUnreadableNotes(t *testing.T) {
	if _, err := nact.NewIdempotency("key", []byte("{"), nil); err == nil {
		t.Error("notes that cannot be read are no error")
	}
}

// TestDamagedNotes: notes that are JSON and none of ours are an error, too.
func TestDamagedNotes(t *testing.T) {
	for _, text := range []string{`{"writes":[null]}`, `{"writes":7}`, `{"writes":[]} {`} {
		var saved bytes.Buffer
		w := gzip.NewWriter(&saved)
		w.Write([]byte(text))
		w.Close()
		if _, err := nact.NewIdempotency("key", saved.Bytes(), nil); err == nil {
			t.Errorf("%s is no error", text)
		}
	}
}

// TestManyNotes: of hundreds of writes, in whatever order they change, each is known to the next run as it was left.
func TestManyNotes(t *testing.T) {
	var k kept
	ctx, _ := k.run(t)
	var entries []*nact.Entry
	nothing := map[int]bool{} // the writes of which nothing stands
	name := func(i int) string { return "booking" + strconv.Itoa(i) }
	for i := range 300 {
		entry := begin(ctx, name(i))
		entries = append(entries, entry)
		if err := entry.Ahead(ctx, "api.book", name(i), true); err != nil {
			t.Fatal(err)
		}
		if i%7 == 0 { // now and then one ends late, and was not carried out, long after others were noted
			entries[i/2].Ended()
			nothing[i/2] = true
		}
	}
	if err := nact.IdempotencyOf(ctx).Keep(t.Context()); err != nil {
		t.Fatal(err)
	}
	ctx, _ = k.run(t)
	for i := range entries {
		want := nact.Unknown
		if nothing[i] {
			want = ""
		}
		if got := begin(ctx, name(i)).State(); got != want {
			t.Errorf("%d: got %q, want %q", i, got, want)
		}
	}
}

func TestNoIdempotency(t *testing.T) {
	if of := nact.IdempotencyOf(t.Context()); of.Key() != "" {
		t.Errorf("got %q", of.Key())
	}
	entry := new(nact.Journal).Begin("a", nact.Opt[int]{}, nil)
	if err := errors.Join(entry.Ahead(t.Context(), "api.book", "one", false), entry.Undoing(t.Context())); err != nil {
		t.Error(err)
	}
}

// BenchmarkNotes notes a call's writes one after the other; what one write costs must not grow with how many there are.
func BenchmarkNotes(b *testing.B) {
	for _, writes := range []int{100, 1000} {
		b.Run(strconv.Itoa(writes), func(b *testing.B) {
			for b.Loop() {
				i, err := nact.NewIdempotency("key", nil, func(context.Context, []byte) error { return nil })
				if err != nil {
					b.Fatal(err)
				}
				ctx := new(nact.Journal).Watch(i.Watch(b.Context()))
				for n := range writes {
					entry := begin(ctx, "booking"+strconv.Itoa(n))
					if err := entry.Ahead(ctx, "api.book", "request", true); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(b.N)/float64(writes), "us/write")
		})
	}
}
