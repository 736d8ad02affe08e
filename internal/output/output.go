// Package output compares generated files with a folder and brings the folder
// up to date. It is the only package of the generator that writes to a project.
//
// A run owns the files that the list file of the former run names and that
// nobody edited since, and the Go files with its header that the list does not
// name. Everything else in
// the folder is the user's: it is never written over and never removed.
// Symbolic links that leave the folder are not followed.
package output

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/inputs"
)

// Options are what a comparison needs to know besides the files.
type Options struct {
	// Manifest is the base name of the manifest that the files come from.
	Manifest string

	// Editable are paths that a user may take over: once such a file was
	// edited, or if it was there before, it is kept as it is. For example go.mod.
	Editable []string

	// Force takes listed files, other than the editable ones, that were edited for what they are listed as.
	Force bool
}

// Conflict is a file in the folder that stands where a generated one should.
type Conflict struct {
	Path   string // relative to the folder
	Reason string // continues a sentence that the path begins, and says what to do
}

// ConflictError says why a folder cannot take the generated files. Nothing was written.
type ConflictError struct {
	Dir       string
	Conflicts []Conflict // sorted by path
}

func (e *ConflictError) Error() string {
	lines := make([]string, len(e.Conflicts))
	for i, c := range e.Conflicts {
		lines[i] = filepath.Join(e.Dir, filepath.FromSlash(c.Path)) + " " + c.Reason
	}
	return strings.Join(lines, "\n")
}

// comparison is the state of one call of [Compare].
type comparison struct {
	root      *os.Root // nil: the folder does not exist
	known     list
	abandoned []list // of runs that were killed before they were done
	options   Options
	changes   []Change
	conflicts []Conflict
}

// Compare finds out what has to change in the folder dir, which need not
// exist, so that it holds files and its list file. It changes nothing. The
// error is a [*ConflictError] if a file in the way is not nactgen's.
func Compare(dir string, files []artifact.File, opts Options) (*Changes, error) {
	if err := artifact.Check([]artifact.File{{Path: opts.Manifest}}); err != nil {
		return nil, fmt.Errorf("manifest: %w", err)
	}
	if err := artifact.Check(append([]artifact.File{{Path: ListFile}}, files...)); err != nil {
		return nil, err
	}
	given := files
	files = slices.Clone(files)
	artifact.Sort(files)
	files = append(files, formatList(opts.Manifest, files))

	c := &comparison{options: opts}
	root, err := os.OpenRoot(dir)
	if err == nil {
		defer root.Close()
		c.root = root
		if c.known, err = readList(root, opts.Manifest); err != nil {
			reason := fmt.Sprintf("cannot be used: %v; delete it to let %s take the folder over", err, opts.Manifest)
			return nil, &ConflictError{Dir: dir, Conflicts: []Conflict{{ListFile, reason}}}
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	c.abandoned = c.readAbandoned(opts.Manifest)
	for _, f := range files {
		c.want(f)
	}
	for _, p := range c.leftovers(files) {
		c.drop(p)
	}
	if len(c.conflicts) > 0 {
		slices.SortFunc(c.conflicts, func(a, b Conflict) int { return strings.Compare(a.Path, b.Path) })
		return nil, &ConflictError{Dir: dir, Conflicts: c.conflicts}
	}
	slices.SortFunc(c.changes, func(a, b Change) int { return strings.Compare(a.Path, b.Path) })
	return &Changes{Dir: dir, All: c.changes, files: given, options: opts}, nil
}

// want decides what becomes of the path of a generated file.
func (c *comparison) want(f artifact.File) {
	old, exists, reason := c.read(f.Path)
	switch {
	case reason != "":
		c.conflicts = append(c.conflicts, Conflict{f.Path, reason})
	case !exists:
		c.add(Create, f.Path, nil, f.Content)
	case bytes.Equal(old, f.Content):
		c.add(Unchanged, f.Path, old, f.Content)
	case c.owns(f.Path, old):
		c.add(Replace, f.Path, old, f.Content)
	case c.editable(f.Path):
		c.add(Keep, f.Path, old, old)
	case c.known.hashes[f.Path] != "":
		c.conflicts = append(c.conflicts, Conflict{f.Path, "was edited since nactgen wrote it; undo the edit, or lose it with nactgen generate --force"})
	default:
		c.conflicts = append(c.conflicts, Conflict{f.Path, "was not written by nactgen; move it away or choose another folder"})
	}
}

// drop decides what becomes of a file that a former run wrote and this one does not.
func (c *comparison) drop(p string) {
	old, exists, reason := c.read(p)
	switch {
	case reason != "" || !exists:
		// Whatever stands there now is not what nactgen wrote.
	case c.owns(p, old):
		c.add(Remove, p, old, nil)
	case isGenerated(p, old):
		c.conflicts = append(c.conflicts, Conflict{p, "was edited since nactgen wrote it, and is generated no longer; " +
			"move it away, make it yours by removing its first line, or lose it with nactgen generate --force"})
	default:
		c.add(Keep, p, old, old)
	}
}

func (c *comparison) add(kind Kind, path string, old, new []byte) {
	c.changes = append(c.changes, Change{Kind: kind, Path: path, Old: old, New: new})
}

// owns reports whether nactgen wrote the content that path has now.
func (c *comparison) owns(path string, content []byte) bool {
	sum := hash(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n"))) // a checkout may have changed the ends of the lines
	recorded, listed := c.known.hashes[path]
	switch {
	case path == ListFile, recorded == sum, recorded == hash(content):
		return true
	case slices.ContainsFunc(c.abandoned, func(l list) bool { return l.hashes[path] == hash(content) }):
		return true
	case listed:
		return c.options.Force && !c.editable(path)
	}
	return isGenerated(path, content)
}

func (c *comparison) editable(path string) bool { return slices.Contains(c.options.Editable, path) }

// isGenerated reports whether a file is Go code with nactgen's header, whichever manifest it names.
func isGenerated(path string, content []byte) bool {
	first, _, _ := bytes.Cut(content, []byte("\n"))
	return strings.HasSuffix(path, ".go") &&
		bytes.HasPrefix(first, []byte("// Code generated by nactgen from ")) &&
		bytes.HasSuffix(bytes.TrimSuffix(first, []byte("\r")), []byte("; DO NOT EDIT."))
}

// read returns the content of the file at path. reason says why it cannot be
// a generated file, if so.
func (c *comparison) read(path string) (content []byte, exists bool, reason string) {
	if c.root == nil {
		return nil, false, ""
	}
	info, err := c.root.Lstat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, false, ""
	case err != nil:
		return nil, true, "cannot be reached: " + cause(err)
	case info.IsDir():
		return nil, true, "is a folder; move it away or choose another folder"
	case !info.Mode().IsRegular():
		return nil, true, "is no plain file but " + describe(info.Mode()) + "; move it away or choose another folder"
	}
	content, err = inputs.ReadIn(c.root, path, inputs.Limit)
	if err != nil {
		return nil, true, "cannot be read: " + cause(err)
	}
	return content, true, ""
}

func describe(mode fs.FileMode) string {
	if mode&fs.ModeSymlink != 0 {
		return "a symbolic link"
	}
	return "a special file"
}

// cause returns the text of err without the operation and the path, which the message around it has.
func cause(err error) string {
	var pathErr *fs.PathError
	if errors.As(err, &pathErr) {
		return pathErr.Err.Error()
	}
	return err.Error()
}

// leftovers returns the paths that a former run wrote and that are not in
// files: those on its list, and Go files with the header in the folders that
// generated files stand in, in case the list was lost.
func (c *comparison) leftovers(files []artifact.File) []string {
	if c.root == nil {
		return nil
	}
	wanted := make(map[string]bool)
	var dirs, found []string
	for _, f := range files {
		wanted[f.Path] = true
		dirs = append(dirs, path.Dir(f.Path))
	}
	for _, l := range append(c.abandoned, c.known) {
		for _, p := range l.paths {
			dirs = append(dirs, path.Dir(p))
			found = append(found, p)
		}
	}
	slices.Sort(dirs)
	for _, dir := range slices.Compact(dirs) {
		found = append(found, c.generatedIn(dir, wanted)...)
	}
	slices.Sort(found)
	return slices.DeleteFunc(slices.Compact(found), func(p string) bool { return wanted[p] })
}

// generatedIn returns the paths of the Go files in dir that carry the header, other than those that are wanted.
func (c *comparison) generatedIn(dir string, wanted map[string]bool) []string {
	entries, err := fs.ReadDir(c.root.FS(), dir)
	if err != nil {
		return nil // not there yet, or in the way: want says so
	}
	var found []string
	for _, entry := range entries {
		p := path.Join(dir, entry.Name())
		if !entry.Type().IsRegular() || path.Ext(p) != ".go" || wanted[p] {
			continue
		}
		if content, _, reason := c.read(p); reason == "" && isGenerated(p, content) {
			found = append(found, p)
		}
	}
	return found
}
