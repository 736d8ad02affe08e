package upstream

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// signature returns the function that signs the requests of an upstream, with the values of its arguments; nil: there is none. A value that has an error is
// nil.
func (c *checker) signature(a *manifest.Auth) (*plan.Function, []ir.Node) {
	f := c.functions.Of(a.Sign.V)
	switch {
	case f == nil:
		hint := "; declare it under \"functions\" of the manifest, with its args and signs: true"
		if len(c.functions) > 0 {
			hint = diag.Known(a.Sign.V, c.functions.Names())
		}
		c.found.ErrorAt(a.Sign, "unknown-name", "there is no function %s%s", a.Sign.V, hint)
		return nil, nil
	case !f.Signs:
		c.found.ErrorAt(a.Sign, "signs", "the function %s is called by steps; one that signs requests has signs: true, and returns nothing", f.Name)
		return nil, nil
	}
	names := lists.Map(f.Args, func(arg *plan.FunctionArg) string { return arg.Name })
	values := make([]ir.Node, len(f.Args))
	for _, e := range a.With {
		i := slices.Index(names, e.Key.V)
		switch {
		case i < 0:
			c.found.ErrorAt(e.Key, "unknown-name", "%s has no argument %s%s", f.Name, e.Key.V, diag.Known(e.Key.V, names))
		case e.Value.Kind == manifest.Wrong:
		case e.Value.Kind != manifest.Scalar:
			c.found.ErrorAt(e.Key, "bad-value", "the argument %s of %s is a text, as in %s: ${config.key}", e.Key.V, f.Name, e.Key.V)
		default:
			values[i] = c.configText(e.Value.Scalar)
		}
	}
	for _, name := range names {
		if !slices.ContainsFunc(a.With, func(e *manifest.Entry) bool { return e.Key.V == name }) {
			c.found.ErrorAt(a.Sign, "missing-argument", "%s needs the argument %s; pass it under \"with\", as in %s: ${config.key}", f.Name, name, name)
		}
	}
	return f, values
}
