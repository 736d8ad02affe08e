package describe

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Part is a part of a [Detail].
type Part interface {
	WriteText(io.Writer) error
	WriteJSON(io.Writer) error
}

// parameters are those of an operation, as a part of it.
type parameters []*Parameter

// Part returns the parameters, which are the part "with", or the value with a path in the body or in an answer, which may be nil. The path is that which is
// shown, and may leave out the marks of what can be absent and of elements. If there is no such part, the message says so.
func (d *Detail) Part(path string, a *Answer) (part Part, message string) {
	if path == "with" {
		return parameters(d.Parameters), ""
	}
	var contents []*Content
	if d.Body != nil {
		contents = append(contents, chosen(d.Body.Content))
	}
	if a != nil {
		contents = append(contents, a.chosen())
	}
	paths := []string{"with"}
	for _, c := range contents {
		if c == nil || c.Value == nil {
			continue
		}
		for v := range c.Value.all {
			if bare(v.Path) == bare(path) {
				return v, ""
			}
			paths = append(paths, v.Path)
		}
	}
	return nil, fmt.Sprintf("%s has no part %q%s", d.Call, path, diag.DidYouMean(path, paths))
}

// PartDepth returns how many members deep the value with a path stands.
func PartDepth(path string) int { return strings.Count(strings.TrimPrefix(bare(path), "this."), ".") }

var barePath = strings.NewReplacer(".?", ".", "[?", "[", "[]", "", "{}", "")

// bare returns a path without the marks of what can be absent and of elements.
func bare(path string) string { return barePath.Replace(path) }

// all yields a value and what is in it, without undeclared members of objects.
func (v *Value) all(yield func(*Value) bool) {
	v.walk(yield)
}

func (v *Value) walk(yield func(*Value) bool) bool {
	if !yield(v) {
		return false
	}
	for _, part := range slices.Concat(v.Fields, []*Value{v.Elements}) {
		if part != nil && !part.walk(yield) {
			return false
		}
	}
	return true
}

// WriteText writes the value for people, with a line for each field in it.
func (v *Value) WriteText(w io.Writer) error {
	var t table
	v.rows(&t)
	_, err := io.WriteString(w, t.text(""))
	return err
}

// WriteJSON writes the value as a JSON object.
func (v *Value) WriteJSON(w io.Writer) error { return writeJSON(w, v) }

// WriteText writes the parameters for people, one a line.
func (all parameters) WriteText(w io.Writer) error {
	_, err := io.WriteString(w, all.text(""))
	return err
}

func (all parameters) text(indent string) string {
	var t table
	for _, p := range all {
		t.row(p.Key, p.facts(), p.At.String())
		t.note(catalog.Sentence(p.Description))
	}
	return t.text(indent)
}

// WriteJSON writes the parameters as a JSON array.
func (all parameters) WriteJSON(w io.Writer) error { return writeJSON(w, all) }
