package lsp

import (
	"context"

	"github.com/nactgen/nactgen/sculpt/manifest"
)

// The kinds of symbols in the outline of a file.
const (
	symbolFunction = 12
	symbolVariable = 13
	symbolProperty = 7
	symbolEvent    = 24
)

// documentSymbol answers with the outline of a file: its tools and parts, with their inputs, steps, vars and outputs.
func (s *server) documentSymbol(_ context.Context, at documentParams) ([]documentSymbol, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	symbols := []documentSymbol{}
	p, path, _, err := s.place(documentPosition{TextDocument: at.TextDocument})
	if p == nil || p.clean == nil {
		return symbols, err
	}
	t := s.textOf(path)
	name := func(v manifest.Value[string], kind int, detail string) documentSymbol {
		where := t.found(v.Pos, v.Length)
		return documentSymbol{Name: v.V, Detail: detail, Kind: kind, Range: where, SelectionRange: where}
	}
	for _, tool := range p.clean.sequences() {
		if absolute(tool.Name.Pos.File) != path {
			continue
		}
		symbol := name(tool.Name, symbolFunction, tool.Description.V)
		for _, in := range tool.Inputs {
			symbol.Children = append(symbol.Children, name(in.ID, symbolProperty, "input"))
		}
		for _, step := range tool.Steps {
			symbol.Children = append(symbol.Children, name(step.Name, symbolEvent, step.Call.V))
		}
		for _, v := range tool.Vars {
			symbol.Children = append(symbol.Children, name(v.Name, symbolVariable, "var"))
		}
		for _, out := range tool.Outputs {
			symbol.Children = append(symbol.Children, name(out.ID, symbolProperty, "output"))
		}
		for _, child := range symbol.Children {
			if child.Range.End.Line > symbol.Range.End.Line {
				symbol.Range.End = child.Range.End
			}
		}
		symbols = append(symbols, symbol)
	}
	return symbols, nil
}
