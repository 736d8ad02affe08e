package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/plan"
)

// structsOf returns the structs of an operation's answer that no operation before it declares.
func (g *generator) structsOf(op *plan.Operation) []*plan.Struct {
	if op.Answer == nil {
		return nil
	}
	var list []*plan.Struct
	for _, s := range op.Answer.Structs {
		if g.owners[s.Object] == op {
			list = append(list, s)
		}
	}
	return list
}

// answerType returns
//
//	// weatherPoint is what the tools read of the answer of point.
//	type weatherPoint struct {
//		Properties weatherPointProperties
//	}
func (g *generator) answerType(op *plan.Operation, s *plan.Struct) []jen.Code {
	name := g.names.structName(s.Object)
	text := name + " is what the tools read of the answer of " + g.names.method(op) + "."
	if place := g.placeOf(s); place != "" {
		text = name + " is " + place + " in the answer of " + g.names.method(op) + "."
	}
	fields := make([]structField, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = structField{
			goName: g.names.field(s.Object, f.Field), jsonName: f.Field.Name, typ: g.fieldType(f), storage: g.storage(f),
		}
	}
	if s.Encode {
		return g.jsonStruct(text, name, fields)
	}
	return []jen.Code{plainStruct(text, name, fields)}
}

// placeOf says where in an answer a struct stands; it returns "" for the answer itself.
func (g *generator) placeOf(s *plan.Struct) string {
	element := g.elements[s.Object]
	switch path := strings.Join(s.Path, "."); {
	case element && path == "":
		return "an element"
	case element:
		return "an element of " + path
	default:
		return path
	}
}
