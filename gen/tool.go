package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolFile returns the file of a tool: what goes in and comes out, the function that runs its steps, the functions of its
// longer expressions, and its signature.
func (p *pkg) toolFile(t *plan.Tool) *jen.File {
	ids := p.names.Tool(t)
	expressions := p.expressions().NewFile(goexpr.Owner{
		Name: t.Signature.Name, Prefix: ids.Method, InputType: ids.Input, Inputs: ids.Inputs, MaxWork: t.MaxWork,
	}, t.Functions)
	run := runPrinter{pkg: p, tool: t, ids: ids}.method(expressions)
	var functions []jen.Code
	for _, o := range t.Functions {
		functions = append(functions, expressions.Function(o))
	}
	printer := newToolPrinter(p, t)
	f := p.files.New()
	gocode.Add(f, printer.structs()...)
	gocode.Add(f, expressions.Variables()...)
	gocode.Add(f, run)
	gocode.Add(f, functions...)
	gocode.Add(f, printer.descriptor(), printer.signature())
	return f
}

// expressions is what the expressions of the package share.
func (p *pkg) expressions() goexpr.Package {
	return goexpr.Package{Names: p.names, Types: p.types, Runtime: p.runtime}
}
