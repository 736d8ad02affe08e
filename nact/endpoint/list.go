package endpoint

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// listTools names the enumeration of all tools in cursors.
const listTools = "tools"

// walk is one request of a client that walks an enumeration.
type walk struct {
	list    string // the enumeration, as cursors name it
	limit   int
	filters url.Values // canonical; nil: none
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

// item is what an enumeration lists.
type item struct {
	key       string // what cursors call it, so that a walk can go on behind it
	signature *nact.Signature
	json      []byte // the signature as it is published
}

// newItem returns a version of a tool, by its place among them.
func newItem(key string, t *tool, place int) item {
	v := t.versions[place]
	return item{key, v.contract.Signature(), v.contract.Tool().AppendJSON(nil, v.place)}
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
	return h.toolPage(w)
}

func (h *Handler) toolPage(w *walk) *answer {
	least, _ := strconv.Atoi(w.filters.Get("version"))
	last := w.last
	return h.page(w, h.items, func(i *item) bool {
		return i.key > last && i.signature.Version >= least && strings.Contains(i.signature.Name, w.filters.Get("name")) &&
			containsAll(i.signature.Tags, w.filters["tag"])
	})
}

func containsAll(have, want []string) bool {
	for _, tag := range want {
		if !slices.Contains(have, tag) {
			return false
		}
	}
	return true
}

// versions answers a page of all versions of a tool, newest first.
func (h *Handler) versions(t *tool, rawQuery string) *answer {
	q := parseQuery(rawQuery)
	w := h.walk(q, t.id, q.versionFilters())
	if q.violations != nil {
		return refusal(problemQuery, "The query is not valid", q.violations)
	}
	since, _ := strconv.Atoi(w.filters.Get("since"))
	last, err := strconv.Atoi(w.last)
	return h.page(w, t.items, func(i *item) bool {
		return i.signature.Version >= since && (err != nil || i.signature.Version < last)
	})
}

// page answers the items that a walk lists, as many as it takes.
func (h *Handler) page(w *walk, items []item, lists func(*item) bool) *answer {
	body := []byte(`{"items":[`)
	var next *cursor
	for n, i := 0, 0; i < len(items); i++ {
		if !lists(&items[i]) {
			continue
		}
		if n == w.limit {
			next = &cursor{list: w.list, last: w.last, filters: w.filters}
			break
		}
		if n++; n > 1 {
			body = append(body, ',')
		}
		body, w.last = append(body, items[i].json...), items[i].key
	}
	paging := jsontext.NewObject(append(body, `],"paging":`...))
	paging.Int("pageLimit", int64(w.limit))
	if next != nil {
		paging.Text("next", next.encode(h.config.Name))
	}
	return document(typeJSON, append(paging.End(), '}'))
}
