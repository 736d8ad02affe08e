package spec

import (
	"slices"
	"strings"
)

// Entry names an operation of a document. It is comparable.
type Entry struct {
	ID     string // operationId, or ""
	Method string // upper case
	Path   string // as the document has it
	Pos    Position
}

// listing is where the parts of a listed operation stand.
type listing struct {
	file  *file // whose references it has
	op    cursor
	items []place // the path item, then those that it refers to
}

// place is a value and the file whose references it has.
type place struct {
	file  *file
	value cursor
}

// Operations returns the operations of the document in its order, those that
// path items and operations refer to in other files included. An operationId
// may come twice, and so may method and path. The slice is the caller's.
func (d *Document) Operations() []Entry {
	return slices.Clone(d.entries)
}

// Unlisted returns why the operations of some paths are not among
// [Document.Operations]: path items that cannot be read, or refer to what
// cannot be.
func (d *Document) Unlisted() []error {
	return slices.Clone(d.unlisted)
}

// list fills the index of operations.
func (d *Document) list(lib *library) error {
	paths, err := d.main.find([]string{"paths"})
	if paths == nil || err != nil {
		return err
	}
	if paths.container() != mapNode {
		return errorAt(posOf(paths), "paths must be an object")
	}
	return paths.members(func(path string, item cursor) error {
		if strings.HasPrefix(path, "x-") {
			return nil
		}
		l := lister{doc: d, lib: lib, path: path}
		if err := l.item(place{d.main, item}); err != nil {
			d.unlisted = append(d.unlisted, err)
		}
		for _, found := range l.found {
			d.listed[found.entry] = &listing{file: found.file, op: found.op, items: l.items}
			d.entries = append(d.entries, found.entry)
		}
		return nil
	})
}

// lister lists the operations of one path.
type lister struct {
	doc   *Document
	lib   *library
	path  string
	items []place
	found []listed
}

type listed struct {
	entry Entry
	file  *file
	op    cursor
}

// item lists a path item, and the one it refers to. An error ends its listing,
// but not that of others: nobody may ask for it.
func (l *lister) item(p place) error {
	if p.value.container() != mapNode {
		return nil
	}
	l.items = append(l.items, p)
	if len(l.items) > maxChain {
		return errorAt(posOf(p.value), "the path item refers to itself")
	}
	var ref cursor
	err := p.value.members(func(name string, value cursor) error {
		switch {
		case name == "$ref":
			ref = value
			return nil
		case name == "additionalOperations" && l.doc.atLeast("3.2"):
			return l.additional(p.file, value)
		case l.isMethod(name):
			return l.operation(p.file, strings.ToUpper(name), value)
		}
		return nil
	})
	if err != nil || ref == nil {
		return err
	}
	next, err := l.follow(p.file, ref)
	if err != nil {
		return err
	}
	return l.item(next)
}

func (l *lister) isMethod(name string) bool {
	switch name {
	case "get", "put", "post", "delete", "options", "head", "patch", "trace":
		return true
	}
	return name == "query" && l.doc.atLeast("3.2")
}

func (l *lister) additional(f *file, ops cursor) error {
	if ops.container() != mapNode {
		return nil
	}
	return ops.members(func(method string, value cursor) error {
		return l.operation(f, method, value)
	})
}

// operation lists an operation, unless the path item has one of its method
// already: what stands beside a reference comes before what it refers to.
func (l *lister) operation(f *file, method string, op cursor) error {
	entry := Entry{ID: l.operationID(f, op), Method: method, Path: l.path, Pos: posOf(op)}
	for _, other := range l.found {
		if other.entry.Method == method && len(l.items) > 1 {
			return nil
		}
	}
	l.found = append(l.found, listed{entry, f, op})
	return nil
}

// operationID reads the id of an operation, following references as far as
// they lead. An operation that cannot be read is listed without an id, and
// the error is found when it is resolved.
func (l *lister) operationID(f *file, op cursor) string {
	for range maxChain {
		if op.container() != mapNode {
			return ""
		}
		id, ref := idAndReference(op)
		if ref == nil {
			return id
		}
		next, err := l.follow(f, ref)
		if err != nil {
			return id
		}
		f, op = next.file, next.value
	}
	return ""
}

// idAndReference reads as far as an operation can be read.
func idAndReference(op cursor) (id string, ref cursor) {
	_ = op.members(func(name string, value cursor) (err error) {
		switch name {
		case "operationId":
			if value.container() == textNode {
				_, id, err = value.scalar()
			}
			return err
		case "$ref":
			ref = value
		}
		return nil
	})
	return id, ref
}

// follow finds what a reference leads to without parsing it.
func (l *lister) follow(f *file, ref cursor) (place, error) {
	n := f.load(ref)
	if err := n.must(textNode, "a reference"); err != nil {
		return place{}, err
	}
	t, err := l.lib.locate(f, n.text)
	if err != nil {
		return place{}, unresolved(n, err)
	}
	found, err := t.file.find(t.tokens)
	if err != nil {
		return place{}, err
	}
	if found == nil {
		return place{}, errorAt(n.pos(), "cannot resolve $ref %q: there is no such place", n.text)
	}
	return place{t.file, found}, nil
}

// atLeast compares the version of OpenAPI with another of the form "3.1".
func (d *Document) atLeast(version string) bool {
	return d.version[:len(version)] >= version
}
