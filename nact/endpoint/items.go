package endpoint

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
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

// reserve makes room for an item of a size, after which there are as many as are left, itself among them. It takes them to be about like those before:
// a slice that grows by itself is copied again and again, and leaves several times its size behind.
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

// slice returns the items from one to before another. Their bytes are those of s.
func (s *items) slice(from, to int) items {
	return items{text: s.text, starts: s.starts[from : to+1], sums: s.sums[from*sumSize : to*sumSize]}
}

// bytes returns the items from one to before another, of which there is one at least, with commas between them.
func (s *items) bytes(from, to int) []byte { return s.text[s.starts[from] : s.starts[to]-1] }

// document is the answer that is one item and nothing else.
func (s *items) document(i int) *answer {
	return &answer{
		status: http.StatusOK, media: typeJSON, body: s.bytes(i, i+1),
		tag: [1]string{entityTag(s.sums[i*sumSize:])},
	}
}
