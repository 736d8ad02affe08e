package resync

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// draft drafts tools for operations and adds them. An operation whose tool has errors is refused.
func (s *state) draft(wanted []*catalog.Operation, r *Result) error {
	operations := s.resolve(wanted, r)
	for {
		d := draft.Beside(s.service, operations, present(s.manifest))
		sources, err := s.add(d.Additions())
		if err != nil {
			return err
		}
		wrong, err := s.wrong(d, sources)
		if err != nil {
			return err
		}
		if len(wrong) == 0 {
			r.Refused = append(r.Refused, d.Refused...)
			if r.Added = d.Tools; len(d.Tools) > 0 {
				r.Sources = sources
			}
			return nil
		}
		r.Refused = append(r.Refused, wrong...)
		operations = slices.DeleteFunc(slices.Clone(operations), func(op *draft.Operation) bool {
			return slices.ContainsFunc(wrong, func(r draft.Refusal) bool { return r.Operation == op.Operation })
		})
	}
}

// resolve resolves operations. Those that cannot be resolved are refused.
func (s *state) resolve(wanted []*catalog.Operation, r *Result) []*draft.Operation {
	var operations []*draft.Operation
	for _, op := range wanted {
		resolved, err := op.Resolve()
		if err != nil {
			r.Refused = append(r.Refused, draft.Refusal{Call: op.Call, Reason: err.Error()})
			continue
		}
		operations = append(operations, &draft.Operation{Operation: resolved, Upstream: s.upstreams[op.Upstream], Call: op.Call})
	}
	return operations
}

// wrong returns the operations whose drafted tools have errors in the manifest, each with its first error.
func (s *state) wrong(d *draft.Draft, sources []manifest.Source) ([]draft.Refusal, error) {
	m, found := manifest.Parse(s.manifest.File, sources[0].Text, sources[1:]...)
	if m == nil {
		return nil, fmt.Errorf("the manifest with the drafted tools cannot be read: %s", found)
	}
	m.Files = s.manifest.Files
	names := make([]string, len(d.Tools))
	for i, t := range d.Tools {
		names[i] = t.Name
	}
	before := s.messages(m)
	if len(s.errors(m, names, before)) == 0 {
		return nil, nil
	}
	var wrong []draft.Refusal
	for _, t := range d.Tools {
		if found := s.errors(m, []string{t.Name}, before); len(found) > 0 {
			wrong = append(wrong, draft.Refusal{Operation: t.Operation.Operation, Call: t.Operation.Call, Reason: found[0].Message})
		}
	}
	if len(wrong) == 0 {
		return nil, fmt.Errorf("the drafted tools cannot be checked together: %s", s.errors(m, names, before)[0])
	}
	return wrong, nil
}

// messages returns the messages of the errors that a manifest has without any tool, which are not those of the draft.
func (s *state) messages(m *manifest.Manifest) map[string]bool {
	messages := map[string]bool{}
	for _, f := range s.errors(m, nil, nil) {
		messages[f.Message] = true
	}
	return messages
}

// errors returns the errors of a manifest with only some of its tools, which count as enabled. Errors with one of the messages in ignored are left out.
func (s *state) errors(m *manifest.Manifest, tools []string, ignored map[string]bool) diag.List {
	only := *m
	only.Tools = nil
	for _, t := range m.Tools {
		if slices.Contains(tools, t.Name.V) {
			enabled := *t
			enabled.Disabled.V = false
			only.Tools = append(only.Tools, &enabled)
		}
	}
	var found diag.List
	sculpt.Check(&only, s.documentsOf(m), sculpt.Options{Unpinned: true, Unlocked: true, Errors: true}, &found)
	return slices.DeleteFunc(found, func(f diag.Diagnostic) bool { return f.Severity != diag.Error || ignored[f.Message] })
}
