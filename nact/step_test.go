package nact

import (
	"context"
	"testing"
)

// TestStepOf: what is called knows for which step, and whether that is taken back.
func TestStepOf(t *testing.T) {
	ctx, _ := BeginJournal(t.Context())
	entry := JournalOf(ctx).Begin("booking", Opt[int]{}, nil)
	tests := map[string]struct {
		ctx    context.Context
		name   string
		undoes bool
	}{
		"nobody has said":            {ctx, "", false},
		"a step that reads":          {Step(ctx, "sites"), "sites", false},
		"one that writes":            {entry.In(Step(ctx, "sites")), "booking", false},
		"what takes that back":       {entry.Reversal().Begin("undo", Opt[int]{}, nil).In(ctx), "booking", true},
		"one that reads, in another": {Step(entry.In(ctx), "sites"), "sites", false},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got, undoes := StepOf(tt.ctx); got != tt.name || undoes != tt.undoes {
				t.Errorf("got %q, %t", got, undoes)
			}
		})
	}
}
