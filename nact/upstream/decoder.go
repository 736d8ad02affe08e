package upstream

import (
	"bytes"
	"iter"
	"slices"
	"sync"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// maxDepth is how deep an answer may nest.
const maxDepth = 1000

// Decoder reads one JSON text from front to back: what is asked for is decoded,
// what stands before it is checked and skipped, and what stands behind all of it is
// looked at no more, but for its end. It never fails midway: the first error is
// kept, all later reads return zero values and all loops end, so that one look
// at the error, which [Client.Do] and [Decode] take, is enough.
//
// Text that is not UTF-8 reads with U+FFFD in the place of what is wrong, and so does half a
// surrogate pair; of several members of one name each is given, in order, so that the last
// one counts; a text that nests deeper than 1,000 levels is an error, and so is one whose values
// would take much more memory than its text does.
//
// Nothing that a Decoder returns refers to the text, with the exception of the
// member names of [Decoder.Object].
type Decoder struct {
	data    []byte
	pos     int
	frames  []frame // the open objects and arrays
	scratch []byte  // the last string that could not be taken from data as it stands
	memory  int     // what is left for values of what was taken for them, in bytes
	most    int     // what may still be taken for further values
	share   *share  // from which it is taken
	err     *misfit
}

// frame is an open object or array, and the element being read in it.
type frame struct {
	object  bool
	key     jsonscan.Name // of the current member
	foreign bool          // the name of the current member is the upstream's own: it is a key of a map, or nobody reads it
	index   int           // of the current element
}

// Decode reads data, which must be one JSON text, with decode. A byte order mark
// before it is overlooked. The error says where in the text something is wrong and what:
// "properties.periods[3].temperature: null, wanted a string". What its method Public returns says the same without the
// names that the upstream chose: keys of maps, and members that decode does not read. Either text is short.
func Decode(data []byte, decode func(*Decoder)) error {
	if wrong := read(data, nil, decode); wrong != nil {
		return wrong
	}
	return nil
}

func read(data []byte, memory *share, decode func(*Decoder)) *misfit {
	return readWithin(memoryFor(data), memory, bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), decode)
}

// decoders keeps Decoders, for the memory of their frames and of their scratch.
var decoders = sync.Pool{New: func() any { return &Decoder{frames: make([]frame, 0, keptFrames)} }}

// What a Decoder keeps for the next text, at most.
const (
	keptFrames  = 16
	keptScratch = 4 << 10
)

// readWithin reads data, whose values may take so many bytes of memory.
func readWithin(most int, memory *share, data []byte, decode func(*Decoder)) *misfit {
	d := decoders.Get().(*Decoder)
	d.data, d.most, d.share = data, most, memory
	decode(d)
	d.end()
	memory.give(max(d.memory, 0))
	wrong := d.err
	if cap(d.frames) <= keptFrames && cap(d.scratch) <= keptScratch {
		*d = Decoder{frames: d.frames[:0], scratch: d.scratch[:0]}
		decoders.Put(d)
	}
	return wrong
}

// end reports what is wrong with the end of the text. If the rest was not read, because loops have ended early, it only checks that the text
// ends with the bracket of its value: a text that was cut off seldom does.
func (d *Decoder) end() {
	if len(d.frames) == 0 || d.err != nil {
		if d.peek() != 0 || d.pos < len(d.data) {
			d.malformed(d.pos, jsonscan.BadTail)
		}
		return
	}
	rest := bytes.TrimRight(d.data[d.pos:], " \n\t\r")
	if len(rest) == 0 || rest[len(rest)-1] != d.frames[0].closing() {
		d.frames = d.frames[:0]
		d.malformed(d.pos+len(rest), jsonscan.EndsEarly)
	}
}

// Object reads an object: it yields the names of its members, and the loop reads
// each one's value with one call of another method. A value that the loop does not
// read is skipped, and so is the rest of an object whose loop ends early, once something behind it is read; the names of what is
// skipped so are not shown to agents. A name is valid until its value is read, and must not be changed.
func (d *Decoder) Object() iter.Seq[[]byte] {
	return func(yield func([]byte) bool) { d.members(yield, false) } // a method value would put the loop's variables on the heap
}

// ObjectUntil is [Decoder.Object] for a loop that sets an element of seen, of which there is one at least, for each member that it reads:
// once all are set it has no more to read, and ends.
func (d *Decoder) ObjectUntil(seen []bool) iter.Seq[[]byte] {
	return func(yield func([]byte) bool) {
		d.members(func(name []byte) bool { return yield(name) && slices.Contains(seen, false) }, false)
	}
}

// Array reads an array: it yields the indexes of its elements, and the loop
// reads each element as that of [Decoder.Object] reads a value.
func (d *Decoder) Array() iter.Seq[int] {
	return func(yield func(int) bool) { d.elements(yield) }
}

// Skip reads any value and drops it. It accepts what encoding/json calls valid.
func (d *Decoder) Skip() {
	if d.err != nil {
		return
	}
	end, bad := jsonscan.Value(d.data, d.pos, maxDepth-len(d.frames))
	if bad != "" {
		d.malformed(end, bad)
		return
	}
	d.pos = end
}

// Require reports as missing the first of names whose entry in seen is false. It
// is called after the loop over the object that should have them.
func (d *Decoder) Require(seen []bool, names ...string) {
	for i, name := range names {
		if !seen[i] && d.err == nil {
			d.failAt(name, "missing")
		}
	}
}

// members reads an object. foreign says that it is a map, whose keys are the upstream's own.
func (d *Decoder) members(yield func([]byte) bool, foreign bool) {
	if !d.open('{', "an object") {
		return
	}
	top := len(d.frames) - 1
	for closed := d.empty('}'); !closed && d.err == nil; closed = d.comma('}') {
		after, name, bad := jsonscan.Member(d.data, d.pos)
		if bad != "" {
			d.frames = d.frames[:top] // the error is the object's, not a member's
			d.malformed(after, bad)
			return
		}
		d.pos = jsonscan.Space(d.data, after)
		d.frames[top].key, d.frames[top].foreign = name, foreign
		start := d.pos
		wanted := yield(d.text(name.Start, name.End, name.Form))
		if d.pos == start && d.err == nil {
			d.frames[top].foreign = true
			d.Skip()
		}
		if !wanted {
			return
		}
		d.finish(top)
	}
	d.close()
}

func (d *Decoder) elements(yield func(int) bool) {
	if !d.open('[', "an array") {
		return
	}
	top := len(d.frames) - 1
	closed := d.empty(']')
	for i := 0; !closed && d.err == nil; i++ {
		d.frames[top].index = i
		d.pos = jsonscan.Space(d.data, d.pos)
		start := d.pos
		wanted := yield(i)
		if d.pos == start {
			d.Skip()
		}
		if !wanted {
			return
		}
		d.finish(top)
		closed = d.comma(']')
	}
	d.close()
}

// open reads the opening bracket of an object or array.
func (d *Decoder) open(bracket byte, wanted string) bool {
	if !d.at(bracket, wanted) {
		return false
	}
	if len(d.frames) == maxDepth {
		d.malformed(d.pos, jsonscan.TooDeep)
		return false
	}
	d.pos++
	d.frames = append(d.frames, frame{object: bracket == '{'})
	return true
}

// finish skips the rest of the objects and arrays in the one at a place of the frames: their loops have ended early, behind a value.
func (d *Decoder) finish(top int) {
	for d.err == nil && len(d.frames) > top+1 {
		last := &d.frames[len(d.frames)-1]
		switch closed := d.comma(last.closing()); {
		case closed:
			d.close()
		case last.object:
			d.skipName()
			d.Skip()
		default:
			last.index++
			d.Skip()
		}
	}
}

// skipName skips the name of a member that nobody reads.
func (d *Decoder) skipName() {
	if d.err != nil {
		return
	}
	after, name, bad := jsonscan.Member(d.data, d.pos)
	if bad != "" {
		d.frames = d.frames[:len(d.frames)-1] // the error is the object's
		d.malformed(after, bad)
		return
	}
	d.pos = after
	f := &d.frames[len(d.frames)-1]
	f.key, f.foreign = name, true
}

// closing is the bracket that ends the object or array.
func (f frame) closing() byte {
	if f.object {
		return '}'
	}
	return ']'
}

// close leaves an object or array. After an error there is no way back, and the frames no longer matter.
func (d *Decoder) close() {
	if d.err == nil {
		d.frames = d.frames[:len(d.frames)-1]
	}
}

// empty reads the closing bracket if it follows the opening one.
func (d *Decoder) empty(closing byte) bool {
	if d.peek() != closing {
		return false
	}
	d.pos++
	return true
}

// comma reads what stands between two elements, and reports whether it was the closing bracket.
func (d *Decoder) comma(closing byte) bool {
	if d.err != nil {
		return false
	}
	end, closed, bad := jsonscan.Comma(d.data, d.pos, closing)
	if bad != "" {
		d.malformed(end, bad)
		return false
	}
	d.pos = end
	return closed
}

// peek returns the first byte of the next value, or 0 at the end of the text.
func (d *Decoder) peek() byte {
	if d.pos = jsonscan.Space(d.data, d.pos); d.pos < len(d.data) {
		return d.data[d.pos]
	}
	return 0
}

// at reports whether the next value begins with c. If not, that is the error: it is not what is wanted.
func (d *Decoder) at(c byte, wanted string) bool {
	if d.err != nil {
		return false
	}
	if d.peek() != c {
		d.mismatch(wanted)
		return false
	}
	return true
}

// text returns what the scanned string text between start and end stands for.
func (d *Decoder) text(start, end int, form jsonscan.Form) []byte {
	text := d.data[start:end:end]
	if form == 0 || form == jsonscan.NonASCII && utf8.Valid(text) {
		return text
	}
	d.scratch, _ = jsonscan.AppendUnescaped(d.scratch[:0], text)
	return d.scratch
}
