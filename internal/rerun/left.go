package rerun

import (
	"io/fs"
	"os"
	"path"
	"slices"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/output"
)

// left is the state in which a run leaves the output folder: its files, and all names in the folders of these, since the next run may have to look at a
// file that somebody has added there.
type left struct {
	Dir     string
	Files   map[string]string   // checksums, by path
	Folders map[string][]string // names, by path
}

// leftBy returns the state of the output folder after changes were applied. It returns false if the next run could print something else, or if the folder
// cannot be read.
func leftBy(changes *output.Changes) (left, bool) {
	l := left{Dir: changes.Dir, Files: map[string]string{}, Folders: map[string][]string{}}
	root, err := os.OpenRoot(l.Dir)
	if err != nil {
		return l, false
	}
	defer root.Close()
	kept := len(changes.Kept()) > 0
	for _, c := range changes.All {
		if c.Kind == output.Remove || kept && c.Kind != output.Keep && c.Kind != output.Unchanged {
			return l, false // the next run knows nothing of what was removed, and may know nothing of what was kept
		}
		l.Files[c.Path] = digest([]string{string(c.New)})
		l.Folders[path.Dir(c.Path)] = nil
	}
	for folder := range l.Folders {
		if l.Folders[folder], err = names(root, folder); err != nil {
			return l, false
		}
	}
	return l, true
}

// isThere reports whether the output folder is in this state.
func (l left) isThere() bool {
	root, err := os.OpenRoot(l.Dir)
	if err != nil {
		return false
	}
	defer root.Close()
	for folder, want := range l.Folders {
		if found, err := names(root, folder); err != nil || !slices.Equal(found, want) {
			return false
		}
	}
	for file, sum := range l.Files {
		if info, err := root.Lstat(file); err != nil || !info.Mode().IsRegular() {
			return false
		}
		content, err := inputs.ReadIn(root, file, inputs.Limit)
		if err != nil || digest([]string{string(content)}) != sum {
			return false
		}
	}
	return true
}

// names returns what stands in a folder, sorted.
func names(root *os.Root, folder string) ([]string, error) {
	entries, err := fs.ReadDir(root.FS(), folder)
	found := make([]string, len(entries))
	for i, entry := range entries {
		found[i] = entry.Name()
	}
	return found, err
}
