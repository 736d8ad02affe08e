package tool

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// returns checks the recorded results of functions.
func (c *exampleChecker) returns(m *manifest.Example) []plan.Return {
	var returns []plan.Return
	for _, r := range m.Returned {
		if step := c.goStep(r.Step); step != nil && step.Function != nil {
			returns = append(returns, c.returned(r, step))
		}
	}
	return returns
}

// goStep finds the step whose function a result is recorded for.
func (c *exampleChecker) goStep(name manifest.Value[string]) *plan.GoStep {
	var known []string
	for _, s := range c.steps {
		if !s.manifest.Go.Set {
			continue
		}
		if s.path == name.V {
			return s.plan.Go
		}
		known = append(known, s.path)
	}
	if _, is := c.step(name.V); is {
		c.found.ErrorAt(name, "contradiction", "the step %s calls no function; its answer is recorded under \"upstream\"", name.V)
		return nil
	}
	c.found.ErrorAt(name, "unknown-name", "the tool has no step %s that calls a function%s", name.V, diag.Known(name.V, known))
	return nil
}

// returned checks the result of a step's function, and the arguments that it is compared with.
func (c *exampleChecker) returned(m *manifest.Return, step *plan.GoStep) plan.Return {
	r := plan.Return{Name: m.Step.V, Step: step, Fail: m.Fail.V, Detail: m.Detail.V}
	checkFailure(m.Fail, c.tool, c.found)
	if m.Returns != nil {
		r.Result = c.literal(m.Returns, step.Function.Result)
	}
	r.Args = c.comparedArgs(m.Args, step.Function)
	return r
}

// comparedArgs checks the arguments that a call is compared with, and returns them as JSON.
func (c *exampleChecker) comparedArgs(entries []*manifest.Entry, f *plan.Function) string {
	if len(entries) == 0 {
		return ""
	}
	names := argumentNames(f.Args)
	var members []string
	for _, e := range entries {
		i := slices.Index(names, e.Key.V)
		if i < 0 {
			c.found.ErrorAt(e.Key, "unknown-name", "%s has no argument %s%s", f.Name, e.Key.V, diag.Known(e.Key.V, names))
			continue
		}
		members = append(members, encode(e.Key.V)+":"+c.literal(e.Value, f.Args[i].Type))
	}
	return "{" + strings.Join(members, ",") + "}"
}

// literal checks that a literal tree is a value of type t, and returns it as JSON. Text needs no quotes in a manifest, so that the type says
// what is text.
func (c *exampleChecker) literal(n *manifest.Node, t *ir.Type) string {
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	switch {
	case t.Kind == ir.Dyn:
		return ""
	case t.Kind == ir.List && n.Kind == manifest.List:
		items := lists.Map(n.Items, func(item *manifest.Node) string { return c.literal(item, t.Elem) })
		return "[" + strings.Join(items, ",") + "]"
	case t.Kind == ir.Object && n.Kind == manifest.Map:
		return c.literalObject(n, t.Object)
	case n.Kind != manifest.Scalar || !t.Scalar():
		c.found.ErrorAt(n, "type", "%s is needed here", t.Phrase())
		return ""
	}
	literal, message := value.Literal(n, t)
	if message != "" {
		c.found.ErrorAt(n, "type", "%s", message)
	}
	return encode(literal)
}

func (c *exampleChecker) literalObject(n *manifest.Node, object *ir.ObjectType) string {
	given := map[string]bool{}
	var members []string
	for _, e := range n.Entries {
		f := object.Field(e.Key.V)
		if f == nil {
			c.found.ErrorAt(e.Key, "unknown-member", "%s has no member %q%s", object.Noun(), e.Key.V, diag.Known(e.Key.V, object.Names()))
			continue
		}
		given[f.Name] = true
		members = append(members, encode(f.Name)+":"+c.literal(e.Value, f.Type))
	}
	for _, f := range object.Fields() {
		if f.Required && f.Type.Kind != ir.Optional && !given[f.Name] {
			c.found.ErrorAt(n, "missing-member", "this lacks the member %s, %s", f.Name, f.Type.Phrase())
		}
	}
	return "{" + strings.Join(members, ",") + "}"
}
