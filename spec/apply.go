package spec

import (
	"errors"

	"github.com/nactgen/nactgen/internal/jsonpath"
)

// maxSteps is how many values the queries of all overlays of a document may look at: as fifty queries of all values of the largest
// published documents.
const maxSteps = 50_000_000

// patch applies overlays to the file of a document, in their order.
func (l *library) patch(main *file, overlays []Overlay) ([]Applied, error) {
	var read []*overlay
	var found errorList
	for _, o := range overlays {
		one, err := l.readOverlay(o, main)
		found.add(err)
		read = append(read, one)
	}
	if err := found.err(); err != nil || len(read) == 0 {
		return nil, err
	}
	steps := maxSteps
	p := &patching{root: &graft{grafting: &grafting{left: &l.nodes}, base: main.root}, steps: &steps}
	var applied []Applied
	for _, o := range read {
		one, err := p.overlay(o)
		if err != nil {
			return nil, err
		}
		applied = append(applied, one)
		l.overlays = append(l.overlays, o.file)
	}
	main.root, main.members, main.nodes = p.root, map[string]map[string]member{}, map[string]*node{}
	return applied, nil
}

// patching is a document while overlays change it.
type patching struct {
	root  *graft
	steps *int
}

func (p *patching) overlay(o *overlay) (Applied, error) {
	applied := Applied{File: o.file.name}
	if o.extends != nil {
		applied.Extends, applied.Pos = o.extends.text, o.extends.pos()
	}
	for _, a := range o.actions {
		nodes, err := p.find(a.query, a.target)
		if err != nil {
			return applied, err
		}
		if err := p.act(a, nodes, o.later); err != nil {
			return applied, err
		}
		applied.Actions = append(applied.Actions, Action{Target: a.target.text, Pos: a.target.pos(), Matches: len(nodes), Doubt: a.doubt()})
	}
	return applied, nil
}

// doubt says what of an action has no effect, whatever its target selects.
func (a *action) doubt() string {
	switch {
	case a.remove && (a.update != nil || a.copied != nil):
		return "what is removed is neither updated nor copied to; make that an action of its own, or leave it out"
	case !a.remove && a.update == nil && a.copied == nil:
		return "the action changes nothing; give it update, copy or remove: true"
	}
	return ""
}

// find evaluates a query, which stands at a place.
func (p *patching) find(q *jsonpath.Query, at *node) ([]*graft, error) {
	found, err := q.Select(p.root, p.steps)
	if p.root.err != nil {
		return nil, p.root.err
	}
	switch {
	case errors.Is(err, jsonpath.ErrSteps):
		return nil, errorAt(at.pos(), "the queries of the overlays look at more than %d values of the document; name what they select more precisely, without ..", maxSteps)
	case err != nil:
		return nil, errorAt(at.pos(), "this cannot be found in the document: %v", err)
	}
	nodes := make([]*graft, len(found))
	for i, n := range found {
		nodes[i] = n.(*graft)
	}
	return nodes, nil
}

func (p *patching) act(a *action, nodes []*graft, later bool) error {
	if a.remove {
		for _, n := range nodes {
			if n.parent == nil {
				return errorAt(a.target.pos(), "the document as a whole cannot be removed")
			}
			n.remove()
		}
		return nil
	}
	value := a.update
	if a.source != nil {
		source, err := p.source(a)
		if err != nil || len(nodes) == 0 {
			return err
		}
		value = source
	}
	if value == nil {
		return nil
	}
	if err := a.takes(nodes, later); err != nil {
		return err
	}
	for _, n := range nodes {
		if err := n.merge(value, 0); err != nil {
			return err
		}
	}
	return nil
}

// takes returns why the action cannot change what its target selects.
func (a *action) takes(nodes []*graft, later bool) error {
	for _, n := range nodes {
		switch {
		case n.container() != nodes[0].container():
			return errorAt(a.target.pos(), "the target selects %s at %s and %s at %s; what an action changes must be of one kind", kindOf(nodes[0]), posOf(nodes[0]), kindOf(n), posOf(n))
		case n.container() == textNode && !later:
			return errorAt(a.target.pos(), "the target selects %s, and Overlay 1.0 updates objects and arrays alone; write overlay: 1.1.0, or update what contains it", kindOf(n))
		}
	}
	return nil
}

// source returns a copy of the only value that the query of copy selects.
func (p *patching) source(a *action) (*graft, error) {
	found, err := p.find(a.source, a.copied)
	if err != nil {
		return nil, err
	}
	if len(found) != 1 {
		return nil, errorAt(a.copied.pos(), "copy must select one value of the document, and this selects %d", len(found))
	}
	made := p.root.plant(found[0], 0)
	return made, p.root.err
}
