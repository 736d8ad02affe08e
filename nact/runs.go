package nact

import "context"

// runNotes are what the runs of an invocation note for each other. It is what a service has of [Idempotency] whose tools only read.
type runNotes interface {
	Key() string

	// entries returns the writes of earlier runs that may stand, as entries of a journal.
	entries(*Journal) []*Entry

	// ahead notes a write, by the name of its entry, that is about to be made.
	ahead(ctx context.Context, name string, w Write, request string) error

	// nothing notes that a write was not carried out.
	nothing(name string)

	// undoing notes that a write is about to be taken back.
	undoing(ctx context.Context, name string) error

	// undone notes that a write was taken back.
	undone(name string)

	// stands notes that a write was not taken back after all: nothing was sent that might have.
	stands(name string)

	// timesUndone returns how often a write was taken back.
	timesUndone(name string) int
}

// oneRun is that of an invocation that runs once.
type oneRun struct{}

func (oneRun) Key() string                                        { return "" }
func (oneRun) entries(*Journal) []*Entry                          { return nil }
func (oneRun) ahead(context.Context, string, Write, string) error { return nil }
func (oneRun) nothing(string)                                     {}
func (oneRun) undoing(context.Context, string) error              { return nil }
func (oneRun) undone(string)                                      {}
func (oneRun) stands(string)                                      {}
func (oneRun) timesUndone(string) int                             { return 0 }
