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
