package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// call returns a call that cannot fail, a conversion or a variable of a package.
func call(b *block, n *ir.Call) value {
	switch {
	case n.Func.Kind == ir.Variable:
		return operand(jen.Qual(n.Func.Package, n.Func.Name))
	case n.Func == ir.FnLen:
		return counting(jen.Len(list(b, n.Args[0]).clone()))
	case n.Proven && n.Func == ir.FnKey:
		return operand(expr(b, n.Args[0]).in(operandPrec).Index(expr(b, n.Args[1]).clone()))
	case n.Proven && n.Func == ir.FnValue:
		return optionOf(b, n.Args[0]).v
	case n.Proven && n.Func == ir.FnSlice:
		return sliced(b, n)
	case n.ByField:
		return sortedByField(b, n)
	case n.Proven:
		return operand(expr(b, n.Args[0]).in(operandPrec).Assert(gotype.Scalar(n.T.Kind)))
	}
	v := operand(called(b, n))
	v.pointers = holdsAddresses(b, n)
	return v
}

// sliced returns a part of a list that is known to be there: periods[0:3:3].
func sliced(b *block, n *ir.Call) value {
	operands := payAll(b, n.Costs, 0, n.Args, exprs(b, n.Args))
	end := operands[2].clone()
	v := operand(operands[0].in(operandPrec).Index(operands[1].clone(), end, end.Clone()))
	v.pointers = holdsAddresses(b, n)
	return v
}

// called returns a call with its arguments.
func called(b *block, n *ir.Call) *jen.Statement {
	operands := payAll(b, n.Costs, 0, n.Args, exprs(b, n.Args))
	switch {
	case n.Func.Kind == ir.Method:
		return operands[0].field(n.Func.Name).Call(arguments(n, operands)[1:]...)
	case n.Func == ir.FnStrconvFormatInt && operands[0].count != nil:
		return jen.Qual("strconv", "Itoa").Call(operands[0].count.Clone())
	case n.Budget:
		args := append([]jen.Code{jen.Op("&").Add(b.fn.budget.variable())}, arguments(n, operands)...)
		return b.fn.file.Runtime.Cel(n.Func.Name + "Within").Call(args...)
	}
	if sort := sortsByLess[n.Func]; sort != nil {
		if less := lessOf(b.fn.file, n.Args[len(n.Args)-1].Type().Elem); less != nil {
			return b.fn.file.function(sort).Call(append(arguments(n, operands), less)...)
		}
	}
	function := n.Func
	if len(operands) > 0 && operands[0].pointers && ofAddresses[function] != nil {
		function = ofAddresses[function]
	}
	if function.Context {
		return b.fn.file.function(function).Call(append([]jen.Code{b.fn.roots.Context.Clone()}, arguments(n, operands)...)...)
	}
	return b.fn.file.function(function).Call(arguments(n, operands)...)
}

// sortsByLess are the functions that sort by an operator of Go's, and what does the same by a function.
var sortsByLess = map[*ir.Function]*ir.Function{ir.FnSort: ir.FnSortFunc, ir.FnSortBy: ir.FnSortByFunc}

// lessOf returns the function that orders values of type t, or nil if Go has an operator for that.
func lessOf(f *File, t *ir.Type) *jen.Statement {
	switch t.Kind {
	case ir.Timestamp:
		return jen.Qual("time", "Time").Dot("Before")
	case ir.Bool:
		return f.function(ir.FnLessBool)
	}
	return nil
}

// ofAddresses are the functions of lists of structs, and what does the same for lists of their addresses.
var ofAddresses = map[*ir.Function]*ir.Function{ir.FnLastElem: ir.FnLast, ir.FnOptElem: ir.FnOptAt}

func arguments(n *ir.Call, operands []value) []jen.Code {
	args := make([]jen.Code, len(operands))
	for i, v := range operands {
		switch {
		case v.untyped && (n.Func.Kind == ir.Builtin || n.Func.Infers):
			args[i] = v.typed(n.Args[i].Type())
		case v.count != nil && n.Func.TakesInt:
			args[i] = v.count.Clone()
		default:
			args[i] = v.pointer()
		}
	}
	return args
}

// invoked returns a call of the function of an expression:
//
//	lookupWeatherByCityPeriod(in, periods)
func invoked(b *block, n *ir.Invoke) *jen.Statement {
	var args []jen.Code
	if n.Of.Context {
		args = append(args, b.fn.roots.Context.Clone())
	}
	if n.Of.Inputs {
		args = append(args, b.fn.roots.Inputs.Clone())
	}
	if n.Of.Config {
		args = append(args, b.fn.roots.Config.Clone())
	}
	for i, arg := range n.Args {
		if n.Of.Params[i].Field != nil {
			s, _ := optionalSlot(b, arg)
			args = append(args, s.code)
			continue
		}
		args = append(args, expr(b, arg).pointer())
	}
	for _, step := range n.Of.Metas {
		args = append(args, jen.Id(b.fn.roots.Metas[step]))
	}
	return jen.Id(b.fn.file.functions[n.Of]).Call(args...)
}

// unary returns an operation of Go's, or a function's on a constant: Go has no -0.0.
func unary(b *block, n *ir.Unary) value {
	x := expr(b, n.X)
	if x.untyped && n.Op == "-" && n.X.Type().Kind == ir.Double {
		return operand(b.fn.file.function(ir.FnNegFloat).Call(x.clone()))
	}
	return value{code: jen.Op(n.Op).Add(x.fixed(n.X.Type()).in(unaryPrec)), prec: unaryPrec}
}

// floatFunctions compute on two constants, for which Go would use arbitrary precision.
var floatFunctions = map[string]*ir.Function{"+": ir.FnAddFloat, "-": ir.FnSubFloat, "*": ir.FnMulFloat, "/": ir.FnDivFloat}

// binary returns an operation of Go's. A product that is a term of a sum is converted to its own type: that keeps Go
// from fusing the two, which would round once instead of twice.
func binary(b *block, n *ir.Binary) value {
	if n.T.Kind == ir.Bool {
		return comparison(b, n)
	}
	prec := precedences[n.Op]
	operands := payAll(b, n.Costs, 0, []ir.Node{n.X, n.Y}, []value{expr(b, n.X), expr(b, n.Y)})
	x, y := operands[0], operands[1]
	if function := floatFunctions[n.Op]; x.untyped && y.untyped && n.T.Kind == ir.Double && function != nil {
		return operand(b.fn.file.function(function).Call(x.clone(), y.clone()))
	}
	if x.untyped && y.untyped {
		x = x.fixed(n.X.Type())
	}
	left, right := x.in(prec), y.in(prec+1)
	if n.T.Kind == ir.Double && prec == addPrec {
		left, right = rounded(n.X, x, left), rounded(n.Y, y, right)
	}
	v := value{code: left.Op(n.Op).Add(right), prec: prec}
	if x.count != nil && y.untyped {
		v.count = x.count.Clone().Op(n.Op).Add(y.in(prec + 1))
	}
	return v
}

// rounded is a product as a term of a sum: float64(a * b).
func rounded(n ir.Node, v value, code *jen.Statement) *jen.Statement {
	if product, ok := n.(*ir.Binary); ok && product.Op == "*" {
		return jen.Float64().Call(v.clone())
	}
	return code
}

func concat(b *block, n *ir.Concat) value {
	parts := payAll(b, n.Costs, 0, n.Parts, exprs(b, n.Parts))
	sum := parts[0].in(addPrec)
	for _, part := range parts[1:] {
		sum.Op("+").Add(part.in(addPrec + 1))
	}
	return value{code: sum, prec: addPrec}
}

// sortedByField returns a sorted copy of a list:
//
//	cel.SortElemsBy(lines, func(l *apiInvoiceLine) string { return l.Shipped.Value })
func sortedByField(b *block, n *ir.Call) value {
	f, keys := b.fn.file, n.Args[1].(*ir.Loop)
	items := list(b, n.Args[0])
	sorted, elem := ir.FnSortKeyed, f.Types.Of(keys.Var.T)
	if holdsStructs(items, keys.Var.T) {
		sorted = ir.FnSortElemsKeyed
	}
	key := b.child()
	param := bindVariable(key, keys.Var)
	body := jen.Return(expr(key, keys.Elem).clone())
	of := jen.Func().Params(param.Add(elem)).Add(f.Types.Of(keys.Elem.Type())).Block(body)
	v := operand(f.function(sorted).Call(items.clone(), of))
	v.pointers = items.pointers
	return v
}
