package endpoint

import (
	"fmt"
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// query reads the parameters of an enumeration and collects what is wrong with
// them. Parameters that it is not asked for are ignored.
type query struct {
	parameters []parameter
	violations []nact.Violation
}

type parameter struct{ name, value string }

// maxParameters is how many parameters net/url reads at most.
const maxParameters = 10_000

// parseQuery reads what url.ParseQuery reads, to a list: an honest query has one or two parameters, for which a map is a waste.
func parseQuery(raw string) *query {
	q := &query{parameters: make([]parameter, 0, 4)}
	malformed := false
	for text := range strings.SplitSeq(raw, "&") {
		if text == "" {
			continue
		}
		name, value, _ := strings.Cut(text, "=")
		name, nameErr := url.QueryUnescape(name)
		value, valueErr := url.QueryUnescape(value)
		if nameErr != nil || valueErr != nil || strings.Contains(text, ";") || len(q.parameters) == maxParameters {
			malformed = true
			continue
		}
		q.parameters = append(q.parameters, parameter{name, value})
	}
	if malformed { // what was dropped may have been a filter
		q.violate("", "The query cannot be decoded: separate parameters by & and escape other characters by %%.")
	}
	return q
}

// all returns the values of a parameter.
func (q *query) all(name string) (values []string) {
	for _, p := range q.parameters {
		if p.name == name {
			values = append(values, p.value)
		}
	}
	return values
}

func (q *query) violate(parameter, format string, args ...any) {
	q.violations = append(q.violations, nact.Violation{Parameter: parameter, Rule: ruleQuery, Message: fmt.Sprintf(format, args...)})
}

// one returns a parameter that may stand once.
func (q *query) one(name string) (value string, given bool) {
	times := 0
	for _, p := range q.parameters {
		if p.name != name {
			continue
		}
		if times++; times == 1 {
			value = p.value
		}
	}
	if times > 1 {
		q.violate(name, "%s is given more than once.", name)
	}
	return value, times > 0
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
	var filters url.Values
	if tags := q.all("tag"); len(tags) > 0 {
		slices.Sort(tags)
		filters = with(filters, "tag", slices.Compact(tags)...)
	}
	if name, given := q.one("name"); given {
		filters = with(filters, "name", strings.ToLower(name))
	}
	if version, given := q.whole("version", 0); given {
		filters = with(filters, "version", strconv.Itoa(version))
	}
	return filters
}

// with returns filters with one more; nil are none.
func with(filters url.Values, name string, values ...string) url.Values {
	if filters == nil {
		filters = make(url.Values)
	}
	filters[name] = values
	return filters
}

// versionFilters returns the filters of the versions of a tool in their canonical form.
func (q *query) versionFilters() url.Values {
	if since, given := q.whole("since", 0); given {
		return with(nil, "since", strconv.Itoa(since))
	}
	return nil
}
