package endpoint

import (
	"net/url"
	"sort"
	"strconv"
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
	l := listing{items: &h.items, next: anyItem, key: func(i int) string { return h.catalog[i].id }}
	if len(w.filters) > 0 {
		l.next = h.index.filter(w.filters).next
	}
	return h.page(w, l, sort.Search(len(h.catalog), func(i int) bool { return h.catalog[i].id > w.last }))
}

// anyItem is [listing.next] of a walk that lists everything.
func anyItem(from int) int { return from }

// versions answers a page of all versions of a tool, newest first.
func (h *Handler) versions(t *tool, rawQuery string) *answer {
	q := parseQuery(rawQuery)
	w := h.walk(q, t.id, q.versionFilters())
	if q.violations != nil {
		return refusal(problemQuery, "The query is not valid", q.violations)
	}
	since, _ := strconv.Atoi(w.filters.Get("since"))
	l := listing{items: &t.items, key: func(i int) string { return strconv.Itoa(t.versions[i].number()) }}
	l.next = func(from int) int {
		if from < len(t.versions) && t.versions[from].number() < since {
			return len(t.versions)
		}
		return from
	}
	first := 0
	if last, err := strconv.Atoi(w.last); err == nil {
		first = sort.Search(len(t.versions), func(i int) bool { return t.versions[i].number() < last })
	}
	return h.page(w, l, first)
}
