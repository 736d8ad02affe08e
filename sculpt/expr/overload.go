package expr

import (
	"slices"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/decls"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// apply lowers a call of a function by its overload.
func (l *lowerer) apply(e ast.Expr, args []ast.Expr) ir.Node {
	name := e.AsCall().FunctionName()
	nodes := make([]ir.Node, len(args))
	untyped := false
	for i, a := range args {
		nodes[i] = l.lower(a)
		if nodes[i].Type().Kind == ir.Optional && l.checked(a).Kind == ir.Dyn { // which the checker has let pass for anything
			nodes[i] = l.dyn(nodes[i])
		}
		untyped = untyped || nodes[i].Type().Kind == ir.Dyn
	}
	if f, ok := byName[name]; ok && untyped && !(zoned[name] && len(args) == 2) {
		l.doubtArithmetic(e, name, slices.Clone(nodes))
		return l.dynamic(f, nodes)
	}
	ids := l.ast.GetOverloadIDs(e.ID())
	if len(ids) != 1 {
		ids = l.overloadsFor(name, nodes, ids)
	}
	if n, ok := l.compare(name, nodes); ok {
		return n
	}
	if n, ok := l.special(name, ids, nodes, args); ok {
		return n
	}
	if len(ids) != 1 {
		return l.fail(e, "%s could mean several things here: convert its arguments", operatorName(name))
	}
	if n, ok := l.word(e, ids[0], nodes, args); ok {
		return n
	}
	if n, ok := l.network(ids[0], nodes, args); ok {
		return n
	}
	r, ok := ruleOf(ids[0])
	if !ok {
		return l.fail(e, "%s is not compiled by this release", name)
	}
	if takesZone(r.fn) {
		l.checkAccessor(nodes, args)
	}
	params := l.env.parameters(name, ids[0])
	for i, n := range nodes {
		if i < len(params) {
			nodes[i] = l.argument(n, params[i], args[i])
		}
	}
	if f := unbounded[ids[0]]; f != nil && !isConst(nodes[2]) {
		r = rule{fn: f}
	}
	if c, ok := literalTime(ids[0], nodes[0]); ok {
		return c
	}
	return l.byRule(r, nodes)
}

// overloadsFor are those of the overloads whose parameters the arguments fit: the checker leaves several where it sees a dyn
// that is known better here.
func (l *lowerer) overloadsFor(name string, nodes []ir.Node, ids []string) []string {
	var fitting []string
	for _, id := range ids {
		params := l.env.parameters(name, id)
		fits := len(params) == len(nodes)
		for i := 0; fits && i < len(params); i++ {
			kind := nodes[i].Type().Kind
			fits = params[i].Kind() == types.TypeParamKind || kind == ir.Dyn || l.env.provider.irType(params[i]).Kind == kind
		}
		if fits {
			fitting = append(fitting, id)
		}
	}
	return fitting
}

// dynamic is a call where an argument is dyn.
func (l *lowerer) dynamic(f *ir.Function, nodes []ir.Node) ir.Node {
	for i, n := range nodes {
		nodes[i] = l.dyn(n)
	}
	return f.Call(nodes...)
}

// argument makes n fit a parameter of a function. A type parameter takes it as it is.
func (l *lowerer) argument(n ir.Node, param *types.Type, at ast.Expr) ir.Node {
	if hasTypeParam(param) && n.Type().Kind != ir.Dyn {
		return notNull(n)
	}
	return l.convert(n, l.env.provider.irType(param), at)
}

func hasTypeParam(t *types.Type) bool {
	if t.Kind() == types.TypeParamKind {
		return true
	}
	for _, p := range t.Parameters() {
		if hasTypeParam(p) {
			return true
		}
	}
	return false
}

// parameters are the declared parameter types of an overload.
func (e *Env) parameters(name, overload string) []*types.Type {
	if o := e.overload(name, overload); o != nil {
		return o.ArgTypes()
	}
	return nil
}

// overload returns the declaration of an overload, or nil.
func (e *Env) overload(name, id string) *decls.OverloadDecl {
	f, ok := e.cel.Functions()[name]
	if !ok {
		return nil
	}
	for _, o := range f.OverloadDecls() {
		if o.ID() == id {
			return o
		}
	}
	return nil
}

// byRule applies a rule to arguments of the right types.
func (l *lowerer) byRule(r rule, nodes []ir.Node) ir.Node {
	switch {
	case r.identity:
		return nodes[0]
	case isSafeDivision(r.fn, nodes):
		return &ir.Binary{T: nodes[0].Type(), Op: divisions[r.fn], X: nodes[0], Y: nodes[1]}
	case r.op != "" && len(nodes) == 2:
		return binary(r.op, nodes[0], nodes[1])
	case r.op != "":
		return &ir.Unary{Op: r.op, X: nodes[0]}
	case takesZone(r.fn):
		return accessor(r.fn, nodes)
	case r.swap:
		nodes[0], nodes[1] = nodes[1], nodes[0]
	case r.convert != nil:
		last := len(nodes) - 1
		nodes[last] = r.convert.Call(nodes[last])
	}
	for _, n := range r.tail {
		nodes = append(nodes, &ir.Const{T: ir.IntType, Value: n})
	}
	return r.fn.Call(nodes...)
}

// divisions are the functions that divide whole numbers, and Go's operators, which round in the same way.
var divisions = map[*ir.Function]string{ir.FnDivInt: "/", ir.FnModInt: "%", ir.FnDivUint: "/", ir.FnModUint: "%"}

// isSafeDivision reports whether a call divides by a literal with which no division fails or overflows.
func isSafeDivision(f *ir.Function, nodes []ir.Node) bool {
	if divisions[f] == "" || isGoConstant(nodes[0]) {
		return false
	}
	c, ok := nodes[1].(*ir.Const)
	return ok && c.Value != int64(0) && c.Value != int64(-1) && c.Value != uint64(0)
}

// isGoConstant reports whether Go computes the value of n as it compiles.
func isGoConstant(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const:
		return true
	case *ir.Unary:
		return isGoConstant(n.X)
	case *ir.Binary:
		return isGoConstant(n.X) && isGoConstant(n.Y)
	case *ir.Call:
		return n.Func.Kind == ir.Builtin && n.Func != ir.FnLen && !slices.ContainsFunc(n.Args, func(a ir.Node) bool { return !isGoConstant(a) })
	}
	return false
}

// binary is a Go operator. Go computes on constants with arbitrary precision and refuses to divide by a constant zero;
// CEL computes on float64: two constant doubles go through a function.
func binary(op string, x, y ir.Node) ir.Node {
	if f := floatFunctions[op]; f != nil && x.Type().Kind == ir.Double && isGoConstant(x) && isGoConstant(y) {
		return f.Call(x, y)
	}
	return &ir.Binary{T: x.Type(), Op: op, X: x, Y: y}
}

var floatFunctions = map[string]*ir.Function{"+": ir.FnAddFloat, "-": ir.FnSubFloat, "*": ir.FnMulFloat, "/": ir.FnDivFloat}

// takesZone reports whether a function reads a part of a timestamp in a time zone.
func takesZone(f *ir.Function) bool {
	return f != nil && len(f.Params) == 2 && f.Params[1] == ir.ZoneType
}

// accessor reads a part of a timestamp, in UTC or in the zone that is named.
func accessor(f *ir.Function, nodes []ir.Node) ir.Node {
	if len(nodes) == 2 {
		return f.Call(nodes[0], zoneNode(nodes[1]))
	}
	return f.Call(nodes[0], ir.FnTimeUTC.Call())
}
