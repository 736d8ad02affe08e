package plan

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Name is the field's name in JSON.
func (f *StructField) Name() string { return f.Fields[0].Name }

// Type is the type of the field's values. The types of all its Fields are one Go type.
func (f *StructField) Type() *ir.Type { return f.Fields[0].Type }

// AnswerStruct is a struct with the operations whose answers hold it, in the document's order.
type AnswerStruct struct {
	*Struct
	Operations []*Operation
	Status     string // of the answer in which it is met first: see [Answer]
}

// Shared reports whether the answers of several operations hold the struct.
func (s *AnswerStruct) Shared() bool { return len(s.Operations) > 1 }

// Structs returns the structs of the answers of all operations, each once, in the order in which they are first met.
func (u *Upstream) Structs() []*AnswerStruct {
	var list []*AnswerStruct
	met := map[*Struct]*AnswerStruct{}
	for _, op := range u.Operations {
		for _, a := range op.Answers() {
			for _, s := range a.Structs {
				if met[s] == nil {
					met[s] = &AnswerStruct{Struct: s, Status: a.Status}
					list = append(list, met[s])
				}
				if !slices.Contains(met[s].Operations, op) {
					met[s].Operations = append(met[s].Operations, op)
				}
			}
		}
	}
	return list
}

// StructFields returns the field of a struct that holds each field that expressions read of answers and of results of functions. Fields of inputs, records
// and rows are not in it: these are always there, unless their type is an optional.
func (p *Plan) StructFields() map[*ir.Field]*StructField {
	fields := map[*ir.Field]*StructField{}
	for _, u := range p.Upstreams {
		for _, s := range u.Structs() {
			for _, f := range s.Fields {
				for _, field := range f.Fields {
					fields[field] = f
				}
			}
		}
	}
	for _, function := range p.Functions {
		for _, s := range function.Structs {
			for _, f := range s.Fields {
				fields[f.Fields[0]] = f
			}
		}
	}
	return fields
}
