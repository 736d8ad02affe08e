package spec

import (
	"slices"
	"strings"

	highv3 "github.com/pb33f/libopenapi/datamodel/high/v3"
	"github.com/pb33f/libopenapi/orderedmap"
)

// operation resolves a listed operation.
func (d *Document) operation(e Entry, l *listing) (*Operation, error) {
	r := d.resolver
	n, err := l.file.load(l.op)
	if err != nil {
		return nil, err
	}
	if n, err = r.lib.deref(n); err != nil {
		return nil, err
	}
	items, err := loadItems(l.items)
	if err != nil {
		return nil, err
	}
	m, _, err := copied(r, n, operationShape, "an operation", r.model.operation)
	if err != nil {
		return nil, err
	}
	op := &Operation{
		ID: e.ID, Method: e.Method, Path: e.Path, Pos: e.Pos,
		Summary: oneLine(m.Summary), Description: m.Description, Deprecated: isTrue(m.Deprecated),
	}
	var found faults
	op.Parameters = d.parameters(n, items, op, &found)
	op.Body, err = r.body(n.field("requestBody"))
	found.add(err)
	op.Responses = r.responses(n.field("responses"), &found)
	op.Security, err = d.security(n.field("security"))
	found.add(err)
	op.Servers, err = d.servers(n, items)
	found.add(err)
	return op, found.err()
}

// loadItems parses what a path item gives all its operations.
func loadItems(items []place) ([]*node, error) {
	var nodes []*node
	for _, item := range items {
		n := &node{kind: mapNode, file: item.file, at: item.value.mark()}
		err := item.value.members(func(name string, value cursor) error {
			if name != "parameters" && name != "servers" {
				return nil
			}
			v, err := item.file.load(value)
			n.fields = append(n.fields, field{name: name, value: v})
			return err
		})
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, n)
	}
	return nodes, nil
}

func oneLine(s string) string {
	return strings.Join(strings.Fields(s), " ")
}

func (r *resolver) body(n *node) (*Body, error) {
	if n == nil || n.kind == nullNode {
		return nil, nil
	}
	n, err := r.lib.deref(n)
	if err != nil {
		return nil, err
	}
	m, f, err := copied(r, n, bodyShape, "requestBody", r.model.body)
	if err != nil {
		return nil, err
	}
	b := &Body{Description: m.Description, Required: isTrue(m.Required), Pos: n.pos()}
	if b.Content, err = r.content(m.Content, f, n); err != nil {
		return nil, err
	}
	for i, media := range inOrder(m.Content) {
		if b.Content[i].Encoding, err = r.encodings(media.Encoding, f, n); err != nil {
			return nil, err
		}
	}
	return b, nil
}

// content resolves media types in the document's order.
func (r *resolver) content(types *orderedmap.Map[string, *highv3.MediaType], f *fragment, n *node) ([]*Media, error) {
	var content []*Media
	var found faults
	for key, m := range types.FromOldest() {
		var schema *node
		if m.Schema != nil {
			schema = f.schema(m.Schema.GetReference())
		}
		resolved, err := r.schemaAt(schema, n.pos())
		found.add(err)
		content = append(content, &Media{Type: f.name(key), Schema: resolved})
	}
	return content, found.err()
}

func (r *resolver) responses(n *node, found *faults) []*Response {
	if n == nil || n.kind == nullNode {
		return nil
	}
	n, err := r.lib.deref(n)
	if err == nil && n.kind != mapNode {
		err = errorAt(n.pos(), "responses must be an object, not %s", n.kind)
	}
	if err != nil {
		found.add(err)
		return nil
	}
	var responses []*Response
	for _, field := range n.fields {
		if strings.HasPrefix(field.name, "x-") || field.value.kind == nullNode {
			continue
		}
		answer, err := r.response(field.name, field.value)
		found.add(err)
		responses = append(responses, answer)
	}
	if found.err() != nil {
		return nil
	}
	slices.SortStableFunc(responses, func(a, b *Response) int {
		return strings.Compare(statusOrder(a.Status), statusOrder(b.Status))
	})
	return responses
}

func (r *resolver) response(status string, n *node) (*Response, error) {
	normal, ok := normalStatus(status)
	if !ok {
		return nil, errorAt(n.pos(), "%q is no status: it must be three digits, a range like 2XX, or default", status)
	}
	n, err := r.lib.deref(n)
	if err != nil {
		return nil, err
	}
	m, f, err := copied(r, n, responseShape, "a response", r.model.response)
	if err != nil {
		return nil, err
	}
	answer := &Response{Status: normal, Description: m.Description, Headers: fieldNames(n.field("headers")), Pos: n.pos()}
	answer.Content, err = r.content(m.Content, f, n)
	return answer, err
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
