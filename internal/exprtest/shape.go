package exprtest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// randomShape returns a random type of a JSON value.
func randomShape(r *rand.Rand, name string, depth int) *ir.Type {
	t := pick(r, scalarTypes...)
	if depth > 0 {
		switch r.IntN(9) {
		case 0, 1:
			t = ir.ListOf(randomShape(r, name, depth-1))
		case 2:
			t = ir.MapOf(ir.StringType, randomShape(r, name, depth-1))
		case 3, 4, 5:
			t = randomObject(r, name, depth-1)
		case 6:
			return ir.DynType
		}
	}
	if r.IntN(4) == 0 {
		return t.OrNull()
	}
	return t
}

var (
	fieldNames = []string{"a", "b", "c", "type", "err", "value", "len", "items", "range", "string", "name", "id"}
	oddNames   = []string{"@id", "@type", "content-type", "a b", "ümlaut", "in", "package", "it's", "a}b", "@", "日本", "a.b", "null", "-"}
)

// fieldText is the name of a field as an expression has it.
func fieldText(name string) string {
	if slices.Contains(oddNames, name) {
		return "`" + name + "`"
	}
	return name
}

func randomObject(r *rand.Rand, name string, depth int) *ir.Type {
	o := &ir.ObjectType{Name: name + strconv.Itoa(r.IntN(1e9))}
	for range 2 + r.IntN(4) {
		name := pick(r, fieldNames...)
		if r.IntN(6) == 0 {
			name = pick(r, oddNames...)
		}
		o.Add(&ir.Field{Name: name, Type: randomShape(r, o.Name, depth), Required: r.IntN(2) == 0})
	}
	return ir.ObjectOf(o)
}

// randomJSON writes a value of type t. One in wild is something else.
func randomJSON(r *rand.Rand, t *ir.Type, wild int) string {
	if wild > 0 && r.IntN(wild) == 0 {
		return pick(r, "null", `"x"`, "1", "[]", "{}", "true", "1.5")
	}
	if t.Nullable && r.IntN(3) == 0 {
		return "null"
	}
	switch t.Kind {
	case ir.Bool:
		return pick(r, "true", "false")
	case ir.Int:
		return pick(r, "0", "1", "2", "-3", "42", "-0", "9007199254740993", "9223372036854775807", "-9223372036854775808")
	case ir.Double:
		return pick(r, "0", "-0.0", "1", "2.5", "-1e300", "1e-7", "9007199254740993", "3.0", "0.1", "-0", "1e-400", "5e-324", "12345678901234567890", "1E2", "1.7976931348623157e308", "1e400")
	case ir.String:
		return pick(r, `""`, `"a"`, `"b"`, `"abc"`, `"12"`, `"1.5"`, `"\u0000"`, `"é"`, `"日本😀"`, `"\ud800"`, `"a,b"`, `"TODAY"`, `"true"`,
			`"e\u0301x"`, `"\ud83d\ude00"`, `"\udc00\ud800z"`, `"\ufffd"`, `"\u2028<&>\u007f"`, `"\/\b\f"`, `"12345678901234567890"`, `"1e400"`, `"2024-02-29T23:59:60Z"`, `"2024-06-30T23:59:59.999999999-11:30"`,
			`"1h30m"`, `"10.1.2.3"`, `"fe80::1%eth0"`, `"10.0.0.0/8"`, `"Europe/Berlin"`, `"{\"a\": [1]}"`, `"YQ=="`)
	case ir.List:
		elems := make([]string, r.IntN(4))
		for i := range elems {
			elems[i] = randomJSON(r, t.Elem, wild)
		}
		return "[" + strings.Join(elems, ", ") + "]"
	case ir.Map:
		var members []string
		for _, key := range []string{`"a"`, `"b"`, `""`, `"é"`, `"e\u0301"`, `"\ud83d\ude00"`, `"a.b"`} {
			if r.IntN(3) == 0 {
				members = append(members, key+": "+randomJSON(r, t.Elem, wild))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case ir.Object:
		return randomObjectJSON(r, t.Object, wild)
	}
	return pick(r, "null", "1", "2.5", `"a"`, "true", "[]", `[1, "a", null]`, `{"a": 1, "b": {"a": "x"}}`, `{"a": null}`, "{}", "9007199254740993", `[{"a": 1}, {"a": 2}]`,
		"-0", "1e-400", "1e400", "12345678901234567890", `"\ud800é"`, `{"a": [[{"b": {"a": [null, {"b": -1.5e300}]}}]], "b": "e\u0301"}`, `[[], {}, "", null, false]`, `{"\ud83d\ude00": 1, "": 2}`)
}

func randomObjectJSON(r *rand.Rand, o *ir.ObjectType, wild int) string {
	var members []string
	for _, f := range o.Fields() {
		if !f.Required && r.IntN(3) == 0 || wild > 0 && r.IntN(wild) == 0 {
			continue
		}
		value := randomJSON(r, f.Type, wild)
		if !f.Required && r.IntN(8) == 0 {
			value = "null" // undocumented, where the type does not allow it
		}
		members = append(members, fmt.Sprintf("%q: %s", f.Name, value))
	}
	return "{" + strings.Join(members, ", ") + "}"
}
