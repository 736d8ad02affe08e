package lower

import (
	"fmt"
	"slices"
	"strings"
	"time"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// textChecks say what is wrong with a literal string.
var textChecks = map[ir.Literal]func(s string) error{
	ir.DateLiteral:      func(s string) error { _, err := runtime.Weekday(s); return err },
	ir.LocalTimeLiteral: func(s string) error { _, err := runtime.DateAt(s, time.UTC); return err },
	ir.DateLayout:       func(s string) error { _, err := runtime.LayoutParts(s, true); return err },
	ir.TimeLayout:       func(s string) error { _, err := runtime.LayoutParts(s, false); return err },
	ir.PointerLiteral:   func(s string) error { _, err := runtime.PointerTokens(s); return err },
	ir.UnitLiteral:      checkUnit,
	ir.CurrencyLiteral:  checkCurrency,
}

// checkLiteral says what is wrong with an argument that has to be something where it is a literal.
func checkLiteral(n ir.Node, what ir.Literal) error {
	switch what {
	case ir.DecimalsLiteral:
		return checkDecimals(n)
	case ir.FormatLiteral:
		return checkFormat(n)
	}
	text, ok := constantText(n)
	check := textChecks[what]
	if check == nil || !ok {
		return nil
	}
	return check(text)
}

// maxDecimals is how many decimals a double has, about, beside a digit before the point.
const maxDecimals = 15

// checkDecimals wants a literal: a number of decimals is a matter of taste, not of data.
func checkDecimals(n ir.Node) error {
	c, ok := n.(*ir.Const)
	if !ok {
		return fmt.Errorf("the number of decimals is written as a literal, from 0 to %d", maxDecimals)
	}
	if decimals, _ := c.Value.(int64); decimals < 0 || decimals > maxDecimals {
		return fmt.Errorf("the number of decimals is from 0 to %d", maxDecimals)
	}
	return nil
}

// checkFormat wants a literal, as checkDecimals does.
func checkFormat(n ir.Node) error {
	name, ok := constantText(n)
	switch {
	case !ok:
		return fmt.Errorf("the format is written as a literal: %s", strings.Join(runtime.Formats(), ", "))
	case !slices.Contains(runtime.Formats(), name):
		return fmt.Errorf("there is no format %q%s", name, diag.Known(name, runtime.Formats()))
	}
	return nil
}

func checkUnit(name string) error {
	if runtime.IsUnit(name) {
		return nil
	}
	hint := diag.DidYouMean(name, runtime.Units())
	if hint == "" {
		hint = "; the units are " + strings.Join(runtime.Units(), ", ")
	}
	return fmt.Errorf("there is no unit %q%s", name, hint)
}

func checkCurrency(code string) error {
	if _, known := runtime.CurrencyDecimals(code); known {
		return nil
	}
	return fmt.Errorf("%q is no currency of ISO 4217%s", code, diag.DidYouMean(strings.ToUpper(code), runtime.Currencies()))
}
