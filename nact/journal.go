package nact

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Journal is what an invocation changed upstream, or may have changed: what its caller has to know when it goes wrong. A
// Journal may be used by several goroutines at the same time.
type Journal struct {
	notes    runNotes // what the runs of the invocation note for each other; nil: it runs once
	dry      Planner  // nil: writes are made
	reverses string   // the step whose write is taken back; empty: it is the journal of an invocation

	mu      sync.Mutex
	entries []*Entry
	names   map[string]int // how many entries were begun, by their names without a number
	base    string         // what the keys of entries are derived from; empty until the first is asked for
}

type journalKey struct{}

// BeginJournal returns a new journal, and a context whose steps write into it: see [Tool.Journal].
func BeginJournal(ctx context.Context) (context.Context, Record) {
	j := new(Journal)
	return j.Watch(ctx), j
}

// Watch returns a context whose steps write into j. If ctx is of an invocation with a key, the writes of its earlier runs that may stand
// are entries of j.
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

// Begin returns the entry of a call that a step is about to make: a new one, or that of an earlier run of the invocation. A step that
// goes through a list gives the place of the element. If it gives its value, too, a later run finds the entry by that, even at another
// place; nil: by its place. A nil Journal returns nil.
func (j *Journal) Begin(step string, element Opt[int], value any) *Entry {
	return j.BeginAt(Place{}.Inside(step, element, value))
}

// BeginAt is [Journal.Begin] for a step that may be in a part.
func (j *Journal) BeginAt(at Place) *Entry {
	if j == nil {
		return nil
	}
	j.mu.Lock()
	defer j.mu.Unlock()
	name := j.name(at.name)
	for _, e := range j.entries {
		if e.name == name { // an earlier run made it
			e.write.Step, e.write.Element = at.step, at.element
			return e
		}
	}
	e := &Entry{journal: j, name: name, write: Write{Step: at.step, Element: at.element}}
	j.entries = append(j.entries, e)
	return e
}

// Place says where in a tool a step is that writes: it stands in the tool, or in a part that a step uses. The zero Place is the tool.
type Place struct {
	step    string   // the steps that lead there, and the elements that they go through, but for that of the first: site.booking[3]
	element Opt[int] // of the list that the first goes through
	name    string   // the same in every run: with the values of elements where they are known
}

// Inside returns the place of a step in what is at p, and of the element of its list that it is for. value is that of the element, or nil.
func (p Place) Inside(step string, element Opt[int], value any) Place {
	name := step
	switch {
	case value != nil:
		name += fmt.Sprintf("[%q]", fmt.Sprint(value))
	case element.Has:
		name += "[" + strconv.Itoa(element.Value) + "]"
	}
	if p.step == "" {
		return Place{step, element, name}
	}
	return Place{p.step + "." + indexed(step, element), p.element, p.name + "." + name}
}

// name returns a name for an entry that no other entry has, and that is the same in every run.
func (j *Journal) name(name string) string {
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
	var kept, done, unknown []string
	for _, w := range j.Standing() {
		switch w.State {
		case Kept:
			kept = append(kept, w.name())
		case Unknown:
			unknown = append(unknown, w.name())
		default:
			done = append(done, w.name())
		}
	}
	text := ""
	if len(kept) > 0 {
		text += " Done, and kept: " + strings.Join(kept, ", ") + "."
	}
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

// runNotes are what the runs of an invocation note for each other. [Idempotency] implements it, which a service without keys does not
// have.
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

// oneRun are the notes of an invocation that runs once: there are none.
type oneRun struct{}

func (oneRun) Key() string                                        { return "" }
func (oneRun) entries(*Journal) []*Entry                          { return nil }
func (oneRun) ahead(context.Context, string, Write, string) error { return nil }
func (oneRun) nothing(string)                                     {}
func (oneRun) undoing(context.Context, string) error              { return nil }
func (oneRun) undone(string)                                      {}
func (oneRun) stands(string)                                      {}
func (oneRun) timesUndone(string) int                             { return 0 }

// Key returns the key under which an upstream may be sent the entry's call more than once: a UUID. It is derived from the key of the
// invocation, so that every run of it has the same one, or else from a random text. Once the call was taken back there is a new key:
// under the old one an upstream might answer what no longer stands. That of a nil Entry is random.
func (e *Entry) Key() string {
	if e == nil {
		return writeKey(rand.Text(), "", 0)
	}
	return writeKey(e.journal.keyBase(), e.name, e.journal.runs().timesUndone(e.name))
}

// Reversal returns a journal for an attempt to take the call back. The keys of all attempts are the same.
func (e *Entry) Reversal() *Journal { return &Journal{base: e.Key(), reverses: e.write.Step} }

// keyBase returns what the keys of the journal's entries have in common.
func (j *Journal) keyBase() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.base == "" {
		j.base = j.runs().Key()
	}
	if j.base == "" {
		j.base = rand.Text()
	}
	return j.base
}

// writeKey returns a UUID of version 8 (RFC 9562): many upstreams take no other keys.
func writeKey(base, name string, timesUndone int) string {
	sum := sha256.Sum256(fmt.Appendf(nil, "%q %q %d", base, name, timesUndone))
	id := sum[:16]
	id[6] = id[6]&0x0f | 0x80
	id[8] = id[8]&0x3f | 0x80
	return fmt.Sprintf("%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:])
}
