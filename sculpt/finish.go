package sculpt

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// finish decides what needs all expressions to be known: what is read of every answer, and what the service needs at all.
func (c *checker) finish() {
	for _, m := range c.manifest.Upstreams {
		u := c.upstreams[m.Name.V]
		c.finishOperations(u)
		if len(u.plan.Operations) > 0 {
			c.plan.Upstreams = append(c.plan.Upstreams, u.plan)
		}
	}
	slices.SortFunc(c.plan.Upstreams, func(a, b *plan.Upstream) int { return cmp.Compare(a.Name, b.Name) })
	c.plan.Tables = slices.DeleteFunc(c.plan.Tables, func(t *plan.Table) bool { return !c.uses[use{ir.TableRoot, "", t.Name}] })
	slices.SortFunc(c.plan.Tables, func(a, b *plan.Table) int { return cmp.Compare(a.Name, b.Name) })
}

// finishOperations puts an upstream's operations and their parameters into the document's order.
func (c *checker) finishOperations(u *upstream) {
	for _, entry := range u.entries {
		for _, op := range u.order {
			if op.entry == entry {
				u.plan.Operations = append(u.plan.Operations, op.plan)
			}
		}
	}
	reads := c.answerReads(u)
	for _, op := range u.order {
		op.orderParams()
		op.plan.Meta = reads[op.plan].meta
		if reads[op.plan].body {
			op.plan.Answer = answer(op.body, c.compiler.Usage())
		}
		c.optionalParams(op.plan)
	}
}

// read is what expressions read of an operation's answers.
type read struct{ body, meta bool }

// answerReads finds out what the steps that call an upstream's operations read.
func (c *checker) answerReads(u *upstream) map[*plan.Operation]read {
	reads := map[*plan.Operation]read{}
	for _, t := range c.plan.Tools {
		calls := map[string]*plan.Operation{}
		for _, a := range t.Actions {
			if s, ok := a.(*plan.Step); ok && s.Call.Upstream == u.plan {
				calls[s.Name] = s.Call
			}
		}
		note := func(n ir.Node) {
			root, ok := n.(*ir.Root)
			if !ok || calls[root.Name] == nil {
				return
			}
			op := calls[root.Name]
			r := reads[op]
			r.body = r.body || root.Kind == ir.BodyRoot
			r.meta = r.meta || root.Kind == ir.StatusRoot || root.Kind == ir.HeadersRoot
			reads[op] = r
		}
		t.Expressions(func(n ir.Node) { ir.Walk(n, note) })
	}
	return reads
}

// orderParams puts the parameters that are passed into the document's order.
func (o *operation) orderParams() {
	var ordered []*plan.Param
	for _, p := range o.resolved.Parameters {
		for _, have := range o.plan.Params {
			if have.Name == p.Name && have.In == string(p.In) {
				ordered = append(ordered, have)
			}
		}
	}
	o.plan.Params = ordered
}

// optionalParams marks the parameters that some step leaves out or passes as an optional.
func (c *checker) optionalParams(op *plan.Operation) {
	for _, t := range c.plan.Tools {
		for _, a := range t.Actions {
			s, ok := a.(*plan.Step)
			if !ok || s.Call != op {
				continue
			}
			for _, p := range op.Params {
				i := slices.IndexFunc(s.Args, func(arg plan.Arg) bool { return arg.Param == p })
				if i < 0 || s.Args[i].Value.Type().Kind == ir.Optional {
					p.Optional = true
				}
			}
		}
	}
}

// answer is what is read of values of type t.
func answer(t *ir.Type, usage *expr.Usage) *plan.Answer {
	a := &plan.Answer{Type: t}
	seen := map[*ir.ObjectType]bool{}
	var visit func(t *ir.Type, path []string)
	visit = func(t *ir.Type, path []string) {
		for t.Kind == ir.List || t.Kind == ir.Map || t.Kind == ir.Optional {
			t = t.Elem
		}
		if t.Kind != ir.Object || seen[t.Object] {
			return
		}
		seen[t.Object] = true
		s := &plan.Struct{Object: t.Object, Path: path, Encode: usage.Encoded(t.Object), Dyn: usage.Dynamic(t.Object)}
		a.Structs = append(a.Structs, s)
		for _, f := range t.Object.Fields {
			if usage.Reads(f) {
				s.Fields = append(s.Fields, &plan.StructField{Field: f, Always: f.Required && !usage.Asks(f)})
			}
		}
		for _, f := range s.Fields {
			visit(f.Field.Type, append(slices.Clone(path), f.Field.Name))
		}
	}
	visit(t, nil)
	return a
}
