package manifest

import (
	"bytes"
	"errors"
	"io"
	"os"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Read opens a manifest and parses it as [Parse] does. The Manifest is nil, with an error in the list, also if the file cannot
// be read.
func Read(file string) (*Manifest, diag.List) {
	data, err := readFile(file)
	if err != nil {
		var list diag.List
		list.Errorf(diag.Position{File: file}, 0, "unreadable", "the manifest cannot be read: %v", cause(err))
		return nil, list
	}
	return Parse(file, data)
}

// readFile reads no more of a file than it takes to see that it is too large.
func readFile(file string) ([]byte, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}

// cause returns err without the path that it names: the finding names the file already.
func cause(err error) error {
	var path *os.PathError
	if errors.As(err, &path) {
		return path.Err
	}
	return err
}

// Parse reads the manifest in data; file is what positions call it. The list holds everything that is wrong, sorted.
//
// The Manifest is nil if nothing can be said about the rest: the file is not YAML, is of another format, is empty.
// Otherwise it holds all that could be read, also where the list has errors: what was written wrongly is unset (a nil
// pointer, a missing entry, a Value whose Set is false) and reported, so that a check of the rest can pass over it.
func Parse(file string, data []byte) (*Manifest, diag.List) {
	r := &reader{src: newSource(file, data), layouts: map[*yaml.Node]*layout{}, refused: map[*yaml.Node]bool{}}
	m := r.parse()
	r.list.Sort()
	return m, r.list
}

// parse stops at the first stage that fails, so that no finding follows from another.
func (r *reader) parse() *Manifest {
	if r.src.check(&r.list); r.list.HasErrors() {
		return nil
	}
	root := r.document()
	if root == nil || !r.checkTree(root) {
		return nil
	}
	r.checkTabs(root)
	return r.manifest(root)
}

// document returns the root of the file's only document, or nil with a finding.
func (r *reader) document() *yaml.Node {
	dec := yaml.NewDecoder(bytes.NewReader(r.src.data))
	var doc, next yaml.Node
	err := dec.Decode(&doc)
	if err == nil {
		err = dec.Decode(&next)
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		r.syntaxError(err)
		return nil
	case next.Kind != 0:
		at := r.src.pos(r.src.offset(next.Line, next.Column))
		r.errorf(place{at, 0}, "several-documents", "a second YAML document starts here; a manifest is a single one")
		return nil
	case doc.Kind == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null":
		r.errorf(place{r.src.pos(0), 0}, "empty", "the manifest is empty; it starts with \"nact: %d\"", format)
		return nil
	}
	return doc.Content[0]
}
