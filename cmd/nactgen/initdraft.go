package main

import (
	"fmt"
	"slices"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/author/edit"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// draft drafts tools for operations. The manifest that it makes has no errors: an operation whose tool has one is left out, with the reason.
func (p *project) draft(selected []*catalog.Operation) (*draft.Draft, []draft.Refusal, error) {
	var left []draft.Refusal
	operations := p.resolve(selected, &left)
	for {
		d := draft.New(&p.service, operations)
		wrong, err := p.wrong(d)
		if err != nil {
			return nil, nil, err
		}
		if len(wrong) == 0 {
			left = append(left, d.Refused...)
			p.except(left)
			return d, left, nil
		}
		left = append(left, wrong...)
		operations = slices.DeleteFunc(slices.Clone(operations), func(op *draft.Operation) bool {
			return slices.ContainsFunc(wrong, func(r draft.Refusal) bool { return r.Operation == op.Operation })
		})
	}
}

// resolve resolves operations. Those that cannot be resolved are left out.
func (p *project) resolve(selected []*catalog.Operation, left *[]draft.Refusal) []*draft.Operation {
	var operations []*draft.Operation
	p.listed, p.operations = map[string]*catalog.Operation{}, map[*spec.Operation]*catalog.Operation{}
	for _, op := range selected {
		p.listed[op.Call] = op
		resolved, err := op.Resolve()
		if err != nil {
			*left = append(*left, draft.Refusal{Call: op.Call, Reason: err.Error()})
			continue
		}
		p.operations[resolved] = op
		i := slices.Index(p.names(), op.Upstream)
		operations = append(operations, &draft.Operation{Operation: resolved, Upstream: p.service.Upstreams[i], Call: op.Call})
	}
	return operations
}

// wrong returns the operations whose tools have errors, each with the first. If errors are in a document, each tool is checked by itself to find out
// which of them it has.
func (p *project) wrong(d *draft.Draft) ([]draft.Refusal, error) {
	m, found := p.check(d)
	if m == nil && len(found) > 0 {
		return nil, fmt.Errorf("no manifest can have so many tools: %s; ask for fewer operations, with --operation, --tag or --method", found[0].Message)
	}
	var wrong []draft.Refusal
	elsewhere := ""
	for _, f := range found {
		switch t := toolAt(d, m, f.Pos); {
		case t == nil:
			elsewhere = f.String()
		case !slices.ContainsFunc(wrong, func(r draft.Refusal) bool { return r.Operation == t.Operation.Operation }):
			wrong = append(wrong, draft.Refusal{Operation: t.Operation.Operation, Call: t.Operation.Call, Reason: f.Message})
		}
	}
	switch {
	case len(wrong) > 0 || elsewhere == "":
		return wrong, nil
	case len(d.Tools) == 1:
		only := d.Tools[0].Operation
		return []draft.Refusal{{Operation: only.Operation, Call: only.Call, Reason: elsewhere}}, nil
	}
	for _, t := range d.Tools {
		if _, found := p.check(draft.New(&p.service, []*draft.Operation{t.Operation})); len(found) > 0 {
			wrong = append(wrong, draft.Refusal{Operation: t.Operation.Operation, Call: t.Operation.Call, Reason: found[0].String()})
		}
	}
	if len(wrong) == 0 {
		return nil, fmt.Errorf("the draft cannot be checked: %s", elsewhere)
	}
	return wrong, nil
}

// check returns the errors of a draft.
func (p *project) check(d *draft.Draft) (*manifest.Manifest, diag.List) {
	if len(d.Tools) == 0 {
		return nil, nil
	}
	return p.checkText(d.Text())
}

// checkText returns the errors of the text of a manifest.
func (p *project) checkText(text string) (*manifest.Manifest, diag.List) {
	m, found := manifest.Parse(p.out, []byte(text))
	if m != nil {
		m.Files = p.files
		if p.documents == nil {
			p.documents = document.Open(m, nil, &found)
		}
		p.checked = sculpt.Check(m, p.documents, sculpt.Options{Unpinned: true, Unlocked: true, Errors: true}, &found)
	}
	return m, found.Errors()
}

// toolAt returns the tool of a draft at a position of its text, or nil if the position is outside of the tools.
func toolAt(d *draft.Draft, m *manifest.Manifest, pos diag.Position) *draft.Tool {
	if m == nil || pos.File != m.File {
		return nil
	}
	var at *draft.Tool
	for i, t := range m.Tools {
		if t.Name.Pos.Line <= pos.Line {
			at = d.Tools[i]
		}
	}
	return at
}

// pinned returns the text of a manifest with a pin for each document of which something was fetched. A pin covers the files that the tools reach, so
// the documents are opened again: operations that were left out may have reached further files.
func (p *project) pinned(draft string) ([]byte, error) {
	text := []byte(draft)
	if p.files.Remote() == nil {
		return text, nil
	}
	p.documents = nil
	if _, found := p.checkText(draft); len(found) > 0 {
		return nil, fmt.Errorf("what documents refer to has changed: %s", found[0])
	}
	for _, u := range p.checked.Called {
		if len(p.documents[u.Name].Remote()) == 0 {
			continue
		}
		var err error
		if text, err = edit.Pin(text, u.Name, u.SHA256); err != nil {
			return nil, fmt.Errorf("the pin of %s: %w", u.Name, err)
		}
	}
	return text, nil
}
