package nact

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Journal is what an invocation changed upstream, or may have changed: what its caller has to know when it goes wrong. A
// Journal may be used by several goroutines at the same time.
type Journal struct {
	notes runNotes // of the runs of the invocation; nil: it runs once
	dry   DryRun   // nil: writes are made

	mu      sync.Mutex
	entries []*Entry
	names   map[string]int // of entries that were begun, and how often
	base    string         // of the keys of entries; empty: none was asked for
}

// Write is a call of a step that changed something, or may have.
type Write struct {
	Step      string     `json:"step"`
	Element   Opt[int]   `json:"element,omitzero"`    // of the list that the step goes through, from 0
	Operation string     `json:"operation,omitempty"` // the upstream's ("clinic.book"); none if the step calls a function
	State     WriteState `json:"state"`

	Repeatable bool  `json:"-"` // its request may go out again without changing anything twice, and nothing was sent to take it back that may have
	Err        error `json:"-"` // NotUndone: why, for the log; otherwise nil
}

// AllUndone reports whether nothing of writes stands: whoever repeats them changes it for the first time.
func AllUndone(writes []Write) bool {
	return !slices.ContainsFunc(writes, func(w Write) bool { return w.State != Undone })
}

// Repeatable reports whether another run of the invocation that made writes can make them again without doing anything twice. What
// was taken back is made anew; what stands is sent again as it was, which it can hardly be if it comes after a step that is made anew.
func Repeatable(writes []Write) bool {
	var anew []string
	for _, w := range writes {
		switch {
		case w.State == Undone:
			anew = append(anew, w.Step)
		case !w.Repeatable, slices.ContainsFunc(anew, func(step string) bool { return step != w.Step }):
			return false
		}
	}
	return true
}

// WriteState is what is known of a write.
type WriteState string

// The states of a write.
const (
	Unknown   WriteState = "unknown"    // it went out, and no answer said what became of it
	Done      WriteState = "done"       // its upstream carried it out
	Undone    WriteState = "undone"     // it was carried out, and taken back
	NotUndone WriteState = "not-undone" // it was carried out, and could not be taken back
)

// String is a write in one line of the log: "booking[2], clinic.book: undone".
func (w Write) String() string {
	s := w.Step
	if w.Element.Has {
		s += "[" + strconv.Itoa(w.Element.Value) + "]"
	}
	if w.Operation != "" {
		s += ", " + w.Operation
	}
	s += ": " + string(w.State)
	if w.Err != nil {
		s += ": " + w.Err.Error()
	}
	return s
}

// name is what a sentence for the agent calls the write.
func (w Write) name() string {
	if w.Operation == "" {
		return "step " + w.Step
	}
	return w.Operation
}

type journalKey struct{}

// Watch returns a context whose steps write into j. If ctx is of an invocation with a key, what its earlier runs left is in j.
func (j *Journal) Watch(ctx context.Context) context.Context {
	if notes, ok := ctx.Value(idempotencyKey{}).(runNotes); ok {
		j.notes = notes
		j.entries = notes.entries(j)
	}
	return context.WithValue(ctx, journalKey{}, j)
}

// JournalOf returns the journal that the steps of ctx write into, or nil.
func JournalOf(ctx context.Context) *Journal {
	j, _ := ctx.Value(journalKey{}).(*Journal)
	return j
}

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

func (j *Journal) runs() runNotes {
	if j.notes == nil {
		return oneRun{}
	}
	return j.notes
}

// Begin adds an entry for a call that a step is about to make, for an element of a list if it goes through one. What it is called
// for names that element, whatever its place in the list; nil: its place does. That of a nil Journal is nil.
func (j *Journal) Begin(step string, element Opt[int], what any) *Entry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	name := j.name(step, element, what)
	for _, e := range j.entries {
		if e.name == name { // an earlier run made it
			e.write.Element = element
			return e
		}
	}
	e := &Entry{journal: j, name: name, write: Write{Step: step, Element: element}}
	j.entries = append(j.entries, e)
	return e
}

// name returns a name for an entry that it has in every run, and no other entry.
func (j *Journal) name(step string, element Opt[int], what any) string {
	name := step
	switch {
	case what != nil:
		name += fmt.Sprintf("[%q]", fmt.Sprint(what))
	case element.Has:
		name += "[" + strconv.Itoa(element.Value) + "]"
	}
	if j.names == nil {
		j.names = make(map[string]int)
	}
	j.names[name]++
	if n := j.names[name]; n > 1 {
		name += " " + strconv.Itoa(n)
	}
	return name
}

// Writes returns the writes that were carried out or may have been, also those that were taken back, in the order in which
// their steps began. A nil Journal has none.
func (j *Journal) Writes() []Write {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var writes []Write
	for _, e := range j.entries {
		if e.write.State != "" {
			writes = append(writes, e.write)
		}
	}
	return writes
}

// remark is a sentence or two about the writes that stand, for the agent; empty if there are none.
func (j *Journal) remark() string {
	var done, unknown []string
	for _, w := range j.Standing() {
		if w.State == Unknown {
			unknown = append(unknown, w.name())
		} else {
			done = append(done, w.name())
		}
	}
	text := ""
	if len(done) > 0 {
		text += " Done all the same, and not taken back: " + strings.Join(done, ", ") + "."
	}
	if len(unknown) > 0 {
		text += " Perhaps done: " + strings.Join(unknown, ", ") + "."
	}
	return text
}

// Standing returns the writes that were not taken back: whoever repeats the invocation repeats them.
func (j *Journal) Standing() []Write {
	return slices.DeleteFunc(j.Writes(), func(w Write) bool { return w.State == Undone })
}

// Entry is what a journal knows of one call of a step. The methods of a nil one do nothing: nobody keeps a journal.
type Entry struct {
	journal *Journal
	name    string // see [Journal.name]
	write   Write
	open    int // requests that went out and that no answer is known to
}

type entryKey struct{}

// In returns a context whose call is the entry's.
func (e *Entry) In(ctx context.Context) context.Context { return context.WithValue(ctx, entryKey{}, e) }

// EntryOf returns the entry of the call that ctx is for, or nil.
func EntryOf(ctx context.Context) *Entry {
	e, _ := ctx.Value(entryKey{}).(*Entry)
	return e
}

// Ahead notes, for later runs of the invocation, that a request of the operation is about to go out. request tells it from others;
// it is repeatable if it changes nothing twice, however often it goes out. After an error it must not go out.
func (e *Entry) Ahead(ctx context.Context, operation, request string, repeatable bool) error {
	if e == nil {
		return nil
	}
	e.note(func() { e.write.Operation, e.write.Repeatable = operation, repeatable })
	return e.journal.runs().ahead(ctx, e.name, e.write, request)
}

// Noted reports whether later runs of the invocation can know of the call.
func (e *Entry) Noted() bool { return e != nil && e.journal.notes != nil }

// Sent notes that a request of the operation goes out, the first one or another attempt.
func (e *Entry) Sent(operation string) {
	e.note(func() {
		e.write.Operation = operation
		e.open++
		e.become(Unknown)
	})
}

// Refused notes that the last request was answered, and not carried out.
func (e *Entry) Refused() {
	e.note(func() {
		if e.open--; e.open == 0 && e.write.State == Unknown {
			e.write.State = ""
		}
	})
}

// Done notes that the call was carried out.
func (e *Entry) Done() { e.note(func() { e.write.State = Done }) }

// Ended notes, for later runs of the invocation, that no further request goes out: if none was carried out, nothing is left.
func (e *Entry) Ended() {
	e.note(func() {
		if e.write.State == "" {
			e.journal.runs().nothing(e.name)
		}
	})
}

// Undoing notes, for later runs of the invocation, that the call is about to be taken back. After an error it must not be.
func (e *Entry) Undoing(ctx context.Context) error {
	if e == nil {
		return nil
	}
	return e.journal.runs().undoing(ctx, e.name)
}

// Undone notes that the call was taken back, or why it could not be: perhaps it was all the same.
func (e *Entry) Undone(err error) {
	e.note(func() {
		e.write.State, e.write.Err = Undone, err
		if err != nil {
			e.write.State, e.write.Repeatable = NotUndone, false
			return
		}
		e.journal.runs().undone(e.name)
	})
}

// Stands notes why nothing was sent to take the call back. So it stands, and a later run of the invocation can go on from it.
func (e *Entry) Stands(err error) {
	e.note(func() {
		e.write.State, e.write.Err = NotUndone, err
		e.journal.runs().stands(e.name)
	})
}

// State returns what is known of the call; empty if nothing has been changed.
func (e *Entry) State() (state WriteState) {
	e.note(func() { state = e.write.State })
	return state
}

// become notes a state, unless more is known already.
func (e *Entry) become(state WriteState) {
	if e.write.State == "" {
		e.write.State = state
	}
}

// note changes what is known of the call. Of a dry run there is nothing to know.
func (e *Entry) note(change func()) {
	if e == nil || e.journal.dry != nil {
		return
	}
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	change()
}
