package spec

// resolver turns nodes into operations and schemas. What it has made, it
// keeps: a place of a document is resolved once.
type resolver struct {
	lib        *library
	refAlone   bool   // before OpenAPI 3.1: what stands beside a $ref is ignored
	old        bool   // Swagger 2.0
	work       budget // left to this Resolve
	operations map[Entry]*Operation

	sites  map[*node]*site
	joined map[string]*site // by the sites they join
	count  int              // of sites

	queue []*site // schemas handed out but not filled yet
}

func newResolver(lib *library, version string) *resolver {
	return &resolver{
		lib: lib, refAlone: version == swaggerVersion || version[:3] == "3.0", old: version == swaggerVersion,
		operations: map[Entry]*Operation{},
		sites:      map[*node]*site{}, joined: map[string]*site{},
	}
}

// Resolve resolves operations that [Document.Operations] listed, in the order
// given. References to one component yield one *Schema, whichever operation
// they stand in and whichever call resolved it.
//
// A part of an operation that cannot be read is no error: it has a [Fault].
// On errors, which say that an operation as a whole cannot be read, or that the
// document demands too much, all that were found come back joined, each an
// [*Error], and no operation.
func (d *Document) Resolve(entries ...Entry) ([]*Operation, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.resolver.work = budget{left: maxWork}
	var found errorList
	operations := make([]*Operation, 0, len(entries))
	for _, e := range entries {
		op, err := d.resolve(e)
		found.add(err)
		operations = append(operations, op)
	}
	d.resolver.fill()
	for _, b := range []budget{d.resolver.work, d.resolver.lib.nodes} {
		if b.ended != nil {
			found.add(b.ended)
		}
	}
	if err := found.err(); err != nil {
		return nil, err
	}
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
	return op, nil
}

// fill completes the schemas that were handed out, and those that they in turn
// hand out.
func (r *resolver) fill() {
	for len(r.queue) > 0 && r.work.ended == nil {
		s := r.queue[0]
		r.queue = r.queue[1:]
		r.fillSchema(s)
	}
	r.queue = nil
}

// spend takes n from the work that a document may cause.
func (r *resolver) spend(n int, pos Position) *Error {
	if r.work.spend(n) {
		return nil
	}
	return r.work.end(errorAt(pos, "the schemas take more than %d steps to resolve", maxWork))
}
