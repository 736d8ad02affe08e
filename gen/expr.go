package gen

import (
	"fmt"
	"math"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// expr returns the Go expression for n. What does not fit into an expression is emitted as statements before it.
func (b *block) expr(n ir.Node) value {
	switch n := n.(type) {
	case *ir.Const:
		return b.constant(n)
	case *ir.Root:
		return b.root(n)
	case *ir.Ref:
		return b.ref(n)
	case *ir.Member:
		return b.member(n)
	case *ir.Has:
		return b.has(n.X, n.Field)
	case *ir.Maybe:
		return b.maybe(n)
	case *ir.Then:
		return b.then(n)
	case *ir.Some:
		return b.some(n)
	case *ir.None:
		return value{code: b.fn.g.goType(n.T).Values(), prec: unaryPrec}
	case *ir.OrValue:
		return b.orValue(n)
	case *ir.HasValue:
		return b.hasValue(n)
	case *ir.IsNull:
		return b.isNull(n)
	case *ir.NotNull:
		return b.notNull(n)
	case *ir.MayNull:
		return b.mayNull(n)
	case *ir.Element:
		return b.element(n)
	case *ir.Row:
		return b.row(n)
	}
	return b.compound(n)
}

// exprs returns the values of several nodes.
func (b *block) exprs(nodes []ir.Node) []value {
	values := make([]value, len(nodes))
	for i, n := range nodes {
		values[i] = b.expr(n)
	}
	return values
}

// some returns an optional of a value.
func (b *block) some(n *ir.Some) value {
	g := b.fn.g
	return operand(g.nact("Some").Call(b.expr(n.X).typed(n.X.Type())))
}

// compound is expr for the nodes that compute.
func (b *block) compound(n ir.Node) value {
	switch n := n.(type) {
	case *ir.Call:
		return b.call(n)
	case *ir.Binary:
		return b.binary(n)
	case *ir.Unary:
		return value{code: jen.Op(n.Op).Add(b.expr(n.X).fixed(n.X.Type()).in(unaryPrec)), prec: unaryPrec}
	case *ir.Not:
		return b.expr(n.X).not()
	case *ir.Logic:
		return b.logic(n)
	case *ir.Cond:
		return b.cond(n)
	case *ir.ListLit:
		return b.listLit(n)
	case *ir.MapLit:
		return b.mapLit(n)
	case *ir.Record:
		return b.record(n)
	case *ir.Pairs:
		return b.pairs(n)
	case *ir.Loop:
		return b.loop(n)
	case *ir.Let:
		b.let(n)
		return b.expr(n.Body)
	case *ir.Concat:
		return b.concat(n)
	case *ir.Matches:
		text := b.pay(n.Costs, 0, n.X, b.expr(n.X))
		return operand(jen.Id(b.fn.file.pattern(n.Pattern)).Dot("MatchString").Call(text.clone()))
	case *ir.Zone:
		return operand(jen.Id(b.fn.file.zone(n.Name)))
	case *ir.Address:
		return operand(jen.Id(b.fn.file.address(n)))
	case *ir.ToDyn:
		return b.toDyn(n)
	case *ir.Counted:
		return b.counted(n)
	case *ir.FromEnum:
		return operand(jen.String().Call(b.expr(n.X).clone()))
	}
	panic(fmt.Sprintf("gen: no node of an expression is a %T", n))
}

// constant returns a literal.
func (b *block) constant(n *ir.Const) value {
	g := b.fn.g
	switch v := n.Value.(type) {
	case nil:
		return g.null(n.T)
	case []byte:
		return operand(jen.Index().Byte().Call(jen.Lit(string(v))))
	case string:
		if n.T.Enum != nil {
			return operand(jen.Id(g.names.enumConst(n.T.Enum, v)))
		}
		if n.T.Kind == ir.TypeName {
			return operand(g.typeName(v))
		}
		return operand(lit(v))
	case bool:
		return operand(lit(v))
	case int64:
		if v < 0 {
			return value{code: lit(v), prec: unaryPrec, untyped: true}
		}
	case float64:
		if math.Signbit(v) && v == 0 {
			return operand(g.cel("NegFloat").Call(jen.Lit(0)))
		}
		if v < 0 {
			return value{code: lit(v), prec: unaryPrec, untyped: true}
		}
	}
	return value{code: lit(n.Value), prec: operandPrec, untyped: true}
}

// call returns a call of a function, a conversion or a variable of a package.
func (b *block) call(n *ir.Call) value {
	if n.Func.Variable {
		return operand(jen.Qual(n.Func.Path, n.Func.Name))
	}
	if n.Func.Path == "" && n.Func.Name == "len" {
		return operand(jen.Int64().Call(jen.Len(b.list(n.Args[0]).clone())))
	}
	if n.Func.Method {
		return b.method(n)
	}
	if v, ok := b.asserted(n); ok {
		return v
	}
	path := ir.Path(n)
	if v, ok := b.recall(path); ok && path != "" {
		return v
	}
	call := b.callee(n).Call(b.arguments(n)...)
	if !n.Func.Fallible {
		return operand(call)
	}
	v := b.pay(n.Costs, ir.Result, n, b.try(n, call))
	if path != "" {
		b.known[path] = v
	}
	return v
}

// callee returns the function that a call names.
func (b *block) callee(n *ir.Call) *jen.Statement {
	g := b.fn.g
	name := n.Func.Name
	switch {
	case n.Func.Path == "" && name == "[]byte":
		return jen.Index().Byte()
	case n.Func.Path == "":
		return jen.Id(name)
	case n.Func.Path != ir.RuntimeCEL:
		return jen.Qual(n.Func.Path, name)
	case n.Budget:
		name += "Within"
	}
	g.zones = g.zones || findsZone(n.Func)
	return g.cel(name)
}

// arguments returns the arguments of a call.
func (b *block) arguments(n *ir.Call) []jen.Code {
	var args []jen.Code
	if n.Budget {
		args = append(args, jen.Op("&").Add(b.budget()))
	}
	for i, a := range n.Args {
		if isNullLiteral(a) && n.Func.Path == ir.RuntimeCEL {
			args = append(args, jen.Nil())
			continue
		}
		v := b.pay(n.Costs, i, a, b.expr(a))
		if v.untyped && (n.Func.Path == "" || inferring[n.Func.Name]) {
			args = append(args, v.typed(a.Type()))
			continue
		}
		args = append(args, v.pointer())
	}
	return args
}

// asserted returns a dyn whose type a condition has shown: x.(string).
func (b *block) asserted(n *ir.Call) (value, bool) {
	if len(n.Args) != 1 || n.Func.Path != ir.RuntimeCEL || ir.Path(n.Args[0]) == "" {
		return value{}, false
	}
	return b.recall(n.Func.Name + " " + ir.Path(n.Args[0]))
}

// method returns a call of a method of the first argument.
func (b *block) method(n *ir.Call) value {
	receiver := b.expr(n.Args[0])
	args := make([]jen.Code, len(n.Args)-1)
	for i, a := range n.Args[1:] {
		args[i] = b.expr(a).pointer()
	}
	return operand(receiver.field(n.Func.Name).Call(args...))
}

// null returns null as a value of type t.
func (g *generator) null(t *ir.Type) value {
	switch {
	case t.Scalar():
		return operand(g.zero(t))
	case t.Kind == ir.Object:
		return operand(jen.Parens(g.goType(t)).Call(jen.Nil()))
	}
	return operand(g.goType(t).Call(jen.Nil()))
}

// isNullLiteral reports whether n is the literal null.
func isNullLiteral(n ir.Node) bool {
	if dyn, ok := n.(*ir.ToDyn); ok {
		n = dyn.X
	}
	c, ok := n.(*ir.Const)
	return ok && c.Value == nil
}

// inferring are the generic functions of the run-time library that learn their type from a constant.
var inferring = map[string]bool{"OfNonZero": true, "ShiftLeft": true, "ShiftRight": true}

// binary returns an operation of Go's. A product that is a term of a sum is converted to its own type: that keeps Go
// from fusing the two, which would round once instead of twice.
func (b *block) binary(n *ir.Binary) value {
	prec := precedences[n.Op]
	if v, ok := b.compareSize(n); ok {
		return v
	}
	operands := b.payAll(n.Costs, 0, []ir.Node{n.X, n.Y}, []value{b.expr(n.X), b.expr(n.Y)})
	x, y := operands[0], operands[1]
	if x.untyped && y.untyped {
		x = x.fixed(n.X.Type())
	}
	left, right := x.in(prec), y.in(prec+1)
	if n.T.Kind == ir.Double && prec == addPrec {
		left, right = fence(n.X, x, left), fence(n.Y, y, right)
	}
	return value{code: left.Op(n.Op).Add(right), prec: prec}
}

// fence is a product as a term of a sum: float64(a * b).
func fence(n ir.Node, v value, code *jen.Statement) *jen.Statement {
	if product, ok := n.(*ir.Binary); ok && product.Op == "*" {
		return jen.Float64().Call(v.clone())
	}
	return code
}

// compareSize returns len(x) > 0 for a comparison of a size with a constant.
func (b *block) compareSize(n *ir.Binary) (value, bool) {
	call, ok := n.X.(*ir.Call)
	bound, isConst := n.Y.(*ir.Const)
	if !ok || !isConst || call.Func.Name != "len" || call.Func.Path != "" || n.T.Kind != ir.Bool {
		return value{}, false
	}
	size, isInt := bound.Value.(int64)
	if !isInt || size < 0 {
		return value{}, false
	}
	op := n.Op
	if op == "<=" && size == 0 { // a size is never below zero
		op = "=="
	}
	return value{code: jen.Len(b.list(call.Args[0]).clone()).Op(op).Add(lit(size)), prec: comparePrec}, true
}

// concat returns parts joined with +.
func (b *block) concat(n *ir.Concat) value {
	parts := b.payAll(n.Costs, 0, n.Parts, b.exprs(n.Parts))
	sum := parts[0].in(addPrec)
	for _, part := range parts[1:] {
		sum.Op("+").Add(part.in(addPrec + 1))
	}
	return value{code: sum, prec: addPrec}
}

// toDyn returns a value as a dyn. Its type tells what it is: a constant must not lose its own.
func (b *block) toDyn(n *ir.ToDyn) value {
	t := n.X.Type()
	g := b.fn.g
	if c, ok := n.X.(*ir.Const); ok && c.Value == nil {
		return g.null(ir.NullType)
	}
	v := b.expr(n.X)
	switch {
	case t.Kind == ir.Null:
		return v
	case t.Nullable && t.Scalar():
		return operand(g.cel("DynNull").Call(v.clone()))
	case t.Kind == ir.Optional:
		return operand(g.cel("DynOpt").Call(v.clone()))
	}
	return operand(jen.Any().Call(v.typed(t)))
}

// typeName returns the run-time library's name of a CEL type.
func (g *generator) typeName(name string) *jen.Statement {
	names := map[string]string{
		"bool": "BoolType", "bytes": "BytesType", "double": "FloatType", "google.protobuf.Duration": "DurationType", "int": "IntType",
		"list": "ListType", "map": "MapType", "null_type": "NullType", "string": "StringType", "google.protobuf.Timestamp": "TimeType",
		"type": "TypeType", "uint": "UintType", "optional_type": "OptionalType", "net.IP": "IPType", "net.CIDR": "CIDRType",
	}
	if constant, ok := names[name]; ok {
		return g.cel(constant)
	}
	return g.cel("Type").Call(lit(name))
}
