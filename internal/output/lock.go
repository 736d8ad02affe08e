package output

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"regexp"
	"time"
)

// patience is how long a run waits for another one in the same folder.
const patience = time.Minute

// lockFolder waits until no other run writes to a folder, and keeps others from it until unlock is called.
func lockFolder(dir string) (unlock func(), err error) {
	folder, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	for end := time.Now().Add(patience); ; time.Sleep(20 * time.Millisecond) {
		locked, err := tryLock(folder)
		if err == nil && !locked && time.Now().After(end) {
			err = errors.New("another nactgen has been writing there for a minute; wait for it, or end it")
		}
		if err != nil {
			folder.Close()
			return nil, fmt.Errorf("%s: %w", dir, err)
		}
		if locked {
			break
		}
	}
	return func() { folder.Close() }, nil
}

var (
	leftName = regexp.MustCompile(`^\.nactgen-[0-9a-z]+$`)
	leftFile = regexp.MustCompile(`^((new|old)[0-9]+|list)$`)
)

// sweep removes what killed runs left in a folder. Nobody works with it, since whoever does holds the lock of the folder, which
// the caller has.
func sweep(dir string, isLeft func(*os.Root, fs.DirEntry) bool) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return err
	}
	defer root.Close()
	entries, err := fs.ReadDir(root.FS(), ".")
	if err != nil {
		return err
	}
	for _, entry := range entries {
		if !leftName.MatchString(entry.Name()) || !isLeft(root, entry) {
			continue
		}
		if err := root.RemoveAll(entry.Name()); err != nil {
			return fmt.Errorf("%s, which a run that was ended left behind, cannot be removed: %w", path.Join(dir, entry.Name()), err)
		}
	}
	return nil
}

// isTemporary reports whether an entry is a temporary file of [ReplaceFile].
func isTemporary(_ *os.Root, entry fs.DirEntry) bool { return entry.Type().IsRegular() }

// isAbandoned reports whether an entry is the folder of a transaction. All that one holds was generated; one that holds anything
// else is somebody's own.
func isAbandoned(root *os.Root, folder fs.DirEntry) bool {
	if !folder.IsDir() {
		return false
	}
	entries, err := fs.ReadDir(root.FS(), folder.Name())
	for _, entry := range entries {
		if !leftFile.MatchString(entry.Name()) || !entry.Type().IsRegular() {
			return false
		}
	}
	return err == nil
}
