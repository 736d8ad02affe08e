package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// structPrinter prints a struct of what is read of answers, and its methods.
type structPrinter struct {
	*pkg
	answer *plan.AnswerStruct
	name   string
}

func newStructPrinter(p *pkg, s *plan.AnswerStruct) structPrinter {
	return structPrinter{pkg: p, answer: s, name: p.names.Struct(s.Objects[0])}
}

// addStructs adds structs with their methods to a file: first all types, then how they are decoded.
func (p upstreamPrinter) addStructs(f *jen.File, structs []*plan.AnswerStruct) {
	for _, s := range structs {
		gocode.Add(f, newStructPrinter(p.pkg, s).structType()...)
	}
	for _, s := range structs {
		gocode.Add(f, newStructPrinter(p.pkg, s).methods()...)
	}
}

// methods returns the method decode, and those by which an expression reads the struct as a dyn, if one does.
func (p structPrinter) methods() []jen.Code {
	if p.answer.CopyOf != "" {
		shapes := p.names.Upstream(p.answer.Operations[0].Upstream).Shapes
		return []jen.Code{p.code("func (v *$1) decode(d *upstream.Decoder) {\nv.Copied = $2.Copy(d, $3)\n}", p.name, shapes, gocode.Lit(p.answer.CopyOf))}
	}
	list := []jen.Code{p.decoder()}
	if p.answer.Dyn {
		list = append(list, p.dynMethods()...)
	}
	return list
}

// structType returns the declaration of the struct:
//
//	// weatherPoint is what the tools read of the component Point.
//	type weatherPoint struct {
//		GridID string
//	}
func (p structPrinter) structType() []jen.Code {
	if p.answer.CopyOf != "" {
		text := gocode.Doc(p.name + " is " + p.place() + ", handed on as it is.")
		return []jen.Code{p.code("$1\ntype $2 struct {\nupstream.Copied\n}", text, p.name)}
	}
	text := p.name + " is " + p.described() + "."
	fields := make([]jsonField, len(p.answer.Fields))
	for i, f := range p.answer.Fields {
		fields[i] = p.jsonField(f.Fields[0])
	}
	if p.answer.Encode {
		return p.jsonStruct(text, p.name, fields)
	}
	return []jen.Code{plainStruct(text, p.name, fields)}
}

// described says what the struct is by its place in the document.
func (p structPrinter) described() string {
	if place := p.answer.Place; place.Path == "" && !place.Element {
		return "what the tools read of " + p.around()
	}
	return p.place()
}

// place says where in the document the struct is.
func (p structPrinter) place() string {
	place := p.answer.Place
	path := strings.Join(place.Names(), ".")
	switch {
	case path == "" && place.Element:
		return "an element of " + p.around()
	case path == "":
		return p.around()
	case place.Element:
		return "an element of " + path + " in " + p.around()
	}
	return path + " in " + p.around()
}

// around names the component or the answer that is the struct, or has it somewhere inside.
func (p structPrinter) around() string {
	if component := p.answer.Place.Component; component != "" {
		return "the component " + component
	}
	method := p.names.Operation(p.answer.Operations[0]).Method
	if p.answer.Status != "" {
		return "the answer of " + method + " with the status " + p.answer.Status
	}
	return "the answer of " + method
}
