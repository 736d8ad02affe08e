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

// compare returns a comparison in CEL. A simple condition has no regard to the case of texts, where a query of JSONPath has.
func (s *scope) compare(op string, x, y value, simple bool) (string, error) {
	switch {
	case x.read == nil && y.read == nil:
		return "", errors.New("two constants are compared")
	case x.read == nil:
		return s.compare(flipped[op], y, x, simple)
	case y.read != nil:
		return compareReads(op, *x.read, *y.read, simple)
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
	return compareConstant(op, *x.read, y.constant, simple)
}

// compareConstant compares a value with a literal.
func compareConstant(op string, a access, constant any, simple bool) (string, error) {
	if _, isNumber := numberOf(constant); isNumber && !simple && (a.t.Kind == ir.String) != isText(constant) && a.t.Kind != ir.Dyn {
		return "", fmt.Errorf("%v is compared with %s", constant, a.t.Kind)
	}
	a, literal, err := matched(op, a, constant)
	if err != nil {
		return "", err
	}
	compared := func(x string) string { return x + " " + op + " " + literal }
	if simple && isText(constant) && lowered(literal) != strings.ToUpper(literal) {
		compared = func(x string) string { return x + ".lowerAscii() " + op + " " + lowered(literal) }
	}
	if kind := map[bool]string{true: "string", false: "double"}[isText(constant)]; a.t.Kind == ir.Dyn && constant != nil && !isBool(constant) {
		inner := compared
		if compared = func(x string) string { return "type(" + x + ") == " + kind + " && " + inner(x) }; op == "!=" {
			compared = func(x string) string { return "type(" + x + ") != " + kind + " || " + inner(x) }
		}
	}
	if a.soft == "" && a.t.Nullable {
		if op == "!=" {
			return "(" + a.hard + " == null || " + compared(a.hard) + ")", nil
		}
		return a.hard + " != null && " + compared(a.hard), nil
	}
	return a.holds(op == "!=", compared), nil
}

func isText(constant any) bool {
	_, ok := constant.(string)
	return ok
}

func isBool(constant any) bool {
	_, ok := constant.(bool)
	return ok
}

// lowered returns a text with its ASCII letters in lower case, as lowerAscii has it.
func lowered(text string) string {
	return strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, text)
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
	case op == "==":
		return "", errors.New("the document promises a value there, so that it is never null")
	}
	return "true", nil
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

// compareReads compares two values that are read. If one of them is absent, they are not equal.
func compareReads(op string, a, b access, simple bool) (string, error) {
	if op == "!=" {
		text, err := compareReads("==", a, b, simple)
		return "!(" + text + ")", err
	}
	if a.t.Kind != b.t.Kind && a.t.Kind != ir.Dyn && b.t.Kind != ir.Dyn {
		var ok bool
		if b, ok = b.as(a.t.Kind); !ok {
			return "", fmt.Errorf("%s is compared with %s", a.t.Kind, b.t.Kind)
		}
	}
	x, y := a.hard, b.hard
	if simple {
		x, y = a.folded(), b.folded()
	}
	text := x + " " + op + " " + y
	for _, x := range []access{b, a} {
		if x.soft != "" {
			text = x.soft + ".hasValue() && " + text
		}
	}
	return text, nil
}

// folded returns a text in lower case, and any other value as it is.
func (a access) folded() string {
	switch a.t.Kind {
	case ir.String:
		return a.hard + ".lowerAscii()"
	case ir.Dyn:
		return "(type(" + a.hard + ") == string ? dyn(string(" + a.hard + ").lowerAscii()) : " + a.hard + ")"
	}
	return a.hard
}
