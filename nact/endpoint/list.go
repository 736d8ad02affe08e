package endpoint

import (
	"fmt"
	"net/url"
	"slices"
	"sort"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
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
	c, err := decodeCursor(h.issuer, text)
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

// query reads the parameters of an enumeration and collects what is wrong with
// them. Parameters that it is not asked for are ignored.
type query struct {
	parameters url.Values
	violations []nact.Violation
}

func parseQuery(raw string) *query {
	parameters, err := url.ParseQuery(raw)
	q := &query{parameters: parameters}
	if err != nil { // a parameter that was dropped may have been a filter
		q.violate("", "The query cannot be decoded: separate parameters by & and escape other characters by %%.")
	}
	return q
}

func (q *query) violate(parameter, format string, args ...any) {
	q.violations = append(q.violations, nact.Violation{Parameter: parameter, Rule: ruleQuery, Message: fmt.Sprintf(format, args...)})
}

// one returns a parameter that may stand once.
func (q *query) one(name string) (value string, given bool) {
	values := q.parameters[name]
	if len(values) > 1 {
		q.violate(name, "%s is given more than once.", name)
	}
	return q.parameters.Get(name), len(values) > 0
}

// whole returns a parameter that is a whole number from least on. One too large for an int is the largest int.
func (q *query) whole(name string, least int) (value int, given bool) {
	text, given := q.one(name)
	if !given {
		return 0, false
	}
	value, _ = strconv.Atoi(text) // of one too large, the largest
	if strings.Trim(text, "0123456789") != "" || text == "" || value < least {
		q.violate(name, "%s must be a whole number, %d or more.", name, least)
		return least, true
	}
	return value, true
}

// toolFilters returns the filters of the tools in their canonical form: equal filters encode equally.
func (q *query) toolFilters() url.Values {
	filters := make(url.Values)
	if tags := q.parameters["tag"]; len(tags) > 0 {
		slices.Sort(tags)
		filters["tag"] = slices.Compact(tags)
	}
	if name, given := q.one("name"); given {
		filters.Set("name", strings.ToLower(name))
	}
	q.addNumber(filters, "version")
	return filters
}

// versionFilters returns the filters of the versions of a tool in their canonical form.
func (q *query) versionFilters() url.Values {
	filters := make(url.Values)
	q.addNumber(filters, "since")
	return filters
}

// addNumber adds a filter that is a whole number, if the query gives it.
func (q *query) addNumber(filters url.Values, name string) {
	if number, given := q.whole(name, 0); given {
		filters.Set(name, strconv.Itoa(number))
	}
}
