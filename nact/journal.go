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
	dry   Planner  // nil: writes are made

	mu      sync.Mutex
	entries []*Entry
	names   map[string]int // of entries that were begun, and how often
	base    string         // of the keys of entries; empty: none was asked for
}

type journalKey struct{}

// BeginJournal returns a new journal, and a context whose steps write into it: see [Tool.Journal].
func BeginJournal(ctx context.Context) (context.Context, Record) {
	j := new(Journal)
	return j.Watch(ctx), j
}

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

// Changes returns [Journal.Writes], or nil if there are none.
func (j *Journal) Changes() Changes {
	if writes := j.Writes(); len(writes) > 0 {
		return writes
	}
	return nil
}

// Writes returns the writes that were carried out or may have been, also those that were taken back, in the order in which
// their steps began. A nil Journal has none.
func (j *Journal) Writes() Writes {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	var writes Writes
	for _, e := range j.entries {
		if e.write.State != "" {
			writes = append(writes, e.write)
		}
	}
	return writes
}

// Remark is a sentence or two about the writes that stand, for the agent; empty if there are none.
func (j *Journal) Remark() string {
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
func (j *Journal) Standing() Writes {
	return slices.DeleteFunc(j.Writes(), func(w Write) bool { return w.State == Undone })
}
