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
	values     url.Values
	violations []nact.Violation
}

func parseQuery(raw string) *query {
	values, err := url.ParseQuery(raw)
	q := &query{values: values}
	if err != nil { // what was dropped may have been a filter
		q.violate("", "The query cannot be decoded: separate parameters by & and escape other characters by %%.")
	}
	return q
}

func (q *query) violate(parameter, format string, args ...any) {
	q.violations = append(q.violations, nact.Violation{Parameter: parameter, Rule: ruleQuery, Message: fmt.Sprintf(format, args...)})
}

// one returns a parameter that may stand once.
func (q *query) one(name string) (value string, given bool) {
	values := q.values[name]
	if len(values) > 1 {
		q.violate(name, "%s is given more than once.", name)
	}
	if len(values) == 0 {
		return "", false
	}
	return values[0], true
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
	filters := url.Values{}
	if tags := q.values["tag"]; len(tags) > 0 {
		filters["tag"] = slices.Compact(slices.Sorted(slices.Values(tags)))
	}
	if name, given := q.one("name"); given {
		filters.Set("name", strings.ToLower(name))
	}
	if version, given := q.whole("version", 0); given {
		filters.Set("version", strconv.Itoa(version))
	}
	return filters
}

// versionFilters returns the filters of the versions of a tool in their canonical form.
func (q *query) versionFilters() url.Values {
	filters := url.Values{}
	if since, given := q.whole("since", 0); given {
		filters.Set("since", strconv.Itoa(since))
	}
	return filters
}
