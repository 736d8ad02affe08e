package upstream

import (
	"net/http"
	"slices"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// notated reads an answer in a notation: it makes JSON of the text, and has that read.
type notated struct {
	name   string   // of the notation
	types  []string // the media types that it has, beside the one that was asked for
	accept string   // the media type that was asked for
	decode func(*Decoder)

	// convert appends the JSON of an answer with that header to w.
	convert func(w *jsonWriter, header http.Header, body []byte) publicError
}

func (n *notated) unfit(header http.Header) string {
	media, why := mediaOf(header)
	switch {
	case why != "":
		return why
	case media == "" || media == mediaType(n.accept) || slices.Contains(n.types, media):
		return ""
	}
	return "the answer is not " + n.name
}

func (n *notated) read(header http.Header, body []byte, memory *share) publicError {
	w := &jsonWriter{most: memoryFor(body), share: memory}
	defer func() { memory.give(w.taken) }()
	if wrong := n.convert(w, header, body); wrong != nil {
		return wrong
	}
	if w.overfull() {
		return unreadable("its values are more than an answer of this size may have; ask the upstream for less at once")
	}
	if wrong := readWithin(memoryFor(body), memory, w.text, n.decode); wrong != nil {
		return wrong
	}
	return nil
}

// jsonWriter makes a JSON text.
type jsonWriter struct {
	text  []byte
	most  int    // how long the text may get, in bytes
	taken int    // of the memory of the call, for the text
	share *share // from which it is taken
}

// overfull reports whether the text is longer than it may get. Nothing more needs to be written then.
func (w *jsonWriter) overfull() bool {
	if more := cap(w.text) - w.taken; more > 0 && w.share.take(more) {
		w.taken += more
	}
	return len(w.text) > w.most || len(w.text) > w.taken
}

// raw adds what is JSON, or a part of it.
func (w *jsonWriter) raw(text string) { w.text = append(w.text, text...) }

// separate adds the comma that stands before every element of a list, and every member of an object, but the first.
func (w *jsonWriter) separate() {
	if last := w.text[len(w.text)-1]; last != '[' && last != '{' {
		w.text = append(w.text, ',')
	}
}

// key adds the name of the next member of an object.
func (w *jsonWriter) key(name string) {
	w.separate()
	w.string(name)
	w.text = append(w.text, ':')
}

// string adds a string.
func (w *jsonWriter) string(text string) { w.text = jsontext.AppendString(w.text, text) }
