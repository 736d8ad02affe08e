package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// answerPrinter prints what is read of an operation's answer: a struct for each object in it, and its decoder.
type answerPrinter struct {
	*pkg
	operation string                  // its method
	elements  map[*ir.ObjectType]bool // structs that are elements of a list or values of a map
}

func newAnswerPrinter(p *pkg, op *plan.Operation) answerPrinter {
	printer := answerPrinter{pkg: p, operation: p.names.Operation(op).Method}
	if op.Answer != nil {
		printer.elements = op.Answer.Elements()
	}
	return printer
}

// structType returns
//
//	// weatherPoint is what the tools read of the answer of point.
//	type weatherPoint struct {
//		Properties weatherPointProperties
//	}
func (p answerPrinter) structType(s *plan.Struct) []jen.Code {
	name := p.names.Struct(s.Object)
	text := name + " is what the tools read of the answer of " + p.operation + "."
	if place := p.placeOf(s); place != "" {
		text = name + " is " + place + " in the answer of " + p.operation + "."
	}
	fields := make([]jsonField, len(s.Fields))
	for i, f := range s.Fields {
		fields[i] = p.jsonField(f.Field)
	}
	if s.Encode {
		return jsonStruct(text, name, fields)
	}
	return []jen.Code{plainStruct(text, name, fields)}
}

// placeOf says where in an answer a struct stands; it returns "" for the answer itself.
func (p answerPrinter) placeOf(s *plan.Struct) string {
	element := p.elements[s.Object]
	switch path := strings.Join(s.Path, "."); {
	case element && path == "":
		return "an element"
	case element:
		return "an element of " + path
	default:
		return path
	}
}
