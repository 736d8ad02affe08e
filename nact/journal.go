package nact

import (
	"context"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Journal is what an invocation changed upstream, or may have changed: what its caller has to know when it goes wrong. A
// Journal may be used by several goroutines at the same time.
type Journal struct {
	mu      sync.Mutex
	entries []*Entry
}

// Write is a call of a step that changed something, or may have.
type Write struct {
	Step      string     `json:"step"`
	Element   Opt[int]   `json:"element,omitzero"`    // of the list that the step goes through, from 0
	Operation string     `json:"operation,omitempty"` // the upstream's ("clinic.book"); none if the step calls a function
	State     WriteState `json:"state"`
	Err       error      `json:"-"` // NotUndone: why, for the log; otherwise nil
}

// AllUndone reports whether nothing of writes stands: whoever repeats them changes it for the first time.
func AllUndone(writes []Write) bool {
	return !slices.ContainsFunc(writes, func(w Write) bool { return w.State != Undone })
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

// Watch returns a context whose steps write into j.
func (j *Journal) Watch(ctx context.Context) context.Context {
	return context.WithValue(ctx, journalKey{}, j)
}

// JournalOf returns the journal that the steps of ctx write into, or nil.
func JournalOf(ctx context.Context) *Journal {
	j, _ := ctx.Value(journalKey{}).(*Journal)
	return j
}

// Begin adds an entry for a call that a step is about to make. That of a nil Journal is nil.
func (j *Journal) Begin(step string, element Opt[int]) *Entry {
	if j == nil {
		return nil
	}
	e := &Entry{journal: j, write: Write{Step: step, Element: element}}
	j.mu.Lock()
	defer j.mu.Unlock()
	j.entries = append(j.entries, e)
	return e
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

// Undone notes that the call was taken back, or why it could not be.
func (e *Entry) Undone(err error) {
	e.note(func() {
		e.write.State, e.write.Err = Undone, err
		if err != nil {
			e.write.State = NotUndone
		}
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

func (e *Entry) note(change func()) {
	if e == nil {
		return
	}
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	change()
}
