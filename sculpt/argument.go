package sculpt

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// arguments checks what a step passes against the operation's parameters.
func (t *toolChecker) arguments(s *step) {
	for _, e := range s.manifest.With {
		p := t.parameter(s, e)
		if p == nil {
			continue
		}
		if s.passed[p] {
			t.errorf(e.Key, "duplicate-key", "the parameter %s is passed twice", p.Name)
			continue
		}
		s.passed[p] = true
		arg := plan.Arg{Param: s.op.param(p), Where: plan.Where{Name: "steps." + s.manifest.Name.V + ".with." + e.Key.V}}
		if arg.Value = t.argument(e.Value, p, arg.Param.Type); arg.Value == nil {
			continue
		}
		arg.Where.Answers = t.readsAnswers(arg.Value)
		s.plan.Args = append(s.plan.Args, arg)
	}
	for _, p := range s.op.resolved.Parameters {
		if p.Required && !s.passed[p] && !sentByUpstream(s.op.plan.Upstream, p) {
			t.errorf(s.manifest.Call, "missing-parameter", "%s needs the %s parameter %s (%s); pass it under \"with\"", s.op.plan.ID, p.In, p.Name, shape.Describe(p.Schema))
		}
	}
}

// sentByUpstream reports whether a parameter is a header or a credential that is sent with every call.
func sentByUpstream(u *plan.Upstream, p *spec.Parameter) bool {
	for _, h := range u.Headers {
		if p.In == spec.InHeader && strings.EqualFold(h.Name, p.Name) {
			return true
		}
	}
	for _, a := range u.Auth {
		switch {
		case a.Kind == plan.APIKeyHeader && p.In == spec.InHeader && strings.EqualFold(a.Name, p.Name),
			a.Kind == plan.APIKeyQuery && p.In == spec.InQuery && a.Name == p.Name,
			a.Kind == plan.APIKeyCookie && p.In == spec.InCookie && a.Name == p.Name:
			return true
		}
	}
	return false
}

// parameter finds the parameter that an entry of with names: by its name, or as query.name where one name stands in two places.
func (t *toolChecker) parameter(s *step, e *manifest.Entry) *spec.Parameter {
	var names []string
	var found []*spec.Parameter
	for _, p := range s.op.resolved.Parameters {
		names = append(names, p.Name)
		if p.Name == e.Key.V || string(p.In)+"."+p.Name == e.Key.V {
			found = append(found, p)
		}
	}
	switch len(found) {
	case 0:
		t.errorf(e.Key, "unknown-parameter", "%s has no parameter %q%s", s.op.plan.ID, e.Key.V, known(e.Key.V, names))
		return nil
	case 1:
		return found[0]
	}
	t.errorf(e.Key, "ambiguous-parameter", "%s has a %s and a %s parameter %s; write %s.%s or %s.%s",
		s.op.plan.ID, found[0].In, found[1].In, e.Key.V, found[0].In, e.Key.V, found[1].In, e.Key.V)
	return nil
}

// param returns the plan of a parameter that some step passes.
func (o *operation) param(p *spec.Parameter) *plan.Param {
	for _, have := range o.plan.Params {
		if have.Name == p.Name && have.In == string(p.In) {
			return have
		}
	}
	made := &plan.Param{
		Name: p.Name, In: string(p.In), Style: p.Style, Explode: p.Explode, AllowReserved: p.AllowReserved,
		Doc: strings.TrimSpace(p.Description), Type: paramType(p),
	}
	o.plan.Params = append(o.plan.Params, made)
	return made
}

// paramType is the type of a parameter: a scalar, a list of scalars or an object. A value of no certain type, and one
// that travels as a document of its own, is text.
func paramType(p *spec.Parameter) *ir.Type {
	if p.ContentType != "" {
		return ir.StringType
	}
	switch p.Schema.Kind {
	case spec.Array:
		return ir.ListOf(scalarType(p.Schema.Items))
	case spec.Object:
		return ir.PairsType
	}
	return scalarType(p.Schema)
}

func scalarType(s *spec.Schema) *ir.Type {
	switch s.Kind {
	case spec.Integer:
		return ir.IntType
	case spec.Number:
		return ir.DoubleType
	case spec.Boolean:
		return ir.BoolType
	}
	return ir.StringType
}

// argument is the value of an entry of with.
func (t *toolChecker) argument(n *manifest.Node, p *spec.Parameter, want *ir.Type) ir.Node {
	switch {
	case p.ContentType != "":
		return t.document(n, p)
	case want == ir.PairsType:
		return t.pairs(n, p)
	case want.Kind == ir.List && n.Kind == manifest.List:
		return t.listArgument(n, p, want)
	case want.Kind == ir.List && (isLiteral(n) || n.Kind == manifest.Map):
		t.nodeErrorf(n, "type", "the parameter %s is %s; give a list, as in [a, b]", p.Name, shape.Describe(p.Schema))
		return nil
	case n.Kind != manifest.Scalar:
		t.nodeErrorf(n, "type", "the parameter %s is %s; give one value", p.Name, shape.Describe(p.Schema))
		return nil
	}
	return t.scalar(n, p.Schema, want, p.Required)
}

// scalar is a scalar of a tree as a value of type want, or an Optional of it where it may be left out. What is known of
// its value must be among the values that the schema allows.
func (t *toolChecker) scalar(n *manifest.Node, s *spec.Schema, want *ir.Type, required bool) ir.Node {
	if isLiteral(n) {
		return t.literalOf(n, s, want)
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			t.nodeErrorf(n, "type", "this is text where %s is needed; write a single ${...}", want.Phrase())
			return nil
		}
		return t.text(n.Scalar)
	}
	return t.expressionFor(e, s, want, required)
}

// literalOf is a literal as a value of type want that the schema allows.
func (t *toolChecker) literalOf(n *manifest.Node, s *spec.Schema, want *ir.Type) ir.Node {
	value, message := literal(n, want)
	if message == "" {
		message = allowed(s, value)
	}
	if message != "" {
		t.nodeErrorf(n, "type", "%s", message)
		return nil
	}
	return &ir.Const{T: want, Value: value}
}

// expressionFor is the value of an expression where the schema s wants want.
func (t *toolChecker) expressionFor(e *manifest.Expr, s *spec.Schema, want *ir.Type, required bool) ir.Node {
	value := t.compile(e)
	if value == nil {
		return nil
	}
	if value.Type().Kind == ir.Optional {
		if required {
			t.exprErrorf(e, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
			return nil
		}
		want = ir.OptionalOf(want)
	}
	if s.Kind == spec.Any && want.Kind == ir.String {
		if text, err := expr.Text(value); err == nil {
			value = text
		}
	}
	if !t.allows(e, s, value) {
		return nil
	}
	return t.assigned(e, value, want)
}

// allows reports a value that an expression can have and that the schema's enum excludes.
func (t *toolChecker) allows(e *manifest.Expr, s *spec.Schema, value ir.Node) bool {
	for _, v := range t.possible(value) {
		if message := allowed(s, v); message != "" {
			t.exprErrorf(e, "enum", "%s", message)
			return false
		}
	}
	return true
}

// listArgument is a list that is written out. An element that may be absent is left out if it is.
func (t *toolChecker) listArgument(n *manifest.Node, p *spec.Parameter, want *ir.Type) ir.Node {
	lit := &ir.ListLit{T: want, OptionalAt: map[int]bool{}}
	for i, item := range n.Items {
		if item.Kind != manifest.Scalar {
			t.nodeErrorf(item, "type", "the parameter %s is %s; its elements are single values", p.Name, shape.Describe(p.Schema))
			return nil
		}
		value := t.scalar(item, p.Schema.Items, want.Elem, false)
		if value == nil {
			return nil
		}
		lit.OptionalAt[i] = value.Type().Kind == ir.Optional
		lit.Elems = append(lit.Elems, value)
	}
	return lit
}
