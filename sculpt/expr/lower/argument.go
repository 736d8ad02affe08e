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

// networkTexts are the overloads whose last argument is a text that spells an address or a block, and what checks it.
var networkTexts = map[string]func(s string) error{
	"string_to_ip": checkIP, "ip_is_canonical": checkIP, "cidr_contains_ip_string": checkIP,
	"string_to_cidr": checkCIDR, "cidr_contains_cidr_string": checkCIDR,
}

func checkIP(s string) error   { _, err := runtime.IPFromString(s); return err }
func checkCIDR(s string) error { _, err := runtime.CIDRFromString(s); return err }

// literalAddress lowers a call whose last argument is a literal address or block: what it spells is checked here, and made once,
// as the service starts. ok is false for any other call.
func literalAddress(cx context, c call, overload string) (n ir.Node, ok bool) {
	check := networkTexts[overload]
	if check == nil {
		return nil, false
	}
	last := len(c.args) - 1
	text, literal := constantText(c.args[last])
	if !literal {
		return nil, false
	}
	if err := check(text); err != nil {
		return cx.fail(c.at[last], "%s", err), true
	}
	ip, cidr := &ir.Address{T: ir.IPType, Text: text}, &ir.Address{T: ir.CIDRType, Text: text}
	switch overload {
	case "string_to_ip":
		return ip, true
	case "string_to_cidr":
		return cidr, true
	case "cidr_contains_ip_string":
		return ir.FnPrefixContains.Call(c.args[0], ip), true
	case "cidr_contains_cidr_string":
		return ir.FnContainsCIDR.Call(c.args[0], cidr), true
	}
	return nil, false
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
		t, err := runtime.TimeFromString(text)
		return &ir.Const{T: ir.TimestampType, Value: t}, err == nil && t.Location() == time.UTC
	case "string_to_duration":
		d, err := runtime.DurationFromString(text)
		return &ir.Const{T: ir.DurationType, Value: d}, err == nil
	}
	return nil, false
}
