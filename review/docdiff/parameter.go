package docdiff

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// parameters compares the parameters that a step passes, and reports required ones that it does not.
func (o *operation) parameters(s *plan.Step) {
	for _, arg := range s.Args {
		o.argument(arg)
	}
	for _, p := range o.new.Parameters {
		passed := slices.ContainsFunc(s.Args, func(arg plan.Arg) bool { return arg.Param.Name == p.Name && arg.Param.In == string(p.In) })
		if !p.Required || passed {
			continue
		}
		at, what := pair{o.old.Pos, p.Pos}, "has a new required"
		if old := parameter(o.old, p.Name, p.In); old != nil {
			at, what = pair{old.Pos, p.Pos}, "requires now the"
		}
		o.breaks("parameter-required", at, "pass it, under with",
			"%s %s %s parameter %s (%s)", o.plan.ID, what, p.In, p.Name, shape.Describe(p.Schema))
	}
}

func parameter(op *spec.Operation, name string, in spec.Location) *spec.Parameter {
	if i := slices.IndexFunc(op.Parameters, func(p *spec.Parameter) bool { return p.Name == name && p.In == in }); i >= 0 {
		return op.Parameters[i]
	}
	return nil
}

// argument compares a parameter that the step passes.
func (o *operation) argument(arg plan.Arg) {
	old := parameter(o.old, arg.Param.Name, spec.Location(arg.Param.In))
	if old == nil {
		return
	}
	new := parameter(o.new, old.Name, old.In)
	if new == nil {
		o.parameterGone(old)
		return
	}
	at, name := pair{old.Pos, new.Pos}, "the "+string(old.In)+" parameter "+old.Name+" of "+o.plan.ID
	if new.Required && !old.Required && arg.Value.Type().Kind == ir.Optional {
		o.breaks("parameter-required", at, "say what stands for an absent value, with .orValue(...)", "%s is required now, and the step may leave it out", name)
	}
	if new.Deprecated && !old.Deprecated {
		o.warns("parameter-deprecated", at, "look for what replaces it before it goes", "%s is deprecated", name)
	}
	o.encoding(old, new, name)
	r := newRequest(o, name, "parameter")
	r.compare(unencoded(arg.Value), old.Schema, new.Schema, at)
}

// unencoded returns the value that an argument encodes as JSON, or the argument itself if it is no such encoding.
func unencoded(n ir.Node) ir.Node {
	if call, ok := n.(*ir.Call); ok && call.Func == ir.FnEncodeJSON {
		return call.Args[0]
	}
	return n
}

func (o *operation) parameterGone(old *spec.Parameter) {
	for _, p := range o.new.Parameters {
		if p.Name == old.Name {
			o.breaks("parameter-moved", pair{old.Pos, p.Pos}, generateAnew, "the parameter %s of %s was in the %s and is in the %s", old.Name, o.plan.ID, old.In, p.In)
			return
		}
	}
	o.breaks("parameter-gone", pair{old.Pos, o.new.Pos}, "leave it out, or use what replaces it",
		"%s has no %s parameter %s any more", o.plan.ID, old.In, old.Name)
}

// encoding compares how a parameter is encoded.
func (o *operation) encoding(old, new *spec.Parameter, name string) {
	at := pair{old.Pos, new.Pos}
	if was, is := written(old), written(new); was != is {
		o.breaks("parameter-style", at, generateAnew, "%s was written as %s and is written as %s", name, was, is)
	}
	if old.AllowReserved != new.AllowReserved {
		o.warns("parameter-style", at, generateAnew, "%s has its reserved characters escaped otherwise", name)
	}
}

// written describes how a parameter is encoded. For a single value, explode makes no difference.
func written(p *spec.Parameter) string {
	if p.ContentType != "" {
		return p.ContentType
	}
	if p.Schema.Kind != spec.Array && p.Schema.Kind != spec.Object || !p.Explode {
		return "style " + p.Style
	}
	return "style " + p.Style + ", exploded"
}
