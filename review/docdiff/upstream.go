package docdiff

import "github.com/nactgen/nactgen/spec"

// upstream reports which operations come and go with a document, used or not.
func (c *comparison) upstream(name string) *Upstream {
	before, after := c.before[name].Document, c.after[name].Document
	return &Upstream{
		Name: name, Old: Document{before.File(), before.SHA256()}, New: Document{after.File(), after.SHA256()},
		Added: missing(after, before), Removed: missing(before, after),
	}
}

// missing lists the operations of a that b lacks.
func missing(a, b *spec.Document) []string {
	known := map[string]bool{}
	for _, e := range b.Operations() {
		known[e.Method+" "+e.Path] = true
	}
	var names []string
	for _, e := range a.Operations() {
		if name := e.Method + " " + e.Path; !known[name] {
			names = append(names, name)
		}
	}
	return names
}
