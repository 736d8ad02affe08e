package idempotency_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/nactgen/nactgen/internal/storetest"
	"github.com/nactgen/nactgen/nact/idempotency"
)

func TestMemory(t *testing.T) {
	open := func(_ *testing.T, keep time.Duration) idempotency.Store {
		return idempotency.NewMemory(idempotency.Limits{Keep: keep})
	}
	for _, c := range storetest.Cases() {
		t.Run(c.Name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) { c.Run(t, open) })
		})
	}
}

func claim(t *testing.T, m *idempotency.Memory, key string) (idempotency.Entry, error) {
	t.Helper()
	return m.Claim(t.Context(), key, idempotency.Claim{Fingerprint: "f", Holder: "holder of " + key, Lease: time.Minute})
}

// end claims a key and gives it an answer of so many bytes.
func end(t *testing.T, m *idempotency.Memory, key string, size int) error {
	t.Helper()
	if _, err := claim(t, m, key); err != nil {
		return err
	}
	return m.End(t.Context(), key, "holder of "+key, make([]byte, size))
}

func state(t *testing.T, m *idempotency.Memory, key string) idempotency.State {
	t.Helper()
	entry, err := m.Claim(t.Context(), key, idempotency.Claim{Fingerprint: "f", Holder: "another", Lease: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	return entry.State
}

// TestMemoryForgets: where there are too many entries, that goes which changed longest ago and which nobody holds.
func TestMemoryForgets(t *testing.T) {
	m := idempotency.NewMemory(idempotency.Limits{Entries: 4})
	if _, err := claim(t, m, "running"); err != nil {
		t.Fatal(err)
	}
	for _, key := range []string{"a", "b", "c", "d"} {
		if err := end(t, m, key, 10); err != nil {
			t.Fatal(err)
		}
	}
	for key, want := range map[string]idempotency.State{"running": idempotency.Running, "b": idempotency.Ended, "c": idempotency.Ended, "d": idempotency.Ended} {
		if got := state(t, m, key); got != want {
			t.Errorf("%s is in state %d, want %d", key, got, want)
		}
	}
	if got := state(t, m, "a"); got != idempotency.Claimed {
		t.Errorf("a is in state %d: it was to be forgotten", got)
	}
}

// TestMemoryIsFull: entries that are held stay, and there is no room for another.
func TestMemoryIsFull(t *testing.T) {
	m := idempotency.NewMemory(idempotency.Limits{Entries: 2})
	for _, key := range []string{"a", "b"} {
		if _, err := claim(t, m, key); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := claim(t, m, "c"); !errors.Is(err, idempotency.ErrFull) {
		t.Errorf("got error %v", err)
	}
	if err := m.End(t.Context(), "a", "holder of a", nil); err != nil {
		t.Fatal(err)
	}
	if _, err := claim(t, m, "c"); err != nil {
		t.Errorf("there is no room where an entry has ended: %v", err)
	}
}

// TestMemoryIsFullOfBytes: what does not fit is not kept, and does not cost what is.
func TestMemoryIsFullOfBytes(t *testing.T) {
	m := idempotency.NewMemory(idempotency.Limits{Bytes: 4000})
	if err := end(t, m, "small", 1000); err != nil {
		t.Fatal(err)
	}
	if err := end(t, m, "huge", 5000); !errors.Is(err, idempotency.ErrFull) {
		t.Errorf("got error %v", err)
	}
	if got := state(t, m, "small"); got != idempotency.Ended {
		t.Errorf("the small one is in state %d", got)
	}
	if err := end(t, m, "large", 2800); err != nil {
		t.Error(err)
	}
	if got := state(t, m, "small"); got != idempotency.Claimed {
		t.Errorf("the small one is in state %d: it was to be forgotten", got)
	}
}

// TestMemoryCounts: what the entries take up is known, whatever becomes of them; in the end that is nothing.
func TestMemoryCounts(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		m := idempotency.NewMemory(idempotency.Limits{Keep: time.Hour, Entries: 20, Bytes: 20_000})
		random := rand.New(rand.NewPCG(3, 4))
		for range 20_000 {
			key, holder := fmt.Sprint(random.IntN(30)), fmt.Sprint(random.IntN(3))
			var err error
			switch random.IntN(6) {
			case 0, 1:
				_, err = m.Claim(t.Context(), key, idempotency.Claim{Fingerprint: "f", Holder: holder, Lease: 10 * time.Minute})
			case 2:
				err = m.Note(t.Context(), key, holder, make([]byte, random.IntN(3000)))
			case 3:
				err = m.End(t.Context(), key, holder, make([]byte, random.IntN(3000)))
			case 4:
				err = m.Release(t.Context(), key, holder)
			case 5:
				time.Sleep(time.Duration(random.IntN(10)) * time.Minute)
			}
			if err != nil && !errors.Is(err, idempotency.ErrLost) && !errors.Is(err, idempotency.ErrFull) {
				t.Fatal(err)
			}
			if entries, bytes, counted := m.Held(); entries > 20 || bytes > 20_000 || bytes != counted {
				t.Fatalf("there are %d entries of %d bytes, counted as %d", entries, bytes, counted)
			}
		}
		time.Sleep(2 * time.Hour)
		if _, err := claim(t, m, "last"); err != nil {
			t.Fatal(err)
		}
		if entries, _, _ := m.Held(); entries != 1 {
			t.Errorf("%d entries are left", entries)
		}
	})
}

// TestMemoryAtTheSameTime: of the calls of many goroutines with one key, one runs at a time, and only until there is an answer.
func TestMemoryAtTheSameTime(t *testing.T) {
	m := idempotency.NewMemory(idempotency.Limits{})
	var running, runs int
	var calls sync.WaitGroup
	for i := range 20 {
		calls.Go(func() {
			holder := fmt.Sprint(i)
			for {
				entry, err := m.Claim(t.Context(), "k", idempotency.Claim{Fingerprint: "f", Holder: holder, Lease: time.Minute})
				if err != nil || entry.State == idempotency.Ended {
					return
				}
				if entry.State != idempotency.Claimed {
					continue
				}
				if running++; running > 1 { // the race detector sees it where the store does not exclude it
					t.Error("two run at one time")
				}
				runs++
				over := runs == 10
				running--
				if over {
					err = m.End(t.Context(), "k", holder, []byte("answer"))
				} else {
					err = m.Release(t.Context(), "k", holder)
				}
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	calls.Wait()
	if runs != 10 {
		t.Errorf("it ran %d times", runs)
	}
}
