package nact

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"sync"
	"time"
)

// notes are what the runs of an invocation with a key know of its writes, and of what they may be made of. They are kept as JSON,
// compressed: answers are mostly words that come again.
type notes struct {
	Writes []*writeNote `json:"writes"` // in the order in which they were first made
	Reads  []readNote   `json:"reads,omitempty"`

	before int // how many of Reads came before the last write
}

// writeNote is what is known of one write.
type writeNote struct {
	Name       string    `json:"name"` // of its [Entry]
	Step       string    `json:"step"`
	Element    Opt[int]  `json:"element,omitzero"`
	Operation  string    `json:"operation,omitempty"`
	State      noteState `json:"state,omitempty"`
	Repeatable bool      `json:"repeatable,omitempty"` // the request may go out again: it does not change anything twice
	Request    string    `json:"request,omitempty"`    // tells requests apart
	Undone     int       `json:"undone,omitempty"`     // how often it was taken back
}

// noteState is where a write stood when it was noted.
type noteState string

const (
	noteNothing noteState = ""        // nothing of it stands
	noteSent    noteState = "sent"    // it may have been carried out
	noteUndoing noteState = "undoing" // it was carried out, and may have been taken back
)

// parse reads what text has returned.
func (n *notes) parse(saved []byte) error {
	if len(saved) == 0 {
		return nil
	}
	r, err := gzip.NewReader(bytes.NewReader(saved))
	if err != nil {
		return err
	}
	if err := json.NewDecoder(r).Decode(n); err != nil {
		return err
	}
	n.before = len(n.Reads)
	return nil
}

// text returns the notes as they are saved. They lack what was read after the last write, or all of it if no write stands: the next run
// is to read that anew.
func (n *notes) text() []byte {
	kept := *n
	kept.Reads = n.Reads[:n.before]
	if len(n.standing()) == 0 {
		kept.Reads = nil
	}
	var text bytes.Buffer
	w, _ := compressors.Get().(*gzip.Writer)
	if w == nil {
		w = gzip.NewWriter(&text)
	}
	w.Reset(&text)
	err := errors.Join(json.NewEncoder(w).Encode(kept), w.Close())
	if err != nil {
		panic(err) // it holds nothing that JSON has no form for, and a buffer takes everything
	}
	compressors.Put(w)
	return text.Bytes()
}

// compressors has values of type *gzip.Writer, to be used again: each takes hundreds of kilobytes.
var compressors sync.Pool

func (n *notes) of(name string) *writeNote {
	for _, w := range n.Writes {
		if w.Name == name {
			return w
		}
	}
	return nil
}

// standing returns the writes that may stand.
func (n *notes) standing() Writes {
	var writes Writes
	for _, w := range n.Writes {
		if w.State != noteNothing {
			writes = append(writes, w.write())
		}
	}
	return writes
}

// write returns the write as a later run knows it.
func (w *writeNote) write() Write {
	return Write{Step: w.Step, Element: w.Element, Operation: w.Operation, State: Unknown, Repeatable: w.Repeatable && w.State == noteSent}
}

func (i *Idempotency) entries(j *Journal) []*Entry {
	i.mu.Lock()
	defer i.mu.Unlock()
	var entries []*Entry
	for _, n := range i.notes.Writes {
		if n.State != noteNothing {
			entries = append(entries, &Entry{journal: j, name: n.Name, write: n.write(), open: 1})
		}
	}
	return entries
}

func (i *Idempotency) ahead(ctx context.Context, name string, w Write, request string) error {
	n := writeNote{Name: name, Step: w.Step, Element: w.Element, Operation: w.Operation, Repeatable: w.Repeatable, Request: request}
	i.mu.Lock()
	defer i.mu.Unlock()
	note := i.notes.of(n.Name)
	switch {
	case note == nil:
		note = new(writeNote)
		i.notes.Writes = append(i.notes.Writes, note)
	case note.State == noteSent && note.Request != n.Request:
		return &Fault{Kind: Internal, Operation: w.Operation, Detail: "an earlier run of this call sent another request, and what became of that is not known"}
	case note.State == noteSent:
		return nil
	}
	n.Undone = note.Undone
	*note = n
	note.State = noteSent
	i.notes.before, i.unsaved = len(i.notes.Reads), true
	if err := i.keep(ctx); err != nil {
		note.State = noteNothing
		return &Fault{
			Kind: NotNoted, Operation: w.Operation, RetryAfter: 2 * time.Second, Err: err,
			Detail: "it was not sent, since it could not be noted under the Idempotency-Key",
		}
	}
	return nil
}

func (i *Idempotency) nothing(name string) {
	i.change(name, func(n *writeNote) { n.State = noteNothing })
}

// undoing is an error if the write must not be taken back since that cannot be noted: a later run would repeat it, and its upstream might
// answer as it did the first time, although nothing stands of it.
func (i *Idempotency) undoing(ctx context.Context, name string) error {
	repeatable := false
	i.change(name, func(n *writeNote) { n.State, repeatable = noteUndoing, n.Repeatable })
	if err := i.Keep(ctx); err != nil && repeatable {
		i.change(name, func(n *writeNote) { n.State = noteSent })
		return err
	}
	return nil
}

func (i *Idempotency) undone(name string) {
	i.change(name, func(n *writeNote) { n.State, n.Undone = noteNothing, n.Undone+1 })
}

func (i *Idempotency) stands(name string) {
	i.change(name, func(n *writeNote) { n.State = noteSent })
}

func (i *Idempotency) timesUndone(name string) int {
	times := 0
	i.look(name, func(n *writeNote) { times = n.Undone })
	return times
}

// change changes the note of a write, if there is one.
func (i *Idempotency) change(name string, change func(*writeNote)) {
	i.look(name, func(n *writeNote) {
		change(n)
		i.unsaved = true
	})
}

func (i *Idempotency) look(name string, look func(*writeNote)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if n := i.notes.of(name); n != nil {
		look(n)
	}
}

// size is about what the answer takes up, in bytes.
func (r Read) size() int {
	size := len(r.Body)
	for name, values := range r.Header {
		for _, value := range values {
			size += len(name) + len(value)
		}
	}
	return size
}

// readNote is a call that changes nothing, and its answer.
type readNote struct {
	Request string `json:"request"`
	Answer  Read   `json:"answer"`
}

// mostRead bounds the size of the answers that are noted, in bytes: they are saved with every write.
const mostRead = 256 << 10

// Recall implements [Reads].
func (i *Idempotency) Recall(request string) (Read, bool) {
	i.mu.Lock()
	defer i.mu.Unlock()
	nth := i.recalled[request]
	for _, note := range i.notes.Reads {
		if note.Request != request {
			continue
		}
		if nth == 0 {
			i.recalled[request]++
			return note.Answer, true
		}
		nth--
	}
	return Read{}, false
}

// Remember implements [Reads].
func (i *Idempotency) Remember(request string, answer Read) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if i.read += answer.size(); i.read > mostRead {
		return
	}
	i.recalled[request]++
	i.notes.Reads = append(i.notes.Reads, readNote{request, answer})
}
