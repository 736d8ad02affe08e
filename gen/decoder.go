package gen

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// decoder returns
//
//	func (v *weatherPoint) decode(d *upstream.Decoder) {
//		var seen [1]bool
//		for key := range d.ObjectUntil(seen[:]) {
//			switch string(key) {
//			case "properties":
//				seen[0] = true
//				v.Properties.decode(d)
//			}
//		}
//		d.Require(seen[:], "properties")
//	}
//
// What no case reads is skipped by the loop, and its name is never shown to agents. Null counts as absent where the document does not allow it. A field that must be there and is null is a fault.
func (p structPrinter) decoder() *jen.Statement {
	if len(p.answer.Fields) == 0 {
		return p.code("func (*$1) decode(d *upstream.Decoder) {\nd.Skip()\n}", p.name)
	}
	var required, cases []jen.Code
	for _, f := range p.answer.Fields {
		var body []jen.Code
		if f.Always {
			body = append(body, p.code("seen[$1] = true", len(required)))
			required = append(required, gocode.Lit(f.Name()))
		}
		body = append(body, decodePrinter{p.pkg}.field(f)...)
		cases = append(cases, p.code("case $1:\n$2", gocode.Lit(f.Name()), body))
	}
	declare, object, require := jen.Null(), p.code("Object()"), jen.Null()
	if len(required) == len(cases) {
		object = p.code("ObjectUntil(seen[:])")
	}
	if len(required) > 0 {
		declare = p.code("var seen [$1]bool\n", len(required))
		require = p.code("d.Require(seen[:], $1)\n", jen.List(required...))
	}
	return p.code(`func (v *$1) decode(d *upstream.Decoder) {
		$2 for key := range d.$3 {
			switch string(key) {
			$4
			}
		}
		$5 }`, p.name, declare, object, cases, require)
}

// decodePrinter prints how values are read from the answer of an upstream.
type decodePrinter struct{ *pkg }

// param returns the parameter d of what reads from an answer.
func (p decodePrinter) param() jen.Code {
	return jen.Id("d").Op("*").Add(p.runtime.Upstream("Decoder"))
}

// field returns the statements that read a field's value from d into v.
func (p decodePrinter) field(f *plan.StructField) []jen.Code {
	t := f.Type()
	target := func() *jen.Statement { return jen.Id("v").Dot(p.names.Field(f.Fields[0])) }
	switch p.types.Storage(f.Fields[0]) {
	case gotype.Embedded:
		return []jen.Code{target().Dot("decode").Call(jen.Id("d"))}
	case gotype.NilIfAbsent:
		return []jen.Code{p.unlessNull(p.plain(target(), t, f.Head)...)}
	case gotype.InOpt:
		switch {
		case t.Kind == ir.Dyn || t.Kind == ir.Null:
			return []jen.Code{target().Op("=").Add(p.runtime.Nact("Some")).Call(p.read(t, 0))}
		case t.Nullable:
			return append([]jen.Code{target().Dot("Has").Op("=").True()}, p.into(target().Dot("Value"), t, f.Head)...)
		}
		return []jen.Code{p.unlessNull(target().Op("=").Add(p.runtime.Nact("Some")).Call(p.read(t, 0)))}
	}
	return p.into(target(), t, f.Head)
}

// unlessNull returns if !d.Null() { body }.
func (p decodePrinter) unlessNull(body ...jen.Code) jen.Code {
	return jen.If(jen.Op("!").Id("d").Dot("Null").Call()).Block(body...)
}

// into returns the statements that read a value of t from d into target, a variable of the Go type of t. head is the number of elements
// that are read if it is a list; 0: all.
func (p decodePrinter) into(target *jen.Statement, t *ir.Type, head int64) []jen.Code {
	switch {
	case t.Nullable && t.Scalar():
		return []jen.Code{p.unlessNull(target.Op("=").Add(p.runtime.Nact("NotNull")).Call(p.read(t, 0)))}
	case t.Nullable && t.Kind != ir.Dyn:
		return []jen.Code{p.unlessNull(p.plain(target, t, head)...)}
	}
	return p.plain(target, t, head)
}

// plain returns the statements that read a value of t that is not null. What it takes is what into takes.
func (p decodePrinter) plain(target *jen.Statement, t *ir.Type, head int64) []jen.Code {
	if t.Kind == ir.Object {
		method := jen.Parens(jen.Op("*").Id(p.names.Struct(t.Object))).Dot("decode")
		return []jen.Code{target.Op("=").Add(p.runtime.Upstream("Struct")).Call(jen.Id("d"), method)}
	}
	return []jen.Code{target.Op("=").Add(p.read(t, head))}
}

// read returns an expression that reads a value of t, which is neither null nor an object, from d. Of a list it reads the first head elements; 0: all.
//
//	d.String()
//	upstream.List(d, (*upstream.Decoder).String)
//	upstream.Structs(d, (*weatherPeriod).decode)
//	upstream.StructsHead(d, 1, (*weatherPeriod).decode)
func (p decodePrinter) read(t *ir.Type, head int64) *jen.Statement {
	switch t.Kind {
	case ir.List:
		return p.readList(t, head)
	case ir.Map:
		return p.runtime.Upstream("Map").Call(jen.Id("d"), p.reader(t.Elem))
	}
	return jen.Id("d").Dot(readMethod(t)).Call()
}

func (p decodePrinter) readList(t *ir.Type, head int64) *jen.Statement {
	function, element := "List", jen.Code(nil)
	if t.Elem.ByValue() {
		function, element = "Structs", jen.Parens(jen.Op("*").Id(p.names.Struct(t.Elem.Object))).Dot("decode")
	} else {
		element = p.reader(t.Elem)
	}
	if head > 0 {
		return p.runtime.Upstream(function+"Head").Call(jen.Id("d"), jen.Lit(int(head)), element)
	}
	return p.runtime.Upstream(function).Call(jen.Id("d"), element)
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
func (p decodePrinter) reader(t *ir.Type) *jen.Statement {
	single := t.Scalar() && !t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null
	if single {
		return jen.Parens(jen.Op("*").Add(p.runtime.Upstream("Decoder"))).Dot(readMethod(t))
	}
	body := p.into(jen.Id("value"), t, 0)
	body = append(body, jen.Return(jen.Id("value")))
	return jen.Func().Params(p.param()).Params(jen.Id("value").Add(p.types.Of(t))).Block(body...)
}
