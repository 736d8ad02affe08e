package lsp

import (
	"context"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// codeAction answers with the mends of the findings in a range. Each has been tried: with it there are fewer errors than without, and
// none that was not there.
func (s *server) codeAction(_ context.Context, at codeActionParams) ([]codeAction, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	actions := []codeAction{}
	p, path, start, err := s.place(documentPosition{at.TextDocument, at.Range.Start})
	if p == nil {
		return actions, err
	}
	t := s.textOf(path)
	end := t.offset(at.Range.End)
	found := p.check(s.edited(), true).findings
	for _, d := range found {
		if from := t.at(d.Pos); absolute(d.Pos.File) != path || from > end || from+d.Length < start {
			continue
		}
		if edit, ok := s.mend(p, path, found, d); ok {
			uri := s.uriOf(path)
			actions = append(actions, codeAction{
				Title: "Write " + edit.NewText, Kind: "quickfix", Diagnostics: []diagnostic{diagnosticOf(t, d)}, IsPreferred: true,
				Edit: workspaceEdit{map[string][]textEdit{uri: {edit}}},
			})
		}
	}
	return actions, nil
}

// mend returns the edit by which what is meant comes in the place of what is wrong: of the whole stretch that the finding is about, or of its last name, as
// in the call of an operation.
func (s *server) mend(p *project, path string, found diag.List, d diag.Diagnostic) (textEdit, bool) {
	meant, ok := d.Suggested()
	if !ok {
		return textEdit{}, false
	}
	t := s.textOf(path)
	start := t.at(d.Pos)
	end := min(start+d.Length, len(t.data))
	if wrong := string(t.data[start:end]); len(wrong) > 1 && strings.ContainsRune(`"'`, rune(wrong[0])) {
		start, end = start+1, end-1
	}
	for _, from := range []int{start, start + strings.LastIndexByte(string(t.data[start:end]), '.') + 1} {
		edited := s.edited()
		edited[path] = replaced(t.data, from, end, meant)
		after := p.check(edited, true).findings
		if len(after.Errors()) < len(found.Errors()) && worse(found, after) == nil {
			return textEdit{t.span(from, end), meant}, true
		}
	}
	return textEdit{}, false
}
