package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// aliases returns the names by which Go code that calls the tools, or that they call, reaches a copied run-time library. It is internal, so
// that such code can't import it.
func (p servicePrinter) aliases() []jen.Code {
	if !p.plan.Go.CopyRuntime {
		return nil
	}
	var decls []jen.Code
	if slices.ContainsFunc(p.plan.Config, func(v *plan.ConfigValue) bool { return v.Secret }) {
		decls = append(decls, p.code(`// Secret is a text that is for upstreams alone, and prints as one.
			type Secret = nact.Secret`), p.code(`// NewSecret returns a secret that stays as it is.
			func NewSecret(text string) Secret {
				return nact.NewSecret(text)
			}`))
	}
	functions := len(p.plan.Functions) > 0
	if functions || slices.ContainsFunc(p.plan.Tools, declaresFailure) {
		decls = append(decls, p.code(`// Failure is the error of a tool that ended in one of its declared failures; errors.As finds it.
			type Failure = nact.Failure`))
	}
	if functions {
		decls = append(decls, p.code(`// Fail returns a *Failure: what a function returns where a tool is to end in a declared failure.
			func Fail(name, detail string) error {
				return nact.Fail(name, detail)
			}`))
	}
	if functions || slices.ContainsFunc(p.plan.Tools, takesOptional) {
		optionals := "an input"
		if functions {
			optionals = "a value"
		}
		decls = append(decls,
			p.code("$1\ntype Opt[T any] = nact.Opt[T]", gocode.Doc("Opt is "+optionals+" that may be left out: the zero Opt leaves it out, Some gives it.")),
			p.code(`// Some returns an Opt that holds v.
				func Some[T any](v T) Opt[T] {
					return nact.Some(v)
				}`),
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
