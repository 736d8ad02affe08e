package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// aliases returns the names by which Go code that calls the tools reaches a copied run-time library. It is internal, so
// that such code can't import it:
//
//	// Failure is the error of a tool that ended in one of its declared failures; errors.As finds it.
//	type Failure = nact.Failure
//
//	// Opt is an input that may be left out: the zero Opt leaves it out, Some gives it.
//	type Opt[T any] = nact.Opt[T]
//
//	// Some returns an Opt that holds v.
//	func Some[T any](v T) Opt[T] { return nact.Some(v) }
func (p servicePrinter) aliases() []jen.Code {
	if !p.plan.Go.CopyRuntime {
		return nil
	}
	var decls []jen.Code
	if slices.ContainsFunc(p.plan.Tools, declaresFailure) {
		decls = append(decls, gocode.Doc("Failure is the error of a tool that ended in one of its declared failures; errors.As finds it.").Line().
			Type().Id("Failure").Op("=").Add(p.runtime.Nact("Failure")))
	}
	if slices.ContainsFunc(p.plan.Tools, takesOptional) {
		parameter, value := jen.Id("T").Id("any"), jen.Id("T")
		decls = append(decls,
			gocode.Doc("Opt is an input that may be left out: the zero Opt leaves it out, Some gives it.").Line().
				Type().Id("Opt").Types(parameter).Op("=").Add(p.runtime.Nact("Opt")).Types(value),
			gocode.Doc("Some returns an Opt that holds v.").Line().
				Func().Id("Some").Types(parameter).Params(jen.Id("v").Id("T")).Id("Opt").Types(value).
				Block(jen.Return(p.runtime.Nact("Some").Call(jen.Id("v")))),
		)
	}
	return decls
}

// declaresFailure reports whether the tool's signature has a failure.
func declaresFailure(t *plan.Tool) bool { return len(t.Signature.Failures) > 0 }

// takesOptional reports whether a call of the tool may leave an input out that has no default.
func takesOptional(t *plan.Tool) bool {
	return slices.ContainsFunc(t.Inputs, func(in *plan.Input) bool { return in.Type.Kind == ir.Optional })
}
