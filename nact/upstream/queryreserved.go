package upstream

import "strings"

// AddReserved adds one parameter that may hold reserved characters.
func (q *Query) AddReserved(name, value string) *Query {
	return q.add(name, value, reservedInQuery)
}

// ListReserved adds a list whose elements may hold reserved characters.
func (q *Query) ListReserved(name string, style QueryStyle, explode bool, list []string) *Query {
	return q.list(name, style, explode, list, reservedInQuery, reservedInList)
}

// ObjectReserved adds an object whose values may hold reserved characters.
func (q *Query) ObjectReserved(name string, style QueryStyle, explode bool, members []Pair) *Query {
	return q.object(name, style, explode, members, reservedInQuery, reservedInList)
}

// reservedInQuery reports whether c is sent as it stands where a document
// allows reserved characters in a query. Those that end a value for some server
// (# & ; and + for a space), that no query may hold ([ ] #), and the percent
// sign are encoded all the same, so that the value arrives as it was given.
func reservedInQuery(c byte) bool {
	return unreserved(c) || strings.IndexByte(":/?@!$'()*,=", c) >= 0
}

// reservedInList is reservedInQuery for the elements of a list that commas separate.
func reservedInList(c byte) bool { return c != ',' && reservedInQuery(c) }
