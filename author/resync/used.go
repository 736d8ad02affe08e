package resync

import (
	"slices"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/security"
)

// used returns the operations that tools call, also to undo steps. Calls of operations that do not exist are added to vanished.
func (s *state) used(vanished *diag.List) map[string]bool {
	used := map[string]bool{}
	found := map[string]*catalog.Operation{} // by call; nil for an operation that does not exist
	for i, t := range s.manifest.Sequences() {
		what := "tool"
		if i < len(s.manifest.Parts) {
			what = "part"
		}
		for _, step := range t.Calls() {
			name, called := step.Operation()
			list := s.lists[name]
			if list == nil {
				continue
			}
			op, again := found[step.Call.V]
			if !again {
				var message string
				if op, message = catalog.Find(list, called); op == nil {
					vanished.ErrorAt(step.Call, "unknown-operation", "the %s %s calls %s: %s", what, t.Name.V, step.Call.V, message)
				}
				found[step.Call.V] = op
			} else if op == nil {
				vanished.ErrorAt(step.Call, "unknown-operation", "the %s %s calls %s, too", what, t.Name.V, step.Call.V)
			}
			if op != nil {
				used[s.request(op)] = true
			}
		}
	}
	return used
}

// enabledUpstreams returns the upstreams that enabled tools call, whose credentials must not change, since that would change the service.
func enabledUpstreams(m *manifest.Manifest) map[string]bool {
	called := map[string]bool{}
	on := slices.DeleteFunc(slices.Clone(m.Tools), func(t *manifest.Tool) bool { return t.Disabled.V })
	for _, p := range m.Used(on) {
		on = append(on, p.Tool)
	}
	for _, t := range on {
		for _, step := range t.Calls() {
			name, _ := step.Operation()
			called[name] = true
		}
	}
	return called
}

// settled reports whether the manifest states how an upstream authenticates its calls.
func settled(u *manifest.Upstream, d *document.Document) bool {
	for _, h := range u.Headers {
		if security.CredentialHeader(h.Key.V, d.Schemes()) {
			return true
		}
	}
	return len(u.Auth) > 0
}

// present returns the names that a manifest has.
func present(m *manifest.Manifest) *draft.Present {
	p := &draft.Present{Tools: map[string]bool{}, Config: map[string]string{}, Tables: map[string]map[string]string{}}
	for _, t := range m.Tools {
		p.Tools[t.Name.V] = true
	}
	for _, c := range m.Config {
		p.Config[c.Name.V] = c.Env.V
	}
	for _, t := range m.Tables {
		p.Tables[t.Name.V] = rows(t)
	}
	return p
}

// rows returns the rows of a table from texts to texts, or nil if the table has other values.
func rows(t *manifest.Table) map[string]string {
	rows := map[string]string{}
	for _, e := range t.Rows {
		if e.Value.Kind != manifest.Scalar {
			return nil
		}
		text, fixed := e.Value.Scalar.Literal()
		if !fixed {
			return nil
		}
		rows[e.Key.V] = text
	}
	return rows
}
