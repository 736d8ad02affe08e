package exprtest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Text is a value of the reference interpreter as a [Program] writes it.
func Text(v ref.Val) string {
	switch v := v.(type) {
	case types.Null:
		return "null"
	case types.Bool:
		return strconv.FormatBool(bool(v))
	case types.Int:
		return strconv.FormatInt(int64(v), 10)
	case types.Uint:
		return strconv.FormatUint(uint64(v), 10) + "u"
	case types.Double:
		return "double(" + strconv.FormatFloat(float64(v), 'g', -1, 64) + ")"
	case types.String:
		return strconv.Quote(string(v))
	case types.Bytes:
		return "b" + strconv.Quote(string(v))
	case types.Timestamp:
		return "timestamp(" + v.Time.UTC().Format(time.RFC3339Nano) + ")"
	case ext.IP:
		return "ip(" + v.Addr.String() + ")"
	case ext.CIDR:
		return "cidr(" + v.Prefix.String() + ")"
	case types.Duration:
		return "duration(" + strconv.FormatInt(int64(v.Duration), 10) + ")"
	case *types.Type:
		return "type(" + v.TypeName() + ")"
	case *types.Optional:
		if !v.HasValue() {
			return "none"
		}
		return "some(" + Text(v.GetValue()) + ")"
	case traits.Lister:
		var elems []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			elems = append(elems, Text(it.Next()))
		}
		return "[" + strings.Join(elems, ", ") + "]"
	case traits.Mapper:
		var entries []string
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			text := "unreachable" // under NaN
			if value, ok := v.Find(key); ok {
				text = Text(value)
			}
			entries = append(entries, Text(key)+": "+text)
		}
		slices.Sort(entries)
		return "{" + strings.Join(entries, ", ") + "}"
	}
	return "?" + v.Type().TypeName()
}

// Literal returns a literal of type t that stands for v.
func Literal(v ref.Val, t *ir.Type) ir.Node {
	switch {
	case t.Kind == ir.Dyn:
		return &ir.ToDyn{X: Literal(v, dynLiteralType(v))}
	case t.Nullable && v == types.NullValue:
		return &ir.Const{T: t}
	case t.Nullable:
		return &ir.MayNull{X: Literal(v, t.Plain())}
	}
	switch v := v.(type) {
	case types.Bool:
		return &ir.Const{T: t, Value: bool(v)}
	case types.Int:
		return &ir.Const{T: t, Value: int64(v)}
	case types.Uint:
		return &ir.Const{T: t, Value: uint64(v)}
	case types.Double:
		return &ir.Const{T: t, Value: float64(v)}
	case types.String:
		return &ir.Const{T: t, Value: string(v)}
	case types.Bytes:
		return &ir.Const{T: t, Value: []byte(v)}
	case types.Duration:
		return &ir.Const{T: t, Value: v.Duration}
	case types.Timestamp:
		return ir.FnTimeFromString.Call(&ir.Const{T: ir.StringType, Value: v.Format(time.RFC3339Nano)})
	case traits.Lister:
		lit := &ir.ListLit{T: t}
		for it := v.Iterator(); it.HasNext() == types.True; {
			lit.Elems = append(lit.Elems, Literal(it.Next(), t.Elem))
		}
		return lit
	case traits.Mapper:
		lit := &ir.MapLit{T: t}
		for it := v.Iterator(); it.HasNext() == types.True; {
			key := it.Next()
			lit.Keys = append(lit.Keys, Literal(key, t.Key))
			lit.Values = append(lit.Values, Literal(v.Get(key), t.Elem))
		}
		return lit
	}
	return &ir.Const{T: t}
}

// dynLiteralType is the type that a dyn value has at run time.
func dynLiteralType(v ref.Val) *ir.Type {
	switch v.(type) {
	case types.Bool:
		return ir.BoolType
	case types.Int:
		return ir.IntType
	case types.Uint:
		return ir.UintType
	case types.Double:
		return ir.DoubleType
	case types.String:
		return ir.StringType
	case types.Bytes:
		return ir.BytesType
	case traits.Lister:
		return ir.ListOf(ir.DynType)
	case traits.Mapper:
		return ir.MapOf(ir.StringType, ir.DynType)
	}
	return ir.NullType
}
