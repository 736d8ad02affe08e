package upstream

import (
	"context"
	"errors"
	"io"
	"net/http"
	"reflect"
	"strconv"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsonscan"
)

// The methods of this file read one value each, and count what it takes. A value of another kind is an error.

// String reads a string.
func (d *Decoder) String() string {
	if !d.at('"', "a string") {
		return ""
	}
	end, form, bad := jsonscan.String(d.data, d.pos)
	if bad != "" {
		d.malformed(end, bad)
		return ""
	}
	text := d.text(d.pos+1, end-1, form)
	d.pos = end
	if !d.spend(len(text)) {
		return ""
	}
	return string(text)
}

// Bool reads true or false.
func (d *Decoder) Bool() bool {
	if d.err != nil {
		return false
	}
	switch d.peek() {
	case 't':
		return d.literal("true")
	case 'f':
		d.literal("false")
		return false
	}
	d.mismatch("a boolean")
	return false
}

// Null reports whether the next value is null, and reads it if so.
func (d *Decoder) Null() bool {
	return d.err == nil && d.peek() == 'n' && d.literal("null")
}

// literal reads null, true or false, and reports whether it is there.
func (d *Decoder) literal(text string) bool {
	end, bad := jsonscan.Literal(d.data, d.pos, text)
	if bad != "" {
		d.malformed(end, bad)
		return false
	}
	d.pos = end
	return true
}

// Float reads a number. One that no float64 can hold, such as 1e400, is an error.
func (d *Decoder) Float() float64 {
	token := d.number("a number")
	if token == nil {
		return 0
	}
	v, err := strconv.ParseFloat(string(token), 64)
	if err != nil {
		d.fail("too large a number, wanted one that fits into 64 bits")
		return 0
	}
	return v
}

// number reads a number and returns its text, or nil if it is none.
func (d *Decoder) number(wanted string) []byte {
	if d.err != nil {
		return nil
	}
	if c := d.peek(); c != '-' && c-'0' > 9 {
		d.mismatch(wanted)
		return nil
	}
	start := d.pos
	end, bad := jsonscan.Number(d.data, start)
	if bad != "" {
		d.malformed(end, bad)
		return nil
	}
	d.pos = end
	return d.data[start:end]
}

// Int reads a number that is a whole one of 64 bits, however it is written: 80,
// 80.0, 8e1.
func (d *Decoder) Int() int64 {
	const wanted = "a whole number of 64 bits"
	token := d.number(wanted)
	if token == nil {
		return 0
	}
	n, ok := jsonscan.Int(string(token))
	if !ok {
		d.fail("a fraction or too large a number, wanted " + wanted)
	}
	return n
}

// Uint reads a number as [Decoder.Int] does, one that is not negative.
func (d *Decoder) Uint() uint64 {
	const wanted = "a whole number of 64 bits, not negative"
	token := d.number(wanted)
	if token == nil {
		return 0
	}
	n, ok := jsonscan.Uint(string(token))
	if !ok {
		d.fail("another number, wanted " + wanted)
	}
	return n
}

// What the values of an answer may take in memory: a base, and so much for each byte of the text. Usual answers take
// less than ten bytes for each of theirs; an array of empty objects, read as objects of many members or as a dyn, takes
// hundreds, and a few calls at once would take all memory that there is.
const (
	baseMemory    = 4 << 20
	memoryPerByte = 16
)

// memoryFor returns how many bytes the values of a text may take.
func memoryFor(text []byte) int { return baseMemory + memoryPerByte*len(text) }

// spend counts memory that a value is about to take, and reports whether the values of the answer may take it.
func (d *Decoder) spend(bytes int) bool {
	if d.memory -= bytes; d.memory < 0 && d.err == nil {
		d.takeMore()
	}
	return d.err == nil
}

// memoryStep is how much a Decoder takes of the memory of its call at once, in bytes.
const memoryStep = 4 << 10

// takeMore takes memory for values that need more than is left.
func (d *Decoder) takeMore() {
	more := max(-d.memory, min(memoryStep, d.most))
	switch {
	case more > d.most:
		d.fail("more values than an answer of this size may have; ask the upstream for less at once")
	case !d.share.take(more):
		d.fail(errNoMemory.Error())
	default:
		d.memory, d.most = d.memory+more, d.most-more
	}
}

// About what values take beside their own text, in bytes: Go's, on 64-bit systems.
const (
	stringSize  = 16 // of a string in an interface, and of the key of a map
	sliceSize   = 24 // of a slice in an interface
	numberSize  = 8  // of a number in an interface
	mapSize     = 48
	smallMap    = 8 // a map with an entry has room for so many
	mapOverhead = 2 // a larger map has room for as many again
	headerField = 96
)

// headerMemory is about how many bytes a header takes.
func headerMemory(header http.Header) int {
	bytes := 0
	for name, values := range header {
		bytes += headerField + len(name)
		for _, value := range values {
			bytes += stringSize + len(value)
		}
	}
	return bytes
}

// sizeOf returns how many bytes a T takes where it stands.
func sizeOf[T any]() int { return int(reflect.TypeFor[T]().Size()) }

// spendEntry spends what the next entry takes of a map that has so many entries.
func spendEntry[T any](d *Decoder, entries int) bool {
	slot := stringSize + sizeOf[T]()
	switch {
	case entries == 0:
		return d.spend(smallMap * slot)
	case entries < smallMap:
		return d.err == nil
	}
	return d.spend(mapOverhead * slot)
}

// share is what the answer to one request takes of the memory of its call. That of a nil share nobody counts.
type share struct {
	ctx   context.Context // of the request
	held  *nact.Holding
	taken int         // so far, in bytes
	fault *nact.Fault // why there is no more; nil: nothing was refused
}

// take reports whether there is so much memory for values, and counts it.
func (s *share) take(bytes int) bool {
	return s == nil || s.took(bytes, s.held.Take(s.ctx, bytes, false))
}

func (s *share) took(bytes int, refused *nact.Fault) bool {
	if refused != nil {
		s.fault = refused
		return false
	}
	s.taken += bytes
	return true
}

// give counts memory that was taken as free.
func (s *share) give(bytes int) {
	if s != nil {
		s.held.Give(bytes)
		s.taken -= bytes
	}
}

var errNoMemory = errors.New("there is no memory for more")

// exhausted returns the setback of r if there was no memory for its answer, or nil.
func (r *request) exhausted() *setback {
	switch {
	case r.share.fault == nil:
		return nil
	case r.share.ctx.Err() != nil:
		return interrupted(r.share.ctx, r.operation, nil)
	}
	own := *r.share.fault
	own.Operation = r.operation
	return &setback{err: &own}
}

// countedReader reads a text and takes memory for it.
type countedReader struct {
	io.LimitedReader
	share *share
	read  int // so far
	taken int
}

func (c *countedReader) Read(p []byte) (int, error) {
	n, err := c.LimitedReader.Read(p)
	c.read += n
	if missing := c.read - c.taken; missing > 0 && !c.take(max(missing, min(c.taken, int(c.N)))) { // as a buffer grows
		return 0, errNoMemory
	}
	return n, err
}

// take reports whether there is memory for so many bytes more.
func (c *countedReader) take(bytes int) bool {
	if !c.share.took(bytes, c.share.held.Take(c.share.ctx, bytes, true)) {
		return false
	}
	c.taken += bytes
	return true
}
