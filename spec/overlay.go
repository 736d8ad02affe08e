package spec

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/internal/jsonpath"
)

// Overlay names a file of OpenAPI's Overlay Specification, 1.0 or 1.1, that changes a document as it is opened. What such a file adds has its
// positions there; references in it are those of the document.
type Overlay struct {
	From inputs.Tree
	Path string
}

// Applied is an overlay that a document was opened with.
type Applied struct {
	File    string // as the [Overlay] has it
	Extends string // the document that it was written for, as it says; or ""
	Pos     Position
	Actions []Action
}

// Action is an action of an [Applied].
type Action struct {
	Target  string // the query of what it changes
	Pos     Position
	Matches int    // how many values of the document that is
	Doubt   string // what about it has no effect, or ""
}

// Overlays returns the overlays that the document was opened with, in order.
func (d *Document) Overlays() []Applied { return d.overlays }

// overlay is an overlay as it was read.
type overlay struct {
	file    *file
	extends *node // nil if it says nothing
	later   bool  // of version 1.1
	actions []*action
}

type action struct {
	pos    Position
	target *node
	query  *jsonpath.Query
	update cursor // or nil
	copied *node  // the text of source
	source *jsonpath.Query
	remove bool
}

// readOverlay reads the overlay of a document whose own file is main.
func (l *library) readOverlay(o Overlay, main *file) (*overlay, error) {
	data, err := o.From.Read(o.Path, maxFileSize)
	if err != nil {
		return nil, &Error{Pos: Position{File: o.Path}, Message: "cannot read the overlay: " + err.Error()}
	}
	l.grant(len(data))
	f, err := newFile(o.Path, data, &l.nodes)
	if err != nil {
		return nil, err
	}
	f.patches = main
	read := &overlay{file: f}
	r := overlayReader{overlay: read}
	r.root(f.root)
	if err := r.found.err(); err != nil {
		return nil, err
	}
	return read, nil
}

// overlayReader holds an overlay to the form that the standard gives it.
type overlayReader struct {
	overlay *overlay
	found   errorList
}

var overlayVersion = regexp.MustCompile(`^1\.[01]\.\d+$`)

func (r *overlayReader) fail(pos Position, format string, args ...any) {
	r.found.add(errorAt(pos, format, args...))
}

// object returns the members of an object, which has none but those that are known and extensions, and each once.
func (r *overlayReader) object(c cursor, what string, required []string, known ...string) map[string]cursor {
	if c.container() != mapNode {
		r.fail(posOf(c), "%s must be an object, not %s", what, kindOf(c))
		return nil
	}
	members := map[string]cursor{}
	r.found.add(c.members(func(name string, value cursor) error {
		switch {
		case members[name] != nil:
			r.fail(posOf(value), "%q is given twice", name)
		case slices.Contains(required, name), slices.Contains(known, name):
			members[name] = value
		case !strings.HasPrefix(name, "x-"):
			r.fail(posOf(value), "%s has no member %q; it has %s, and extensions that begin with x-", what, name, strings.Join(slices.Concat(required, known), ", "))
		}
		return nil
	}))
	for _, name := range required {
		if members[name] == nil {
			r.fail(posOf(c), "%s lacks %q", what, name)
		}
	}
	return members
}

// text returns the node of a member that is a text; nil if there is none, or it is something else.
func (r *overlayReader) text(members map[string]cursor, name string) *node {
	c := members[name]
	if c == nil {
		return nil
	}
	n := r.overlay.file.load(c)
	if err := n.must(textNode, fmt.Sprintf("%q", name)); err != nil {
		r.found.add(err)
		return nil
	}
	return n
}

func (r *overlayReader) root(c cursor) {
	if c.container() == mapNode && !hasMember(c, "overlay") {
		r.fail(posOf(c), "this is no overlay: it has no member overlay with the version of the standard, as in overlay: 1.1.0")
		return
	}
	members := r.object(c, "an overlay", []string{"overlay", "info", "actions"}, "extends")
	version := r.text(members, "overlay")
	if version != nil && !overlayVersion.MatchString(version.text) {
		r.fail(version.pos(), "Overlay %q is not supported; 1.0.0 and 1.1.0 are", version.text)
		return
	}
	r.overlay.later = version != nil && strings.HasPrefix(version.text, "1.1")
	r.overlay.extends = r.text(members, "extends")
	if info := members["info"]; info != nil {
		about := r.object(info, "info", []string{"title", "version"}, "description")
		for _, name := range []string{"title", "version", "description"} {
			r.text(about, name)
		}
	}
	if actions := members["actions"]; actions != nil {
		r.actions(actions)
	}
}

func hasMember(c cursor, want string) bool {
	has := false
	_ = c.members(func(name string, _ cursor) error {
		has = has || name == want
		return nil
	})
	return has
}

func (r *overlayReader) actions(c cursor) {
	if c.container() != listNode {
		r.fail(posOf(c), "actions must be an array, not %s", kindOf(c))
		return
	}
	seen := map[string][]*node{}
	r.found.add(c.elements(func(item cursor) error {
		a := r.action(item)
		if a.target == nil {
			return nil
		}
		whole := r.overlay.file.load(item)
		for _, other := range seen[a.target.text] {
			if whole.same(other) {
				r.fail(a.pos, "this action stands at line %d already", other.at.line)
			}
		}
		seen[a.target.text] = append(seen[a.target.text], whole)
		r.overlay.actions = append(r.overlay.actions, a)
		return nil
	}))
	if len(r.overlay.actions) == 0 && r.found.err() == nil {
		r.fail(posOf(c), "the overlay has no actions")
	}
}

func (r *overlayReader) action(c cursor) *action {
	a := &action{pos: posOf(c)}
	known := []string{"description", "update", "remove"}
	if r.overlay.later {
		known = append(known, "copy")
	} else if c.container() == mapNode && hasMember(c, "copy") {
		r.fail(posOf(c), "Overlay 1.0 has no copy; write overlay: 1.1.0")
		return a
	}
	members := r.object(c, "an action", []string{"target"}, known...)
	r.text(members, "description")
	a.update = members["update"]
	if remove := members["remove"]; remove != nil {
		n := r.overlay.file.load(remove)
		if err := n.must(boolNode, `"remove"`); err != nil {
			r.found.add(err)
		}
		a.remove = n.text == "true"
	}
	a.copied = r.text(members, "copy")
	a.source = r.query(a.copied)
	if a.target = r.text(members, "target"); a.target != nil {
		a.query = r.query(a.target)
	}
	if a.update != nil && a.copied != nil {
		r.fail(a.copied.pos(), "the action has copy and update, and the standard says that neither has an effect then; make them two actions")
	}
	return a
}

// query parses a query of JSONPath, or nil where there is none.
func (r *overlayReader) query(n *node) *jsonpath.Query {
	if n == nil {
		return nil
	}
	q, err := jsonpath.Parse(n.text)
	var wrong *jsonpath.SyntaxError
	if errors.As(err, &wrong) {
		r.fail(n.pos(), "%q is no JSONPath: at character %d, %s", n.text, wrong.Offset+1, wrong.Message)
	}
	return q
}
