package lsp

import (
	"path/filepath"
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// checked is what came of the check of a manifest.
type checked struct {
	manifest  *manifest.Manifest // nil: it is no YAML
	documents document.Set
	findings  diag.List
	places    []place
}

// place is an expression of the manifest, with what can be named where it stands.
type place struct {
	file   string // absolute
	at     diag.Position
	source expr.Located
	text   string
	scope  *expr.Scope
}

// project is a manifest that is edited: with the files that it includes, and the documents that have been opened for it.
type project struct {
	file   string // of the manifest, absolute
	opened document.Opened
	stale  bool     // a text has changed since the last check
	clean  *checked // the last check of texts that are YAML; nil: there was none

	published []string // the files with diagnostics, absolute
}

// check checks the manifest as it stands in the editor. It is what lint does, without warnings if only errors are wanted.
func (p *project) check(edited map[string][]byte, errors bool) *checked {
	tree, err := inputs.Around(p.file)
	if err != nil {
		return &checked{findings: diag.List{{Pos: diag.Position{File: p.file}, Rule: "unreadable", Message: err.Error()}}}
	}
	c := &checked{}
	c.manifest, c.findings = manifest.ReadIn(tree.WithEdited(edited), p.file)
	if c.manifest == nil {
		return c
	}
	c.documents = p.opened.Open(c.manifest, &c.findings)
	sculpt.Check(c.manifest, c.documents, sculpt.Options{Errors: errors, Observer: c.observe}, &c.findings)
	c.findings.Sort()
	return c
}

// observe notes an expression.
func (c *checked) observe(at expr.Located, text string, in *expr.Scope) {
	pos, _ := at.Span()
	c.places = append(c.places, place{absolute(pos.File), pos, at, text, in})
}

// placeAt returns the expression that begins at a place.
func (c *checked) placeAt(file string, pos diag.Position) (place, bool) {
	i := slices.IndexFunc(c.places, func(p place) bool { return p.file == file && p.at.Line == pos.Line && p.at.Column == pos.Column })
	if i < 0 {
		return place{}, false
	}
	return c.places[i], true
}

// catalog of what a project's files are: the manifest itself, and what it includes.
func (c *checked) files() []string {
	if c.manifest == nil {
		return nil
	}
	var files []string
	for _, s := range c.manifest.Sources {
		files = append(files, absolute(s.Path))
	}
	return files
}

func absolute(path string) string {
	if abs, err := filepath.Abs(path); err == nil {
		return abs
	}
	return path
}
