package lsp

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// symbol is a name that a tool, or a part, gives: an input, a var or a step.
type symbol struct {
	of     *manifest.Tool
	shared *manifest.SharedPart // that of which of is what it does; nil: it is a tool
	kind   string               // inputs, vars or steps, as expressions call them
	name   string
}

// occurrence is a place where a symbol is declared or named.
type occurrence struct {
	location
	path        string
	start, end  int
	declaration bool
}

// symbolAt returns the symbol at a byte of a file.
func (s *server) symbolAt(p *project, path string, at int) (symbol, bool) {
	for _, sym := range p.clean.symbols() {
		for _, o := range s.occurrences(p, sym) {
			if o.path == path && o.start <= at && at <= o.end {
				return sym, true
			}
		}
	}
	return symbol{}, false
}

// symbols returns all symbols of the manifest.
func (c *checked) symbols() []symbol {
	var all []symbol
	for _, t := range c.manifest.Tools {
		for _, in := range t.Inputs {
			all = append(all, symbol{of: t, kind: "inputs", name: in.ID.V})
		}
		all = append(all, symbolsOf(t, nil)...)
	}
	for _, part := range c.manifest.Parts {
		for _, a := range part.Takes {
			all = append(all, symbol{part.Tool, part, "inputs", a.Name.V})
		}
		all = append(all, symbolsOf(part.Tool, part)...)
	}
	return all
}

func symbolsOf(t *manifest.Tool, part *manifest.SharedPart) []symbol {
	var all []symbol
	for _, v := range t.Vars {
		all = append(all, symbol{t, part, "vars", v.Name.V})
	}
	for _, step := range t.Steps {
		all = append(all, symbol{t, part, "steps", step.Name.V})
	}
	return all
}

// occurrences returns where a symbol is declared, and where it is named, in the order of the file.
func (s *server) occurrences(p *project, sym symbol) []occurrence {
	f := &finder{server: s, checked: p.clean, symbol: sym}
	switch {
	case sym.kind == "vars":
		for _, v := range sym.of.Vars {
			f.declared(v.Name)
		}
	case sym.kind == "steps":
		f.steps()
	case sym.shared != nil:
		for _, a := range sym.shared.Takes {
			f.declared(a.Name)
		}
		f.givenToPart()
	default:
		for _, in := range sym.of.Inputs {
			f.declared(in.ID)
		}
		for _, e := range sym.of.Examples {
			for _, in := range e.Inputs {
				f.key(in.Key)
			}
		}
	}
	f.expressions()
	slices.SortFunc(f.found, func(a, b occurrence) int { return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.start, b.start)) })
	return slices.CompactFunc(f.found, func(a, b occurrence) bool { return a.path == b.path && a.start == b.start })
}

// finder collects the occurrences of a symbol.
type finder struct {
	*server
	*checked
	symbol
	found []occurrence
}

func (f *finder) add(at diag.Position, declaration bool) {
	path := absolute(at.File)
	t := f.textOf(path)
	start := t.at(at)
	end := start + len(f.name)
	if end > len(t.data) || string(t.data[start:end]) != f.name { // it is quoted, or written with escapes
		if start+1 >= len(t.data) || !strings.HasPrefix(string(t.data[start+1:]), f.name) {
			return
		}
		start, end = start+1, end+1
	}
	f.found = append(f.found, occurrence{location{f.uriOf(path), t.span(start, end)}, path, start, end, declaration})
}

func (f *finder) declared(v manifest.Value[string]) {
	if v.V == f.name {
		f.add(v.Pos, true)
	}
}

// key is for a key or a value that is the name, or begins with the name of a step and a dot, as that of a recording does.
func (f *finder) key(v manifest.Value[string]) {
	if v.V == f.name || f.kind == "steps" && strings.HasPrefix(v.V, f.name+".") {
		f.add(v.Pos, false)
	}
}

// steps finds a step, and what names it beside expressions: the order of others, and recordings.
func (f *finder) steps() {
	for _, step := range f.of.Steps {
		f.declared(step.Name)
		for _, after := range step.After {
			f.key(after)
		}
	}
	for _, e := range f.of.Examples {
		for _, r := range e.Upstream {
			f.key(r.Step)
		}
		for _, r := range e.Returned {
			f.key(r.Step)
		}
	}
}

// givenToPart finds the steps that give an input of a part its value.
func (f *finder) givenToPart() {
	for _, t := range f.sequences() {
		for _, step := range t.Steps {
			if step.Use.V != f.shared.Name.V {
				continue
			}
			for _, e := range step.With {
				f.key(e.Key)
			}
		}
	}
}

// expressions finds the expressions that read the symbol.
func (f *finder) expressions() {
	for _, place := range f.places {
		if f.around(place.at) != f.of {
			continue
		}
		t := f.textOf(place.file)
		for _, at := range expr.Named(place.text, f.kind, f.name) {
			start := t.at(place.source.At(at))
			if end := start + len(f.name); end <= len(t.data) && string(t.data[start:end]) == f.name {
				f.found = append(f.found, occurrence{location{f.uriOf(place.file), t.span(start, end)}, place.file, start, end, false})
			}
		}
	}
}

// around returns the tool, or what a part does, in whose lines a place is.
func (c *checked) around(at diag.Position) *manifest.Tool {
	var found *manifest.Tool
	for _, t := range c.sequences() {
		if p := t.Name.Pos; p.File == at.File && p.Line <= at.Line && (found == nil || p.Line > found.Name.Pos.Line) {
			found = t
		}
	}
	return found
}

func (s *server) references(_ context.Context, at referenceParams) ([]location, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, offset, err := s.place(at.documentPosition)
	if p == nil || p.clean == nil {
		return nil, err
	}
	if p.isDocument(path) {
		return s.callsOf(p, path, s.textOf(path).position(offset).Line+1), nil
	}
	sym, ok := s.symbolAt(p, path, offset)
	if !ok {
		return nil, nil
	}
	var found []location
	for _, o := range s.occurrences(p, sym) {
		if !o.declaration || at.Context.IncludeDeclaration {
			found = append(found, o.location)
		}
	}
	return found, nil
}

func (s *server) prepareRename(_ context.Context, at documentPosition) (*span, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, offset, err := s.place(at)
	if p == nil || p.clean == nil {
		return nil, err
	}
	sym, ok := s.symbolAt(p, path, offset)
	if !ok {
		return nil, errNothingToRename
	}
	for _, o := range s.occurrences(p, sym) {
		if o.path == path && o.start <= offset && offset <= o.end {
			return &o.Range, nil
		}
	}
	return nil, errNothingToRename
}

var errNothingToRename = errors.New("nothing that can be renamed stands here; inputs, vars and steps can be")

// newNames are what inputs, vars and steps can be called.
var newNames = regexp.MustCompile(`^[a-z][a-z0-9_]*$`)

// rename answers with the edits that give a symbol another name. They are refused if the manifest has an error with them that it does not have now.
func (s *server) rename(_ context.Context, at renameParams) (*workspaceEdit, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	p, path, offset, err := s.place(at.documentPosition)
	if p == nil || p.clean == nil {
		return nil, err
	}
	sym, ok := s.symbolAt(p, path, offset)
	if !ok {
		return nil, errNothingToRename
	}
	if !newNames.MatchString(at.NewName) {
		return nil, fmt.Errorf("%q is no name for one of %s; use lower-case letters, digits and underscores, with a letter first", at.NewName, sym.kind)
	}
	edit := &workspaceEdit{Changes: map[string][]textEdit{}}
	edited := s.edited()
	list := s.occurrences(p, sym)
	for _, o := range slices.Backward(list) {
		edit.Changes[o.URI] = append(edit.Changes[o.URI], textEdit{o.Range, at.NewName})
		if edited[o.path] == nil {
			edited[o.path] = s.textOf(o.path).data
		}
		edited[o.path] = replaced(edited[o.path], o.start, o.end, at.NewName)
	}
	if d := worse(p.check(s.edited(), true).findings, p.check(edited, true).findings); d != nil {
		return nil, fmt.Errorf("%s cannot be called %s: %s", sym.name, at.NewName, d.Message)
	}
	return edit, nil
}

// worse returns the first error that there are more of than before, by its rule; nil if there are none.
func worse(before, after diag.List) *diag.Diagnostic {
	count := map[string]int{}
	for _, d := range before {
		count[d.Rule]++
	}
	for i, d := range after {
		if count[d.Rule]--; count[d.Rule] < 0 {
			return &after[i]
		}
	}
	return nil
}
