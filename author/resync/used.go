package resync

import (
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/security"
)

// used are the operations that a step of any tool calls, or takes a step back with. Those that are not there have vanished.
func (s *state) used(vanished *diag.List) map[string]bool {
	used := map[string]bool{}
	found := map[string]*catalog.Operation{} // by call; nil: it was looked for
	for _, t := range s.manifest.Tools {
		for _, step := range t.Calls() {
			name, called := step.Operation()
			list := s.lists[name]
			if list == nil {
				continue
			}
			op, known := found[step.Call.V]
			if !known {
				var message string
				if op, message = catalog.Find(list, called); op == nil {
					vanished.ErrorAt(step.Call, "unknown-operation", "the tool %s calls %s: %s", t.Name.V, step.Call.V, message)
				}
				found[step.Call.V] = op
			} else if op == nil {
				vanished.ErrorAt(step.Call, "unknown-operation", "the tool %s calls %s, too", t.Name.V, step.Call.V)
			}
			if op != nil {
				used[s.request(op)] = true
			}
		}
	}
	return used
}

// enabledUpstreams are those that an enabled tool calls: to change what they send would change the service.
func enabledUpstreams(m *manifest.Manifest) map[string]bool {
	called := map[string]bool{}
	for _, t := range m.Tools {
		if t.Disabled.V {
			continue
		}
		for _, step := range t.Calls() {
			name, _ := step.Operation()
			called[name] = true
		}
	}
	return called
}

// settled reports whether a manifest says already how an upstream authenticates its calls.
func settled(u *manifest.Upstream, d *document.Document) bool {
	for _, h := range u.Headers {
		if security.CredentialHeader(h.Key.V, d.Schemes()) {
			return true
		}
	}
	return len(u.Auth) > 0
}

// present is what a manifest has.
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

// rows are those of a table from texts to texts; nil if it is another one.
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
