package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// dynMethods returns the methods Member and Members, which make a pointer to a struct a dyn value, a [cel.Object].
func (p structPrinter) dynMethods() []jen.Code {
	var cases, sometimes []jen.Code
	var always []string
	for _, f := range p.answer.Fields {
		cases = append(cases, p.code("case $1:\n$2", gocode.Lit(f.Name()), p.dynField(f.Fields[0])))
		if f.Always {
			always = append(always, f.Name())
			continue
		}
		has := ".Has"
		if p.types.Storage(f.Fields[0]) != gotype.InOpt {
			has = " != nil"
		}
		sometimes = append(sometimes, p.code("if v.$1"+has+" {\nnames = append(names, $2)\n}", p.names.Field(f.Fields[0]), gocode.Lit(f.Name())))
	}
	member, members := jen.Null(), p.code("return $1", gocode.Strings(always))
	if len(cases) > 0 {
		member = p.code("switch name {\n$1\n}\n", cases)
	}
	if len(sometimes) > 0 {
		members = p.code("names := $1\n$2\nreturn names", gocode.Strings(always), sometimes)
	}
	return []jen.Code{
		p.code(`// Member returns the value of a member, and whether there is one.
			func (v *$1) Member(name string) (any, bool) {
				$2 return nil, false
			}`, p.name, member),
		p.code(`// Members returns the names of the members that there are.
			func (v *$1) Members() []string {
				$2
			}`, p.name, members),
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
