// Package lock keeps nact.lock, the file beside the manifest that holds every published version of every tool with its
// whole signature. What stands in it never changes; a new version may only add to the one before. [Check] holds a manifest
// against it, [Publish] adds to it what is new.
//
// The file is text made for reviews: a subset of YAML with one canonical form, in which a change of a tool shows as the
// lines that are new. A hash per version tells a published signature from one that was edited by hand. The package reads
// and writes that subset itself, so that every byte of it is decided here.
package lock

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"

	"github.com/nactgen/nactgen/compat"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Name is the name of the lock file.
const Name = "nact.lock"

// format is the number of the file's format.
const format = 1

// Path returns the path of the lock file of a manifest: it stands beside it.
func Path(manifest string) string { return filepath.Join(filepath.Dir(manifest), Name) }

// File is the content of a lock file. The zero File has nothing published.
type File struct {
	Missing bool    // there is no such file yet
	Tools   []*Tool // by name
}

// Tool is a tool of which something is published. Its ID and all its names are taken for good.
type Tool struct {
	Name      string
	ID        string     // a UUID in lower case
	Was       []string   // its former names, the oldest first
	Withdrawn bool       // agents no longer find it; its versions can still be called
	Versions  []*Version // at least one, the oldest first
	At        Mark       // its name in the file; zero if it was not read from one
}

// Version is one published version.
type Version struct {
	Number    int              // from 1
	Signature compat.Signature // its CurrentVersion is 0: that is not locked
	Hash      string           // [compat.Signature.Hash] of Signature
	At        Mark             // its number in the file; zero if it was not read from one
}

// Mark is a stretch of a file for findings to point at.
type Mark struct {
	Pos    diag.Position
	Length int // in bytes; 0 or 1 is a single caret
}

// Newest returns the newest version.
func (t *Tool) Newest() *Version { return t.Versions[len(t.Versions)-1] }

// Version returns a version by its number, or nil.
func (t *Tool) Version(number int) *Version {
	i := slices.IndexFunc(t.Versions, func(v *Version) bool { return v.Number == number })
	if i < 0 {
		return nil
	}
	return t.Versions[i]
}

// ToolByID returns the tool with an ID in lower case, or nil.
func (f *File) ToolByID(id string) *Tool {
	return f.find(func(t *Tool) bool { return t.ID == id })
}

// ToolByName returns the tool that is called so now, or nil.
func (f *File) ToolByName(name string) *Tool {
	return f.find(func(t *Tool) bool { return t.Name == name })
}

// ID returns the published ID of a tool whose manifest gives none, by its name or, if it was renamed, by its former one.
// It is false if there is none: the ID is then for the manifest to derive.
func (f *File) ID(name, was string) (id string, published bool) {
	t := f.ToolByName(name)
	if t == nil && was != "" {
		t = f.ToolByName(was)
	}
	if t == nil {
		return "", false
	}
	return t.ID, true
}

func (f *File) find(is func(*Tool) bool) *Tool {
	i := slices.IndexFunc(f.Tools, is)
	if i < 0 {
		return nil
	}
	return f.Tools[i]
}

// newVersion locks a signature as it is published: with everything spelled out that a reader may assume.
func newVersion(s compat.Signature) (*Version, error) {
	s.CurrentVersion = 0
	var published compat.Signature
	if err := json.Unmarshal(s.AppendJSON(nil), &published); err != nil {
		return nil, fmt.Errorf("version %d of %s: %w", s.Version, s.Name, err)
	}
	return &Version{Number: s.Version, Signature: published, Hash: published.Hash()}, nil
}
