// Package format lays manifests out in one way: indentation, blanks and empty lines. It changes nothing else: neither what a manifest says, nor its order, nor its
// comments, nor how its values are quoted.
package format

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// Format returns a manifest, or a file that one includes, in its canonical layout, which of itself is itself. The file may hold anything that is YAML. Canonical is:
//
//   - two spaces of indentation for each level of mappings and lists, and for the lines of a value that goes on
//   - one blank after a colon, a dash and a comma, none within braces and brackets, and none at the end of a line
//   - at most one empty line in a row, and none at the beginning and the end
//   - comments with a blank behind #, indented as what follows them
//   - line breaks of Unix, and one at the end
//
// It returns an error, and no text, if the file is not YAML, has a key behind a question mark, or would say something else with another layout.
func Format(source []byte) ([]byte, error) {
	text := bytes.ReplaceAll(bytes.TrimPrefix(source, byteOrderMark), []byte("\r\n"), []byte("\n"))
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	if root == nil {
		return comments(text), nil
	}
	s, err := scan(text, root)
	if err != nil {
		return nil, err
	}
	formatted := s.print()
	if err := unchanged(s, root, formatted); err != nil {
		return nil, err
	}
	return formatted, nil
}

// byteOrderMark may precede the text of a file. It says nothing, since the text is UTF-8.
var byteOrderMark = []byte("\uFEFF")

// parse returns the root of the one document that a text holds; nil if it holds nothing.
func parse(text []byte) (*yaml.Node, error) {
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	var document, next yaml.Node
	if err := decoder.Decode(&document); errors.Is(err, io.EOF) {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	if err := decoder.Decode(&next); !errors.Is(err, io.EOF) {
		return nil, errors.Join(errors.New("the file holds more than one YAML document"), err)
	}
	return document.Content[0], nil
}

// comments lays out a text that is nothing but comments.
func comments(text []byte) []byte {
	s := newScanned(text)
	s.tokenize(nil)
	return s.print()
}

// unchanged returns an error if a formatted text does not say what it was made of, with the same comments.
func unchanged(before *scanned, root *yaml.Node, formatted []byte) error {
	wrong := func(what string) error {
		return fmt.Errorf("the file is written in a way that cannot be laid out: %s would change; nothing is written", what)
	}
	after, err := parse(formatted)
	if err != nil || after == nil || !same(root, after) {
		return wrong("a value")
	}
	again, err := scan(formatted, after)
	if err != nil || !slices.Equal(before.remarks(), again.remarks()) {
		return wrong("a comment")
	}
	if !bytes.Equal(again.print(), formatted) {
		return wrong("the layout")
	}
	return nil
}

// same reports whether two nodes are written alike, but for their layout.
func same(a, b *yaml.Node) bool {
	if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || a.Style != b.Style || a.Anchor != b.Anchor || len(a.Content) != len(b.Content) {
		return false
	}
	for i := range a.Content {
		if !same(a.Content[i], b.Content[i]) {
			return false
		}
	}
	return true
}

// remarks returns the comments, without the blanks around them.
func (s *scanned) remarks() []string {
	var all []string
	for _, t := range s.tokens {
		if t.kind == comment {
			all = append(all, strings.TrimSpace(strings.TrimPrefix(string(s.text[t.start:t.end]), "#")))
		}
	}
	return all
}
