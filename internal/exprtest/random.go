package exprtest

import (
	"math/rand/v2"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// randomExpr writes random expressions that are mostly well typed.
type randomExpr struct {
	*rand.Rand
	vars []readable // the locals in scope
	root []readable // what an answer and the inputs hold
	next int        // number of the next local
}

// newRandomExpr returns a writer of expressions that read an answer, which expressions name, and inputs.
func newRandomExpr(r *rand.Rand, answer string, t *ir.Type, inputs ...readable) *randomExpr {
	root := []readable{{answer, t}, {answer, t}}
	return &randomExpr{Rand: r, root: append(root, inputs...)}
}

// RandomExpression returns an expression that reads an answer of type t, which expressions name, and the input city.
func RandomExpression(r *rand.Rand, answer string, t *ir.Type) string {
	g := newRandomExpr(r, answer, t, readable{"inputs.city", ir.StringType})
	return g.value(g.anyType(), 3)
}

// readable is an expression that can be read from.
type readable struct {
	text string
	t    *ir.Type
}

// pick returns one of the choices.
func pick[T any](r *rand.Rand, choices ...T) T { return choices[r.IntN(len(choices))] }

var (
	randomStrings = []string{
		`""`, `"a"`, `"abc"`, `"12"`, `"-7"`, `"1.5"`, `"true"`, `"é"`, `"日本😀"`, `"a,b,,c"`, `" x "`, `"2024-02-29T12:00:00Z"`, `"2024-02-29T12:00:00.5+05:30"`, `"90s"`, `"A\n\t\"q\\"`,
		`"e\u0301e\u0301"`, `"\U0001F468\u200d\U0001F469"`, `"\ufffd"`, `"\u2028<&>"`, `"\u0000x"`, `"ǅß"`, `"1e400"`, `"9007199254740993"`, `"12345678901234567890"`, `"-0"`, `"NaN"`, `"10.0.0.1"`, `"::1"`, `"10.0.0.0/8"`, `"İ"`,
	}
	randomInts    = []string{"0", "1", "2", "3", "-1", "7", "100", "9007199254740993", "9223372036854775807", "-9223372036854775808"}
	randomDoubles = []string{"0.0", "1.0", "-1.5", "2.5", "1e300", "-0.0", "0.1", "9007199254740993.0", "1e19", "5e-324", "1e-400", "-1e308", "0.5", "9223372036854775807.0", "1e21", "123456.789", "(0.0 / 0.0)", "(1.0 / 0.0)"}
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
		f := pick(g.Rand, t.Object.Fields()...)
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
	switch g.IntN(14) {
	case 12:
		return g.narrowed(t, depth)
	case 13:
		return g.kept(t, depth)
	case 0:
		return "(" + g.value(ir.BoolType, depth-1) + " ? " + g.value(t, depth-1) + " : " + g.value(t, depth-1) + ")"
	case 1:
		bound := g.anyType()
		if bound.Kind == ir.TypeName { // the reference cannot plan a local that holds a type
			bound = ir.IntType
		}
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
	depth--
	switch {
	case t.Kind == ir.List && g.IntN(2) == 0:
		return g.list(t, depth)
	case t.Kind == ir.List:
		return g.form(formsOfList, t.Elem, depth)
	case t.Kind == ir.Map:
		return g.mapping(t, depth)
	case t.Kind == ir.Bool && g.IntN(4) == 0:
		return g.condition(depth)
	case forms[t.Kind] != nil:
		return g.form(forms[t.Kind], nil, depth)
	}
	return g.leaf(t)
}

// typeNames are the types that conditions on a dyn ask for.
var typeNames = map[ir.Kind]string{ir.Bool: "bool", ir.Int: "int", ir.Double: "double", ir.String: "string", ir.List: "list", ir.Map: "map"}

// narrowed reads a value where a condition has shown that it is there, that it is not null, or of which type it is.
func (g *randomExpr) narrowed(t *ir.Type, depth int) string {
	other := g.value(t, depth-1)
	for range 8 {
		v := g.access(0)
		i := strings.LastIndex(v.text, ".?")
		whole := strings.Contains(v.text, ".") && !strings.Contains(v.text, "?")
		switch {
		case v.t.Nullable && whole && ir.Same(v.t.Plain(), t.Plain()):
			return pick(g.Rand, "("+v.text+" == null ? "+other+" : "+v.text+")", "("+v.text+" != null && "+g.value(ir.BoolType, depth-1)+" ? "+v.text+" : "+other+")")
		case v.t.Kind == ir.Dyn && whole && typeNames[t.Kind] != "":
			is := "type(" + v.text + ") == " + typeNames[t.Kind]
			return pick(g.Rand, "("+is+" ? "+v.text+" : "+other+")", "("+is+" && "+v.text+" == "+other+" ? "+v.text+" : "+other+")", "(!("+is+") ? "+other+" : "+v.text+")")
		case v.t.Kind == ir.Optional && i > 0 && strings.Count(v.text, "?") == 1 && !strings.ContainsAny(v.text[i+2:], ".[(") && ir.Same(v.t.Elem.Plain(), t.Plain()):
			x, field := v.text[:i], v.text[i+2:]
			if v.t.Elem.Nullable && g.IntN(2) == 0 {
				return "(" + v.text + ".orValue(null) == null ? " + other + " : " + x + "." + field + ")"
			}
			return "(has(" + x + "." + field + ")" + pick(g.Rand, "", " && "+g.value(ir.BoolType, depth-1)) + " ? " + x + "." + field + " : " + other + ")"
		}
	}
	return other
}

// kept reads a value from the elements that a filter keeps, whose condition may have shown that it is there, or not null.
func (g *randomExpr) kept(t *ir.Type, depth int) string {
	other := g.value(t, depth-1)
	for range 12 {
		source := g.source(0)
		if source.t.Kind != ir.List || source.t.Elem.Kind != ir.Object {
			continue
		}
		f := pick(g.Rand, source.t.Elem.Object.Fields()...)
		if !ir.Same(f.Type.Plain(), t.Plain()) {
			continue
		}
		v, w := g.local(), g.local()
		read := "." + fieldText(f.Name)
		cond := g.with(v, source.t.Elem, func() string { return g.value(ir.BoolType, depth-1) })
		shown := pick(g.Rand, "", "has("+v+read+")", v+read+" != null", v+".?"+fieldText(f.Name)+".hasValue()", v+".?"+fieldText(f.Name)+".orValue(null) != null", v+" != null && "+v+read+" != null", v+read+" == "+other)
		if shown != "" {
			cond = pick(g.Rand, shown, shown+" && "+cond, cond+" && "+shown, shown+" || "+cond)
		}
		filter := source.text + ".filter(" + v + ", " + cond + ")"
		sorted := filter + pick(g.Rand, "", "", ".reverse()", ".sortBy("+w+", "+w+read+")", ".slice(0, 1)", ".take(2)", ".groupBy("+w+", "+w+read+")[0]")
		return pick(g.Rand,
			filter+"[0]"+read, sorted+"[0]"+read, sorted+".map("+w+", "+w+read+")[0]", sorted+"."+pick(g.Rand, "first", "last")+"().optMap("+w+", "+w+read+").orValue("+other+")",
			"cel.bind("+w+", "+sorted+", "+w+".map("+v+", "+v+read+").size() > 1 ? "+w+"[1]"+read+" : "+other+")", "cel.bind("+w+", "+sorted+"[0], "+w+read+")",
		)
	}
	return other
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
	if depth > 0 && g.IntN(3) > 0 {
		return g.form(formsOfOptional, t, depth-1)
	}
	for range 6 {
		v := g.access(depth)
		switch {
		case v.t.Kind == ir.Optional && ir.Same(v.t.Elem, t):
			return v.text
		case v.t.Kind == ir.Optional && ir.Same(v.t.Elem.Plain(), t):
			return v.text + ".unlessNull()"
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
			return v.text + pick(g.Rand, "", ".unlessNull()") + ".orValue(" + g.literal(t) + ")"
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
	case ir.IP:
		return pick(g.Rand, `ip("10.0.0.1")`, `ip("::1")`, `ip("fe80::1")`, `ip("224.0.0.1")`, `ip("2001:db8::1")`)
	case ir.CIDR:
		return pick(g.Rand, `cidr("10.0.0.0/8")`, `cidr("10.1.2.3/16")`, `cidr("::/0")`, `cidr("2001:db8::/32")`)
	case ir.TypeName:
		return pick(g.Rand, "int", "double", "string", "list", "map", "null_type", "bool", "bytes", "uint", "type", "net.IP", "net.CIDR", "google.protobuf.Timestamp", "google.protobuf.Duration", "optional_type")
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

// rareTypes are those that JSON has not; the first four are ordered.
var rareTypes = []*ir.Type{ir.UintType, ir.BytesType, ir.TimestampType, ir.DurationType, ir.IPType, ir.CIDRType, ir.TypeNameType}

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

// plain is something to read that is no optional.
func (g *randomExpr) plain(depth int) readable {
	for range 8 {
		if v := g.access(depth); v.t.Kind != ir.Optional {
			return v
		}
	}
	return readable{g.leaf(ir.IntType), ir.IntType}
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
	return g.macroOf(name, depth, func() string { return g.value(want, depth-1) })
}

// nested writes a loop in a loop, whose condition can read the elements of both.
func (g *randomExpr) nested() string {
	kind := func() string { return pick(g.Rand, "exists", "all", "exists_one") }
	text, _ := g.macroOf(kind(), 1, func() string {
		inner, _ := g.macroOf(kind(), 1, func() string { return g.value(ir.BoolType, 2) })
		return inner
	})
	return text
}

// macroOf is macro with another body.
func (g *randomExpr) macroOf(name string, depth int, body func() string) (text string, source readable) {
	source = g.source(depth)
	elem, v := source.t.Elem, g.local()
	switch source.t.Kind {
	case ir.Map:
		elem = source.t.Key
	case ir.Dyn:
		elem = ir.DynType
	}
	return source.text + "." + name + "(" + v + ", " + g.with(v, elem, body) + ")", readable{"", elem}
}

// macro2 is macro for the macros with two variables, and with as many bodies as it wants.
func (g *randomExpr) macro2(name string, depth int, want ...*ir.Type) string {
	source := g.source(depth)
	key, elem := ir.IntType, source.t.Elem
	switch source.t.Kind {
	case ir.Map:
		key = source.t.Key
	case ir.Dyn:
		key, elem = ir.DynType, ir.DynType
	}
	k, v := g.local(), g.local()
	text := source.text + "." + name + "(" + k + ", " + v
	for _, t := range want {
		text += ", " + g.with(k, key, func() string { return g.with(v, elem, func() string { return g.value(t, depth-1) }) })
	}
	return text + ")"
}

// condition writes a condition that a macro makes.
func (g *randomExpr) condition(depth int) string {
	switch g.IntN(3) {
	case 0:
		v := g.access(depth)
		name := strings.LastIndex(v.text, ".")
		if strings.HasSuffix(v.text, "`") { // a name in backquotes can have dots
			name = strings.LastIndex(v.text, ".`")
		}
		i := max(name, strings.LastIndex(v.text, ".?`"))
		if i < 0 || strings.Contains(v.text[:i], "?") || strings.HasSuffix(v.text, "]") || strings.HasSuffix(v.text, ")") {
			return g.leaf(ir.BoolType)
		}
		return "has(" + v.text[:i] + "." + strings.TrimPrefix(v.text[i+1:], "?") + ")"
	case 1:
		text, _ := g.macro(pick(g.Rand, "exists", "all", "exists_one"), depth, ir.BoolType)
		return text
	}
	return g.macro2(pick(g.Rand, "exists", "all", "existsOne"), depth, ir.BoolType)
}

// list writes a list that a macro makes.
func (g *randomExpr) list(t *ir.Type, depth int) string {
	v := g.local()
	source := g.value(t, depth)
	where := func() string { return g.with(v, t.Elem, func() string { return g.value(ir.BoolType, depth) }) }
	switch g.IntN(7) {
	case 0:
		return source + ".filter(" + v + ", " + where() + ")"
	case 1:
		return source + ".map(" + v + ", " + where() + ", " + g.with(v, t.Elem, func() string { return g.value(t.Elem, depth) }) + ")"
	case 2:
		return g.macro2("transformList", depth, t.Elem)
	case 5:
		return g.macro2("transformList", depth, ir.BoolType, t.Elem)
	case 3:
		return source + ".sortBy(" + v + ", " + g.with(v, t.Elem, func() string { return g.value(pick(g.Rand, scalarTypes...), depth) }) + ")"
	case 4:
		if t.Elem.Kind == ir.String {
			return g.value(ir.StringType, depth) + ".split(" + pick(g.Rand, `",")`, `"")`, `",", `+g.value(ir.IntType, 0)+")")
		}
		if t.Elem.Kind == ir.Int {
			return "lists.range(" + pick(g.Rand, "0", "1", "5", "-1", "math.least(9, "+g.value(ir.IntType, depth)+")") + ")"
		}
	}
	text, _ := g.macro("map", depth, t.Elem)
	return text
}

// mapping writes a map with string keys.
func (g *randomExpr) mapping(t *ir.Type, depth int) string {
	value := func() string { return g.value(t.Elem, depth) }
	k, v := g.local(), g.local()
	elem := pick(g.Rand, scalarTypes...)
	inside := func(t *ir.Type) string {
		return g.with(k, ir.StringType, func() string { return g.with(v, elem, func() string { return g.value(t, depth) }) })
	}
	switch g.IntN(6) {
	case 0:
		return g.value(ir.MapOf(ir.StringType, elem), depth) + ".transformMap(" + k + ", " + v + ", " + inside(t.Elem) + ")"
	case 1:
		return g.value(ir.MapOf(ir.StringType, elem), depth) + ".transformMap(" + k + ", " + v + ", " + inside(ir.BoolType) + ", " + inside(t.Elem) + ")"
	case 2:
		return g.value(ir.MapOf(ir.StringType, elem), depth) + ".transformMapEntry(" + k + ", " + v + ", {" + inside(ir.StringType) + ": " + inside(t.Elem) + "})"
	case 3:
		return `{?"a": ` + g.optional(t.Elem, depth) + `, "b": ` + value() + ", ?" + g.value(ir.StringType, 0) + ": " + g.optional(t.Elem, depth) + "}"
	case 4:
		return "{" + g.value(ir.StringType, depth) + ": " + value() + ", " + g.value(ir.StringType, depth) + ": " + value() + "}"
	}
	return "{" + g.value(ir.StringType, depth) + ": " + value() + "}"
}

// Inputs are the inputs of the tool that the expressions belong to, always the same.
func Inputs() []*plan.Input { return inputs }

var inputs = newInputs()

func newInputs() []*plan.Input {
	day := &ir.Enum{Owner: "day", Values: []string{"TODAY", "TOMORROW"}}
	mode := &ir.Enum{Owner: "mode", Values: []string{"a", "b"}}
	enum := func(e *ir.Enum) *ir.Type { return &ir.Type{Kind: ir.String, Enum: e} }
	return []*plan.Input{
		{ID: "city", Type: ir.StringType}, {ID: "count", Type: ir.IntType}, {ID: "ratio", Type: ir.DoubleType},
		{ID: "flag", Type: ir.BoolType}, {ID: "day", Type: enum(day)},
		{ID: "maybe_name", Type: ir.OptionalOf(ir.StringType)}, {ID: "maybe_count", Type: ir.OptionalOf(ir.IntType)},
		{ID: "mode", Type: ir.OptionalOf(enum(mode))},
	}
}

// inputVariables are the inputs as expressions read them.
func inputVariables(inputs []*plan.Input) []readable {
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
