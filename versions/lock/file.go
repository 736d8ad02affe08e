// Package lock reads and writes nact.lock, the file beside the manifest that has every published version of every tool with its
// whole signature. Its content never changes; a new version may only add to the one before. [Check] compares a manifest
// with it, [Publish] adds what is new.
//
// The file is text made for reviews: a subset of YAML with one canonical form, in which a change of a tool shows as
// new lines. A hash per version tells a published signature from one that was edited by hand. The package reads
// and writes that subset itself, so that every byte of it is decided here.
package lock

import (
	"crypto/sha256"
	"encoding/hex"
	"path/filepath"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Name is the name of the lock file of a manifest that is called nact.yaml.
const Name = "nact.lock"

// format is the number of the file's format.
const format = 1

// Path returns the path of the lock file of a manifest: it stands beside it and is called like it, so that each manifest of a
// folder has its own. That of nact.yaml is nact.lock, that of orders.yaml orders.lock.
func Path(manifest string) string {
	return strings.TrimSuffix(manifest, filepath.Ext(manifest)) + filepath.Ext(Name)
}

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
	Withdrawn bool       // agents no longer find the tool, but its versions can still be called
	Versions  []*Version // at least one, the oldest first
	At        Mark       // its name in the file; zero if it was not read from one
}

// Version is one published version.
type Version struct {
	Number    int // from 1
	Signature nact.Signature
	Hash      string // SHA-256 of Signature in lower-case hexadecimal
	At        Mark   // its number in the file; zero if it was not read from one
}

// Mark is a stretch of a file for findings to point at.
type Mark struct {
	Pos    diag.Position
	Length int // in bytes; 0 or 1 is a single caret
}

// Newest returns the newest version.
func (t *Tool) Newest() *Version { return t.Versions[len(t.Versions)-1] }

// ToolByID returns the tool with an ID in lower case, or nil.
func (f *File) ToolByID(id string) *Tool {
	return f.find(func(t *Tool) bool { return t.ID == id })
}

// ToolByName returns the tool with a current name, or nil.
func (f *File) ToolByName(name string) *Tool {
	return f.find(func(t *Tool) bool { return t.Name == name })
}

// ID returns the published ID of a tool whose manifest states none, by its name or, if it was renamed, by its former one.
// It returns false if the tool is not published, so that its ID is derived.
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

func newVersion(s nact.Signature) *Version {
	return &Version{Number: s.Version, Signature: s, Hash: hash(&s)}
}

// hash returns the hash of what a version promises for good: of the bytes with which a service publishes it, without the number of
// the tool's current version. Two signatures in UTF-8 have the same hash if and only if [sigdiff.Compare] finds no difference.
func hash(s *nact.Signature) string {
	sum := sha256.Sum256(s.AppendJSON(nil, 0))
	return hex.EncodeToString(sum[:])
}
