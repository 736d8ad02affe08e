package sculpt

import (
	"maps"
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/versions/lock"
)

// disabled are the disabled tools of a manifest.
func disabled(m *manifest.Manifest) []*manifest.Tool {
	return slices.DeleteFunc(slices.Clone(m.Tools), func(t *manifest.Tool) bool { return !t.Disabled.V })
}

// checkEnabled is Check for a manifest with disabled tools. What is wrong with them is an error; the plan and the warnings are those of
// the manifest without the disabled tools, and without what only these use.
func checkEnabled(m *manifest.Manifest, documents document.Set, options Options, found *diag.List) *service {
	all, unlocked := slices.Clone(*found), options
	unlocked.Unlocked = true
	whole := check(m, documents, unlocked, nil, &all)
	off := disabled(m)
	switch {
	case whole == nil:
		*found = all
		return nil
	case len(off) == len(m.Tools):
		found.ErrorAt(off[0].Disabled, "disabled", "all tools are disabled, and a service has at least one; take \"disabled\" out of those that it shall have")
		return nil
	}
	others := slices.DeleteFunc(whole.Entries, func(e lock.Entry) bool { return !e.Disabled })
	s := check(whole.enabled(m), documents, options, others, found)
	if s == nil {
		return nil
	}
	s.Disabled, s.Called = off, whole.Called
	return s
}

// enabled returns the manifest that a service was made of without its disabled tools, and without what only they use. What nothing uses
// at all stays.
func (s *service) enabled(m *manifest.Manifest) *manifest.Manifest {
	on := slices.DeleteFunc(slices.Clone(s.tools), func(t *tool.Checked) bool { return t.Manifest.Disabled.V })
	before, after := s.uses(m.Access, s.tools), s.uses(m.Access, on)
	only := *m
	only.Tools = lists.Map(on, func(t *tool.Checked) *manifest.Tool { return t.Manifest })
	only.Config = kept(m.Config, before.reads, after.reads, func(c *manifest.Config) reads.Read { return reads.Read{Kind: ir.ConfigRoot, Name: c.Name.V} })
	only.Tables = kept(m.Tables, before.reads, after.reads, func(t *manifest.Table) reads.Read { return reads.Read{Kind: ir.TableRoot, Name: t.Name.V} })
	only.Upstreams = kept(m.Upstreams, before.upstreams, after.upstreams, func(u *manifest.Upstream) string { return u.Name.V })
	only.Parts = kept(m.Parts, before.parts, after.parts, func(p *manifest.SharedPart) string { return p.Name.V })
	only.Functions = kept(m.Functions, before.functions, after.functions, func(f *manifest.Function) string { return f.Name.V })
	only.Access.Scopes = kept(m.Access.Scopes, before.scopes, after.scopes, func(s *manifest.Scope) string { return s.Name.V })
	only.Access.Tags = kept(m.Access.Tags, before.tags, after.tags, func(t *manifest.TagAccess) string { return t.Tag.V })
	if before.writes && !after.writes {
		only.Service.Idempotency = manifest.Idempotency{}
		only.Observe.Audit = manifest.Audit{}
	}
	return &only
}

// kept are the entries of a section but for those that were used before and are not after.
func kept[K comparable, E any](entries []E, before, after map[K]bool, key func(E) K) []E {
	return slices.DeleteFunc(slices.Clone(entries), func(e E) bool { return before[key(e)] && !after[key(e)] })
}

// uses is what tools use of the rest of a manifest.
type uses struct {
	reads                reads.Set
	upstreams, functions map[string]bool
	parts                map[string]bool
	scopes, tags         map[string]bool
	writes               bool
}

// uses returns what some of a service's tools use. What an upstream reads that no tool of the service calls counts as used: the upstream
// stays, and so does what it reads.
func (s *service) uses(access manifest.Access, tools []*tool.Checked) *uses {
	u := &uses{reads: reads.Set{}, upstreams: map[string]bool{}, functions: map[string]bool{}, parts: map[string]bool{}}
	u.scopes, u.tags = accessUsed(access, lists.Map(tools, func(t *tool.Checked) *manifest.Tool { return t.Manifest }))
	for _, t := range tools {
		u.writes = u.writes || t.Plan.Writes
	}
	for _, t := range append(s.usedBy(tools), tools...) {
		maps.Copy(u.reads, t.Reads)
		for _, call := range t.Manifest.Calls() {
			name, _ := call.Operation()
			u.upstreams[name] = true
		}
		for _, step := range t.Manifest.Steps {
			u.functions[step.Go.V] = true
			u.parts[step.Use.V] = true
		}
	}
	for _, up := range s.sections.upstreams {
		if len(s.sections.calls.Upstream(up.Name)) == 0 || u.upstreams[up.Name] {
			up.Expressions(func(n ir.Node) { u.reads.Add(n) })
		}
	}
	return u
}

// usedBy returns the parts that some tools use, also by way of other parts.
func (s *service) usedBy(tools []*tool.Checked) []*tool.Checked {
	var used []*tool.Checked
	for _, p := range s.manifest.Used(lists.Map(tools, func(t *tool.Checked) *manifest.Tool { return t.Manifest })) {
		used = append(used, s.parts.Of(p.Name.V).Checked)
	}
	return used
}
