package lint

import (
	"github.com/nactgen/nactgen/sculpt/catalog"
)

// selections warns of what the selections of upstreams name and their documents do not have. It is no error: no tool needs it.
func (l *linter) selections() {
	for _, u := range l.Manifest.Upstreams {
		d := l.Documents[u.Name.V]
		if !u.Select.Set || d == nil {
			continue
		}
		_, missing := catalog.Selected(u.Select, catalog.List(catalog.Source{Upstream: u.Name.V, Document: d.Document}))
		for _, m := range missing {
			l.found.WarnAt(m, "select", "this selects nothing of %s: %s", d.Path, m.Message)
		}
	}
}
