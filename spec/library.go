package spec

import (
	"errors"
	"net/url"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
)

// library holds the files of a document: the one it was opened from, and those
// that references lead to.
type library struct {
	files map[string]*file // by cleaned path
	bad   map[string]error // why a file could not be read
	from  inputs.Tree      // what files stand in
	size  int              // of all files, in bytes
	nodes budget

	overlays []*file // that change the document, in their order
}

func newLibrary(from inputs.Tree) *library {
	return &library{from: from, files: map[string]*file{}, bad: map[string]error{}, nodes: budget{left: nodesGranted}}
}

func (l *library) add(name string, data []byte) (*file, error) {
	l.grant(len(data))
	f, err := newFile(name, data, &l.nodes)
	if err != nil {
		return nil, err
	}
	l.files[cleaned(name)] = f
	l.size += len(data)
	return f, nil
}

// grant adds to the values that may be parsed what a file of a size may have.
func (l *library) grant(size int) {
	l.nodes.left += min(size/2, max(maxNodes-l.size/2, 0))
}

// open returns the file of that path, reading it the first time.
func (l *library) open(path string) (*file, error) {
	path = cleaned(path)
	if f, ok := l.files[path]; ok {
		return f, nil
	}
	if err, ok := l.bad[path]; ok {
		return nil, err
	}
	f, err := l.read(path)
	if err != nil {
		l.bad[path] = err
	}
	return f, err
}

func (l *library) read(path string) (*file, error) {
	if len(l.files) >= maxFiles || l.size >= maxTotalSize {
		return nil, errors.New("the document refers to too many or too large files")
	}
	data, err := l.fetch(path)
	if err != nil {
		return nil, err
	}
	return l.add(path, data)
}

// fetch reads a file of the tree, or one that stands elsewhere.
func (l *library) fetch(path string) ([]byte, error) {
	if !isRemote(path) {
		return l.from.Read(path, maxFileSize)
	}
	address, err := url.Parse(path)
	if err != nil {
		return nil, err
	}
	return l.from.Remote().Read(address)
}

// cleaned is the path by which a file is known.
func cleaned(path string) string {
	if isRemote(path) {
		return path
	}
	return filepath.Clean(path)
}

// target is the place that a reference names.
type target struct {
	file   *file
	tokens []string
	name   string // of the component, or "" if the place is not one
}

var scheme = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:`)

// isRemote reports whether a reference has a scheme or a host. A single letter
// before the colon is a drive, not a scheme.
func isRemote(path string) bool {
	at := scheme.FindString(path)
	return len(at) > 2 || strings.HasPrefix(path, "//")
}

// locate finds the place that a reference standing in the file from names. The
// error has no position.
func (l *library) locate(from *file, ref string) (target, error) {
	from = from.scope()
	path, fragment, _ := strings.Cut(ref, "#")
	tokens, err := pointerTokens(fragment)
	if err != nil {
		return target{}, err
	}
	t := target{file: from, tokens: tokens}
	if path != "" {
		if t.file, err = l.neighbour(from, path); err != nil {
			return target{}, err
		}
	}
	t.name = t.component()
	return t, nil
}

// neighbour opens the file that a reference in another file names.
func (l *library) neighbour(from *file, path string) (*file, error) {
	if isRemote(path) || isRemote(from.name) {
		return l.elsewhere(from, path)
	}
	path, err := url.PathUnescape(path)
	if err != nil || strings.ContainsRune(path, 0) {
		return nil, errors.New("it is not a valid path")
	}
	if strings.HasPrefix(path, "/") || strings.HasPrefix(path, `\`) || filepath.IsAbs(path) || scheme.MatchString(path) {
		return nil, errors.New("absolute paths are refused; refer to the file by a relative path")
	}
	switch strings.ToLower(filepath.Ext(path)) {
	case ".json", ".yaml", ".yml":
	default:
		return nil, errors.New("only files named .json, .yaml or .yml are read")
	}
	return l.open(filepath.Join(filepath.Dir(from.name), filepath.FromSlash(path)))
}

// elsewhere opens the file that a reference names by an address, or by one
// relative to that of its own file.
func (l *library) elsewhere(from *file, path string) (*file, error) {
	if l.from.Remote() == nil {
		return nil, errors.New("remote references are not fetched; allow it with --allow-remote, or save the file beside the document and refer to it by a relative path")
	}
	address, err := url.Parse(path)
	if err != nil {
		return nil, errors.New("it is not a valid URL")
	}
	if isRemote(from.name) {
		base, err := url.Parse(from.name)
		if err != nil {
			return nil, err
		}
		address = base.ResolveReference(address)
	}
	if !isRemote(address.String()) {
		return nil, errors.New("only https is fetched")
	}
	return l.open(address.String())
}

// pointerTokens splits the fragment of a reference, a JSON pointer.
func pointerTokens(fragment string) ([]string, error) {
	if fragment == "" || fragment == "/" {
		return nil, nil
	}
	if decoded, err := url.PathUnescape(fragment); err == nil {
		fragment = decoded
	}
	if fragment[0] != '/' {
		return nil, errors.New("only JSON pointers (#/...) are supported behind #")
	}
	tokens := strings.Split(fragment[1:], "/")
	if len(tokens) > maxDepth {
		return nil, errors.New("the pointer is too long")
	}
	for i, t := range tokens {
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(t, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}

// component returns the name that a reader would call the place by.
func (t target) component() string {
	switch {
	case len(t.tokens) == 3 && t.tokens[0] == "components":
		return t.tokens[2]
	case len(t.tokens) == 0:
		base := filepath.Base(t.file.name)
		return strings.TrimSuffix(base, filepath.Ext(base))
	case t.tokens[0] == "components" || t.tokens[0] == "paths":
		return ""
	}
	return t.tokens[len(t.tokens)-1]
}

// follow returns the node that a reference leads to, and the name of the
// component. It goes one step: what is found may be a reference itself.
func (l *library) follow(ref *node) (*node, string, *Error) {
	t, err := l.locate(ref.file, ref.text)
	if err != nil {
		return nil, "", unresolved(ref, err)
	}
	n, err := t.file.node(t.tokens)
	if err != nil {
		return nil, "", asError(err, ref.pos())
	}
	if n == nil {
		return nil, "", unresolved(ref, errors.New("there is no such place"))
	}
	return n, t.name, nil
}

// unresolved says which reference failed. An error that has a place of its own
// is the better one: the file was found and is broken.
func unresolved(ref *node, err error) *Error {
	var located *Error
	if errors.As(err, &located) {
		return located
	}
	return errorAt(ref.pos(), "cannot resolve $ref %q: %v", ref.text, err)
}

// deref follows references until it reaches what is none.
func (l *library) deref(n *node) (*node, *Error) {
	start := n
	for range maxChain {
		ref := n.reference()
		if ref == nil {
			return n, nil
		}
		var err *Error
		if n, _, err = l.follow(ref); err != nil {
			return nil, err
		}
	}
	return nil, errorAt(start.pos(), "the reference leads back to itself")
}
