package nact

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"sync"
	"time"
)

// notes are what the runs of an invocation with a key know of its writes, and of what they may be made of. They are kept as a sequence of
// objects of JSON, each compressed, since answers are mostly words that come again: so only what has changed is encoded anew.
type notes struct {
	Writes []*writeNote `json:"writes,omitempty"` // in the order in which they were first made
	Reads  []readNote   `json:"reads,omitempty"`

	before int // how many of Reads came before the last write

	chunks     [][]byte // Writes as they are saved, chunkSize of them each; nil: to be encoded
	readsText  []byte   // the first readsSaved of Reads as they are saved
	readsSaved int
}

// chunkSize is how many writes are encoded together.
const chunkSize = 64

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
	for decoder := json.NewDecoder(r); ; {
		var part notes
		if err := decoder.Decode(&part); err == io.EOF {
			n.before = len(n.Reads)
			return nil
		} else if err != nil {
			return err
		}
		if slices.Contains(part.Writes, nil) {
			return errors.New("a write is null")
		}
		n.Writes, n.Reads = append(n.Writes, part.Writes...), append(n.Reads, part.Reads...)
	}
}

// changed has the note of a write encoded anew.
func (n *notes) changed(index int) {
	if chunk := index / chunkSize; chunk < len(n.chunks) {
		n.chunks[chunk] = nil
	}
}

// text returns the notes as they are saved. They lack what was read after the last write, or all of it if no write stands: the next run
// is to read that anew.
func (n *notes) text() []byte {
	var text []byte
	if slices.ContainsFunc(n.Writes, func(w *writeNote) bool { return w.State != noteNothing }) {
		if n.readsSaved != n.before {
			n.readsText, n.readsSaved = (&notes{Reads: n.Reads[:n.before]}).compressed(), n.before
		}
		text = append(text, n.readsText...)
	}
	i := 0
	for writes := range slices.Chunk(n.Writes, chunkSize) {
		if i == len(n.chunks) {
			n.chunks = append(n.chunks, nil)
		}
		if n.chunks[i] == nil {
			n.chunks[i] = (&notes{Writes: writes}).compressed()
		}
		text = append(text, n.chunks[i]...)
		i++
	}
	return text
}

// compressed returns the notes as one object.
func (n *notes) compressed() []byte {
	var text bytes.Buffer
	w, _ := compressors.Get().(*gzip.Writer)
	if w == nil {
		w = gzip.NewWriter(&text)
	}
	w.Reset(&text)
	err := errors.Join(json.NewEncoder(w).Encode(n), w.Close())
	if err != nil {
		panic(err) // it holds nothing that JSON has no form for, and a buffer takes everything
	}
	compressors.Put(w)
	return text.Bytes()
}

// compressors has values of type *gzip.Writer, to be used again: each takes hundreds of kilobytes.
var compressors sync.Pool

// of returns the index of the note of a write, or -1.
func (n *notes) of(name string) int {
	return slices.IndexFunc(n.Writes, func(w *writeNote) bool { return w.Name == name })
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
	at := i.notes.of(n.Name)
	if at < 0 {
		at = len(i.notes.Writes)
		i.notes.Writes = append(i.notes.Writes, new(writeNote))
	}
	note := i.notes.Writes[at]
	switch {
	case note.State == noteSent && note.Request != n.Request:
		return &Fault{Kind: Internal, Operation: w.Operation, Detail: "an earlier run of this call sent another request, and what became of that is not known"}
	case note.State == noteSent:
		return nil
	}
	n.Undone = note.Undone
	*note = n
	note.State = noteSent
	i.notes.changed(at)
	i.notes.before, i.unsaved = len(i.notes.Reads), true
	if err := i.keep(ctx); err != nil {
		note.State = noteNothing
		i.notes.changed(at)
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
	i.mu.Lock()
	defer i.mu.Unlock()
	if at := i.notes.of(name); at >= 0 {
		return i.notes.Writes[at].Undone
	}
	return 0
}

// change changes the note of a write, if there is one.
func (i *Idempotency) change(name string, change func(*writeNote)) {
	i.mu.Lock()
	defer i.mu.Unlock()
	if at := i.notes.of(name); at >= 0 {
		change(i.notes.Writes[at])
		i.notes.changed(at)
		i.unsaved = true
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
