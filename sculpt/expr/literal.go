package expr

import (
	"strings"
	"time"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// constantText returns the string that a node is known to be at generation.
func constantText(n ir.Node) (string, bool) {
	c, ok := n.(*ir.Const)
	if !ok {
		return "", false
	}
	s, ok := c.Value.(string)
	return s, ok
}

// literalTime returns the timestamp or duration that a literal text spells. One that spells none is an error as the
// service runs, as in the reference; a timestamp that names an offset keeps it, and is read then as well.
func literalTime(overload string, n ir.Node) (ir.Node, bool) {
	text, ok := constantText(n)
	if !ok {
		return nil, false
	}
	switch overload {
	case "string_to_timestamp":
		t, err := cel.TimeFromString(text)
		return &ir.Const{T: ir.TimestampType, Value: t}, err == nil && t.Location() == time.UTC
	case "string_to_duration":
		d, err := cel.DurationFromString(text)
		return &ir.Const{T: ir.DurationType, Value: d}, err == nil
	}
	return nil, false
}

// checkText returns a check of literal strings: valid says what is wrong with one.
func checkText(valid func(s string) error) func(*lowerer, ir.Node, ast.Expr) ir.Node {
	return func(l *lowerer, n ir.Node, at ast.Expr) ir.Node {
		if s, ok := constantText(n); ok {
			if err := valid(s); err != nil {
				return l.fail(at, "%s", err)
			}
		}
		return n
	}
}

var (
	checkDate       = checkText(func(s string) error { _, err := cel.Weekday(s); return err })
	checkLocalTime  = checkText(func(s string) error { _, err := cel.DateAt(s, utc()); return err })
	checkDateLayout = checkText(func(s string) error { _, err := cel.LayoutParts(s, true); return err })
	checkTimeLayout = checkText(func(s string) error { _, err := cel.LayoutParts(s, false); return err })
	checkPointer    = checkText(func(s string) error { _, err := cel.PointerTokens(s); return err })
)

// maxDecimals is how many decimals a double has, about, beside a digit before the point.
const maxDecimals = 15

// checkDecimals wants a literal: a number of decimals is a matter of taste, not of data.
func checkDecimals(l *lowerer, n ir.Node, at ast.Expr) ir.Node {
	c, ok := n.(*ir.Const)
	if !ok {
		return l.fail(at, "the number of decimals is written as a literal, from 0 to %d", maxDecimals)
	}
	if decimals, _ := c.Value.(int64); decimals < 0 || decimals > maxDecimals {
		return l.fail(at, "the number of decimals is from 0 to %d", maxDecimals)
	}
	return n
}

func checkUnit(l *lowerer, n ir.Node, at ast.Expr) ir.Node {
	name, ok := constantText(n)
	if !ok || cel.IsUnit(name) {
		return n
	}
	hint := diag.DidYouMean(name, cel.Units())
	if hint == "" {
		hint = "; the units are " + strings.Join(cel.Units(), ", ")
	}
	return l.fail(at, "there is no unit %s%s", quote(name), hint)
}

func checkCurrency(l *lowerer, n ir.Node, at ast.Expr) ir.Node {
	code, ok := constantText(n)
	if !ok {
		return n
	}
	if _, known := cel.CurrencyDecimals(code); !known {
		return l.fail(at, "%s is no currency of ISO 4217%s", quote(code), diag.DidYouMean(strings.ToUpper(code), cel.Currencies()))
	}
	return n
}

// lowerConvert lowers unit.convert. Between two units that are known it is plain arithmetic.
func lowerConvert(l *lowerer, c wordCall) ir.Node {
	from, known := constantText(c.args[1])
	to, alsoKnown := constantText(c.args[2])
	if !known || !alsoKnown {
		return c.plain()
	}
	conversion, err := cel.UnitConversion(from, to)
	if err != nil {
		return l.fail(c.at[2], "%s", err)
	}
	x := c.args[0]
	steps := []struct {
		op           string
		by, noEffect float64
	}{{"-", conversion.Before, 0}, {"*", conversion.Mul, 1}, {"/", conversion.Div, 1}, {"+", conversion.After, 0}}
	for _, s := range steps {
		if s.by != s.noEffect {
			x = binary(s.op, x, &ir.Const{T: ir.DoubleType, Value: s.by})
		}
	}
	return x
}

// lowerMoney lowers money.decimal. A currency that is known is its number of decimals.
func lowerMoney(_ *lowerer, c wordCall) ir.Node {
	code, ok := constantText(c.args[1])
	if !ok {
		return c.plain()
	}
	decimals, _ := cel.CurrencyDecimals(code)
	return ir.FnDecimal.Call(c.args[0], &ir.Const{T: ir.IntType, Value: int64(decimals)})
}

// lowerFormatTime lowers date.format of a timestamp. A layout that is known becomes one of Go's, if Go has it.
func lowerFormatTime(_ *lowerer, c wordCall) ir.Node {
	layout, ok := constantText(c.args[2])
	if !ok {
		return c.plain()
	}
	parts, err := cel.LayoutParts(layout, false)
	if err != nil {
		return c.plain()
	}
	goLayout, ok := cel.GoLayout(parts)
	if !ok {
		return c.plain()
	}
	return ir.FnFormatIn.Call(c.args[0], c.args[1], &ir.Const{T: ir.StringType, Value: goLayout})
}
