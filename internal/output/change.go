package output

import (
	"bytes"
	"fmt"
	"path"
	"path/filepath"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/internal/artifact"
)

// Kind says what becomes of a file.
type Kind int

// The kinds of changes.
const (
	Unchanged Kind = iota // it is as it should be and is not touched
	Create
	Replace
	Remove
	Keep // the user edited it, and it is theirs now
)

// Change is one file of the output folder.
type Change struct {
	Kind Kind
	Path string // slash-separated, relative to the folder
	Old  []byte // what it holds now; nil for Create
	New  []byte // what it will hold; nil for Remove
}

// Changes are what [Compare] found.
type Changes struct {
	Dir string
	All []Change // sorted by path, one a file, the list file included

	files   []artifact.File // what [Compare] was given
	options Options
}

// Pending returns the changes that [Changes.Apply] would make.
func (c *Changes) Pending() []Change {
	var pending []Change
	for _, change := range c.All {
		if change.Kind == Create || change.Kind == Replace || change.Kind == Remove {
			pending = append(pending, change)
		}
	}
	return pending
}

// Count returns how many files have one of kinds. The list file does not count.
func (c *Changes) Count(kinds ...Kind) int {
	n := 0
	for _, change := range c.All {
		for _, kind := range kinds {
			if change.Kind == kind && change.Path != ListFile {
				n++
			}
		}
	}
	return n
}

// Kept returns the paths of the files that are kept as the user edited them.
func (c *Changes) Kept() []string {
	var kept []string
	for _, change := range c.All {
		if change.Kind == Keep {
			kept = append(kept, change.Path)
		}
	}
	return kept
}

// Diff returns the pending changes as a unified diff, as git apply and patch
// -p1 take it, or nil if there are none.
func (c *Changes) Diff() []byte {
	var out bytes.Buffer
	dir := filepath.ToSlash(c.Dir)
	for _, change := range c.Pending() {
		before, after := path.Join("a", dir, change.Path), path.Join("b", dir, change.Path)
		if change.Kind == Create {
			before = "/dev/null"
		}
		if change.Kind == Remove {
			after = "/dev/null"
		}
		text := diff.Diff(before, change.Old, after, change.New)
		if text == nil { // the file is or was empty
			text = fmt.Appendf(nil, "diff %s %s\n--- %s\n+++ %s\n", before, after, before, after)
		}
		out.Write(text)
	}
	return out.Bytes()
}
