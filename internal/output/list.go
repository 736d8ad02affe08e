package output

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/internal/artifact"
	"github.com/nactgen/nactgen/internal/inputs"
)

// ListFile is the file in the output folder that names every generated file
// with its hash. Below its first line it has the format of the tool sha256sum,
// so that sha256sum -c can check it.
const ListFile = "nactgen.sum"

// list is what a former run recorded in [ListFile].
type list struct {
	paths  []string          // in the order of the file
	hashes map[string]string // SHA-256 in hex, by path
}

const listHead = "# What nactgen generated from %s. Commit this file: by it the next run knows its own files.\n"

var (
	listOwner = regexp.MustCompile("^" + fmt.Sprintf(listHead, "(.+)"))
	listLine  = regexp.MustCompile(`^([0-9a-f]{64})  (.+)$`)
)

// formatList returns the list file for files, which are sorted.
func formatList(manifest string, files []artifact.File) artifact.File {
	var out bytes.Buffer
	fmt.Fprintf(&out, listHead, manifest)
	for _, f := range files {
		fmt.Fprintf(&out, "%s  %s\n", hash(f.Content), f.Path)
	}
	return artifact.File{Path: ListFile, Content: out.Bytes()}
}

// readList reads the list file below root. There is none before the first run: then the list is empty.
func readList(root *os.Root, manifest string) (list, error) {
	content, err := inputs.ReadIn(root, ListFile, inputs.Limit)
	if errors.Is(err, fs.ErrNotExist) {
		return list{}, nil
	}
	if err != nil {
		return list{}, err
	}
	return parseList(content, manifest)
}

// readAbandoned reads the lists of runs for manifest that were killed while they wrote. One that cannot be read says nothing.
func (c *comparison) readAbandoned(manifest string) []list {
	if c.root == nil {
		return nil
	}
	entries, err := fs.ReadDir(c.root.FS(), ".")
	if err != nil {
		return nil
	}
	var lists []list
	for _, entry := range entries {
		if !entry.IsDir() || !leftName.MatchString(entry.Name()) {
			continue
		}
		content, err := inputs.ReadIn(c.root, entry.Name()+keptList, inputs.Limit)
		if err != nil {
			continue
		}
		if l, err := parseList(content, manifest); err == nil {
			lists = append(lists, l)
		}
	}
	return lists
}

// parseList reads a list file that a run for manifest wrote. Its paths are
// safe in the sense of [artifact.Check].
func parseList(content []byte, manifest string) (list, error) {
	head := listOwner.FindSubmatch(content)
	if head == nil {
		return list{}, errors.New("line 1 is not what nactgen writes")
	}
	if owner := string(head[1]); owner != manifest {
		return list{}, fmt.Errorf("the folder was generated from %s", owner)
	}
	l := list{hashes: make(map[string]string)}
	var files []artifact.File
	number := 1
	for line := range strings.Lines(string(content[len(head[0]):])) {
		number++
		m := listLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		if m == nil {
			return list{}, fmt.Errorf("line %d is not what nactgen writes", number)
		}
		l.paths = append(l.paths, m[2])
		l.hashes[m[2]] = m[1]
		files = append(files, artifact.File{Path: m[2]})
	}
	if err := artifact.Check(files); err != nil {
		return list{}, err
	}
	return l, nil
}

func hash(content []byte) string {
	sum := sha256.Sum256(content)
	return hex.EncodeToString(sum[:])
}
