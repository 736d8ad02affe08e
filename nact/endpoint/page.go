package endpoint

import (
	"crypto/sha256"
	"net/http"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// listing is an enumeration as one walk sees it.
type listing struct {
	*items

	// next returns the position of the first item, from a position on, that the walk lists; the number of items if there is none.
	next func(from int) int

	// key returns what cursors call an item, so that the walk can go on behind it.
	key func(i int) string
}

// span is the items from one to before another.
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
		paging.Text("next", (&cursor{list: w.list, last: l.key(last), filters: w.filters}).encode(h.config.Name))
	}
	end := append(paging.End(), '}')
	return &answer{status: http.StatusOK, media: typeJSON, tag: [1]string{l.tag(spans, end)}, pieces: l.pieces(spans, end)}
}

// tag returns an entity tag for a page, made from what its items and its end have been hashed to. The end comes first, since one can see where it ends.
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
