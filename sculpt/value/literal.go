package value

import (
	"strconv"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// Literal is a literal scalar as a value of type t; message says why it is none. Text is taken as it is written, so
// that 68101 is a fine value for a string; a number must not be quoted.
func Literal(n *manifest.Node, t *ir.Type) (value any, message string) {
	switch t.Kind {
	case ir.String:
		if n.Literal != nil {
			return n.Text(), ""
		}
	case ir.Double:
		switch v := n.Literal.(type) {
		case float64:
			return v, ""
		case int64:
			return float64(v), ""
		case uint64:
			return float64(v), ""
		}
	default:
		if n.Literal != nil && ir.Same(LiteralType(n.Literal), t) {
			return n.Literal, ""
		}
	}
	wanted := map[ir.Kind]string{ir.String: "text", ir.Int: "a whole number", ir.Uint: "a whole number", ir.Double: "a number", ir.Bool: "true or false"}[t.Kind]
	switch n.Literal.(type) {
	case nil:
		return nil, "this is null where " + wanted + " is needed"
	case string:
		return nil, strconv.Quote(n.Text()) + " is not " + wanted + quotedHint(n, t)
	case uint64:
		return nil, n.Text() + " is too large"
	}
	return nil, n.Text() + " is not " + wanted
}

// quotedHint says to drop the quotes where what is in them would fit.
func quotedHint(n *manifest.Node, t *ir.Type) string {
	text := n.Text()
	_, notNumber := strconv.ParseFloat(text, 64)
	if t.Kind == ir.Bool && (text == "true" || text == "false") || t.Kind != ir.Bool && notNumber == nil {
		return "; write it without quotes"
	}
	return ""
}

// LiteralType returns the type of a literal.
func LiteralType(v any) *ir.Type {
	switch v.(type) {
	case int64:
		return ir.IntType
	case uint64:
		return ir.UintType
	case float64:
		return ir.DoubleType
	case bool:
		return ir.BoolType
	}
	return ir.StringType
}
