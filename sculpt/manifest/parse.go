package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest/credential"
)

// Read opens a manifest and the files that it includes, and parses them as [Parse] does. The Manifest is nil, with an error in
// the list, also if one of them cannot be read.
func Read(file string) (*Manifest, diag.List) { return ReadIn(inputs.Tree{}, file) }

// ReadIn is [Read] for a manifest that leads to files of a tree only.
func ReadIn(files inputs.Tree, file string) (*Manifest, diag.List) {
	var found findings
	data, err := files.Read(file, maxSize+1) // a file of one byte too many has a finding with its place
	if err != nil {
		found.errorf(place{pos: diag.Position{File: file}}, "unreadable", "the manifest cannot be read: %v", err)
		return nil, found.sorted()
	}
	m := parseMain(Source{file, data}, &found)
	if m != nil {
		included, ok := readIncluded(m, files, &found)
		if m = join(m, included, &found); !ok {
			m = nil
		}
	}
	if m != nil {
		m.Files = files
	}
	return m, found.sorted()
}

// Parse reads the manifest in data; file is what positions call it. Included are the files that it includes, whatever its
// patterns say. The list holds everything that is wrong, sorted.
//
// The Manifest is nil if nothing can be said about the rest: a file is not YAML, is empty, the manifest is of another format.
// Otherwise it holds all that could be read, also where the list has errors: what was written wrongly is unset (a nil
// pointer, a missing entry, a Value whose Set is false) and reported, so that a check of the rest can pass over it.
func Parse(file string, data []byte, included ...Source) (*Manifest, diag.List) {
	var found findings
	m := parseMain(Source{file, data}, &found)
	if m != nil {
		m = join(m, included, &found)
	}
	return m, found.sorted()
}

// parseMain parses a manifest without what it includes.
func parseMain(s Source, found *findings) *Manifest {
	r, root := parseFile(s, fmt.Sprintf("the manifest is empty; it starts with \"nact: %d\"", format), found)
	if root == nil {
		return nil
	}
	return newManifest(r, root)
}

// parseFile parses a file as YAML, and returns its root with what reads it on. It stops at the first stage that fails, so that no
// finding follows from another; the root is nil then. Empty is what is said of a file that holds nothing.
func parseFile(s Source, empty string, found *findings) (r *reader, root *yaml.Node) {
	src := newSource(s.Path, s.Text)
	if !src.check(found) {
		return nil, nil
	}
	checkCredentials(src, found)
	checkCharacters(src, found)
	root = document(src, empty, found)
	if root == nil {
		return nil, nil
	}
	p := newPlaces(src)
	refused, ok := checkTree(root, p, found)
	if !ok {
		return nil, nil
	}
	checkTabs(root, p, found)
	return &reader{places: p, findings: found, refused: refused}, root
}

// checkCredentials reports credentials, wherever they stand in the file, be it in a comment.
func checkCredentials(src *source, found *findings) {
	for _, credential := range credential.In(src.data) {
		found.errorf(place{src.pos(credential.At), credential.Length}, "secret-literal",
			"this looks like %s, and everybody can read it here; replace it at its vendor, and let the environment supply the new one, as in config: {key: {env: API_KEY, secret: true}}; in an example write a made-up text", credential.What)
	}
}

// document returns the root of the file's only document, or nil with a finding.
func document(src *source, empty string, found *findings) *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(src.data))
	var doc, next yaml.Node
	err := dec.Decode(&doc)
	if err == nil {
		err = dec.Decode(&next)
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		reportSyntax(src, err, found)
		return nil
	case next.Kind != 0:
		at := src.pos(src.offset(next.Line, next.Column))
		found.errorf(place{at, 0}, "several-documents", "a second YAML document starts here; a file holds a single one")
		return nil
	case doc.Kind == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null":
		found.errorf(place{src.pos(0), 0}, "empty", "%s", empty)
		return nil
	}
	return doc.Content[0]
}
