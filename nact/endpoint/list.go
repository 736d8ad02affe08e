package endpoint

import (
	"iter"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// listTools names the enumeration of all tools in cursors.
const listTools = "tools"

// walk is one request of a client that walks an enumeration.
type walk struct {
	list    string // the enumeration, as cursors name it
	limit   int
	filters url.Values // canonical
	last    string     // the key of the last item that the client has, or empty at the start
}

// walk reads what an enumeration is asked for.
func (h *Handler) walk(q *query, list string, filters url.Values) *walk {
	w := &walk{list: list, limit: h.config.PageDefault, filters: filters}
	if limit, given := q.whole("pageLimit", 1); given {
		w.limit = min(limit, h.config.PageMax)
	}
	text, given := q.one("pageCursor")
	if !given {
		return w
	}
	c, err := decodeCursor(h.config.Name, text)
	switch {
	case err != nil || c.list != list:
		q.violate("pageCursor", "pageCursor was not issued by this enumeration: leave it out to start from the first page.")
	case len(filters) > 0 && filters.Encode() != c.filters.Encode():
		q.violate("pageCursor", "pageCursor was issued for other filters: repeat those, or give the cursor alone.")
	default:
		w.last, w.filters = c.last, c.filters
	}
	return w
}

// page answers the first of items, which are those after the last one that the client has, by key.
func (h *Handler) page(w *walk, items iter.Seq2[string, []byte]) *answer {
	body := []byte(`{"items":[`)
	last, next, n := "", "", 0
	for key, item := range items {
		if n == w.limit {
			next = (&cursor{list: w.list, last: last, filters: w.filters}).encode(h.config.Name)
			break
		}
		if n > 0 {
			body = append(body, ',')
		}
		body = append(body, item...)
		last = key
		n++
	}
	paging := jsontext.NewObject(append(body, `],"paging":`...))
	paging.Int("pageLimit", int64(w.limit))
	if next != "" {
		paging.Text("next", next)
	}
	return document(typeJSON, append(paging.End(), '}'))
}

// tools answers a page of the current signatures of all tools, ordered by ID: the one thing about a tool that never
// changes.
func (h *Handler) tools(rawQuery string) *answer {
	if rawQuery == "" {
		return h.firstPage
	}
	q := parseQuery(rawQuery)
	w := h.walk(q, listTools, q.toolFilters())
	if q.violations != nil {
		return refusal(problemQuery, "The query is not valid", q.violations)
	}
	return h.page(w, h.toolsAfter(w))
}

func (h *Handler) toolsAfter(w *walk) iter.Seq2[string, []byte] {
	start := sort.Search(len(h.catalog), func(i int) bool { return h.catalog[i].id > w.last })
	least, _ := strconv.Atoi(w.filters.Get("version"))
	name, tags := w.filters.Get("name"), w.filters["tag"]
	return func(yield func(string, []byte) bool) {
		for _, t := range h.catalog[start:] {
			current := t.current()
			signature := current.contract.Signature()
			if signature.Version < least || !strings.Contains(signature.Name, name) || !containsAll(signature.Tags, tags) {
				continue
			}
			if !yield(t.id, current.signature.body) {
				return
			}
		}
	}
}

// versions answers a page of all versions of a tool, newest first.
func (h *Handler) versions(t *tool, rawQuery string) *answer {
	q := parseQuery(rawQuery)
	w := h.walk(q, t.id, q.versionFilters())
	if q.violations != nil {
		return refusal(problemQuery, "The query is not valid", q.violations)
	}
	return h.page(w, t.versionsBefore(w))
}

func (t *tool) versionsBefore(w *walk) iter.Seq2[string, []byte] {
	since, _ := strconv.Atoi(w.filters.Get("since"))
	bound, err := strconv.Atoi(w.last)
	return func(yield func(string, []byte) bool) {
		for _, v := range slices.Backward(t.versions) {
			number := v.contract.Signature().Version
			if number < since || err == nil && number >= bound {
				continue
			}
			if !yield(strconv.Itoa(number), v.signature.body) {
				return
			}
		}
	}
}

func containsAll(have, want []string) bool {
	for _, tag := range want {
		if !slices.Contains(have, tag) {
			return false
		}
	}
	return true
}
