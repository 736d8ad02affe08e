package spec

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Fingerprint returns a checksum of everything that was read of the document so
// far, in lower-case hexadecimal: of its own file, of its overlays, of the files that its paths are
// spread over, and of those that the resolved operations lead to. So it is to
// be taken after [Document.Resolve]; a file that no operation in use reaches
// does not count.
//
// For a document of one file it is the SHA-256 of that file. For one of several
// it is the SHA-256 of a text with one line a file, sorted by path: the file's
// SHA-256, two blanks, and its path relative to the document's folder, with
// slashes, or its address. That is what sha256sum prints for the files.
func (d *Document) Fingerprint() string {
	d.mu.Lock()
	defer d.mu.Unlock()
	lib := d.resolver.lib
	if len(lib.files)+len(lib.overlays) == 1 {
		return d.SHA256()
	}
	folder := filepath.Dir(filepath.Clean(d.main.name))
	var files []listedFile
	list := func(path string, f *file) {
		if near, err := filepath.Rel(folder, path); err == nil && !isRemote(path) {
			path = near
		}
		files = append(files, listedFile{filepath.ToSlash(path), f.sum()})
	}
	for path, f := range lib.files {
		list(path, f)
	}
	for _, f := range lib.overlays {
		list(cleaned(f.name), f)
	}
	slices.SortFunc(files, func(a, b listedFile) int { return strings.Compare(a.path, b.path) })
	var text strings.Builder
	files = slices.Compact(files)
	for _, f := range files {
		fmt.Fprintf(&text, "%s  %s\n", f.sum, f.path)
	}
	return checksum([]byte(text.String()))
}

// Remote returns the addresses of the files that were fetched so far, sorted.
func (d *Document) Remote() []string {
	d.mu.Lock()
	defer d.mu.Unlock()
	var addresses []string
	for path := range d.resolver.lib.files {
		if isRemote(path) {
			addresses = append(addresses, path)
		}
	}
	slices.Sort(addresses)
	return addresses
}

// listedFile is a line of the text behind a fingerprint.
type listedFile struct{ path, sum string }

// fileReference is what stands behind $ref where a reference does not lead to
// its own file, as JSON and YAML write it.
var fileReference = regexp.MustCompile(`^["']?\s*:\s*(?:[>|]-?\s+[^#\s]|["']\s*[^#"'\s]|[^#"'\s>|])`)

// Spread reports whether the document may be spread over several files: whether
// something in the text of its own, or of its overlays, looks like a reference to another. If not,
// its [Document.Fingerprint] is the same whatever has been resolved.
func (d *Document) Spread() bool {
	return slices.ContainsFunc(append(slices.Clone(d.resolver.lib.overlays), d.main), (*file).refersElsewhere)
}

// refersElsewhere reports whether something in the text looks like a reference to another file.
func (f *file) refersElsewhere() bool {
	const ref = "$ref"
	for rest := f.data; ; {
		at := bytes.Index(rest, []byte(ref))
		if at < 0 {
			return false
		}
		rest = rest[at+len(ref):]
		if fileReference.Match(rest) {
			return true
		}
	}
}

func checksum(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}
