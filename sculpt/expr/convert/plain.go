package convert

import "github.com/nactgen/nactgen/sculpt/ir"

// NotNull is n as its plain type; at run time null is a fault.
func NotNull(n ir.Node) ir.Node {
	if !n.Type().Nullable {
		return n
	}
	return &ir.NotNull{X: n}
}

// PlainString is n as a plain string if it is of an enum's type.
func PlainString(n ir.Node) ir.Node {
	if n.Type().Enum == nil {
		return n
	}
	return &ir.FromEnum{X: n}
}

// UnlessNull is a nullable list, map or object as an optional without a value for null.
func UnlessNull(n ir.Node) ir.Node {
	switch n.Type().Kind {
	case ir.List:
		return ir.FnOptList.Call(n)
	case ir.Map:
		return ir.FnOptMap.Call(n)
	}
	return ir.FnOptObject.Call(n)
}

// AbsentIfNull is n, where null counts as absent: a nullable scalar becomes an optional. Others stay as they are.
func AbsentIfNull(n ir.Node) ir.Node {
	t := n.Type()
	switch {
	case t.Nullable && t.Scalar():
		return ir.FnPresent.Call(n)
	case t.Kind == ir.Optional && t.Elem.Nullable && t.Elem.Scalar():
		return ir.FnPresentIn.Call(n)
	case t.Kind == ir.Null:
		return &ir.None{T: ir.OptionalOf(ir.StringType)}
	}
	return n
}
