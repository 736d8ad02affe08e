package importer

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// flipped are the operators for operands in the reverse order.
var flipped = map[string]string{"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}

// compare returns a comparison in CEL.
func (s *scope) compare(op string, x, y value) (string, error) {
	switch {
	case x.read == nil && y.read == nil:
		return "", errors.New("two constants are compared")
	case x.read == nil:
		return s.compare(flipped[op], y, x)
	case y.read != nil:
		return compareReads(op, *x.read, *y.read)
	case y.constant == nil:
		return compareNull(op, *x.read)
	}
	if op == "==" || op == "!=" {
		text, isText := y.constant.(string)
		truth, isBool := y.constant.(bool)
		switch {
		case isText && x.read.choice != nil:
			return chosen(op, *x.read, text)
		case isBool && x.read.t.Kind == ir.Bool && !x.read.t.Nullable:
			return isTrue(*x.read, truth == (op == "=="), op == "!="), nil
		}
	}
	return compareConstant(op, *x.read, y.constant)
}

// compareConstant compares a value with a literal. Texts are compared without regard to case, as Arazzo does.
func compareConstant(op string, a access, constant any) (string, error) {
	a, literal, err := matched(op, a, constant)
	if err != nil {
		return "", err
	}
	compared := func(x string) string { return x + " " + op + " " + literal }
	if text, ok := constant.(string); ok && a.t.Kind == ir.String && strings.ToLower(text) != strings.ToUpper(text) && a.t.Enum == nil {
		literal = strconv.Quote(strings.ToLower(text))
		compared = func(x string) string { return x + ".lowerAscii() " + op + " " + literal }
	}
	if a.soft == "" && a.t.Nullable {
		return a.hard + " != null && " + compared(a.hard), nil
	}
	return a.holds(op == "!=", compared), nil
}

// chosen returns the comparison of an enum input with a value in the spelling of the document.
func chosen(op string, a access, text string) (string, error) {
	for _, v := range a.choice.values {
		if strings.EqualFold(v.text, text) {
			in := access{hard: "inputs." + a.choice.id}
			if a.soft != "" {
				in.soft = "inputs.?" + a.choice.id
			}
			return in.holds(op == "!=", func(x string) string { return x + " " + op + " " + strconv.Quote(v.name) }), nil
		}
	}
	return "", fmt.Errorf("%q is no value of the input", text)
}

// isTrue returns the condition that a boolean has a value. Where it is absent, the condition is ifAbsent.
func isTrue(a access, wanted, ifAbsent bool) string {
	text := a.hard
	if a.soft != "" {
		text = a.soft + ".orValue(" + strconv.FormatBool(wanted == ifAbsent) + ")"
	}
	if !wanted {
		return "!" + text
	}
	return text
}

// compareNull compares a value with null, which is what a runtime expression reads where a value is absent.
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

// matched returns a value and a literal that CEL can compare: it converts the value, or writes the literal as one of its type.
func matched(op string, a access, constant any) (access, string, error) {
	equality := op == "==" || op == "!="
	text, isText := constant.(string)
	number, isNumber := numberOf(constant)
	truth, isBool := constant.(bool)
	switch kind := a.t.Kind; {
	case isNumber && (kind == ir.Int || kind == ir.Double || kind == ir.String && !equality):
		if kind == ir.Int && number == math.Trunc(number) {
			return a, strconv.FormatInt(int64(number), 10), nil
		}
		a, _ = a.as(ir.Double)
		return a, float(number), nil
	case isText && (kind == ir.String || kind == ir.Dyn):
		return a, strconv.Quote(text), nil
	case isNumber && kind == ir.String:
		return a, strconv.Quote(fmt.Sprint(constant)), nil
	case isNumber && kind == ir.Dyn:
		return a, float(number), nil
	case isBool && equality && (kind == ir.Bool || kind == ir.Dyn):
		return a, strconv.FormatBool(truth), nil
	}
	return a, "", fmt.Errorf("%v is compared with %s", constant, a.t.Kind)
}

// numberOf returns a literal as a number, also one that is the text of a number.
func numberOf(constant any) (n float64, ok bool) {
	switch c := constant.(type) {
	case int64:
		return float64(c), true
	case float64:
		return c, true
	case string:
		n, err := strconv.ParseFloat(c, 64)
		return n, err == nil
	}
	return 0, false
}

// float returns a number as a literal of the type double.
func float(f float64) string {
	text := strconv.FormatFloat(f, 'f', -1, 64)
	if !strings.Contains(text, ".") {
		text += ".0"
	}
	return text
}

// compareReads compares two values that are read. It is false if one of them is absent.
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
