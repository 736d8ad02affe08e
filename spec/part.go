package spec

import (
	"slices"

	"github.com/nactgen/nactgen/spec/internal/model"
)

// part is an object of a document whose members are read one by one. A member that cannot be read is left out, and the slips say why.
type part struct {
	lib   *library
	node  *node
	slips *[]*Error // shared with the parts below
}

// scalars are the names of the members with single values of a kind of object.
type scalars struct{ texts, booleans []string }

var (
	operationScalars = scalars{texts: []string{"operationId", "summary", "description"}, booleans: []string{"deprecated"}}
	parameterScalars = scalars{
		texts:    []string{"name", "in", "description", "style"},
		booleans: []string{"required", "deprecated", "allowReserved", "explode"},
	}
	bodyScalars     = scalars{texts: []string{"description"}, booleans: []string{"required"}}
	responseScalars = scalars{texts: []string{"description"}}
	headerScalars   = scalars{booleans: []string{"required"}}
	encodingScalars = scalars{texts: []string{"contentType", "style"}, booleans: []string{"explode", "allowReserved"}}
	serverScalars   = scalars{texts: []string{"url", "description"}}
	variableScalars = scalars{texts: []string{"default"}}
	schemeScalars   = scalars{texts: []string{"type", "name", "in", "scheme"}}
	flowScalars     = scalars{texts: []string{"tokenUrl"}}
)

// modelled follows the references of a value that must be an object, and reads the single values in it. Messages call it by the name.
func (r *resolver) modelled(n *node, name string, known scalars) (model.Object, *part, *Error) {
	p := &part{lib: r.lib, slips: new([]*Error)}
	var err *Error
	if p.node, err = r.lib.deref(n); err != nil {
		return model.Object{}, nil, err
	}
	if err := p.node.must(mapNode, name); err != nil {
		return model.Object{}, nil, err
	}
	object, err := p.modelled(known)
	return object, p, err
}

// modelled reads the single values of a part.
func (p *part) modelled(known scalars) (model.Object, *Error) {
	object, err := model.Read(p.scalars(known))
	if err != nil {
		return object, errorAt(p.node.pos(), "%v", err)
	}
	return object, nil
}

func (p *part) slip(err *Error) { *p.slips = append(*p.slips, err) }

// scalars returns the members that are known, in the document's order.
func (p *part) scalars(known scalars) []model.Scalar {
	var found []model.Scalar
	for _, f := range p.node.fields {
		s := model.Scalar{Name: f.name, Text: f.value.text}
		switch {
		case slices.Contains(known.texts, f.name):
		case slices.Contains(known.booleans, f.name):
			s.Boolean = true
		default:
			continue
		}
		if f.value.kind == nullNode {
			continue
		}
		if err := f.value.mustBeScalar(f.name, s.Boolean); err != nil {
			p.slip(err)
			continue
		}
		found = append(found, s)
	}
	return found
}

// mustBeScalar returns why a value is no text or boolean; nil if it is. Any single value is a text.
func (n *node) mustBeScalar(name string, boolean bool) *Error {
	switch n.kind {
	case faultNode:
		return n.fault
	case mapNode, listNode:
		return errorAt(n.pos(), "%s must not be %s", name, n.kind)
	}
	if boolean {
		_, err := n.boolean(name)
		return err
	}
	return nil
}

// table returns the entries of a member that is a table, in the document's order, references followed. OpenAPI has no
// references to tables, but published documents do. An empty array is an empty table: that is how PHP writes one. An
// entry that is null, or cannot be read, is an empty part.
func (p *part) table(name string) []entry {
	n := p.inner(name)
	if n == nil || n.kind == listNode && len(n.items) == 0 {
		return nil
	}
	if err := n.must(mapNode, name); err != nil {
		p.slip(err)
		return nil
	}
	entries := make([]entry, 0, len(n.fields))
	for _, f := range n.fields {
		value := p.follow(f.value)
		if value != nil && value.kind != nullNode {
			if err := value.must(mapNode, f.name); err != nil {
				p.slip(err)
				value = nil
			}
		}
		if value == nil || value.kind == nullNode {
			value = f.value.object()
		}
		entries = append(entries, entry{f.name, &part{lib: p.lib, node: value, slips: p.slips}})
	}
	return entries
}

// entry is an entry of a table.
type entry struct {
	name string
	*part
}

// object returns a member that is an object, references followed, or nil if there is none or it cannot be read.
func (p *part) object(name string) *part {
	n := p.inner(name)
	if n == nil {
		return nil
	}
	if err := n.must(mapNode, name); err != nil {
		p.slip(err)
		return nil
	}
	return &part{lib: p.lib, node: n, slips: p.slips}
}

// inner returns a member, references followed, or nil if there is none, it is null, or it cannot be found.
func (p *part) inner(name string) *node {
	n := p.node.field(name)
	if n == nil {
		return nil
	}
	if n = p.follow(n); n == nil || n.kind == nullNode {
		return nil
	}
	return n
}

func (p *part) follow(n *node) *node {
	to, err := p.lib.deref(n)
	if err != nil {
		p.slip(err)
		return nil
	}
	return to
}

// keys returns the names of the entries of a member that is a table of single values, in which $ref is a name like
// others.
func (p *part) keys(name string) []string {
	n := p.node.field(name)
	if n == nil || n.kind == nullNode || n.kind == listNode && len(n.items) == 0 {
		return nil
	}
	if err := n.must(mapNode, name); err != nil {
		p.slip(err)
		return nil
	}
	return fieldNames(n)
}

// schemaIn returns the schema in a member of a part, or the empty schema at a position if it has none.
func (r *resolver) schemaIn(p *part, member string, missing Position) *Schema {
	if n := p.node.field(member); n != nil {
		return r.schemaOf(r.site(n))
	}
	return &Schema{Pos: missing}
}
