package manifest

import (
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// The bounds of what a manifest includes.
const (
	maxIncluded  = 1000
	maxTotalSize = 16 << 20 // bytes of all files together
)

// Source is a file of a manifest.
type Source struct {
	Path string // as positions name it
	Text []byte
}

// includePattern is a pattern of files below the manifest's folder.
func includePattern(s string) *problem {
	if p := relativePath(s); p != nil {
		return p
	}
	elements := strings.Split(s, "/")
	_, malformed := path.Match(s, "")
	switch {
	case slices.Contains(elements, ".."):
		return problemf("bad-path", "leads out of the manifest's folder: %s; included files stand in it or below", quote(s))
	case slices.Contains(elements, "**"):
		return problemf("bad-path", "holds **, which is not part of the format: %s; name each folder, as in tools/*.yaml", quote(s))
	case malformed != nil:
		return problemf("bad-path", "is no pattern: %s; write it as in tools/*.yaml", quote(s))
	}
	return nil
}

// includes is the target of one pattern or a list of them.
func includes(m *Manifest) target {
	one := text(oneLine, includePattern)
	return target{read: func(r *reader, what string, n *yaml.Node) {
		before := len(r.list)
		if n.Kind == yaml.SequenceNode {
			texts(&m.Include, one).read(r, what, n)
		} else if v, ok := readValue(r, what, n, one); ok {
			m.Include = append(m.Include, v)
		}
		r.lacking = len(r.list) > before
	}}
}

// includer finds and reads the files that a manifest includes.
type includer struct {
	main     string // path of the manifest
	root     *os.Root
	included map[string]bool // by path below the manifest's folder, with slashes
	sources  []Source
	size     int
	found    *diag.List
}

// readIncluded reads the files that the patterns of a manifest stand for, in the order of the patterns, and by name within
// each. A file that several patterns match is read once. ok is false if something is wrong, which is added to found.
func readIncluded(m *Manifest, found *diag.List) (sources []Source, ok bool) {
	if len(m.Include) == 0 {
		return nil, true
	}
	root, err := os.OpenRoot(m.Folder())
	if err != nil {
		found.ErrorAt(m.Include[0], "include", "the manifest's folder cannot be read: %v", cause(err))
		return nil, false
	}
	defer root.Close()
	i := &includer{main: m.File, root: root, included: map[string]bool{}, size: len(m.Sources[0].Text), found: found}
	ok = true
	for _, pattern := range m.Include {
		ok = i.pattern(pattern) && ok
	}
	return i.sources, ok
}

// pattern reads the files that a pattern stands for.
func (i *includer) pattern(pattern Value[string]) bool {
	names, err := fs.Glob(i.root.FS(), path.Clean(pattern.V))
	if err != nil || len(names) == 0 {
		i.found.ErrorAt(pattern, "include", "no file matches %s", quote(pattern.V))
		return false
	}
	slices.Sort(names)
	for _, name := range names {
		if i.included[name] {
			continue
		}
		i.included[name] = true
		if message := i.read(name); message != "" {
			i.found.ErrorAt(pattern, "include", "%s", message)
			return false
		}
	}
	return true
}

// read reads a file, or says why it cannot be included.
func (i *includer) read(name string) (message string) {
	file := filepath.Join(filepath.Dir(i.main), filepath.FromSlash(name))
	info, err := i.root.Stat(name)
	switch {
	case err != nil:
		return "the file " + quote(name) + " cannot be read: " + cause(err).Error()
	case !info.Mode().IsRegular():
		return quote(name) + " is no file that could be included; name files, as in tools/*.yaml"
	case file == filepath.Clean(i.main):
		return "the manifest includes itself; put what it includes into a folder of its own, as in tools/*.yaml"
	case len(i.sources) == maxIncluded:
		return "more than " + strconv.Itoa(maxIncluded) + " files are included"
	}
	text, err := i.text(name)
	if err != nil {
		return "the file " + quote(name) + " cannot be read: " + cause(err).Error()
	}
	if i.size += len(text); i.size > maxTotalSize {
		return "the manifest and what it includes have more than " + strconv.Itoa(maxTotalSize>>20) + " MiB together"
	}
	i.sources = append(i.sources, Source{file, text})
	return ""
}

// text reads no more of a file than it takes to see that it is too large.
func (i *includer) text(name string) ([]byte, error) {
	f, err := i.root.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxSize+1))
}
