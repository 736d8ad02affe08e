package flow_test

import (
	"context"
	"errors"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
)

func TestLeftOut(t *testing.T) {
	for _, tt := range []struct {
		err  error
		want bool
	}{
		{nil, false},
		{nact.Fail("NONE", "x"), true},
		{nact.Fail("FULL", "x"), true},
		{nact.Fail("OTHER", "x"), false},
		{errors.New("NONE"), false},
	} {
		if got := flow.LeftOut(tt.err, "NONE", "FULL"); got != tt.want {
			t.Errorf("%v: got %t", tt.err, got)
		}
	}
	left := []bool{true, false, true, false}
	if got := flow.Kept([]int{1, 2, 3, 4}, left); !slices.Equal(got, []int{2, 4}) {
		t.Errorf("kept %v", got)
	}
	if got := flow.CountLeft(left); got != 2 {
		t.Errorf("counted %d", got)
	}
}

// TestTakenBack: of several parts only the last one's writes are taken back, by itself, and what stands of them shows. Entries are named by the way to
// their step, and by the values of elements.
func TestTakenBack(t *testing.T) {
	for _, tt := range []struct {
		name  string
		undo  error // nil: it succeeds
		undos bool
		want  bool
	}{
		{"all of it", nil, true, true},
		{"it cannot be", answered(400), true, false},
		{"nothing says how", nil, false, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			ctx, record := nact.BeginJournal(context.Background())
			writes := flow.NewWrites(ctx)
			var order []string
			write := func(w *flow.Writes, step string, undo error) {
				note(nact.EntryOf(w.Begin(ctx, step)), nil)
				if tt.undos {
					w.Undo(0, func(ctx context.Context) error {
						order = append(order, step)
						note(nact.EntryOf(ctx), undo)
						return undo
					})
				}
			}
			write(writes.InValue("rooms", 0, "a").In("inner"), "first", nil)
			failed := writes.InElement("rooms", 1)
			write(failed, "second", tt.undo)
			write(failed.InElement("inner", 4), "third", nil)
			if got := failed.TakenBack(nact.Fail("NO_ROOM", "")); got != tt.want {
				t.Errorf("got %t", got)
			}
			if want := []string{"third", "second"}; tt.undos && !slices.Equal(order, want) {
				t.Errorf("taken back: %v", order)
			}
			lines := record.Changes().Lines()
			if len(lines) != 3 || lines[0] != "rooms[0].inner.first, a: done" {
				t.Errorf("the journal has %q", lines)
			}
		})
	}
}
