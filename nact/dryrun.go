package nact

import (
	"context"
	"errors"
)

// Planner receives the writes of a dry run, none of which is made.
type Planner interface {
	// Plan notes a write that the tool has come to. It returns [ErrDryRun] if the tool cannot go on without what would come of
	// the write.
	Plan(PlannedWrite) error
}

// ErrDryRun ends a dry run: its tool needs to know what came of a write that was not made.
var ErrDryRun = errors.New("the dry run ends here: what would come of the write is not known")

// PlannedWrite is a write as it would be made: a request, or the call of a function.
type PlannedWrite struct {
	Step      string      // empty: the write is that of no step
	Element   Opt[int]    // of the list that the step goes through, from 0
	Request   *DryRequest // nil: a function is called
	Arguments any         // of the function, to be written as JSON; nil: it takes none
}

// DryRequest is a request that is not sent, without the credentials of its client.
type DryRequest struct {
	Operation   string // "clinic.book"
	Method, URL string
	Header      map[string][]string
	Body        []byte
}

// NewDryRun returns a journal that makes an invocation a dry run: run receives its writes, and nothing is ever noted in the journal.
func NewDryRun(run Planner) *Journal { return &Journal{dry: run} }

// InDryRun reports whether ctx is that of a dry run, in which [Plan] is to be called instead of making a write.
func InDryRun(ctx context.Context) bool {
	j := JournalOf(ctx)
	return j != nil && j.dry != nil
}

// Plan notes a write of the step that ctx is for. It returns [ErrDryRun] if the tool cannot go on. There must be a dry run.
func Plan(ctx context.Context, w PlannedWrite) error {
	if e := EntryOf(ctx); e != nil {
		w.Step, w.Element = e.write.Step, e.write.Element
	}
	return JournalOf(ctx).dry.Plan(w)
}
