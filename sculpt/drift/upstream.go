package drift

import (
	"github.com/nactgen/nactgen/spec"
)

// upstream reports what changes in a document as a whole.
func (c *comparison) upstream(name string) {
	u := &Upstream{Name: name}
	c.report.Upstreams = append(c.report.Upstreams, u)
	var before *spec.Document
	for _, m := range c.manifest.Upstreams {
		if m.Name.V == name {
			before, _ = c.library.open(c.pathBefore(name, m.OpenAPI.V))
		}
	}
	after, _ := c.library.open(c.replacements[name])
	u.Old, u.New = Document{before.File(), before.SHA256()}, Document{after.File(), after.SHA256()}
	u.Added, u.Removed = missing(after, before), missing(before, after)
	if c.options.Summarize == nil {
		return
	}
	var err error
	if u.Changes, err = c.options.Summarize(before, after); err != nil {
		u.Problem = err.Error()
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
