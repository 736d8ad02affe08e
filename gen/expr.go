package gen

import (
	"fmt"
	"math"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
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
		return bare(b.fn.g.types.Of(n.T).Values())
	case *ir.OrValue:
		return b.orValue(n)
	case *ir.Or:
		return b.or(n)
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
	return operand(g.runtime.Nact("Some").Call(b.expr(n.X).typed(n.X.Type())))
}

// compound is expr for the nodes that compute.
func (b *block) compound(n ir.Node) value {
	switch n := n.(type) {
	case *ir.Call:
		return b.call(n)
	case *ir.Binary:
		return b.binary(n)
	case *ir.In:
		return b.in(n)
	case *ir.Unary:
		return b.unary(n)
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
			return operand(jen.Id(g.names.Enum(n.T.Enum).Constants[v]))
		}
		if n.T.Kind == ir.TypeName {
			return operand(g.typeName(v))
		}
		return operand(gocode.Lit(v))
	case bool:
		return operand(gocode.Lit(v))
	case time.Time:
		return operand(gocode.Instant(v))
	case time.Duration:
		return value{code: gocode.Duration(v), prec: mulPrec}
	case int64:
		if v < 0 {
			return value{code: gocode.Lit(v), prec: unaryPrec, untyped: true}
		}
	case float64:
		if math.Signbit(v) && v == 0 {
			return operand(g.function(ir.FnNegFloat).Call(jen.Lit(0)))
		}
		if v < 0 {
			return value{code: gocode.Lit(v), prec: unaryPrec, untyped: true}
		}
	}
	return value{code: gocode.Lit(n.Value), prec: operandPrec, untyped: true}
}

// null returns null as a value of type t.
func (g *generator) null(t *ir.Type) value {
	switch {
	case t.Scalar():
		return bare(g.types.Zero(t))
	case t.Kind == ir.Object:
		return operand(jen.Parens(g.types.Of(t)).Call(jen.Nil()))
	case t.Kind == ir.Null || t.Kind == ir.Dyn:
		return value{code: jen.Nil(), prec: operandPrec, static: true}
	}
	return operand(g.types.Of(t).Call(jen.Nil()))
}

// unary returns an operation of Go's, or a function's on a constant: Go has no -0.0.
func (b *block) unary(n *ir.Unary) value {
	x := b.expr(n.X)
	if x.untyped && n.Op == "-" && n.X.Type().Kind == ir.Double {
		return operand(b.fn.g.function(ir.FnNegFloat).Call(x.clone()))
	}
	return value{code: jen.Op(n.Op).Add(x.fixed(n.X.Type()).in(unaryPrec)), prec: unaryPrec}
}

// floatFunctions compute on two constants, for which Go would use arbitrary precision.
var floatFunctions = map[string]*ir.Function{"+": ir.FnAddFloat, "-": ir.FnSubFloat, "*": ir.FnMulFloat, "/": ir.FnDivFloat}

// binary returns an operation of Go's. A product that is a term of a sum is converted to its own type: that keeps Go
// from fusing the two, which would round once instead of twice.
func (b *block) binary(n *ir.Binary) value {
	prec := precedences[n.Op]
	if n.T.Kind == ir.Bool {
		return b.comparison(n)
	}
	operands := b.payAll(n.Costs, 0, []ir.Node{n.X, n.Y}, []value{b.expr(n.X), b.expr(n.Y)})
	x, y := operands[0], operands[1]
	if function := floatFunctions[n.Op]; x.untyped && y.untyped && n.T.Kind == ir.Double && function != nil {
		return operand(b.fn.g.function(function).Call(x.clone(), y.clone()))
	}
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
		return operand(g.function(ir.FnDynNull).Call(v.clone()))
	case t.Kind == ir.Optional:
		return value{code: g.function(ir.FnDynOpt).Call(v.clone()), prec: operandPrec, static: true}
	}
	dyn := value{code: v.typed(t), prec: v.prec, static: true}
	if v.untyped {
		dyn.prec = operandPrec
	}
	if v.inPlace {
		dyn.prec = unaryPrec
	}
	return dyn
}

// typeName returns the run-time library's name of a CEL type.
func (g *generator) typeName(name string) *jen.Statement {
	names := map[string]string{
		"bool": "BoolType", "bytes": "BytesType", "double": "FloatType", "google.protobuf.Duration": "DurationType", "int": "IntType",
		"list": "ListType", "map": "MapType", "null_type": "NullType", "string": "StringType", "google.protobuf.Timestamp": "TimeType",
		"type": "TypeType", "uint": "UintType", "optional_type": "OptionalType", "net.IP": "IPType", "net.CIDR": "CIDRType",
	}
	if constant, ok := names[name]; ok {
		return g.runtime.Cel(constant)
	}
	return g.runtime.Cel("Type").Call(gocode.Lit(name))
}
