package spec

import (
	"slices"
	"strings"

	highv3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"
)

// encodings resolves what a body says of how its members are written, in the document's order.
func (r *resolver) encodings(encodings *orderedmap.Map[string, *highv3.Encoding], f *fragment, n *node) ([]*Encoding, error) {
	var list []*Encoding
	var found faults
	for key, m := range encodings.FromOldest() {
		e := &Encoding{
			Member: f.name(key), ContentType: m.ContentType, Style: m.Style, AllowReserved: m.AllowReserved,
			Styled: m.Style != "" || m.Explode != nil || m.AllowReserved,
		}
		found.add(e.complete(m.Explode, n.pos()))
		var err error
		e.Headers, err = r.partHeaders(m.Headers, f, n)
		found.add(err)
		list = append(list, e)
	}
	return list, found.err()
}

// complete checks the style and fills the defaults in: those of a query parameter.
func (e *Encoding) complete(explode *bool, pos Position) error {
	styles, _ := stylesOf(InQuery)
	switch {
	case e.Style == "":
		e.Style = styles[0]
	case !slices.Contains(styles, e.Style):
		return errorAt(pos, "the encoding of %q has style %q; it can be %s", e.Member, e.Style, strings.Join(styles, ", "))
	}
	e.Explode = e.Style == "form" || e.Style == "deepObject"
	if explode != nil && e.Style != "deepObject" {
		e.Explode = *explode
	}
	return nil
}

// partHeaders resolves the headers of a part. Content-Type has a place of its own.
func (r *resolver) partHeaders(headers *orderedmap.Map[string, *highv3.Header], f *fragment, n *node) ([]*PartHeader, error) {
	var list []*PartHeader
	var found faults
	for key, m := range headers.FromOldest() {
		name := f.name(key)
		if strings.EqualFold(name, "Content-Type") {
			continue
		}
		var schema *node
		if m.Schema != nil {
			schema = f.schema(m.Schema.GetReference())
		}
		resolved, err := r.schemaAt(schema, n.pos())
		found.add(err)
		list = append(list, &PartHeader{Name: name, Required: m.Required, Schema: resolved})
	}
	return list, found.err()
}

// inOrder returns the values of a map in the document's order.
func inOrder[T any](m *orderedmap.Map[string, T]) []T {
	var list []T
	for _, v := range m.FromOldest() {
		list = append(list, v)
	}
	return list
}
