package nact_test

import (
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestWrites(t *testing.T) {
	w := new(nact.Writes)
	ctx := w.Watch(t.Context())
	for _, operation := range []string{"a", "b", "a", "c"} {
		nact.WritesOf(ctx).Sent(operation)
	}
	w.Refused("a")
	w.Refused("c")
	w.Refused("d")
	if got, want := w.Operations(), []string{"a", "b"}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestWritesThatNobodyWatches(t *testing.T) {
	w := nact.WritesOf(t.Context())
	w.Sent("a")
	w.Refused("a")
	if got := w.Operations(); got != nil {
		t.Errorf("got %v", got)
	}
}
