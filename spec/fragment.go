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
	slips   []*Error // why parts are left out
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
func (f *fragment) copy(n *node, s *shape, name string) (*yaml.Node, *Error) {
	if s.form == formSchema {
		return f.nested(n), nil
	}
	if s.derefs() {
		var err *Error
		if n, err = f.lib.deref(n); err != nil {
			return nil, err
		}
	}
	switch n.kind {
	case nullNode:
		return nil, nil
	case faultNode:
		return nil, n.fault
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

// part is copy for a part of a whole that does without it.
func (f *fragment) part(n *node, s *shape, name string) *yaml.Node {
	value, err := f.copy(n, s, name)
	if err != nil {
		f.slips = append(f.slips, err)
	}
	return value
}

func (f *fragment) object(n *node, s *shape, name string) (*yaml.Node, *Error) {
	if err := n.must(mapNode, name); err != nil {
		return nil, err
	}
	out := mapping(n)
	for _, field := range n.fields {
		inner := s.fields[field.name]
		if inner == nil {
			continue
		}
		if value := f.part(field.value, inner, field.name); value != nil {
			put(out, field.name, value)
		}
	}
	return out, nil
}

// table replaces the keys by numbers, for libopenapi skips some of them as
// extensions and takes others for keywords. An empty array is an empty table:
// that is how PHP writes one.
func (f *fragment) table(n *node, s *shape, name string) (*yaml.Node, *Error) {
	if n.kind == listNode && len(n.items) == 0 {
		return mapping(n), nil
	}
	if err := n.must(mapNode, name); err != nil {
		return nil, err
	}
	out := mapping(n)
	for _, field := range n.fields {
		value := f.part(field.value, s.each, field.name)
		if value == nil {
			value = mapping(field.value)
		}
		f.names = append(f.names, field.name)
		put(out, keyOf(len(f.names)-1), value)
	}
	return out, nil
}

func (f *fragment) list(n *node, s *shape, name string) (*yaml.Node, *Error) {
	if err := n.must(listNode, name); err != nil {
		return nil, err
	}
	out := &yaml.Node{Kind: yaml.SequenceNode, Tag: "!!seq", Line: int(n.at.line), Column: int(n.at.column)}
	for _, item := range n.items {
		if value := f.part(item, s.each, "each of "+name); value != nil {
			out.Content = append(out.Content, value)
		}
	}
	return out, nil
}

// scalarNode copies a scalar of one of the simple forms.
func scalarNode(n *node, form form, name string) (*yaml.Node, *Error) {
	if n.kind == mapNode || n.kind == listNode {
		return nil, errorAt(n.pos(), "%s must not be %s", name, n.kind)
	}
	switch form {
	case formBool:
		if _, err := n.boolean(name); err != nil {
			return nil, err
		}
		return leaf(n, "!!bool", n.text), nil
	}
	return leaf(n, "!!str", n.text), nil
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
