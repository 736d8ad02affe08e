package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
)

// file returns the file of the tool: what goes in and comes out, the function that runs its steps, the functions of its
// longer expressions, and its signature.
func (p toolPrinter) file() *jen.File {
	t := p.tool
	expressions := p.expressions().NewFile(goexpr.Owner{
		Name: t.Signature.Name, Prefix: p.ids.Method, InputType: p.ids.Input, Inputs: p.ids.Inputs, MaxWork: t.MaxWork,
	}, t.Functions)
	run := runPrinter{p.pkg, t, p.ids}.method(expressions)
	var functions []jen.Code
	for _, o := range t.Functions {
		functions = append(functions, expressions.Function(o))
	}
	f := p.files.New()
	gocode.Add(f, p.structs()...)
	gocode.Add(f, expressions.Variables()...)
	gocode.Add(f, run)
	gocode.Add(f, functions...)
	gocode.Add(f, p.descriptor(), p.signature())
	return f
}

// expressions is what the expressions of the package share.
func (p *pkg) expressions() goexpr.Package {
	return goexpr.Package{Names: p.names, Types: p.types, Runtime: p.runtime}
}
