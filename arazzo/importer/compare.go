package importer

import (
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// flipped are comparisons read from right to left.
var flipped = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// compare is a comparison as an expression.
func (s *scope) compare(op string, x, y value) (string, error) {
	if x.read == nil && y.read != nil {
		return s.compare(flipped[op], y, x)
	}
	switch {
	case x.read == nil:
		return "", errors.New("two constants are compared")
	case y.read != nil:
		return compareReads(op, *x.read, *y.read)
	case y.constant == nil:
		return compareNull(op, *x.read)
	}
	if text, ok := y.constant.(string); ok && x.read.choice != nil && (op == "==" || op == "!=") {
		return chosen(op, *x.read, text)
	}
	if b, ok := y.constant.(bool); ok && x.read.t.Kind == ir.Bool && !x.read.t.Nullable && (op == "==" || op == "!=") {
		return isTrue(*x.read, b == (op == "=="), op == "!="), nil
	}
	a, literal, err := matched(op, *x.read, y.constant)
	if err != nil {
		return "", err
	}
	compared := func(x string) string { return x + " " + op + " " + literal }
	if text, ok := y.constant.(string); ok && a.t.Kind == ir.String && strings.ToLower(text) != strings.ToUpper(text) && a.t.Enum == nil { // texts are compared without regard to case
		literal = strconv.Quote(strings.ToLower(text))
		compared = func(x string) string { return x + ".lowerAscii() " + op + " " + literal }
	}
	switch {
	case a.soft != "":
		return a.soft + ".optMap(v, " + compared("v") + ").orValue(" + strconv.FormatBool(op == "!=") + ")", nil
	case a.t.Nullable:
		return a.hard + " != null && " + compared(a.hard), nil
	}
	return compared(a.hard), nil
}

// chosen is whether an enum has a value, which the document spells in its own way.
func chosen(op string, a access, text string) (string, error) {
	for _, v := range a.choice.values {
		if !strings.EqualFold(v.text, text) {
			continue
		}
		if a.soft != "" {
			return "inputs.?" + a.choice.id + ".optMap(v, v " + op + " " + strconv.Quote(v.name) + ").orValue(" + strconv.FormatBool(op == "!=") + ")", nil
		}
		return "inputs." + a.choice.id + " " + op + " " + strconv.Quote(v.name), nil
	}
	return "", fmt.Errorf("%q is no value of the input", text)
}

// isTrue is whether a boolean is what is wanted, or absent, where that counts as such.
func isTrue(a access, wanted, absent bool) string {
	text := a.hard
	if a.soft != "" {
		text = a.soft + ".orValue(" + strconv.FormatBool(wanted == absent) + ")"
	}
	if !wanted {
		return "!" + text
	}
	return text
}

func compareNull(op string, a access) (string, error) {
	if op != "==" && op != "!=" {
		return "", errors.New("null is neither less nor more than anything")
	}
	switch {
	case a.soft != "" && (a.t.Nullable || a.t.Kind == ir.Dyn):
		return a.soft + ".orValue(null) " + op + " null", nil
	case a.soft != "" && op == "!=":
		return a.soft + ".hasValue()", nil
	case a.soft != "":
		return "!" + a.soft + ".hasValue()", nil
	case a.t.Nullable || a.t.Kind == ir.Dyn:
		return a.hard + " " + op + " null", nil
	}
	return strconv.FormatBool(op == "!="), nil
}

// matched is a value and a literal of one type.
func matched(op string, a access, constant any) (access, string, error) {
	number, isNumber := float64(0), true
	switch c := constant.(type) {
	case int64:
		number = float64(c)
	case float64:
		number = c
	case string:
		n, err := strconv.ParseFloat(c, 64)
		number, isNumber = n, err == nil
	default:
		isNumber = false
	}
	text, isText := constant.(string)
	whole := isNumber && number == float64(int64(number))
	equality := op == "==" || op == "!="
	switch kind := a.t.Kind; {
	case kind == ir.Int && whole:
		return a, strconv.FormatInt(int64(number), 10), nil
	case (kind == ir.Int || kind == ir.Double) && isNumber:
		a, _ = a.as(ir.Double)
		return a, float(number), nil
	case kind == ir.String && isText && (equality || !isNumber):
		return a, strconv.Quote(text), nil
	case kind == ir.String && isNumber && equality:
		return a, strconv.Quote(fmt.Sprint(constant)), nil
	case kind == ir.String && isNumber:
		a, _ = a.as(ir.Double)
		return a, float(number), nil
	case kind == ir.Dyn && isNumber && !isText:
		return a, float(number), nil
	case kind == ir.Dyn && isText:
		return a, strconv.Quote(text), nil
	}
	if b, ok := constant.(bool); ok && equality && (a.t.Kind == ir.Bool || a.t.Kind == ir.Dyn) {
		return a, strconv.FormatBool(b), nil
	}
	return a, "", fmt.Errorf("%v is compared with %s", constant, a.t.Kind)
}

func float(f float64) string {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// compareReads compares two values that are read.
func compareReads(op string, a, b access) (string, error) {
	if a.t.Kind != b.t.Kind && a.t.Kind != ir.Dyn && b.t.Kind != ir.Dyn {
		var ok bool
		if b, ok = b.as(a.t.Kind); !ok {
			return "", fmt.Errorf("%s is compared with %s", a.t.Kind, b.t.Kind)
		}
	}
	text := a.hard + " " + op + " " + b.hard
	for _, x := range []access{b, a} {
		if x.soft != "" {
			text = x.soft + ".hasValue() && " + text
		}
	}
	return text, nil
}
