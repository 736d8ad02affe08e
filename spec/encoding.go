package spec

import (
	"slices"
	"strings"

	highv3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"
)

// encodings resolves what a body says of how its members are written, in the document's order.
func (r *resolver) encodings(encodings *orderedmap.Map[string, *highv3.Encoding], f *fragment, n *node, b *Body) []*Encoding {
	var list []*Encoding
	for key, m := range encodings.FromOldest() {
		e := &Encoding{
			Member: f.name(key), ContentType: m.ContentType, Style: m.Style, AllowReserved: m.AllowReserved,
			Styled: m.Style != "" || m.Explode != nil || m.AllowReserved,
		}
		if err := e.complete(m.Explode, n.pos()); err != nil {
			b.Faults = append(b.Faults, Fault{Error: *err})
		}
		e.Headers = r.partHeaders(m.Headers, f, n)
		list = append(list, e)
	}
	return list
}

// complete checks the style and fills the defaults in: those of a query parameter.
func (e *Encoding) complete(explode *bool, pos Position) (wrong *Error) {
	styles, _ := stylesOf(InQuery)
	if !slices.Contains(styles, e.Style) {
		if e.Style != "" {
			wrong = errorAt(pos, "the encoding of %q has style %q; it can be %s", e.Member, e.Style, strings.Join(styles, ", "))
		}
		e.Style = styles[0]
	}
	e.Explode = e.Style == "form" || e.Style == "deepObject"
	if explode != nil && e.Style != "deepObject" {
		e.Explode = *explode
	}
	return wrong
}

// partHeaders resolves the headers of a part. Content-Type has a place of its own.
func (r *resolver) partHeaders(headers *orderedmap.Map[string, *highv3.Header], f *fragment, n *node) []*PartHeader {
	var list []*PartHeader
	for key, m := range headers.FromOldest() {
		name := f.name(key)
		if strings.EqualFold(name, "Content-Type") {
			continue
		}
		var schema *node
		if m.Schema != nil {
			schema = f.schema(m.Schema.GetReference())
		}
		list = append(list, &PartHeader{Name: name, Required: m.Required, Schema: r.schemaAt(schema, n.pos())})
	}
	return list
}

// inOrder returns the values of a map in the document's order.
func inOrder[T any](m *orderedmap.Map[string, T]) []T {
	var list []T
	for _, v := range m.FromOldest() {
		list = append(list, v)
	}
	return list
}
