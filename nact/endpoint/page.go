package endpoint

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// items are what an enumeration lists, in its order, as bytes that pages are cut from: however clients divide and filter them, nothing
// is encoded or hashed again.
type items struct {
	text   []byte // of all items, each with a comma behind it
	starts []int  // where each begins in text, and where the last one ends
	sums   []byte // of each, without its comma
}

// sumSize is how many bytes of a SHA-256 entity tags are made from.
const sumSize = 16

// entityTag returns the strong entity tag of bytes with the sum.
func entityTag(sum []byte) string {
	return `"` + base64.RawURLEncoding.EncodeToString(sum[:sumSize]) + `"`
}

// newItems returns n items, each of which item appends to its bytes.
func newItems(n int, item func(b []byte, i int) []byte) items {
	all := items{starts: make([]int, 1, n+1), sums: make([]byte, 0, n*sumSize)}
	var room []byte
	for i := range n {
		room = item(room[:0], i)
		sum := sha256.Sum256(room)
		all.sums = append(all.sums, sum[:sumSize]...)
		all.reserve(len(room)+1, n-i)
		all.text = append(append(all.text, room...), ',')
		all.starts = append(all.starts, len(all.text))
	}
	return all
}

// reserve makes room for an item of a size, and for those behind it: left is how many there are with it, which it expects to be as large
// as those before on the average. A slice that grows by itself would be copied again and again, and leave several times its size behind.
func (s *items) reserve(size, left int) {
	if cap(s.text)-len(s.text) >= size {
		return
	}
	usual := (len(s.text) + size) / (s.len() + 1)
	grown := make([]byte, len(s.text), len(s.text)+size+(left-1)*usual*9/8)
	copy(grown, s.text)
	s.text = grown
}

func (s *items) len() int { return len(s.starts) - 1 }

// slice returns the items with the indexes from to to-1. They share the bytes of s.
func (s *items) slice(from, to int) items {
	return items{text: s.text, starts: s.starts[from : to+1], sums: s.sums[from*sumSize : to*sumSize]}
}

// bytes returns the text of the items with the indexes from to to-1, of which there is one at least, with commas between them.
func (s *items) bytes(from, to int) []byte { return s.text[s.starts[from] : s.starts[to]-1] }

// document is the answer that is one item and nothing else.
func (s *items) document(i int) *answer {
	return &answer{
		status: http.StatusOK, media: typeJSON, body: s.bytes(i, i+1),
		tag: [1]string{entityTag(s.sums[i*sumSize:])},
	}
}

// listing is an enumeration as one walk sees it.
type listing struct {
	*items

	// next returns the position of the first item, from a position on, that the walk lists; the number of items if there is none.
	next func(from int) int

	// key returns what cursors call an item, so that the walk can go on behind it.
	key func(i int) string
}

// span is the items with the indexes from to to-1.
type span struct{ from, to int }

// page answers the items of a listing from a position on, as many as the walk takes.
func (h *Handler) page(w *walk, l listing, from int) *answer {
	var spans []span
	last, more := -1, false
	for n := 0; ; n++ {
		i := l.next(from)
		if more = i < l.len() && n == w.limit; more || i == l.len() {
			break
		}
		if i == last+1 && spans != nil {
			spans[len(spans)-1].to++
		} else {
			spans = append(spans, span{i, i + 1})
		}
		last, from = i, i+1
	}
	paging := jsontext.NewObject([]byte(`],"paging":`))
	paging.Int("pageLimit", int64(w.limit))
	if more {
		paging.Text("next", (&cursor{list: w.list, last: l.key(last), filters: w.filters}).encode(h.issuer))
	}
	end := append(paging.End(), '}')
	return &answer{status: http.StatusOK, media: typeJSON, tag: [1]string{l.tag(spans, end)}, pieces: l.pieces(spans, end)}
}

// tag returns an entity tag for a page: a hash of its end and of the hashes of its items. The end comes first, since its text shows where
// it ends, so that no two pages come to the same bytes.
func (s *items) tag(spans []span, end []byte) string {
	of := append(make([]byte, 0, 1<<10), end...)
	for _, span := range spans {
		of = append(of, s.sums[span.from*sumSize:span.to*sumSize]...)
	}
	sum := sha256.Sum256(of)
	return entityTag(sum[:])
}

// pieces returns the bytes of a page.
func (s *items) pieces(spans []span, end []byte) [][]byte {
	pieces := append(make([][]byte, 0, 2*len(spans)+2), []byte(`{"items":[`))
	for i, span := range spans {
		piece := s.bytes(span.from, span.to)
		if i < len(spans)-1 {
			piece = piece[:len(piece)+1] // with the comma
		}
		pieces = append(pieces, piece)
	}
	return append(pieces, end)
}
