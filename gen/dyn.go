package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// dynMethods returns the methods that make a pointer to a struct a dyn value, a [cel.Object]:
//
//	// Member returns the value of a member, and whether there is one.
//	func (v *weatherPoint) Member(name string) (any, bool) {
//		switch name {
//		case "properties":
//			return &v.Properties, true
//		}
//		return nil, false
//	}
//
//	// Members returns the names of the members that there are.
//	func (v *weatherPoint) Members() []string {
//		names := []string{"properties"}
//		return names
//	}
func (p structPrinter) dynMethods() []jen.Code {
	receiver := jen.Id("v").Op("*").Id(p.name)
	var cases, sometimes []jen.Code
	var always []string
	for _, f := range p.read.Fields {
		cases = append(cases, jen.Case(gocode.Lit(f.Name())).Block(p.dynField(f.Fields[0])...))
		if f.Always {
			always = append(always, f.Name())
			continue
		}
		has := jen.Id("v").Dot(p.names.Field(f.Fields[0]))
		if p.types.Storage(f.Fields[0]) == gotype.InOpt {
			has.Dot("Has")
		} else {
			has.Op("!=").Nil()
		}
		sometimes = append(sometimes, jen.If(has).Block(jen.Id("names").Op("=").Append(jen.Id("names"), gocode.Lit(f.Name()))))
	}
	member := []jen.Code{jen.Switch(jen.Id("name")).Block(cases...), jen.Return(jen.Nil(), jen.False())}
	if len(cases) == 0 {
		member = member[1:]
	}
	members := []jen.Code{jen.Return(gocode.Strings(always))}
	if len(sometimes) > 0 {
		members = append([]jen.Code{jen.Id("names").Op(":=").Add(gocode.Strings(always))}, sometimes...)
		members = append(members, jen.Return(jen.Id("names")))
	}
	return []jen.Code{
		gocode.Doc("Member returns the value of a member, and whether there is one.").Line().
			Func().Params(receiver.Clone()).Id("Member").Params(jen.Id("name").String()).Params(jen.Any(), jen.Bool()).Block(member...),
		gocode.Doc("Members returns the names of the members that there are.").Line().
			Func().Params(receiver.Clone()).Id("Members").Params().Index().String().Block(members...),
	}
}

// dynField returns the statements that return a field of v as a dyn value and whether it is there. A nil list or map
// is null where the document allows null.
func (p structPrinter) dynField(f *ir.Field) []jen.Code {
	field := jen.Id("v").Dot(p.names.Field(f))
	value, has := field, jen.True()
	switch p.types.Storage(f) {
	case gotype.Embedded:
		value = jen.Op("&").Add(field)
	case gotype.NilIfAbsent:
		has = field.Clone().Op("!=").Nil()
	case gotype.InOpt:
		value, has = field.Clone().Dot("Value"), field.Clone().Dot("Has")
	}
	t := f.Type
	switch {
	case t.Nullable && t.Scalar():
		return []jen.Code{jen.Return(p.runtime.Cel(ir.FnDynNull.Name).Call(value), has)}
	case t.Nullable && (t.Kind == ir.List || t.Kind == ir.Map):
		null := jen.If(value.Clone().Op("==").Nil()).Block(jen.Return(jen.Nil(), has.Clone()))
		return []jen.Code{null, jen.Return(value, has)}
	}
	return []jen.Code{jen.Return(value, has)}
}
