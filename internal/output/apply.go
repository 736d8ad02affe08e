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
//
// Runs in the same folder wait for one another. The comparison is repeated once the folder is this run's alone, and c is then
// what was done.
func (c *Changes) Apply() error {
	return inFolder(c.Dir, func() error {
		current, err := Compare(c.Dir, c.files, c.options)
		if err != nil {
			return err
		}
		*c = *current
		if err := c.write(); err != nil {
			return err
		}
		return sweep(c.Dir, isAbandoned)
	})
}

// write makes the pending changes in the folder, which exists.
func (c *Changes) write() error {
	pending := c.Pending()
	if len(pending) == 0 {
		return nil
	}
	// The list comes last: until then what stands there is on the former list or on the one that the transaction keeps.
	if i := slices.IndexFunc(pending, func(c Change) bool { return c.Path == ListFile }); i >= 0 {
		list := pending[i]
		pending = append(slices.Delete(pending, i, i+1), list)
	}
	root, err := os.OpenRoot(c.Dir)
	if err != nil {
		return err
	}
	defer root.Close()
	if err := apply(root, pending); err != nil {
		return fmt.Errorf("%s: %w", c.Dir, err)
	}
	return nil
}

// inFolder runs do while no other run works in the folder dir, which is made if need be, and unmade if do fails.
func inFolder(dir string, do func() error) error {
	created, err := makeDir(dir)
	if err != nil {
		return err
	}
	unlock, err := lockFolder(dir)
	if err == nil {
		err = do()
		unlock()
	}
	if err != nil {
		return errors.Join(err, removeDirs(created))
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
		if change.Path == ListFile {
			if err := tx.keepList(change.New); err != nil {
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
