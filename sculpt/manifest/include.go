package manifest

import (
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// maxIncluded is how many files a manifest includes at most.
const maxIncluded = 1000

// Source is a file of a manifest.
type Source struct {
	Path string // as positions name it
	Text []byte
}

// includePattern is a pattern of files below the manifest's folder.
var includePattern = check{relativePath.form, func(s string) *problem {
	if p := relativePath.refuse(s); p != nil {
		return p
	}
	elements := strings.Split(s, "/")
	_, malformed := path.Match(s, "")
	switch {
	case slices.Contains(elements, ".."):
		return problemf("bad-path", "leads out of the manifest's folder: %s; included files stand in it or below", diag.Quote(s))
	case slices.Contains(elements, "**"):
		return problemf("bad-path", "holds **, which is not part of the format: %s; name each folder, as in tools/*.yaml", diag.Quote(s))
	case malformed != nil:
		return problemf("bad-path", "is no pattern: %s; write it as in tools/*.yaml", diag.Quote(s))
	}
	return nil
}}

// includes is the target of one pattern or a list of them. It sets ok to false if something is wrong with them.
func includes(dst *[]Value[string], ok *bool) target {
	patterns := oneOrMore("name at least one file, or leave the key out", appendText(dst, text(oneLine, includePattern)))
	return target{form: patterns.form, read: func(r *reader, what string, n *yaml.Node) {
		before := r.all
		patterns.read(r, what, n)
		*ok = r.all == before
	}}
}

// includer finds and reads the files that a manifest includes.
type includer struct {
	folder  string // the manifest's
	root    *os.Root
	tree    inputs.Tree   // the files that the manifest may lead to
	main    fs.FileInfo   // the manifest's own
	files   []fs.FileInfo // those of sources
	sources []Source
	size    int // bytes of the manifest and the sources
	found   *findings
}

// SourcesIn returns the files that a manifest stands in: its own, then those that it includes. Beyond what it includes, nothing of what is wrong with it
// matters. All of them belong to a tree. What cannot be read is an error in the list.
func SourcesIn(files inputs.Tree, file string) ([]Source, diag.List) {
	var found findings
	data, err := files.Read(file, maxSize)
	if err != nil {
		found.errorf(place{pos: diag.Position{File: file}}, "unreadable", "the manifest cannot be read: %v", err)
		return nil, found.sorted()
	}
	own := []Source{{file, data}}
	r, root := parseFile(own[0], "", new(findings))
	if root == nil {
		return own, nil
	}
	m := &Manifest{File: file, Sources: own}
	r.findings = &found
	for i := 0; i+1 < len(root.Content) && root.Kind == yaml.MappingNode; i += 2 {
		if root.Content[i].Value == "include" {
			ok := true
			includes(&m.Include, &ok).read(r, `"include"`, resolve(root.Content[i+1]))
		}
	}
	included, _ := readIncluded(m, files, &found)
	return append(own, included...), found.sorted()
}

// readIncluded reads the files that the patterns of a manifest stand for, in the order of the patterns, and by name within
// each. A file that several patterns match, or under several names, is read once. ok is false if something is wrong, which is
// added to found. All of them belong to a tree.
func readIncluded(m *Manifest, tree inputs.Tree, found *findings) (sources []Source, ok bool) {
	if len(m.Include) == 0 {
		return nil, true
	}
	main, err := os.Stat(m.File)
	if err != nil {
		found.errorf(m.Include[0].place(), "include", "the manifest cannot be read: %v", inputs.Reason(err))
		return nil, false
	}
	root, err := os.OpenRoot(m.Folder())
	if err != nil {
		found.errorf(m.Include[0].place(), "include", "the manifest's folder cannot be read: %v", inputs.Reason(err))
		return nil, false
	}
	defer root.Close()
	i := &includer{folder: m.Folder(), root: root, tree: tree, main: main, size: len(m.Sources[0].Text), found: found}
	ok = true
	for _, pattern := range m.Include {
		ok = i.pattern(pattern) && ok
	}
	return i.sources, ok
}

// pattern reads the files that a pattern stands for.
func (i *includer) pattern(pattern Value[string]) bool {
	names := i.match(path.Clean(pattern.V))
	if len(names) == 0 {
		i.found.errorf(pattern.place(), "include", "no file matches %s", diag.Quote(pattern.V))
		return false
	}
	for _, name := range names {
		if message := i.read(name); message != "" {
			i.found.errorf(pattern.place(), "include", "%s", message)
			return false
		}
	}
	return true
}

// match returns the files that match a pattern, by name.
func (i *includer) match(pattern string) []string {
	names, err := i.tree.Match(i.folder, pattern)
	if err != nil {
		return nil // a malformed pattern was refused with its key
	}
	return slices.DeleteFunc(names, func(name string) bool { return hides(name, pattern) })
}

// hides reports whether an element of a name that matches a pattern starts with a dot that the pattern does not write: editors
// and file systems keep such files beside others, and no * or ? means them.
func hides(name, pattern string) bool {
	written := strings.Split(pattern, "/")
	for i, element := range strings.Split(name, "/") {
		if strings.HasPrefix(element, ".") && !strings.HasPrefix(written[i], ".") {
			return true
		}
	}
	return false
}

// read reads a file, unless it was read, or says why it cannot be included.
func (i *includer) read(name string) (message string) {
	info, err := i.root.Stat(name)
	switch {
	case err != nil:
		return "the file " + diag.Quote(name) + " cannot be read: " + inputs.Reason(err).Error()
	case !info.Mode().IsRegular():
		return diag.Quote(name) + " is no file that could be included; name files, as in tools/*.yaml"
	case os.SameFile(info, i.main):
		return "the manifest includes itself; put what it includes into a folder of its own, as in tools/*.yaml"
	case slices.ContainsFunc(i.files, func(read fs.FileInfo) bool { return os.SameFile(info, read) }):
		i.tree.Trace().Lose() // that two names are one file
		return ""
	case len(i.sources) == maxIncluded:
		return "more than " + strconv.Itoa(maxIncluded) + " files are included"
	}
	path := filepath.Join(i.folder, filepath.FromSlash(name))
	if err := i.tree.Check(path); err != nil {
		return "the file " + diag.Quote(name) + " cannot be read: " + err.Error()
	}
	text, err := i.tree.ReadPart(i.root, i.folder, name, maxSize+1)
	if err != nil {
		return "the file " + diag.Quote(name) + " cannot be read: " + err.Error()
	}
	if i.size += len(text); i.size > maxSize {
		return "the manifest and what it includes have more than " + strconv.Itoa(maxSize>>20) + " MiB together"
	}
	i.files = append(i.files, info)
	i.sources = append(i.sources, Source{path, text})
	return ""
}
