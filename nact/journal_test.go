package nact_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// TestJournal holds what is known of a call after what happened to it.
func TestJournal(t *testing.T) {
	lost := errors.New("lost")
	tests := []struct {
		name   string
		happen func(e *nact.Entry)
		want   nact.WriteState
	}{
		{"nothing", func(*nact.Entry) {}, ""},
		{"no answer", func(e *nact.Entry) { e.Sent("a") }, nact.Unknown},
		{"refused", func(e *nact.Entry) { e.Sent("a"); e.Refused() }, ""},
		{"carried out", func(e *nact.Entry) { e.Sent("a"); e.Done() }, nact.Done},
		{"no answer, then refused", func(e *nact.Entry) { e.Sent("a"); e.Sent("a"); e.Refused() }, nact.Unknown},
		{"refused, then carried out", func(e *nact.Entry) { e.Sent("a"); e.Refused(); e.Sent("a"); e.Done() }, nact.Done},
		{"no answer, then carried out", func(e *nact.Entry) { e.Sent("a"); e.Sent("a"); e.Done() }, nact.Done},
		{"taken back", func(e *nact.Entry) { e.Sent("a"); e.Done(); e.Undone(nil) }, nact.Undone},
		{"not taken back", func(e *nact.Entry) { e.Sent("a"); e.Done(); e.Undone(lost) }, nact.NotUndone},
		{"kept", func(e *nact.Entry) { e.Sent("a"); e.Done(); e.Kept() }, nact.Kept},
		{"left as it is", func(e *nact.Entry) { e.Sent("a"); e.Done(); e.Stands(lost) }, nact.NotUndone},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			journal := new(nact.Journal)
			ctx := journal.Watch(t.Context())
			test.happen(nact.EntryOf(nact.JournalOf(ctx).Begin("book", nact.Some(2), nil).In(ctx)))
			var got nact.WriteState
			if writes := journal.Writes(); len(writes) > 0 {
				got = writes[0].State
				want := nact.Write{Step: "book", Element: nact.Some(2), Operation: "a", State: test.want, Err: writes[0].Err}
				if len(writes) != 1 || writes[0] != want {
					t.Errorf("got %+v", writes)
				}
			}
			if got != test.want {
				t.Errorf("it is %q, want %q", got, test.want)
			}
		})
	}
}

func TestJournalOrder(t *testing.T) {
	journal := new(nact.Journal)
	for i, state := range []string{"done", "undone", "refused", "done"} {
		e := journal.Begin(fmt.Sprint(i), nact.Opt[int]{}, nil)
		e.Sent("a")
		switch state {
		case "refused":
			e.Refused()
		case "undone":
			e.Done()
			e.Undone(nil)
		case "done":
			e.Done()
		}
	}
	steps := func(writes []nact.Write) (list []string) {
		for _, w := range writes {
			list = append(list, w.Step)
		}
		return list
	}
	if got, want := steps(journal.Writes()), []string{"0", "1", "3"}; !slices.Equal(got, want) {
		t.Errorf("writes %v, want %v", got, want)
	}
	if got, want := steps(journal.Standing()), []string{"0", "3"}; !slices.Equal(got, want) {
		t.Errorf("standing %v, want %v", got, want)
	}
}

func TestNoJournal(t *testing.T) {
	if got := nact.JournalOf(t.Context()).Writes(); got != nil {
		t.Errorf("got %v", got)
	}
	e := nact.EntryOf(t.Context())
	e.Sent("a")
	e.Done()
	if got := e.State(); got != "" {
		t.Errorf("got %v", got)
	}
}

func TestRepeatable(t *testing.T) {
	write := func(step string, state nact.WriteState, repeatable bool) nact.Write {
		return nact.Write{Step: step, State: state, Repeatable: repeatable}
	}
	tests := []struct {
		name   string
		writes nact.Writes
		want   bool
	}{
		{"nothing", nil, true},
		{"taken back", nact.Writes{write("a", nact.Undone, false)}, true},
		{"with a key", nact.Writes{write("a", nact.Done, true), write("b", nact.Unknown, true)}, true},
		{"one without", nact.Writes{write("a", nact.Done, true), write("b", nact.Unknown, false)}, false},
		{"not taken back", nact.Writes{write("a", nact.NotUndone, false)}, false},
		{"not taken back, and it stands for certain", nact.Writes{write("a", nact.NotUndone, true)}, true},
		{"taken back behind one that stands", nact.Writes{write("a", nact.Done, true), write("b", nact.Undone, true)}, true},
		{"one that stands behind what was taken back", nact.Writes{write("a", nact.Undone, true), write("b", nact.Unknown, true)}, false},
		{"another element of what was taken back", nact.Writes{write("a", nact.Undone, true), write("a", nact.Unknown, true)}, true},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := test.writes.Repeatable(); got != test.want {
				t.Errorf("got %t", got)
			}
		})
	}
}
