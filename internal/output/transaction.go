package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"slices"
	"strconv"
	"time"
)

// transaction is a row of changes below root that can be taken back.
type transaction struct {
	root   *os.Root
	dir    string            // hidden folder below root for what is not in place yet, or no longer
	staged map[string]string // by path, the file in dir that holds its new content
	undo   []func() error    // what takes the changes so far back, in the order they were made
}

// begin makes the hidden folder. The go tool ignores names that begin with a dot.
func begin(root *os.Root) (*transaction, error) {
	for i := 0; ; i++ {
		dir := ".nactgen-" + strconv.FormatInt(time.Now().UnixNano()+int64(i), 36)
		err := root.Mkdir(dir, 0o700)
		if err == nil {
			return &transaction{root: root, dir: dir, staged: make(map[string]string)}, nil
		}
		if !errors.Is(err, fs.ErrExist) || i == 100 {
			return nil, err
		}
	}
}

// stage writes content aside, to become the file at path.
func (t *transaction) stage(path string, content []byte) error {
	name := t.dir + "/new" + strconv.Itoa(len(t.staged))
	mode := fs.FileMode(0o644)
	if info, err := t.root.Lstat(path); err == nil {
		mode = info.Mode().Perm()
	}
	t.staged[path] = name
	return t.root.WriteFile(name, content, mode)
}

// keptList is the name below the hidden folder of the list of what the transaction writes.
const keptList = "/list"

// keepList keeps the list of what the transaction writes beside it until the end, so that the run after one that was killed knows
// the files of both.
func (t *transaction) keepList(content []byte) error {
	return t.root.WriteFile(t.dir+keptList, content, 0o644)
}

// perform puts one change in place.
func (t *transaction) perform(change Change) error {
	switch change.Kind {
	case Create:
		return t.create(change.Path)
	case Replace:
		return t.replace(change.Path)
	case Remove:
		return t.setAside(change.Path)
	}
	return fmt.Errorf("%s: not a change", change.Path)
}

// create puts the staged file at path, where none is.
func (t *transaction) create(p string) error {
	if err := t.makeDirs(path.Dir(p)); err != nil {
		return err
	}
	if _, err := t.root.Lstat(p); !errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s appeared while nactgen ran", p)
	}
	if err := t.root.Rename(t.staged[p], p); err != nil {
		return err
	}
	t.undo = append(t.undo, func() error { return t.root.Remove(p) })
	return nil
}

// replace puts the staged file at path in one step, so that a reader finds
// the old file or the new one. The old one stays aside under a second name;
// where the file system has no hard links, it is set aside instead.
func (t *transaction) replace(path string) error {
	old := t.aside()
	if t.root.Link(path, old) == nil {
		t.undo = append(t.undo, func() error { return t.root.Rename(old, path) })
	} else if err := t.setAside(path); err != nil {
		return err
	}
	return t.root.Rename(t.staged[path], path)
}

// setAside moves the file at path out of the way.
func (t *transaction) setAside(path string) error {
	old := t.aside()
	if err := t.root.Rename(path, old); err != nil {
		return err
	}
	t.undo = append(t.undo, func() error { return t.root.Rename(old, path) })
	return nil
}

// aside returns a free name for an old file.
func (t *transaction) aside() string {
	return t.dir + "/old" + strconv.Itoa(len(t.undo))
}

// makeDirs makes the folder dir and those above it.
func (t *transaction) makeDirs(dir string) error {
	if dir == "." {
		return nil
	}
	if err := t.makeDirs(path.Dir(dir)); err != nil {
		return err
	}
	err := t.root.Mkdir(dir, 0o777)
	if errors.Is(err, fs.ErrExist) {
		return nil // if it is no folder, the rename into it says so
	}
	if err == nil {
		t.undo = append(t.undo, func() error { return t.root.Remove(dir) })
	}
	return err
}

// end forgets how to take the changes back.
func (t *transaction) end() error { return t.root.RemoveAll(t.dir) }

// rollback takes all changes back, newest first, and returns what is to be
// said of it. The old files stay in the hidden folder if that fails.
func (t *transaction) rollback(cause error) error {
	var errs []error
	for _, undo := range slices.Backward(t.undo) {
		if err := undo(); err != nil {
			errs = append(errs, err)
		}
	}
	if len(errs) > 0 {
		return fmt.Errorf("%w; some files could not be restored, they are in %s: %w", cause, t.dir, errors.Join(errs...))
	}
	return errors.Join(fmt.Errorf("nothing was written: %w", cause), t.end())
}
