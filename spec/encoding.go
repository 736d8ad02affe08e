package spec

import (
	"slices"
	"strings"
)

// encodings resolves the encodings of a media type of a body, in the document's order.
func (r *resolver) encodings(media *part, b *Body) []*Encoding {
	var list []*Encoding
	for _, p := range media.table("encoding") {
		m, err := p.part.modelled(encodingScalars)
		if err != nil {
			media.slip(err)
		}
		e := &Encoding{
			Member: p.name, ContentType: m.ContentType, Style: m.Style, AllowReserved: m.AllowReserved,
			Styled: m.Style != "" || m.Explode != nil || m.AllowReserved,
		}
		if err := e.complete(m.Explode, b.Pos); err != nil {
			b.Faults = append(b.Faults, Fault{Error: *err})
		}
		e.Headers = r.partHeaders(p.part, b.Pos)
		list = append(list, e)
	}
	return list
}

// complete checks the style, and fills in the defaults, which are those of a query parameter.
func (e *Encoding) complete(explode *bool, pos Position) (wrong *Error) {
	styles, _ := stylesOf(InQuery)
	if !slices.Contains(styles, e.Style) {
		if e.Style != "" {
			wrong = errorAt(pos, "the encoding of %q has style %q; it can be %s", e.Member, e.Style, strings.Join(styles, ", "))
		}
		e.Style = styles[0]
	}
	e.Explode = explodes(e.Style, explode)
	return wrong
}

// partHeaders resolves the headers of a part of a multipart body, without Content-Type, which has a field of its own.
func (r *resolver) partHeaders(encoding *part, missing Position) []*PartHeader {
	var list []*PartHeader
	for _, p := range encoding.table("headers") {
		if strings.EqualFold(p.name, "Content-Type") {
			continue
		}
		m, err := p.part.modelled(headerScalars)
		if err != nil {
			encoding.slip(err)
		}
		list = append(list, &PartHeader{Name: p.name, Required: m.Required, Schema: r.schemaIn(p.part, "schema", missing)})
	}
	return list
}
