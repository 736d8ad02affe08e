package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/internal/lists"
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
		return []jen.Code{p.code("$1 = upstream.Struct(d, (*$2).decode)", target, p.names.Struct(t.Object))}
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
	return jen.Id("d").Dot(lists.At(readMethods, t.Kind)).Call()
}

func (p decodePrinter) readList(t *ir.Type, head int64) *jen.Statement {
	suffix, first := "", jen.Null()
	if head > 0 {
		suffix, first = "Head", p.code("$1,", int(head))
	}
	if t.Elem.ByValue() {
		return p.code("upstream.$1(d, $2 (*$3).decode)", "Structs"+suffix, first, p.names.Struct(t.Elem.Object))
	}
	return p.code("upstream.$1(d, $2 $3)", "List"+suffix, first, p.reader(t.Elem))
}

// readMethods are the methods of the decoder that read single values.
var readMethods = map[ir.Kind]string{ir.Bool: "Bool", ir.Int: "Int", ir.Uint: "Uint", ir.Double: "Float", ir.String: "String", ir.Dyn: "Any", ir.Null: "Any"}

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
		return p.code("(*upstream.Decoder).$1", lists.At(readMethods, t.Kind))
	}
	return p.code("func($1) (value $2) {\n$3\nreturn value\n}", p.param(), p.types.Of(t), p.into(jen.Id("value"), t, 0))
}
