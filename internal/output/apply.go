package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
)

// Apply makes the pending changes. All new contents are written to a hidden
// folder inside the output folder first and then renamed into place; if any
// of that fails, everything is as it was before. Files that do not change keep
// their modification time; folders that removals empty are removed.
func (c *Changes) Apply() error {
	pending := c.Pending()
	if len(pending) == 0 {
		return nil
	}
	created, err := makeDir(c.Dir)
	if err != nil {
		return err
	}
	root, err := os.OpenRoot(c.Dir)
	if err != nil {
		return errors.Join(err, removeDirs(created))
	}
	err = apply(root, pending)
	root.Close()
	if err != nil {
		return errors.Join(fmt.Errorf("%s: %w", c.Dir, err), removeDirs(created))
	}
	return nil
}

func apply(root *os.Root, pending []Change) error {
	tx, err := begin(root)
	if err != nil {
		return err
	}
	for _, change := range pending {
		if change.Kind != Remove {
			if err := tx.stage(change.Path, change.New); err != nil {
				return tx.rollback(err)
			}
		}
	}
	for _, change := range pending {
		if err := tx.perform(change); err != nil {
			return tx.rollback(err)
		}
	}
	if err := tx.end(); err != nil {
		return err
	}
	for _, change := range pending {
		if change.Kind == Remove {
			removeEmpty(root, path.Dir(change.Path))
		}
	}
	return nil
}

// makeDir makes the folder dir and returns the folders that it had to make, outermost first.
func makeDir(dir string) (created []string, err error) {
	dir = filepath.Clean(dir)
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) {
			break
		}
		created = append(created, d)
		if filepath.Dir(d) == d {
			break
		}
	}
	slices.Reverse(created)
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return nil, errors.Join(err, removeDirs(created))
	}
	return created, nil
}

// removeDirs removes folders that makeDir made, as far as they exist.
func removeDirs(created []string) error {
	for _, d := range slices.Backward(created) {
		if err := os.Remove(d); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return err
		}
	}
	return nil
}

// removeEmpty removes the folder dir and those above it, as far as they are
// empty. Removing a folder that is not empty fails, and that is the test.
func removeEmpty(root *os.Root, dir string) {
	for ; dir != "."; dir = path.Dir(dir) {
		if root.Remove(dir) != nil {
			return
		}
	}
}
