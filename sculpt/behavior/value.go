package behavior

import (
	"github.com/nactgen/nactgen/sculpt/ir"
)

// value compares two values, objects that the author spells out member by member. Nil is no value.
func (c *comparison) value(kind Kind, place string, was, is ir.Node) {
	before, after := members(was), members(is)
	if before == nil || after == nil {
		c.differ(kind, place, text(was), text(is))
		return
	}
	each(before, after, func(m *ir.RecordMember) string { return m.Name }, func(name string, was, is *ir.RecordMember) {
		c.value(kind, place+member(name), memberValue(was), memberValue(is))
	})
}

// members are the members of an object that is spelled out; nil for any other value.
func members(n ir.Node) []ir.RecordMember {
	switch n := n.(type) {
	case *ir.Record:
		return n.Members
	case *ir.Pairs:
		return n.Members
	}
	return nil
}

func memberValue(m *ir.RecordMember) ir.Node {
	if m == nil {
		return nil
	}
	return m.Value
}
