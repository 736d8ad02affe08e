package manifest

import (
	"bytes"
	"errors"
	"io"
	"os"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Read opens a manifest and the files that it includes, and parses them as [Parse] does. The Manifest is nil, with an error in
// the list, also if one of them cannot be read.
func Read(file string) (*Manifest, diag.List) {
	data, err := readFile(file)
	if err != nil {
		var found diag.List
		found.Errorf(diag.Position{File: file}, 0, "unreadable", "the manifest cannot be read: %v", cause(err))
		return nil, found
	}
	m, found := parseMain(file, data)
	if m != nil {
		included, ok := readIncluded(m, &found)
		if m = join(m, included, &found); !ok {
			m = nil
		}
	}
	found.Sort()
	return m, found
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

// Parse reads the manifest in data; file is what positions call it. Included are the files that it includes, whatever its
// patterns say. The list holds everything that is wrong, sorted.
//
// The Manifest is nil if nothing can be said about the rest: a file is not YAML, is empty, the manifest is of another format.
// Otherwise it holds all that could be read, also where the list has errors: what was written wrongly is unset (a nil
// pointer, a missing entry, a Value whose Set is false) and reported, so that a check of the rest can pass over it.
func Parse(file string, data []byte, included ...Source) (*Manifest, diag.List) {
	m, found := parseMain(file, data)
	if m != nil {
		m = join(m, included, &found)
	}
	found.Sort()
	return m, found
}

// parseMain parses a manifest without what it includes.
func parseMain(file string, data []byte) (*Manifest, diag.List) {
	r := newReader(Source{file, data}, maxFindings)
	m := r.parse((*reader).manifest)
	if r.lacking {
		m = nil
	}
	return m, r.list
}

// parse stops at the first stage that fails, so that no finding follows from another. read reads the root of the file.
func (r *reader) parse(read func(r *reader, root *yaml.Node) *Manifest) *Manifest {
	if r.src.check(&r.list); r.list.HasErrors() {
		return nil
	}
	root := r.document()
	if root == nil || !r.checkTree(root) {
		return nil
	}
	r.checkTabs(root)
	return read(r, root)
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
		r.errorf(place{at, 0}, "several-documents", "a second YAML document starts here; a file holds a single one")
		return nil
	case doc.Kind == 0 || doc.Content[0].Kind == yaml.ScalarNode && doc.Content[0].Tag == "!!null":
		if r.part {
			r.errorf(place{r.src.pos(0), 0}, "empty", "this file is empty; what a manifest includes has config, upstreams, tables or tools")
			return nil
		}
		r.errorf(place{r.src.pos(0), 0}, "empty", "the manifest is empty; it starts with \"nact: %d\"", format)
		return nil
	}
	return doc.Content[0]
}
