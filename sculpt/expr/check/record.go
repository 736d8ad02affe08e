package check

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Record returns a record of the members. name is what the outermost record is. Records of one name whose members have the
// same names and types, in the same order, have one type.
func (s *Scope) Record(name string, members []ir.RecordMember) *ir.Record {
	fields := lists.Map(members, func(m ir.RecordMember) *ir.Field {
		return &ir.Field{Name: m.Name, Type: m.Value.Type(), Required: true}
	})
	return &ir.Record{Name: name, Members: members, T: s.records.Of(name, fields)}
}
