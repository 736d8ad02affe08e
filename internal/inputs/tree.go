package inputs

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// marks are the folders of version control, which show what a repository is. They are no part of its tree: what they hold is
// run (hooks) and secret (the credentials that continuous integration keeps in .git/config).
var marks = []string{".git", ".hg", ".jj", ".svn"}

// Tree is the folder that contains a manifest, everything that it refers to, and what is generated from it. The zero Tree is the whole file system.
type Tree struct {
	root   string // absolute, without links
	why    string // what kind of folder it is, for messages
	remote *Remote
	trace  *Trace
	edited map[string][]byte // see WithEdited
}

// WithEdited returns the tree in which some files, by their absolute paths, have a content that is not saved yet. Which files may be read stays what it is.
func (t Tree) WithEdited(contents map[string][]byte) Tree {
	t.edited = contents
	return t
}

// WithRemote returns the tree with a Remote for references to other hosts.
func (t Tree) WithRemote(r *Remote) Tree {
	t.remote = r
	return t
}

// Remote returns the Remote that fetches files from other hosts, or nil if none may be fetched.
func (t Tree) Remote() *Remote { return t.remote }

// Around returns the tree of a manifest: the repository that the manifest stands in, or its folder where there is none. Of
// repositories inside one another it is the innermost. What the path of the manifest says counts, not where a link in its
// place leads.
func Around(manifest string) (Tree, error) {
	folder, err := filepath.Abs(filepath.Dir(manifest))
	if err != nil {
		return Tree{}, err
	}
	if folder, err = filepath.EvalSymlinks(folder); err != nil {
		return Tree{}, err
	}
	for at := folder; ; at = filepath.Dir(at) {
		for _, mark := range marks {
			if _, err := os.Lstat(filepath.Join(at, mark)); err == nil {
				return Tree{root: at, why: "the repository"}, nil
			}
		}
		if filepath.Dir(at) == at {
			return Tree{root: folder, why: "the manifest's folder"}, nil
		}
	}
}

// Check returns why a path does not belong to the tree, or nil. Links are followed first, as far as the path exists.
func (t Tree) Check(path string) error {
	_, err := t.resolve(path)
	text := ""
	if err != nil {
		text = "no: " + err.Error()
	}
	t.trace.note(Question{Kind: "check", Path: path, Outside: t.root == ""}, text)
	return err
}

// Read is the function [Read] for a file of the tree.
func (t Tree) Read(path string, limit int64) ([]byte, error) {
	content, err := t.read(path, limit)
	t.noteRead(Question{Kind: "read", Path: path, Outside: t.root == ""}, content, err)
	return content, err
}

func (t Tree) read(path string, limit int64) ([]byte, error) {
	resolved, err := t.resolve(path)
	if err != nil {
		return nil, err
	}
	if content, ok := t.editedAt(path); ok {
		if int64(len(content)) > limit {
			return nil, tooLarge(path, limit)
		}
		return content, nil
	}
	if t.root == "" {
		return Read(path, limit)
	}
	root, err := os.OpenRoot(t.root)
	if err != nil {
		return nil, Reason(err)
	}
	defer root.Close()
	return ReadIn(root, resolved, limit)
}

// editedAt returns the content of a file that is not saved yet.
func (t Tree) editedAt(path string) (content []byte, ok bool) {
	if len(t.edited) == 0 {
		return nil, false
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return nil, false
	}
	content, ok = t.edited[absolute]
	return content, ok
}

// resolve returns a path without links, relative to the root of the tree.
func (t Tree) resolve(path string) (string, error) {
	if t.root == "" {
		return path, nil
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", err
	}
	resolved, err := followLinks(absolute)
	if err != nil {
		return "", Reason(err)
	}
	relative, err := filepath.Rel(t.root, resolved)
	if err != nil || relative == ".." || strings.HasPrefix(relative, ".."+string(filepath.Separator)) {
		return "", &Error{path, fmt.Sprintf("it is outside of %s, %s; keep it inside, or give --allow-outside if you trust the manifest", t.why, t.root)}
	}
	for part := range strings.SplitSeq(relative, string(filepath.Separator)) {
		if isMark(part) {
			return "", &Error{path, fmt.Sprintf("it is in %s, which belongs to version control; keep it elsewhere, or give --allow-outside if you trust the manifest", part)}
		}
	}
	return relative, nil
}

// isMark reports whether a name is that of a folder of version control. Case is ignored, as some file systems do.
func isMark(name string) bool {
	return slices.ContainsFunc(marks, func(mark string) bool { return strings.EqualFold(mark, name) })
}

// followLinks returns an absolute path without links: of the folders that exist, what they are, and the rest as it stands.
func followLinks(path string) (string, error) {
	resolved, err := filepath.EvalSymlinks(path)
	if !errors.Is(err, fs.ErrNotExist) {
		return resolved, err
	}
	if _, err := os.Lstat(path); err == nil {
		return "", &Error{path, "it is a link that leads nowhere; remove it, or put the file itself there"}
	}
	parent, err := followLinks(filepath.Dir(path))
	return filepath.Join(parent, filepath.Base(path)), err
}
