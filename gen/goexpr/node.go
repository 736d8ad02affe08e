package goexpr

import (
	"fmt"
	"math"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// expr returns the Go expression for n. What does not fit into an expression is added as statements before it.
func expr(b *block, n ir.Node) value {
	if same := n.Marked().Same; same != nil {
		return b.fn.done[same]
	}
	if call := fallible(b, n); call != nil {
		v := b.checked(call, hints(n)...)
		v.pointers = holdsAddresses(b, n)
		if c, ok := n.(*ir.Call); ok {
			v = pay(b, c.Costs, ir.Result, n, v)
		}
		b.fn.done[n] = v
		return v
	}
	return read(b, n)
}

func exprs(b *block, nodes []ir.Node) []value {
	values := make([]value, len(nodes))
	for i, n := range nodes {
		values[i] = expr(b, n)
	}
	return values
}

// fallible returns the call that computes n and returns an error beside its value; nil if n takes none, or was computed before.
func fallible(b *block, n ir.Node) *jen.Statement {
	if n.Marked().Same != nil || !n.Marked().Fails {
		return nil
	}
	switch n := n.(type) {
	case *ir.Ref:
		if v := b.bound(n.To); v.deferred {
			return v.clone().Call()
		}
	case *ir.Member:
		return fallibleMember(b, n)
	case *ir.NotNull:
		return fallibleNotNull(b, n)
	case *ir.Element:
		return fallibleElement(b, n)
	case *ir.Row:
		return fallibleRow(b, n)
	case *ir.Call:
		if n.Func.Fails && !n.Proven {
			return promised(b, n.Promised, called(b, n))
		}
	case *ir.Logic:
		return fallibleLogic(b, n)
	case *ir.Invoke:
		if n.Of.Fails() {
			return invoked(b, n)
		}
	}
	return nil
}

// read returns the value of a node that only reads, or of an optional; of other nodes it asks compute.
func read(b *block, n ir.Node) value {
	switch n := n.(type) {
	case *ir.Const:
		return constant(b, n)
	case *ir.Root:
		return root(b, n)
	case *ir.Ref:
		return ref(b, n)
	case *ir.Member:
		return member(b, n)
	case *ir.Has:
		return slotOf(b, n.X, n.Field).present()
	case *ir.Maybe:
		return slotOf(b, n.X, n.Field).optional(b)
	case *ir.Then:
		return then(b, n)
	case *ir.Some:
		return operand(b.fn.file.Runtime.Nact("Some").Call(expr(b, n.X).typed(n.X.Type())))
	case *ir.None:
		return composite(b.fn.file.Types.Of(n.T).Values())
	case *ir.OrValue:
		return orValue(b, n)
	case *ir.Or:
		return or(b, n)
	case *ir.HasValue:
		return hasValue(b, n)
	case *ir.IsNull:
		return isNull(b, n)
	case *ir.NotNull:
		return notNull(b, n)
	case *ir.MayNull:
		return mayNull(b, n)
	case *ir.Element:
		return element(b, n)
	case *ir.Row:
		return row(b, n)
	}
	return compute(b, n)
}

// compute returns the value of a node that computes something of others.
func compute(b *block, n ir.Node) value {
	switch n := n.(type) {
	case *ir.Call:
		return call(b, n)
	case *ir.Binary:
		return binary(b, n)
	case *ir.In:
		return in(b, n)
	case *ir.Unary:
		return unary(b, n)
	case *ir.Not:
		return expr(b, n.X).not()
	case *ir.Logic:
		return logic(b, n)
	case *ir.Cond:
		return cond(b, n)
	case *ir.ListLit:
		return listLit(b, n)
	case *ir.MapLit:
		return mapLit(b, n)
	case *ir.Record:
		return record(b, n)
	case *ir.Pairs:
		return pairs(b, n)
	case *ir.Loop:
		return loop(b, n, loopHints(n))
	case *ir.Let:
		bindLet(b, n)
		return expr(b, n.Body)
	case *ir.Guard:
		return guard(b, n)
	case *ir.Invoke:
		return operand(invoked(b, n))
	case *ir.SoleFields:
		return expr(b, n.X)
	}
	return convert(b, n)
}

// convert returns the value of a node that makes a text, or turns one value into another.
func convert(b *block, n ir.Node) value {
	switch n := n.(type) {
	case *ir.Concat:
		return concat(b, n)
	case *ir.Matches:
		text := pay(b, n.Costs, 0, n.X, expr(b, n.X))
		return operand(b.fn.file.pattern(n.Pattern).Dot("MatchString").Call(text.clone()))
	case *ir.Pattern:
		return operand(b.fn.file.pattern(n.Text))
	case *ir.Zone:
		return operand(b.fn.file.zone(n))
	case *ir.Address:
		return operand(b.fn.file.address(n))
	case *ir.ToDyn:
		return toDyn(b, n)
	case *ir.Counted:
		return counted(b, n)
	case *ir.ToEnum:
		return operand(jen.Id(b.fn.file.Names.Enum(n.T.Enum)).Call(expr(b, n.X).clone()))
	case *ir.FromEnum:
		return operand(jen.String().Call(expr(b, n.X).clone()))
	}
	panic(fmt.Sprintf("goexpr: no node of an expression is a %T", n))
}

func constant(b *block, n *ir.Const) value {
	f := b.fn.file
	switch v := n.Value.(type) {
	case nil:
		return f.null(n.T)
	case []byte:
		return operand(jen.Index().Byte().Call(jen.Lit(string(v))))
	case string:
		if n.T.Enum != nil {
			return value{code: gocode.Lit(v), prec: operandPrec, constant: true, enum: f.Names.Enum(n.T.Enum)}
		}
		if n.T.Kind == ir.TypeName {
			return operand(f.typeName(v))
		}
		return value{code: gocode.Lit(v), prec: operandPrec, constant: true}
	case bool:
		return value{code: gocode.Lit(v), prec: operandPrec, constant: true}
	case time.Time:
		return operand(gocode.Instant(v))
	case time.Duration:
		return value{code: gocode.Duration(v), prec: mulPrec, constant: true}
	case float64:
		if math.Signbit(v) && v == 0 {
			return operand(f.function(ir.FnNegFloat).Call(jen.Lit(0)))
		}
	}
	return number(n.Value)
}

// number returns a literal number, which has no type of its own.
func number(v any) value {
	prec := operandPrec
	switch v := v.(type) {
	case int64:
		if v < 0 {
			prec = unaryPrec
		}
	case float64:
		if v < 0 {
			prec = unaryPrec
		}
	}
	return value{code: gocode.Lit(v), prec: prec, constant: true, untyped: true}
}

func (f *File) null(t *ir.Type) value {
	switch {
	case t.Scalar():
		return composite(f.Types.Zero(t))
	case t.Kind == ir.Object:
		return operand(jen.Parens(f.Types.Of(t)).Call(jen.Nil()))
	case t.Kind == ir.Null || t.Kind == ir.Dyn:
		return value{code: jen.Nil(), prec: operandPrec, static: true}
	}
	return operand(f.Types.Of(t).Call(jen.Nil()))
}

// toDyn returns a value as a dyn. Its type tells what it is: a constant must not lose its own.
func toDyn(b *block, n *ir.ToDyn) value {
	t := n.X.Type()
	f := b.fn.file
	if ir.IsNullLiteral(n.X) {
		return f.null(ir.NullType)
	}
	v := expr(b, n.X)
	switch {
	case t.Kind == ir.Null:
		return v
	case t.Nullable && t.Scalar():
		return operand(f.function(ir.FnDynNull).Call(v.clone()))
	case t.Kind == ir.Optional:
		return value{code: f.function(ir.FnDynOpt).Call(v.clone()), prec: operandPrec, static: true}
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
func (f *File) typeName(name string) *jen.Statement {
	if constant, ok := typeNames[name]; ok {
		return f.Runtime.Cel(constant)
	}
	return f.Runtime.Cel("Type").Call(gocode.Lit(name))
}

var typeNames = map[string]string{
	"bool": "BoolType", "bytes": "BytesType", "double": "FloatType", "google.protobuf.Duration": "DurationType", "int": "IntType",
	"list": "ListType", "map": "MapType", "null_type": "NullType", "string": "StringType", "google.protobuf.Timestamp": "TimeType",
	"type": "TypeType", "uint": "UintType", "optional_type": "OptionalType", "net.IP": "IPType", "net.CIDR": "CIDRType",
}

// guard returns a value that is within a limit:
//
//	if in.Limit > 30 {
//		return ..., nact.OutOfLimit("it must be at most 30")
//	}
func guard(b *block, n *ir.Guard) value {
	if n.Proven {
		return expr(b, n.X)
	}
	broken := expr(b, n.Broken)
	b.add(jen.If(broken.clone()).Block(b.fn.fail(b.fn.file.Runtime.Nact("OutOfLimit").Call(gocode.Lit(n.Must)))))
	return expr(b, n.X)
}
