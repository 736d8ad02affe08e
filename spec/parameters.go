package spec

import (
	"slices"
	"strings"
)

// parameterKey tells parameters of one operation apart.
type parameterKey struct {
	in   Location
	name string
}

// parameters resolves the parameters of an operation: those of its path items
// that it does not override, then its own, then those that its path names and
// nobody declares.
func (d *Document) parameters(op *node, items []*node, to *Operation) *Error {
	own := d.resolver.parameterList(op.field("parameters"), to)
	for _, item := range items {
		shared := d.resolver.parameterList(item.field("parameters"), to)
		own = append(without(shared, own), own...)
	}
	var params []QueryPair
	var err error
	if to.Target, params, err = parseTarget(to.Path); err != nil {
		return errorAt(to.Pos, "%s %s: %v", to.Method, to.Path, err)
	}
	own = inQuery(own, to.Target.Query, params)
	segments := templateNames(to.Target.Path)
	if i := slices.IndexFunc(own, func(p *Parameter) bool { return p.In == InHeader && strings.EqualFold(p.Name, "Authorization") }); i >= 0 {
		to.Authorization = own[i]
	}
	own = slices.DeleteFunc(own, func(p *Parameter) bool {
		return p.In == InPath && !slices.Contains(segments, p.Name) || isIgnoredHeader(p)
	})
	for _, name := range segments {
		if !contains(own, parameterKey{InPath, name}) {
			own = append(own, &Parameter{
				Name: name, In: InPath, Required: true, Style: "simple",
				Schema: &Schema{Kind: String, Pos: to.Pos}, Pos: to.Pos,
			})
		}
	}
	for _, q := range params {
		if !contains(own, parameterKey{InQuery, q.Name}) {
			own = append(own, &Parameter{
				Name: q.Name, In: InQuery, Required: true, Style: "form", Explode: true,
				Schema: &Schema{Kind: String, Pos: to.Pos}, Pos: to.Pos,
			})
		}
	}
	to.Parameters = own
	return nil
}

// without returns the parameters that the others do not override.
func without(shared, others []*Parameter) []*Parameter {
	return slices.DeleteFunc(shared, func(p *Parameter) bool {
		return contains(others, parameterKey{p.In, p.Name})
	})
}

func contains(list []*Parameter, key parameterKey) bool {
	return slices.ContainsFunc(list, func(p *Parameter) bool { return p.In == key.in && p.Name == key.name })
}

// isIgnoredHeader reports whether OpenAPI says to ignore the parameter: what
// these headers hold follows from the rest of the operation.
func isIgnoredHeader(p *Parameter) bool {
	return p.In == InHeader && slices.ContainsFunc([]string{"Accept", "Content-Type", "Authorization"},
		func(name string) bool { return strings.EqualFold(name, p.Name) })
}

// templateNames returns the names in braces of a path, each once.
func templateNames(path string) []string {
	var names []string
	for {
		_, rest, ok := strings.Cut(path, "{")
		if !ok {
			return names
		}
		name, rest, ok := strings.Cut(rest, "}")
		if !ok {
			return names
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
		path = rest
	}
}

// parameterList resolves a list of parameters. Those that cannot be passed by
// any name are faults of their operation.
func (r *resolver) parameterList(n *node, op *Operation) []*Parameter {
	if n == nil || n.kind == nullNode {
		return nil
	}
	n, err := r.lib.deref(n)
	if err == nil {
		err = n.must(listNode, "parameters")
	}
	if err != nil {
		op.fault(err)
		return nil
	}
	var list []*Parameter
	known := map[parameterKey]Position{}
	for _, item := range n.items {
		p, err := r.parameter(item)
		if err != nil {
			op.fault(err)
			continue
		}
		key := parameterKey{p.In, p.Name}
		if first, twice := known[key]; twice {
			op.fault(errorAt(p.Pos, "the %s parameter %q is declared twice; first at %s", p.In, p.Name, first))
			continue
		}
		known[key] = p.Pos
		list = append(list, p)
	}
	return list
}

// parameter resolves a parameter. It is an error if it has no name, or no
// place, by which it could be passed.
func (r *resolver) parameter(n *node) (*Parameter, *Error) {
	m, read, err := r.modelled(n, "a parameter", parameterScalars)
	if err != nil {
		return nil, err
	}
	p := &Parameter{
		Name: m.Name, In: Location(m.In), Description: m.Description, Deprecated: m.Deprecated,
		AllowReserved: m.AllowReserved, Required: m.Required || m.In == "path",
		Style: m.Style, Example: exampleIn(read.node), Pos: read.node.pos(),
	}
	p.Schema = r.parameterSchema(p, read)
	p.Faults = slips(*read.slips)
	return p, p.complete(m.Explode)
}

// parameterSchema resolves the schema of a parameter, which content may give
// instead of schema.
func (r *resolver) parameterSchema(p *Parameter, read *part) *Schema {
	content := r.content(read)
	if read.node.field("schema") == nil && len(content) > 0 {
		p.ContentType = content[0].Type
		return content[0].Schema
	}
	return r.schemaIn(read, "schema", p.Pos)
}

// complete checks name, place and style, and fills in the defaults.
func (p *Parameter) complete(explode *bool) *Error {
	styles, ok := stylesOf(p.In)
	switch {
	case p.Name == "":
		return errorAt(p.Pos, "the parameter has no name")
	case !ok:
		return errorAt(p.Pos, "the parameter %q is in %q; path, query, header and cookie are supported", p.Name, p.In)
	case !slices.Contains(styles, p.Style):
		if p.Style != "" {
			wrong := errorAt(p.Pos, "the %s parameter %q has style %q; it can be %s", p.In, p.Name, p.Style, strings.Join(styles, ", "))
			p.Faults = append([]Fault{unreadable(wrong)}, p.Faults...)
		}
		p.Style = styles[0]
	}
	p.Explode = explodes(p.Style, explode)
	return nil
}

// explodes returns whether a style is exploded, given what the document states, which may be nil. A deepObject always is: OpenAPI defines no other form
// of it.
func explodes(style string, stated *bool) bool {
	if stated != nil && style != "deepObject" {
		return *stated
	}
	return style == "form" || style == "deepObject"
}

// stylesOf returns the styles of a location, its default first.
func stylesOf(in Location) ([]string, bool) {
	switch in {
	case InPath:
		return []string{"simple", "label", "matrix"}, true
	case InQuery:
		return []string{"form", "spaceDelimited", "pipeDelimited", "deepObject"}, true
	case InHeader:
		return []string{"simple"}, true
	case InCookie:
		return []string{"form"}, true
	}
	return nil, false
}
