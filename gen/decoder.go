package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// decoder returns
//
//	func (v *weatherPoint) decode(d *upstream.Decoder) {
//		var seen [1]bool
//		for key := range d.Object() {
//			switch string(key) {
//			case "properties":
//				seen[0] = true
//				v.Properties.decode(d)
//			default:
//				d.Skip()
//			}
//		}
//		d.Require(seen[:], "properties")
//	}
//
// Null counts as absent where the document does not allow it. A field that must be there and is null is a fault.
func (g *generator) decoder(s *plan.Struct) *jen.Statement {
	decode := jen.Func().Params(jen.Id("v").Op("*").Id(g.names.structName(s.Object))).Id("decode").Params(g.decoderParam())
	if len(s.Fields) == 0 {
		return jen.Func().Params(jen.Op("*").Id(g.names.structName(s.Object))).Id("decode").Params(g.decoderParam()).
			Block(jen.Id("d").Dot("Skip").Call())
	}
	var required, cases []jen.Code
	for _, f := range s.Fields {
		var body []jen.Code
		if f.Always {
			body = append(body, jen.Id("seen").Index(jen.Lit(len(required))).Op("=").True())
			required = append(required, lit(f.Field.Name))
		}
		body = append(body, g.decodeField(s.Object, f)...)
		cases = append(cases, jen.Case(lit(f.Field.Name)).Block(body...))
	}
	cases = append(cases, jen.Default().Block(jen.Id("d").Dot("Skip").Call()))
	loop := jen.For(jen.Id("key").Op(":=").Range().Id("d").Dot("Object").Call()).Block(
		jen.Switch(jen.String().Call(jen.Id("key"))).Block(cases...),
	)
	if len(required) == 0 {
		return decode.Block(loop)
	}
	return decode.Block(
		jen.Var().Id("seen").Index(jen.Lit(len(required))).Bool(),
		loop,
		jen.Id("d").Dot("Require").Call(append([]jen.Code{jen.Id("seen").Index(jen.Op(":"))}, required...)...),
	)
}

func (g *generator) decoderParam() jen.Code { return jen.Id("d").Op("*").Add(g.upstreamPkg("Decoder")) }

// decodeField returns the statements that read a field's value from d into v.
func (g *generator) decodeField(object *ir.ObjectType, f *plan.StructField) []jen.Code {
	t := f.Field.Type
	target := func() *jen.Statement { return jen.Id("v").Dot(g.names.field(object, f.Field)) }
	switch g.storage(f) {
	case embedded:
		return []jen.Code{target().Dot("decode").Call(jen.Id("d"))}
	case nilIfAbsent:
		return []jen.Code{g.unlessNull(g.decodePlain(target(), t)...)}
	case inOpt:
		switch {
		case t.Kind == ir.Dyn || t.Kind == ir.Null:
			return []jen.Code{target().Op("=").Add(g.nact("Some")).Call(g.read(t))}
		case t.Nullable:
			return append([]jen.Code{target().Dot("Has").Op("=").True()}, g.decodeInto(target().Dot("Value"), t)...)
		}
		return []jen.Code{g.unlessNull(target().Op("=").Add(g.nact("Some")).Call(g.read(t)))}
	}
	return g.decodeInto(target(), t)
}

// unlessNull returns if !d.Null() { body }.
func (g *generator) unlessNull(body ...jen.Code) jen.Code {
	return jen.If(jen.Op("!").Id("d").Dot("Null").Call()).Block(body...)
}

// decodeInto returns the statements that read a value of t from d into target, a variable of its goType.
func (g *generator) decodeInto(target *jen.Statement, t *ir.Type) []jen.Code {
	switch {
	case t.Nullable && t.Scalar():
		return []jen.Code{g.unlessNull(target.Op("=").Add(g.nact("NotNull")).Call(g.read(t)))}
	case t.Nullable && t.Kind != ir.Dyn:
		return []jen.Code{g.unlessNull(g.decodePlain(target, t)...)}
	}
	return g.decodePlain(target, t)
}

// decodePlain is decodeInto for a value that is not null.
func (g *generator) decodePlain(target *jen.Statement, t *ir.Type) []jen.Code {
	if t.Kind == ir.Object {
		return []jen.Code{
			target.Clone().Op("=").New(jen.Id(g.names.structName(t.Object))),
			target.Clone().Dot("decode").Call(jen.Id("d")),
		}
	}
	return []jen.Code{target.Op("=").Add(g.read(t))}
}

// read returns an expression that reads a value of t, which is neither null nor an object, from d:
//
//	d.String()
//	upstream.List(d, (*upstream.Decoder).String)
//	upstream.Structs(d, (*weatherPeriod).decode)
func (g *generator) read(t *ir.Type) *jen.Statement {
	switch t.Kind {
	case ir.List:
		if byValue(t.Elem) {
			method := jen.Parens(jen.Op("*").Id(g.names.structName(t.Elem.Object))).Dot("decode")
			return g.upstreamPkg("Structs").Call(jen.Id("d"), method)
		}
		return g.upstreamPkg("List").Call(jen.Id("d"), g.reader(t.Elem))
	case ir.Map:
		return g.upstreamPkg("Map").Call(jen.Id("d"), g.reader(t.Elem))
	}
	return jen.Id("d").Dot(readMethod(t)).Call()
}

// readMethod returns the method of the decoder that reads a single value.
func readMethod(t *ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return "Bool"
	case ir.Int:
		return "Int"
	case ir.Uint:
		return "Uint"
	case ir.Double:
		return "Float"
	case ir.String:
		return "String"
	case ir.Dyn, ir.Null:
		return "Any"
	}
	panic(fmt.Sprintf("gen: no answer holds a %s", t))
}

// reader returns a function that reads a value of t: a method of the decoder, or
//
//	func(d *upstream.Decoder) (value nact.Null[string]) {
//		if !d.Null() {
//			value = nact.NotNull(d.String())
//		}
//		return value
//	}
func (g *generator) reader(t *ir.Type) *jen.Statement {
	single := t.Scalar() && !t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null
	if single {
		return jen.Parens(jen.Op("*").Add(g.upstreamPkg("Decoder"))).Dot(readMethod(t))
	}
	body := g.decodeInto(jen.Id("value"), t)
	body = append(body, jen.Return(jen.Id("value")))
	return jen.Func().Params(g.decoderParam()).Params(jen.Id("value").Add(g.goType(t))).Block(body...)
}
