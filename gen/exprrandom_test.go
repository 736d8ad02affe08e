package gen

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// randomExpr writes random expressions that are mostly well typed.
type randomExpr struct {
	*rand.Rand
	vars []readable // the locals in scope
	root []readable // what an answer and the inputs hold
	next int        // number of the next local
}

// readable is an expression that can be read from.
type readable struct {
	text string
	t    *ir.Type
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

var (
	randomStrings = []string{`""`, `"a"`, `"abc"`, `"12"`, `"-7"`, `"1.5"`, `"true"`, `"é"`, `"日本😀"`, `"a,b,,c"`, `" x "`, `"2024-02-29T12:00:00Z"`, `"90s"`, `"A\n\t\"q\\"`}
	randomInts    = []string{"0", "1", "2", "3", "-1", "7", "100", "9007199254740993", "9223372036854775807", "-9223372036854775808"}
	randomDoubles = []string{"0.0", "1.0", "-1.5", "2.5", "1e300", "-0.0", "0.1", "9007199254740993.0", "1e19"}
	scalarTypes   = []*ir.Type{ir.BoolType, ir.IntType, ir.DoubleType, ir.StringType}
)

// local returns the name of a new local.
func (g *randomExpr) local() string {
	g.next++
	return pick(g.Rand, "x", "item", "p", "v", "entry", "err", "ok", "value") + strconv.Itoa(g.next)
}

// with writes an expression in which a local is in scope.
func (g *randomExpr) with(name string, t *ir.Type, f func() string) string {
	g.vars = append(g.vars, readable{name, t})
	defer func() { g.vars = g.vars[:len(g.vars)-1] }()
	return f()
}

// access reads something.
func (g *randomExpr) access(depth int) readable {
	v := pick(g.Rand, g.root...)
	if len(g.vars) > 0 && g.IntN(3) > 0 {
		v = pick(g.Rand, g.vars...)
	}
	for range 6 {
		scalar := v.t.Scalar()
		if scalar && g.IntN(8) > 0 || g.IntN(9) == 0 {
			break
		}
		next, ok := g.step(v, depth)
		if !ok {
			break
		}
		v = next
	}
	return v
}

// step reads a part of a value.
func (g *randomExpr) step(v readable, depth int) (readable, bool) {
	t, optional := v.t, false
	if t.Kind == ir.Optional {
		t, optional = t.Elem, true
	}
	result := func(text string, elem *ir.Type, absent bool) (readable, bool) {
		if (optional || absent) && elem.Kind != ir.Optional {
			elem = ir.OptionalOf(elem)
		}
		return readable{text, elem}, true
	}
	may := g.IntN(3) == 0
	dot, open := ".", "["
	if may {
		dot, open = ".?", "[?"
	}
	switch t.Kind {
	case ir.Object:
		f := pick(g.Rand, t.Object.Fields...)
		if !f.Required && g.IntN(2) == 0 {
			may, dot = true, ".?"
		}
		return result(v.text+dot+fieldText(f.Name), f.Type, may)
	case ir.List:
		return result(v.text+open+g.index(depth)+"]", t.Elem, may)
	case ir.Map:
		if g.IntN(2) == 0 {
			return result(v.text+dot+pick(g.Rand, "a", "b", "c"), t.Elem, may)
		}
		return result(v.text+open+pick(g.Rand, `"a"`, `"b"`, `""`)+"]", t.Elem, may)
	case ir.Dyn:
		return result(v.text+pick(g.Rand, dot+"a", dot+"b", open+"0]", open+`"a"]`), ir.DynType, may)
	}
	return v, false
}

// index writes the index of an element.
func (g *randomExpr) index(depth int) string {
	if depth > 0 && g.IntN(3) == 0 {
		return g.value(ir.IntType, depth-1)
	}
	return pick(g.Rand, "0", "0", "1", "2", "-1")
}

// value writes an expression of type t.
func (g *randomExpr) value(t *ir.Type, depth int) string {
	if depth <= 0 {
		return g.leaf(t)
	}
	switch g.IntN(12) {
	case 0:
		return "(" + g.value(ir.BoolType, depth-1) + " ? " + g.value(t, depth-1) + " : " + g.value(t, depth-1) + ")"
	case 1:
		bound := g.anyType()
		name := g.local()
		init := g.value(bound, depth-1)
		return "cel.bind(" + name + ", " + init + ", " + g.with(name, bound, func() string { return g.value(t, depth-1) }) + ")"
	case 2:
		return pick(g.Rand, "["+g.value(t, depth-1)+", "+g.value(t, depth-1)+"]["+g.index(0)+"]", `{"a": `+g.value(t, depth-1)+`}["a"]`)
	case 3:
		return g.chained(t, depth)
	case 4, 5:
		return g.leaf(t)
	}
	switch t.Kind {
	case ir.Bool:
		return g.condition(depth - 1)
	case ir.Int:
		return g.integer(depth - 1)
	case ir.Double:
		return g.double(depth - 1)
	case ir.String:
		return g.text(depth - 1)
	case ir.List:
		return g.list(t, depth-1)
	case ir.Map:
		return g.mapping(t, depth-1)
	case ir.Uint, ir.Bytes, ir.Timestamp, ir.Duration:
		return g.rare(t, depth-1)
	case ir.Dyn:
		return "dyn(" + g.value(g.anyType(), depth-1) + ")"
	}
	return g.leaf(t)
}

// chained is the value of an optional, or another one.
func (g *randomExpr) chained(t *ir.Type, depth int) string {
	o := g.optional(t, depth-1)
	switch g.IntN(4) {
	case 0:
		return o + ".value()"
	case 1:
		return o + ".or(" + g.optional(t, depth-1) + ").orValue(" + g.value(t, depth-1) + ")"
	}
	return o + ".orValue(" + g.value(t, depth-1) + ")"
}

// optional writes an optional of t.
func (g *randomExpr) optional(t *ir.Type, depth int) string {
	if depth > 0 {
		from := pick(g.Rand, scalarTypes...)
		name := g.local()
		switch g.IntN(6) {
		case 0:
			return g.optional(from, depth-1) + ".optMap(" + name + ", " + g.with(name, from, func() string { return g.value(t, depth-1) }) + ")"
		case 1:
			return g.optional(from, depth-1) + ".optFlatMap(" + name + ", " + g.with(name, from, func() string { return g.optional(t, depth-1) }) + ")"
		case 2:
			return "(" + g.value(ir.BoolType, depth-1) + " ? " + g.optional(t, depth-1) + " : optional.none())"
		case 3:
			return "optional.of(" + g.value(t, depth-1) + ")"
		case 4:
			return "[" + g.value(t, depth-1) + "][?" + g.index(0) + "]"
		}
	}
	for range 6 {
		v := g.access(depth)
		if v.t.Kind == ir.Optional && ir.Same(v.t.Elem, t) {
			return v.text
		}
	}
	return pick(g.Rand, "optional.ofNonZeroValue("+g.leaf(t)+")", "optional.of("+g.leaf(t)+")")
}

// leaf reads a value of type t, or is a literal.
func (g *randomExpr) leaf(t *ir.Type) string {
	for range 5 {
		v := g.access(0)
		switch {
		case ir.Same(v.t.Plain(), t.Plain()):
			return v.text
		case v.t.Kind == ir.Dyn && g.IntN(4) == 0:
			return v.text
		case v.t.Kind == ir.Optional && ir.Same(v.t.Elem.Plain(), t.Plain()):
			return v.text + ".orValue(" + g.literal(t) + ")"
		case t.Kind == ir.String && (v.t.Kind == ir.Int || v.t.Kind == ir.Double || v.t.Kind == ir.Bool):
			return "string(" + v.text + ")"
		case t.Kind == ir.Int && (v.t.Kind == ir.List || v.t.Kind == ir.Map || v.t.Kind == ir.String):
			return "size(" + v.text + ")"
		case t.Kind == ir.Double && v.t.Kind == ir.Int:
			return "double(" + v.text + ")"
		}
	}
	return g.literal(t)
}

func (g *randomExpr) literal(t *ir.Type) string {
	switch t.Kind {
	case ir.Bool:
		return pick(g.Rand, "true", "false")
	case ir.Int:
		return pick(g.Rand, randomInts...)
	case ir.Double:
		return pick(g.Rand, randomDoubles...)
	case ir.String:
		return pick(g.Rand, randomStrings...)
	case ir.List:
		return pick(g.Rand, "[]", "["+g.literal(t.Elem)+"]", "["+g.literal(t.Elem)+", "+g.literal(t.Elem)+"]")
	case ir.Map:
		return pick(g.Rand, "{}", `{"a": `+g.literal(t.Elem)+`}`, `{"a": `+g.literal(t.Elem)+`, "b": `+g.literal(t.Elem)+`}`)
	case ir.Optional:
		return "optional.of(" + g.literal(t.Elem) + ")"
	case ir.Uint:
		return pick(g.Rand, "0u", "1u", "7u", "18446744073709551615u")
	case ir.Bytes:
		return pick(g.Rand, `b""`, `b"abc"`, `b"\xff"`, `bytes("é")`)
	case ir.Timestamp:
		return pick(g.Rand, `timestamp("2024-02-29T23:30:00Z")`, `timestamp("0001-01-01T00:00:00Z")`, `timestamp("9999-12-31T23:59:59.999999999Z")`, `timestamp(0)`, `timestamp("2024-06-01T12:00:00+05:30")`)
	case ir.Duration:
		return pick(g.Rand, `duration("90s")`, `duration("-1.5h")`, `duration("0s")`, `duration("1ns")`, `duration("315576000000s")`)
	}
	return pick(g.Rand, "null", "dyn(1)", "dyn('a')", "dyn([1, 2.0, 'a'])", "dyn({'a': 1})", "dyn(1.0)", "dyn(true)", "dyn(1u)")
}

var rareTypes = []*ir.Type{ir.UintType, ir.BytesType, ir.TimestampType, ir.DurationType}

// rare writes a value of a type that JSON has not.
func (g *randomExpr) rare(t *ir.Type, depth int) string {
	v := func(t *ir.Type) string { return g.value(t, depth) }
	switch t.Kind {
	case ir.Uint:
		return pick(g.Rand, "("+v(t)+pick(g.Rand, " + ", " - ", " * ", " / ", " % ")+v(t)+")", "uint("+v(ir.IntType)+")", "uint("+v(ir.StringType)+")",
			"uint("+v(ir.DoubleType)+")", "math.greatest("+v(t)+", "+v(t)+")", "math.bitAnd("+v(t)+", 3u)", "math.bitShiftLeft("+v(t)+", 3)")
	case ir.Bytes:
		return pick(g.Rand, "bytes("+v(ir.StringType)+")", "("+v(t)+" + "+v(t)+")", "base64.decode(base64.encode("+v(t)+"))")
	case ir.Timestamp:
		return pick(g.Rand, "("+v(t)+pick(g.Rand, " + ", " - ")+v(ir.DurationType)+")", "timestamp("+v(ir.StringType)+")", "timestamp("+v(ir.IntType)+")")
	}
	return pick(g.Rand, "("+v(t)+pick(g.Rand, " + ", " - ")+v(t)+")", "("+v(ir.TimestampType)+" - "+v(ir.TimestampType)+")", "duration("+v(ir.StringType)+")")
}

// anyType returns the type of something that an expression computes.
func (g *randomExpr) anyType() *ir.Type {
	scalar := pick(g.Rand, scalarTypes...)
	switch g.IntN(8) {
	case 0:
		return ir.ListOf(scalar)
	case 1:
		return ir.MapOf(ir.StringType, scalar)
	case 2:
		return ir.DynType
	case 4:
		return pick(g.Rand, rareTypes...)
	case 3:
		if v := g.access(0); v.t.Kind != ir.Optional {
			return v.t.Plain()
		}
	}
	return scalar
}

// source is a list or map to run over.
func (g *randomExpr) source(depth int) readable {
	for range 8 {
		v := g.access(depth)
		if !v.t.Nullable && (v.t.Kind == ir.List || v.t.Kind == ir.Map || v.t.Kind == ir.Dyn) {
			return v
		}
		if o := v.t; o.Kind == ir.Optional && o.Elem.Kind == ir.List && !o.Elem.Nullable {
			return readable{v.text + ".orValue([])", o.Elem}
		}
	}
	t := ir.ListOf(pick(g.Rand, scalarTypes...))
	return readable{g.value(t, depth-1), t}
}

// macro writes a macro over a source, its body of type want.
func (g *randomExpr) macro(name string, depth int, want *ir.Type) (text string, source readable) {
	source = g.source(depth)
	elem, v := source.t.Elem, g.local()
	switch source.t.Kind {
	case ir.Map:
		elem = source.t.Key
	case ir.Dyn:
		elem = ir.DynType
	}
	body := g.with(v, elem, func() string { return g.value(want, depth-1) })
	return source.text + "." + name + "(" + v + ", " + body + ")", readable{"", elem}
}

// macro2 is macro for the macros with two variables.
func (g *randomExpr) macro2(name string, depth int, want *ir.Type) string {
	source := g.source(depth)
	key, elem := ir.IntType, source.t.Elem
	switch source.t.Kind {
	case ir.Map:
		key = source.t.Key
	case ir.Dyn:
		key, elem = ir.DynType, ir.DynType
	}
	k, v := g.local(), g.local()
	body := g.with(k, key, func() string { return g.with(v, elem, func() string { return g.value(want, depth-1) }) })
	return source.text + "." + name + "(" + k + ", " + v + ", " + body + ")"
}

func (g *randomExpr) condition(depth int) string {
	b := func() string { return g.value(ir.BoolType, depth) }
	switch g.IntN(23) {
	case 20:
		t := pick(g.Rand, rareTypes...)
		return g.value(t, depth) + pick(g.Rand, " == ", " != ", " < ", " <= ", " > ", " >= ") + g.value(t, depth)
	case 21:
		t := g.anyList()
		return pick(g.Rand, "sets.contains(", "sets.intersects(", "sets.equivalent(") + g.value(t, depth) + ", " + g.value(t, depth) + ")"
	case 22:
		t := pick(g.Rand, scalarTypes...)
		return g.optional(t, depth) + pick(g.Rand, " == ", " != ") + g.optional(t, depth)
	case 0, 1:
		return "(" + b() + " && " + b() + ")"
	case 2, 3:
		return "(" + b() + " || " + b() + ")"
	case 4:
		return "!" + b()
	case 5, 6:
		t := pick(g.Rand, scalarTypes...)
		return g.value(t, depth) + pick(g.Rand, " == ", " != ", " < ", " <= ", " > ", " >= ") + g.value(t, depth)
	case 7:
		t := g.anyType()
		return g.value(t, depth) + pick(g.Rand, " == ", " != ") + g.value(t, depth)
	case 8:
		return g.access(depth).text + pick(g.Rand, " == ", " != ") + g.access(depth).text
	case 9:
		return g.access(depth).text + pick(g.Rand, " == null", " != null")
	case 10:
		return g.access(depth).text + " in " + g.source(depth).text
	case 11:
		t := pick(g.Rand, scalarTypes...)
		return g.value(t, depth) + " in [" + g.value(t, depth) + ", " + g.value(t, depth) + "]"
	case 12, 13:
		v := g.access(depth)
		if strings.Contains(v.text, "?") || strings.HasSuffix(v.text, "]") || strings.HasSuffix(v.text, ")") || !strings.Contains(v.text, ".") {
			return "type(" + v.text + ") == " + pick(g.Rand, "int", "double", "string", "list", "map", "null_type", "bool", "type(null)")
		}
		i := strings.LastIndex(v.text, ".")
		return "has(" + v.text[:i] + "." + strings.TrimPrefix(v.text[i+1:], "?") + ")"
	case 14:
		text, _ := g.macro(pick(g.Rand, "exists", "all", "exists_one"), depth, ir.BoolType)
		return text
	case 15:
		return g.macro2(pick(g.Rand, "exists", "all", "existsOne"), depth, ir.BoolType)
	case 16:
		return g.value(ir.StringType, depth) + pick(g.Rand, ".contains(", ".startsWith(", ".endsWith(") + g.value(ir.StringType, depth) + ")"
	case 17:
		return g.value(ir.StringType, depth) + `.matches("` + pick(g.Rand, "^a", "[0-9]+", "(é|b)$") + `")`
	case 18:
		o := g.optional(pick(g.Rand, scalarTypes...), depth)
		return o + ".hasValue()"
	}
	return "(" + g.access(depth).text + pick(g.Rand, " < ", " >= ") + g.access(depth).text + ")"
}

func (g *randomExpr) integer(depth int) string {
	n := func() string { return g.value(ir.IntType, depth) }
	switch g.IntN(12) {
	case 8:
		return g.value(ir.TimestampType, depth) + pick(g.Rand, ".getHours(", ".getFullYear(", ".getDayOfWeek(", ".getMilliseconds(", ".getDayOfYear(", ".getDate(") + pick(g.Rand, ")", `"Europe/Berlin")`, `"-08:30")`, `"UTC")`)
	case 9:
		return g.value(ir.DurationType, depth) + pick(g.Rand, ".getHours()", ".getMinutes()", ".getSeconds()", ".getMilliseconds()")
	case 10:
		return pick(g.Rand, "math.bitOr(", "math.bitXor(", "math.bitShiftRight(") + n() + ", " + n() + ")"
	case 11:
		return "int(" + g.value(pick(g.Rand, rareTypes...), depth) + ")"
	case 0, 1:
		return "(" + n() + pick(g.Rand, " + ", " - ", " * ", " / ", " % ") + n() + ")"
	case 2:
		return "size(" + g.value(g.anyList(), depth) + ")"
	case 3:
		return "int(" + g.value(pick(g.Rand, ir.StringType, ir.DoubleType, ir.DynType, ir.IntType), depth) + ")"
	case 4:
		return "size(" + g.value(ir.StringType, depth) + ")"
	case 5:
		return g.value(ir.StringType, depth) + ".indexOf(" + g.value(ir.StringType, depth) + ")"
	case 6:
		return pick(g.Rand, "math.greatest(", "math.least(") + n() + ", " + n() + ")"
	}
	return "-(" + n() + ")"
}

func (g *randomExpr) anyList() *ir.Type { return ir.ListOf(pick(g.Rand, scalarTypes...)) }

func (g *randomExpr) double(depth int) string {
	n := func() string { return g.value(ir.DoubleType, depth) }
	switch g.IntN(6) {
	case 0, 1, 2:
		return "(" + n() + pick(g.Rand, " + ", " - ", " * ", " / ") + n() + ")"
	case 3:
		return "double(" + g.value(pick(g.Rand, ir.StringType, ir.IntType, ir.DynType), depth) + ")"
	case 4:
		return pick(g.Rand, "math.round(", "math.floor(", "math.abs(", "math.sign(") + n() + ")"
	}
	return "-(" + n() + ")"
}

func (g *randomExpr) text(depth int) string {
	s := func() string { return g.value(ir.StringType, depth) }
	switch g.IntN(10) {
	case 0, 1:
		return "(" + s() + " + " + s() + ")"
	case 2, 3:
		return "string(" + g.value(pick(g.Rand, slices.Concat(scalarTypes, rareTypes, []*ir.Type{ir.DynType})...), depth) + ")"
	case 4:
		return s() + pick(g.Rand, ".lowerAscii()", ".upperAscii()", ".trim()", ".reverse()")
	case 5:
		return s() + ".substring(" + g.value(ir.IntType, 0) + ")"
	case 6:
		return s() + ".replace(" + s() + ", " + s() + ")"
	case 7:
		return g.value(ir.ListOf(ir.StringType), depth) + `.join("` + pick(g.Rand, "", ", ") + `")`
	case 8:
		return s() + ".charAt(" + g.value(ir.IntType, 0) + ")"
	}
	if g.IntN(3) == 0 {
		return "base64.encode(" + g.value(ir.BytesType, depth) + ")"
	}
	return `"` + pick(g.Rand, "%s", "%s!") + `".format([` + g.value(g.anyType(), depth) + "])"
}

func (g *randomExpr) list(t *ir.Type, depth int) string {
	e := func() string { return g.value(t.Elem, depth) }
	switch g.IntN(9) {
	case 0:
		return "[" + e() + ", " + e() + "]"
	case 1:
		return "(" + g.value(t, depth) + " + " + g.value(t, depth) + ")"
	case 2, 3:
		text, _ := g.macro("map", depth, t.Elem)
		return text
	case 4:
		v := g.local()
		source := g.value(t, depth)
		return source + ".filter(" + v + ", " + g.with(v, t.Elem, func() string { return g.value(ir.BoolType, depth) }) + ")"
	case 5:
		return g.macro2("transformList", depth, t.Elem)
	case 6:
		return "[?" + g.optional(t.Elem, depth) + ", " + e() + "]"
	case 7:
		return g.value(t, depth) + pick(g.Rand, ".reverse()", ".distinct()", ".slice(0, 1)", ".sort()")
	}
	if t.Elem.Kind == ir.String {
		return g.value(ir.StringType, depth) + `.split(",")`
	}
	return "[" + e() + "]"
}

func (g *randomExpr) mapping(t *ir.Type, depth int) string {
	if g.IntN(3) == 0 {
		source := g.value(ir.MapOf(ir.StringType, pick(g.Rand, scalarTypes...)), depth)
		k, v := g.local(), g.local()
		return source + ".transformMap(" + k + ", " + v + ", " + g.with(k, ir.StringType, func() string { return g.value(t.Elem, depth) }) + ")"
	}
	if g.IntN(3) == 0 {
		return `{?"a": ` + g.optional(t.Elem, depth) + `, "b": ` + g.value(t.Elem, depth) + "}"
	}
	return "{" + g.value(ir.StringType, depth) + ": " + g.value(t.Elem, depth) + "}"
}

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

// randomInputs are the inputs of the tool that the expressions belong to.
func randomInputs() []*sculpt.Input {
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "TOMORROW"}}
	mode := &ir.Enum{Owner: "mode", Values: []string{"a", "b"}}
	enum := func(e *ir.Enum) *ir.Type { return &ir.Type{Kind: ir.String, Enum: e} }
	return []*sculpt.Input{
		{ID: "city", Type: ir.StringType}, {ID: "count", Type: ir.IntType}, {ID: "ratio", Type: ir.DoubleType},
		{ID: "flag", Type: ir.BoolType}, {ID: "day", Type: enum(day)},
		{ID: "maybe_name", Type: ir.OptionalOf(ir.StringType)}, {ID: "maybe_count", Type: ir.OptionalOf(ir.IntType)},
		{ID: "mode", Type: ir.OptionalOf(enum(mode))},
	}
}

// inputVariables are the inputs as expressions read them.
func inputVariables(inputs []*sculpt.Input) []readable {
	var list []readable
	for _, in := range inputs {
		text := "inputs." + in.ID
		if in.Type.Kind == ir.Optional {
			text = "inputs.?" + in.ID
		}
		list = append(list, readable{text, in.Type})
	}
	return list
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
		return pick(r, "0", "1", "2", "-3", "42", "9007199254740993", "9223372036854775807", "-9223372036854775808")
	case ir.Double:
		return pick(r, "0", "-0.0", "1", "2.5", "-1e300", "1e-7", "9007199254740993", "3.0", "0.1")
	case ir.String:
		return pick(r, `""`, `"a"`, `"b"`, `"abc"`, `"12"`, `"1.5"`, `"\u0000"`, `"é"`, `"日本😀"`, `"\ud800"`, `"a,b"`, `"TODAY"`, `"true"`)
	case ir.List:
		elems := make([]string, r.IntN(4))
		for i := range elems {
			elems[i] = randomJSON(r, t.Elem, wild)
		}
		return "[" + strings.Join(elems, ", ") + "]"
	case ir.Map:
		var members []string
		for _, key := range []string{"a", "b", "", "é"} {
			if r.IntN(2) == 0 {
				members = append(members, strconv.Quote(key)+": "+randomJSON(r, t.Elem, wild))
			}
		}
		return "{" + strings.Join(members, ", ") + "}"
	case ir.Object:
		return randomObjectJSON(r, t.Object, wild)
	}
	return pick(r, "null", "1", "2.5", `"a"`, "true", "[]", `[1, "a", null]`, `{"a": 1, "b": {"a": "x"}}`, `{"a": null}`, "{}", "9007199254740993", `[{"a": 1}, {"a": 2}]`)
}

func randomObjectJSON(r *rand.Rand, o *ir.ObjectType, wild int) string {
	var members []string
	for _, f := range o.Fields {
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
