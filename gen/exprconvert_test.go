//go:build !race

package gen

import (
	"fmt"
	"testing"
)

// conversions are CEL's functions that take values of many types and make one of each.
var conversions = []string{"string", "int", "uint", "double", "bool", "bytes", "duration", "timestamp", "type", "dyn", "size"}

// converted are values of each type, and texts that are one of another type.
var converted = []string{
	"null", "true", "7", "7u", "1.5", `"é"`, `"7"`, `"true"`, `"90s"`, `"2026-11-22T01:02:03Z"`, `b"7"`, `duration("90s")`, `timestamp("2026-11-22T01:02:03Z")`,
	"[1]", `{"a": 1}`, "int", "optional.of(1)", `ip("::1")`, `cidr("::/8")`,
}

// untyped are the ways in which a value can be a dyn: one that says so, and parts of one, of which CEL's checker knows no type at all.
var untyped = []string{"%s(dyn(%s))", "%s(dyn([%s]).first().value())", "dyn([[%[2]s]]).flatten().map(x, %[1]s(x))"}

// TestConversions holds conversions of untyped values, of each type, to the reference interpreter.
func TestConversions(t *testing.T) {
	var texts []string
	for _, function := range conversions {
		for _, value := range converted {
			for _, form := range untyped {
				texts = append(texts, fmt.Sprintf(form, function, value))
			}
		}
	}
	for _, value := range converted { // functions with overloads of different lengths
		texts = append(texts, fmt.Sprintf("math.least(dyn([%s]).first().value(), 1.5)", value), fmt.Sprintf("math.greatest(1, dyn([%s]).first().value())", value))
	}
	holdToReference(t, texts)
}
