package plandiff

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/view/celtext"
)

// value compares two values, objects that the author spells out member by member. Nil is no value.
func (c *comparison) value(kind Kind, place string, was, is ir.Node) {
	before, after := celtext.Members(was), celtext.Members(is)
	if before == nil || after == nil {
		c.differ(kind, place, celtext.Of(was), celtext.Of(is))
		return
	}
	each(before, after, func(m *ir.RecordMember) string { return m.Name }, func(name string, was, is *ir.RecordMember) {
		c.value(kind, place+celtext.Member(name), memberValue(was), memberValue(is))
	})
}

func memberValue(m *ir.RecordMember) ir.Node {
	if m == nil {
		return nil
	}
	return m.Value
}
