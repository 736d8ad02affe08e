package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// call returns a call of a function, a conversion or a variable of a package. What was called for the same values before
// is not called again.
func (b *block) call(n *ir.Call) value {
	if n.Func.Kind == ir.Variable {
		return operand(jen.Qual(n.Func.Package, n.Func.Name))
	}
	if n.Func == ir.FnLen {
		return counting(jen.Len(b.list(n.Args[0]).clone()))
	}
	if v, ok := b.callOnSize(n); ok {
		return v
	}
	if v, ok := b.asserted(n); ok {
		return v
	}
	path := ir.Path(n)
	if v, ok := b.recall(path); ok && path != "" {
		return v
	}
	if n.Func.Kind == ir.Method {
		return b.method(n)
	}
	call := b.fn.g.callee(n).Call(b.arguments(n)...)
	if !n.Func.Fails {
		return operand(call)
	}
	v := b.pay(n.Costs, ir.Result, n, b.try(n, call))
	if v.named && path != "" {
		b.known[path] = v
	}
	return v
}

// arguments returns the arguments of a call.
func (b *block) arguments(n *ir.Call) []jen.Code {
	var args []jen.Code
	if n.Budget {
		args = append(args, jen.Op("&").Add(b.budget()))
	}
	for i, v := range b.payAll(n.Costs, 0, n.Args, b.exprs(n.Args)) {
		switch {
		case v.untyped && n.Func.Infers:
			args = append(args, v.typed(n.Args[i].Type()))
		case v.count != nil && n.Func.TakesInt:
			args = append(args, v.count.Clone())
		default:
			args = append(args, v.pointer())
		}
	}
	return args
}

// callee returns what a call calls.
func (g *generator) callee(n *ir.Call) *jen.Statement {
	if n.Budget {
		return g.runtime.Cel(n.Func.Name + "Within")
	}
	return g.function(n.Func)
}

// function returns a function as calls of it name it.
func (g *generator) function(f *ir.Function) *jen.Statement {
	switch {
	case f.Package == ir.RuntimeCEL:
		g.zones = g.zones || f.FindsZone
		return g.runtime.Cel(f.Name)
	case f == ir.FnBytes:
		return jen.Index().Byte()
	case f.Kind == ir.Builtin:
		return jen.Id(f.Name)
	}
	return jen.Qual(f.Package, f.Name)
}

// method returns a call of a method of the first argument.
func (b *block) method(n *ir.Call) value {
	operands := b.payAll(n.Costs, 0, n.Args, b.exprs(n.Args))
	args := make([]jen.Code, len(operands)-1)
	for i, v := range operands[1:] {
		args[i] = v.pointer()
	}
	return operand(operands[0].field(n.Func.Name).Call(args...))
}

// asserted returns a dyn whose type a condition has shown: x.(string).
func (b *block) asserted(n *ir.Call) (value, bool) {
	if len(n.Args) != 1 || n.Func.Package != ir.RuntimeCEL || ir.Path(n.Args[0]) == "" {
		return value{}, false
	}
	return b.recall(n.Func.Name + " " + ir.Path(n.Args[0]))
}

// callOnSize returns what a function makes of a size or an index, where that is simpler than for any number: one added to a
// size cannot overflow.
func (b *block) callOnSize(n *ir.Call) (value, bool) {
	op := map[*ir.Function]string{ir.FnAddInt: "+", ir.FnSubInt: "-"}[n.Func]
	if op == "" && n.Func != ir.FnStrconvFormatInt || !b.isCount(n.Args[0]) {
		return value{}, false
	}
	if op == "" {
		return operand(jen.Qual("strconv", "Itoa").Call(b.expr(n.Args[0]).count.Clone())), true
	}
	const small = 1 << 16
	c, ok := n.Args[1].(*ir.Const)
	if !ok || c.Value.(int64) < -small || c.Value.(int64) > small {
		return value{}, false
	}
	x, by := b.expr(n.Args[0]), b.expr(c).in(addPrec+1)
	return value{code: x.in(addPrec).Op(op).Add(by), prec: addPrec, count: x.count.Clone().Op(op).Add(by.Clone())}, true
}

// isCount reports whether n is the size of a list or map, or the index of a loop.
func (b *block) isCount(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Call:
		return n.Func == ir.FnLen
	case *ir.Loop:
		return n.Kind == ir.Count
	case *ir.Ref:
		v, bound := b.lookup(n.To)
		return bound && v.count != nil
	}
	return false
}
