package spec

import (
	"slices"

	"github.com/nactgen/nactgen/internal/jsonpath"
)

// graft is a value of a document that overlays change: as its file has it until somebody looks inside, then with members or elements of its
// own. What nobody looks at costs nothing, however large it is and however often it is copied.
type graft struct {
	*grafting
	parent *graft
	base   cursor // what a file has there; of an open one, what it was and where
	open   bool
	fields []graftField // of an open map
	items  []*graft     // of an open list
}

type graftField struct {
	name  string
	value *graft
}

// grafting is what the grafts of a document share.
type grafting struct {
	left *budget // of values
	err  error   // the first
}

func (g *graft) container() nodeKind               { return g.base.container() }
func (g *graft) scalar() (nodeKind, string, error) { return g.base.scalar() }
func (g *graft) mark() mark                        { return g.base.mark() }
func (g *graft) origin() *file                     { return g.base.origin() }

func (g *graft) members(yield func(name string, value cursor) error) error {
	if !g.open {
		return g.base.members(yield)
	}
	for _, f := range g.fields {
		if err := yield(f.name, f.value); err != nil {
			return err
		}
	}
	return nil
}

func (g *graft) elements(yield func(value cursor) error) error {
	if !g.open {
		return g.base.elements(yield)
	}
	for _, item := range g.items {
		if err := yield(item); err != nil {
			return err
		}
	}
	return nil
}

// Shape says what the value is, for queries.
func (g *graft) Shape() jsonpath.Shape {
	switch g.container() {
	case mapNode:
		return jsonpath.Object
	case listNode:
		return jsonpath.Array
	}
	return jsonpath.Scalar
}

// Len returns how many members or elements there are, for queries.
func (g *graft) Len() int {
	g.look()
	return len(g.fields) + len(g.items)
}

// At returns a member or an element, for queries.
func (g *graft) At(i int) (string, jsonpath.Node) {
	if len(g.items) > 0 {
		return "", g.items[i]
	}
	return g.fields[i].name, g.fields[i].value
}

// Scalar is the value of what is neither, for queries. What is no value of JSON is its text.
func (g *graft) Scalar() any {
	kind, text, err := g.scalar()
	if err != nil {
		return text
	}
	switch kind {
	case nullNode:
		return nil
	case boolNode:
		return text == "true"
	case intNode, floatNode:
		if x, ok := parseNumber(text); ok {
			return x.float
		}
	}
	return text
}

// look opens a graft.
func (g *graft) look() {
	if g.open {
		return
	}
	g.open = true
	var err error
	switch g.container() {
	case mapNode:
		err = g.base.members(func(name string, value cursor) error {
			g.fields = append(g.fields, graftField{name, g.plant(value, 0)})
			return g.err
		})
	case listNode:
		err = g.base.elements(func(value cursor) error {
			g.items = append(g.items, g.plant(value, 0))
			return g.err
		})
	}
	if g.err == nil && err != nil {
		g.err = err
	}
}

// plant returns a graft below g that is a copy of a value.
func (g *graft) plant(value cursor, depth int) *graft {
	made := &graft{grafting: g.grafting, parent: g, base: value}
	if !g.left.spend(1) && g.err == nil {
		g.err = g.left.end(errorAt(posOf(value), "with its overlays, the document has too many values, counting each copy of one"))
	}
	source, ok := value.(*graft)
	if !ok {
		return made
	}
	made.base, made.open = source.base, source.open
	if depth > maxDepth && g.err == nil {
		g.err = errorAt(posOf(value), "nested more than %d levels deep", maxDepth)
	}
	if g.err != nil {
		return made
	}
	for _, f := range source.fields {
		made.fields = append(made.fields, graftField{f.name, made.plant(f.value, depth+1)})
	}
	for _, item := range source.items {
		made.items = append(made.items, made.plant(item, depth+1))
	}
	return made
}

// merge changes a graft by what an overlay says, as its standard has it.
func (g *graft) merge(value cursor, depth int) error {
	have, get := g.container(), value.container()
	switch {
	case depth > maxDepth:
		return errorAt(posOf(value), "nested more than %d levels deep", maxDepth)
	case have == listNode && (get == listNode || depth == 0):
		return g.extend(value)
	case have != get:
		return errorAt(posOf(value), "this is %s, and the document has %s at %s; a value takes another of its kind alone: remove what is there first, by an action of its own",
			kindOf(value), kindOf(g), posOf(g))
	case have == mapNode:
		return g.mergeMembers(value, depth)
	}
	g.base, g.open = value, false
	if source, ok := value.(*graft); ok {
		g.base = source.base
	}
	return nil
}

func (g *graft) mergeMembers(value cursor, depth int) error {
	g.look()
	at := make(map[string]*graft, len(g.fields))
	for _, f := range g.fields {
		at[f.name] = f.value
	}
	err := value.members(func(name string, value cursor) error {
		if there := at[name]; there != nil {
			return there.merge(value, depth+1)
		}
		g.fields = append(g.fields, graftField{name, g.plant(value, depth)})
		return g.err
	})
	if err == nil {
		err = g.err
	}
	return err
}

// extend adds the elements of a list, or what is none as an element.
func (g *graft) extend(value cursor) error {
	g.look()
	if value.container() != listNode {
		g.items = append(g.items, g.plant(value, 0))
		return g.err
	}
	err := value.elements(func(item cursor) error {
		g.items = append(g.items, g.plant(item, 0))
		return g.err
	})
	if err == nil {
		err = g.err
	}
	return err
}

// remove takes a graft out of what contains it.
func (g *graft) remove() {
	p := g.parent
	p.fields = slices.DeleteFunc(p.fields, func(f graftField) bool { return f.value == g })
	p.items = slices.DeleteFunc(p.items, func(item *graft) bool { return item == g })
}

// kindOf is the kind of a value, for messages.
func kindOf(c cursor) nodeKind {
	if kind := c.container(); kind != textNode {
		return kind
	}
	kind, _, err := c.scalar()
	if err != nil {
		return faultNode
	}
	return kind
}
