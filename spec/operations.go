package spec

import (
	"slices"
	"strings"
)

// operation resolves a listed operation.
func (d *Document) operation(e Entry, l *listing) (*Operation, *Error) {
	r := d.resolver
	n, err := r.lib.deref(l.file.load(l.op))
	if err != nil {
		return nil, err
	}
	items, reads := loadItems(l.items), readOnly(n.field(readOnlyKey))
	if d.old != nil && n.kind == mapNode {
		n, items = d.old.operation(n, items)
	}
	m, p, err := r.modelled(n, "an operation", operationScalars)
	if err != nil {
		return nil, err
	}
	op := &Operation{
		ID: e.ID, Method: e.Method, Path: e.Path, Pos: e.Pos,
		Summary: oneLine(m.Summary), Description: m.Description, Deprecated: m.Deprecated, Reads: reads,
		Faults: slips(*p.slips),
	}
	if err := d.parameters(n, items, op); err != nil {
		return nil, err
	}
	op.Body = r.body(n.field("requestBody"))
	op.Responses = r.responses(n.field("responses"), op)
	if op.Security, err = d.security(n.field("security")); err != nil {
		op.fault(err)
	}
	if op.Servers, err = d.servers(n, items); err != nil {
		op.fault(err)
	}
	return op, nil
}

// fault notes what is wrong with a part of the operation that is left out.
func (op *Operation) fault(err *Error) { op.Faults = append(op.Faults, unreadable(err)) }

// loadItems parses what a path item gives all its operations.
func loadItems(items []place) []*node {
	var nodes []*node
	for _, item := range items {
		n := &node{kind: mapNode, file: item.value.origin(), at: item.value.mark()}
		// What cannot be walked to its end has been listed as far as it goes.
		_ = item.value.members(func(name string, value cursor) error {
			if name == "parameters" || name == "servers" {
				n.fields = append(n.fields, field{name: name, value: item.file.load(value)})
			}
			return nil
		})
		nodes = append(nodes, n)
	}
	return nodes
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

func (r *resolver) body(n *node) *Body {
	if n == nil || n.kind == nullNode {
		return nil
	}
	b := &Body{Pos: n.pos()}
	m, p, err := r.modelled(n, "requestBody", bodyScalars)
	if err != nil {
		b.Content = anyMedia(err)
		return b
	}
	b.Description, b.Required, b.Pos = m.Description, m.Required, p.node.pos()
	for _, media := range p.table("content") {
		schema := r.schemaIn(media.part, "schema", b.Pos)
		b.Content = append(b.Content, &Media{Type: media.name, Schema: schema, Encoding: r.encodings(media.part, b)})
	}
	if b.Content == nil {
		b.Content = unreadContent(p.node.field("content"))
	}
	b.Faults = append(slips(*p.slips), b.Faults...)
	return b
}

// anyMedia is the content of what cannot be read: nobody knows of which media
// type it is.
func anyMedia(err *Error) []*Media {
	return []*Media{{Type: "*/*", Schema: brokenSchema(err)}}
}

// unreadContent is content of which nothing could be read, or nil if there is
// none.
func unreadContent(n *node) []*Media {
	if n == nil || n.kind == nullNode || len(n.fields) == 0 && len(n.items) == 0 && n.kind != faultNode {
		return nil
	}
	if err := n.must(mapNode, "content"); err != nil {
		return anyMedia(err)
	}
	return nil
}

// content resolves the media types of an answer or of a parameter, in the document's order.
func (r *resolver) content(p *part) []*Media {
	var content []*Media
	for _, m := range p.table("content") {
		media := &Media{Type: m.name, Schema: r.schemaIn(m.part, "schema", p.node.pos())}
		if m.node.field("itemSchema") != nil {
			media.Item = r.schemaIn(m.part, "itemSchema", p.node.pos())
		}
		content = append(content, media)
	}
	return content
}

func (r *resolver) responses(n *node, op *Operation) []*Response {
	if n == nil || n.kind == nullNode {
		return nil
	}
	to, err := r.lib.deref(n)
	if err == nil {
		err = to.must(mapNode, "responses")
	}
	if err != nil {
		return []*Response{{Status: "default", Content: anyMedia(err), Pos: n.pos()}}
	}
	var responses []*Response
	for _, field := range to.fields {
		if strings.HasPrefix(field.name, "x-") || field.value.kind == nullNode {
			continue
		}
		status, ok := normalStatus(field.name)
		if !ok {
			op.fault(errorAt(field.value.pos(), "%q is no status: it must be three digits, a range like 2XX, or default", field.name))
			continue
		}
		responses = append(responses, r.response(status, field.value))
	}
	slices.SortStableFunc(responses, func(a, b *Response) int {
		return strings.Compare(statusOrder(a.Status), statusOrder(b.Status))
	})
	return responses
}

func (r *resolver) response(status string, n *node) *Response {
	answer := &Response{Status: status, Pos: n.pos()}
	m, p, err := r.modelled(n, "a response", responseScalars)
	if err != nil {
		answer.Content = anyMedia(err)
		return answer
	}
	answer.Description, answer.Headers, answer.Pos = m.Description, fieldNames(p.node.field("headers")), p.node.pos()
	if answer.Content = r.content(p); answer.Content == nil {
		answer.Content = unreadContent(p.node.field("content"))
	}
	return answer
}

// fieldNames returns the names of what n has, in the document's order. nil has nothing.
func fieldNames(n *node) []string {
	if n == nil {
		return nil
	}
	var names []string
	for _, f := range n.fields {
		names = append(names, f.name)
	}
	return names
}

// normalStatus returns "200", "2XX" or "default".
func normalStatus(s string) (string, bool) {
	if strings.EqualFold(s, "default") {
		return "default", true
	}
	s = strings.ToUpper(s)
	if len(s) != 3 || s[0] < '1' || s[0] > '5' {
		return "", false
	}
	digits := func(b byte) bool { return '0' <= b && b <= '9' }
	return s, s[1:] == "XX" || digits(s[1]) && digits(s[2])
}

// statusOrder maps a status to a string that sorts exact ones first, then
// ranges, then default.
func statusOrder(s string) string {
	switch {
	case s == "default":
		return "2"
	case strings.HasSuffix(s, "XX"):
		return "1" + s
	}
	return "0" + s
}
