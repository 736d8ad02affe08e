package lsp

import (
	"context"
	"slices"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// definition answers with where the name at the cursor is declared: in the manifest, or in a document.
func (s *server) definition(_ context.Context, at documentPosition) ([]location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, offset, err := s.place(at)
	if p == nil || p.clean == nil {
		return nil, err
	}
	t := s.textOf(path)
	if p.isDocument(path) {
		return s.callsOf(p, path, t.position(offset).Line+1), nil
	}
	if call, _, _ := callAt(t.data, offset); call != "" {
		if op, _ := catalog.Find(p.clean.operations(), call); op != nil {
			return []location{s.location(diag.Position(op.At), 1)}, nil
		}
		return nil, nil
	}
	if sym, ok := s.symbolAt(p, path, offset); ok {
		for _, o := range s.occurrences(p, sym) {
			if o.declaration {
				return []location{o.location}, nil
			}
		}
	}
	if m, _, ok := s.memberAt(p, path, offset); ok && m.At.Line > 0 {
		return []location{s.location(m.At, len(m.Name))}, nil
	}
	return nil, nil
}

// location is a place of a file in the terms of the protocol.
func (s *server) location(at diag.Position, length int) location {
	path := absolute(at.File)
	return location{s.uriOf(path), s.textOf(path).found(at, length)}
}

// isDocument reports whether a file is a document of the project.
func (p *project) isDocument(path string) bool {
	return p.clean != nil && p.has(path) && path != p.file && !slices.Contains(p.clean.files(), path)
}

// callsOf returns the steps that call the operation in which a line of a document stands.
func (s *server) callsOf(p *project, path string, line int) []location {
	var at *catalog.Operation
	for _, op := range p.clean.operations() {
		if absolute(op.At.File) == path && op.At.Line <= line && (at == nil || op.At.Line > at.At.Line) {
			at = op
		}
	}
	if at == nil {
		return nil
	}
	var found []location
	list := p.clean.operations()
	each := func(step *manifest.Step) {
		if op, _ := catalog.Find(list, step.Call.V); op != nil && op.At == at.At {
			found = append(found, s.location(step.Call.Pos, step.Call.Length))
		}
	}
	for _, t := range p.clean.sequences() {
		for _, step := range t.Steps {
			each(step)
			if step.Undo != nil {
				each(step.Undo)
			}
		}
	}
	return found
}

// sequences are the tools and the parts of the manifest.
func (c *checked) sequences() []*manifest.Tool {
	tools := slices.Clone(c.manifest.Tools)
	for _, part := range c.manifest.Parts {
		tools = append(tools, part.Tool)
	}
	return tools
}
