package spec

import (
	"errors"

	"go.yaml.in/yaml/v4"
)

// resolver turns nodes into operations and schemas. What it has made, it
// keeps: a place of a document is resolved once.
type resolver struct {
	lib        *library
	model      *modeler
	refAlone   bool   // OpenAPI 3.0: what stands beside a $ref is ignored
	work       budget // left to this Resolve
	operations map[Entry]*Operation

	sites  map[*node]*site
	joined map[string]*site // by the sites they join
	count  int              // of sites

	queue   []*site // schemas handed out but not filled yet
	fresh   []*site // schemas that this Resolve handed out
	pending []Entry // operations that this Resolve resolved
}

func newResolver(lib *library, version string) *resolver {
	return &resolver{
		lib: lib, model: newModeler(), refAlone: version[:3] == "3.0",
		operations: map[Entry]*Operation{},
		sites:      map[*node]*site{}, joined: map[string]*site{},
	}
}

// Resolve resolves operations that [Document.Operations] listed, in the order
// given. References to one component yield one *Schema, whichever operation
// they stand in and whichever call resolved it. On errors, all that were found
// come back joined, each an [*Error], and no operation.
func (d *Document) Resolve(entries ...Entry) ([]*Operation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resolver.work = maxWork
	var found faults
	operations := make([]*Operation, 0, len(entries))
	for _, e := range entries {
		op, err := d.resolve(e)
		found.add(err)
		operations = append(operations, op)
	}
	d.resolver.fill(&found)
	if err := found.err(); err != nil {
		d.resolver.forget()
		return nil, err
	}
	d.resolver.fresh, d.resolver.pending = nil, nil
	return operations, nil
}

func (d *Document) resolve(e Entry) (*Operation, error) {
	if op, ok := d.resolver.operations[e]; ok {
		return op, nil
	}
	l, ok := d.listed[e]
	if !ok {
		return nil, errorAt(e.Pos, "the document lists no operation %s %s at this place", e.Method, e.Path)
	}
	op, err := d.operation(e, l)
	if err != nil {
		return nil, err
	}
	d.resolver.operations[e] = op
	d.resolver.pending = append(d.resolver.pending, e)
	return op, nil
}

// fill completes the schemas that were handed out, and those that they in turn
// hand out.
func (r *resolver) fill(found *faults) {
	for len(r.queue) > 0 {
		s := r.queue[0]
		r.queue = r.queue[1:]
		found.add(r.fillSchema(s))
	}
	r.queue = nil
}

// forget drops the schemas of a Resolve that failed, some of which are
// incomplete, and the operations that point at them.
func (r *resolver) forget() {
	for _, s := range r.fresh {
		s.schema = nil
	}
	for _, e := range r.pending {
		delete(r.operations, e)
	}
	r.fresh, r.pending = nil, nil
}

// spend takes n from the work that a document may cause.
func (r *resolver) spend(n int, pos Position) error {
	if !r.work.spend(n) {
		return errorAt(pos, "the schemas take more than %d steps to resolve", maxWork)
	}
	return nil
}

// copied derefs a node, reduces it to a shape and has it modelled.
func copied[T any](r *resolver, n *node, s *shape, name string, model func(*yaml.Node) (T, error)) (T, *fragment, error) {
	var none T
	f := &fragment{lib: r.lib}
	reduced, err := f.copy(n, s, name)
	if err != nil {
		return none, nil, err
	}
	if reduced == nil {
		return none, nil, errorAt(n.pos(), "%s must be an object, not null", name)
	}
	modelled, err := model(reduced)
	if err != nil {
		return none, nil, positioned(n, name, err)
	}
	return modelled, f, nil
}

// positioned gives an error of the model the place of what was modelled.
func positioned(n *node, name string, err error) error {
	var located *Error
	if errors.As(err, &located) {
		return err
	}
	return errorAt(n.pos(), "%s: %v", name, err)
}
