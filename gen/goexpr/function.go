package goexpr

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Function returns the function that computes an expression:
//
//	// lookupWeatherByCityPeriod is vars.period.
//	func lookupWeatherByCityPeriod(in LookupWeatherByCityInput, periods []weatherPeriod) (*weatherPeriod, error) {
//		...
//	}
func (f *File) Function(o *ir.Outlined) jen.Code {
	name := f.functions[o]
	d := f.declare(o)
	b := d.body(f, o)
	results := f.Types.Of(o.Body.Type())
	if o.Fails() {
		results = jen.Params(results, jen.Error())
	}
	return gocode.Doc(name + " is " + listed(o.Places) + ".").Line().
		Func().Id(name).Params(d.params...).Add(results).Block(b.stmts...)
}

// listed returns names as a sentence has them.
func listed(names []string) string {
	last := len(names) - 1
	if last < 1 {
		return names[0]
	}
	return strings.Join(names[:last], ", ") + " and " + names[last]
}

// declaration is a function with its parameters named.
type declaration struct {
	params []jen.Code
	roots  Roots
	locals map[*ir.Local]value
	scope  *naming.Scope
}

func (f *File) declare(o *ir.Outlined) *declaration {
	d := &declaration{
		roots: Roots{Context: jen.Id("ctx"), Inputs: jen.Id("in"), Config: jen.Id("config"), Metas: map[string]string{}}, locals: map[*ir.Local]value{},
		scope: f.Names.Scope("ctx", "err", "in", "config"),
	}
	if o.Context {
		d.params = append(d.params, jen.Id("ctx").Qual("context", "Context"))
	}
	if o.Inputs {
		d.params = append(d.params, jen.Id("in").Id(f.owner.InputType))
	}
	if o.Config {
		d.params = append(d.params, jen.Id("config").Id("Config"))
	}
	for _, p := range o.Params {
		name := d.scope.Name(p.Name)
		d.params = append(d.params, jen.Id(name).Add(f.paramType(p)))
		d.locals[p] = variable(name)
	}
	for _, step := range o.Metas {
		name := d.scope.Name(MetaHint(step))
		d.params = append(d.params, jen.Id(name).Add(f.Runtime.Upstream("Answer")))
		d.roots.Metas[step] = name
	}
	return d
}

// paramType returns the Go type of a parameter. One that is a field which may be absent is what the struct holds.
func (f *File) paramType(p *ir.Local) *jen.Statement {
	if p.Field != nil {
		return f.Types.Field(p.Field)
	}
	return f.Types.Of(p.T)
}

// body prints what the function does.
func (d *declaration) body(f *File, o *ir.Outlined) *block {
	fn := &function{file: f, roots: d.roots, fallible: o.Fails(), result: o.Places, done: map[ir.Node]value{}}
	fn.fail = func(err jen.Code) *jen.Statement { return jen.Return(f.Types.Zero(o.Body.Type()), err) }
	b := newBlock(fn, d.scope)
	b.locals = d.locals
	if !o.Counts {
		ret(b, o.Body)
		return b
	}
	fn.budget = &budget{name: b.name("budget")}
	ret(b, o.Body)
	if fn.budget.used {
		declared := jen.Id(fn.budget.name).Op(":=").Add(f.Runtime.Cel("Budget")).Call(jen.Op(grouped(f.owner.MaxWork)))
		b.stmts = append([]jen.Code{declared}, b.stmts...)
	}
	return b
}

// placeHint names a function after the place of its expression: vars.period is period, steps.place.expect[1] is placeExpect1.
func placeHint(place string) string {
	words := placeWords(place)
	if len(words) > 1 {
		words = words[1:]
	}
	name := ""
	for _, w := range words {
		name += naming.Exported(w)
	}
	return name
}

// placeWords returns the words of a place: vars and period, steps, place, expect and 1.
func placeWords(place string) []string {
	return strings.FieldsFunc(place, func(r rune) bool { return r == '.' || r == '[' || r == ']' })
}

// MetaHint names the variable that holds what an answer says beside its body.
func MetaHint(step string) string { return step + "_meta" }
