package spec

import (
	"fmt"
	"strconv"

	"go.yaml.in/yaml/v4"
)

// fragment is a part of a document on its way to libopenapi: copied from
// parsed nodes along a shape, references to anything but schemas replaced by
// what they lead to, and every schema replaced by a reference to its number.
// So libopenapi resolves nothing, and sees one object at a time.
type fragment struct {
	lib     *library
	schemas []*node  // by number
	names   []string // of the keys of tables, by number
}

// schema returns the schema that a reference made by copy stands for, or nil.
func (f *fragment) schema(ref string) *node {
	if i, ok := numbered(ref, len(f.schemas)); ok {
		return f.schemas[i]
	}
	return nil
}

// name returns the key that copy replaced by a number.
func (f *fragment) name(key string) string {
	if i, ok := numbered(key, len(f.names)); ok {
		return f.names[i]
	}
	return key
}

// keyOf spells an index so that it is taken neither for a reference within the
// document nor for a number, a boolean or an extension.
func keyOf(i int) string { return fmt.Sprintf("at.%d", i) }

func numbered(key string, below int) (int, bool) {
	if len(key) < 4 || key[:3] != "at." {
		return 0, false
	}
	i, err := strconv.Atoi(key[3:])
	return i, err == nil && 0 <= i && i < below
}

// copy returns n reduced to the shape, or nil if n is null. The name is that
// of the member, for messages.
func (f *fragment) copy(n *node, s *shape, name string) (*yaml.Node, error) {
	switch s.form {
	case formSchema:
		return f.nested(n), nil
	case formAny:
		return raw(n), nil
	}
	if s.derefs() {
		var err error
		if n, err = f.lib.deref(n); err != nil {
			return nil, err
		}
	}
	if n.kind == nullNode {
		return nil, nil
	}
	switch s.form {
	case formObject:
		return f.object(n, s, name)
	case formTable:
		return f.table(n, s, name)
	case formList:
		return f.list(n, s, name)
	}
	return scalarNode(n, s.form, name)
}

func (f *fragment) nested(n *node) *yaml.Node {
	f.schemas = append(f.schemas, n)
	ref := mapping(n)
	put(ref, "$ref", leaf(n, "!!str", keyOf(len(f.schemas)-1)))
	return ref
}

func (f *fragment) object(n *node, s *shape, name string) (*yaml.Node, error) {
	if n.kind != mapNode {
		return nil, errorAt(n.pos(), "%s must be an object, not %s", name, n.kind)
	}
	out := mapping(n)
	for _, field := range n.fields {
		inner := s.fields[field.name]
		if inner == nil {
			continue
		}
		value, err := f.copy(field.value, inner, field.name)
		if err != nil {
			return nil, err
		}
		if value != nil {
			put(out, field.name, value)
		}
	}
	return out, nil
}

// table replaces the keys by numbers, for libopenapi skips some of them as
// extensions and takes others for keywords.
func (f *fragment) table(n *node, s *shape, name string) (*yaml.Node, error) {
	if n.kind != mapNode {
		return nil, errorAt(n.pos(), "%s must be an object, not %s", name, n.kind)
	}
	out := mapping(n)
	for _, field := range n.fields {
		value, err := f.copy(field.value, s.each, field.name)
		if err != nil {
			return nil, err
		}
		if value == nil {
			value = mapping(field.value)
		}
		f.names = append(f.names, field.name)
		put(out, keyOf(len(f.names)-1), value)
	}
	return out, nil
}

func (f *fragment) list(n *node, s *shape, name string) (*yaml.Node, error) {
	if n.kind != listNode {
		return nil, errorAt(n.pos(), "%s must be an array, not %s", name, n.kind)
	}
	out := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: int(n.at.line), Column: int(n.at.column)}
	for _, item := range n.items {
		value, err := f.copy(item, s.each, "each of "+name)
		if err != nil {
			return nil, err
		}
		if value != nil {
			out.Content = append(out.Content, value)
		}
	}
	return out, nil
}

// scalarNode copies a scalar of one of the simple forms.
func scalarNode(n *node, form form, name string) (*yaml.Node, error) {
	if n.kind == mapNode || n.kind == listNode {
		return nil, errorAt(n.pos(), "%s must not be %s", name, n.kind)
	}
	switch form {
	case formBool:
		if n.text != "true" && n.text != "false" {
			return nil, errorAt(n.pos(), "%s must be true or false, not %q", name, n.text)
		}
		return leaf(n, "!!bool", n.text), nil
	case formNumber, formCount:
		x, ok := parseNumber(n.text)
		if !ok || form == formCount && !x.integral {
			return nil, errorAt(n.pos(), "%s must be a number, not %q", name, n.text)
		}
		if form == formCount {
			return leaf(n, "!!int", strconv.FormatInt(x.integer, 10)), nil
		}
		return leaf(n, "!!float", strconv.FormatFloat(x.float, 'g', -1, 64)), nil
	}
	return leaf(n, "!!str", n.text), nil
}

// raw copies a value whole.
func raw(n *node) *yaml.Node {
	switch n.kind {
	case mapNode:
		out := mapping(n)
		for _, field := range n.fields {
			put(out, field.name, raw(field.value))
		}
		return out
	case listNode:
		out := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: int(n.at.line), Column: int(n.at.column)}
		for _, item := range n.items {
			out.Content = append(out.Content, raw(item))
		}
		return out
	}
	return leaf(n, tags[n.kind], n.text)
}

var tags = [...]string{
	nullNode: "!!null", boolNode: "!!bool", intNode: "!!int", floatNode: "!!float", textNode: "!!str",
}

func mapping(n *node) *yaml.Node {
	return &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map", Line: int(n.at.line), Column: int(n.at.column)}
}

func leaf(n *node, tag, text string) *yaml.Node {
	return &yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: text, Line: int(n.at.line), Column: int(n.at.column)}
}

func put(m *yaml.Node, key string, value *yaml.Node) {
	k := &yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: key, Line: value.Line, Column: value.Column}
	m.Content = append(m.Content, k, value)
}
