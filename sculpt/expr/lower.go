package expr

import (
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// lowerer turns one checked expression into a tree. After a problem it goes on with a placeholder, so that all problems
// of an expression are found; the tree is then of no use.
type lowerer struct {
	env      *Env
	ast      *ast.AST
	text     string
	locals   []*ir.Local // innermost last
	problems []Problem
}

// root lowers the whole expression.
func (l *lowerer) root(json bool) ir.Node {
	if json {
		return l.json(l.ast.Expr())
	}
	return l.lower(l.ast.Expr())
}

// fail notes a problem at e and returns a placeholder.
func (l *lowerer) fail(e ast.Expr, format string, args ...any) ir.Node {
	offset, length := span(l.ast, l.text, e.ID())
	l.problems = append(l.problems, Problem{offset, length, fmt.Sprintf(format, args...)})
	return &ir.Const{T: ir.DynType}
}

// checked is the type that CEL's checker inferred for e.
func (l *lowerer) checked(e ast.Expr) *ir.Type { return l.env.provider.irType(l.ast.GetType(e.ID())) }

func (l *lowerer) lower(e ast.Expr) ir.Node {
	switch e.Kind() {
	case ast.LiteralKind:
		return l.literal(e)
	case ast.IdentKind:
		return l.ident(e)
	case ast.SelectKind:
		return l.selectField(e)
	case ast.ListKind:
		return l.list(e, l.lower)
	case ast.MapKind:
		return l.mapLiteral(e)
	case ast.CallKind:
		return l.call(e)
	case ast.ComprehensionKind:
		return l.comprehension(e, l.lower)
	}
	return l.fail(e, "messages are Protobuf, which OpenAPI has not")
}

func (l *lowerer) literal(e ast.Expr) ir.Node {
	switch v := e.AsLiteral().(type) {
	case types.Bool:
		return &ir.Const{T: ir.BoolType, Value: bool(v)}
	case types.Int:
		return &ir.Const{T: ir.IntType, Value: int64(v)}
	case types.Uint:
		return &ir.Const{T: ir.UintType, Value: uint64(v)}
	case types.Double:
		return &ir.Const{T: ir.DoubleType, Value: float64(v)}
	case types.String:
		return &ir.Const{T: ir.StringType, Value: string(v)}
	case types.Bytes:
		return &ir.Const{T: ir.BytesType, Value: []byte(v)}
	}
	return &ir.Const{T: ir.NullType}
}

// ident lowers a name: a local, or the name of a type. The containers never stand alone.
func (l *lowerer) ident(e ast.Expr) ir.Node {
	name := strings.TrimPrefix(e.AsIdent(), ".")
	if local := l.local(e.AsIdent()); local != nil {
		return &ir.Ref{To: local}
	}
	if t, ok := l.env.declared[name]; ok {
		return &ir.Root{T: t, Kind: ir.VarRoot, Name: name}
	}
	if l.ast.GetType(e.ID()).Kind() == types.TypeKind {
		return &ir.Const{T: ir.TypeNameType, Value: name}
	}
	return l.fail(e, "%s is no value of its own: name one of its members", name)
}

func (l *lowerer) local(name string) *ir.Local {
	for i := len(l.locals) - 1; i >= 0; i-- {
		if l.locals[i].Name == name {
			return l.locals[i]
		}
	}
	return nil
}

// with runs f with the locals in scope.
func (l *lowerer) with(f func(), locals ...*ir.Local) {
	depth := len(l.locals)
	l.locals = append(l.locals, locals...)
	f()
	l.locals = l.locals[:depth]
}

// list lowers a list literal, its elements with element.
func (l *lowerer) list(e ast.Expr, element func(ast.Expr) ir.Node) ir.Node {
	literal := e.AsList()
	lit := &ir.ListLit{OptionalAt: map[int]bool{}}
	for _, i := range literal.OptionalIndices() {
		lit.OptionalAt[int(i)] = true
	}
	var elem *ir.Type
	for i, x := range literal.Elements() {
		n := element(x)
		lit.Elems = append(lit.Elems, n)
		t := n.Type()
		if lit.OptionalAt[i] && t.Kind == ir.Optional {
			t = t.Elem
		}
		elem = unify(elem, t)
	}
	if elem == nil {
		elem = l.checked(e).Elem
	}
	lit.T = ir.ListOf(elem)
	for i, n := range lit.Elems {
		want := elem
		if lit.OptionalAt[i] {
			want = ir.OptionalOf(elem)
		}
		lit.Elems[i] = l.convert(n, want, literal.Elements()[i])
	}
	return lit
}

// mapLiteral lowers a map literal.
func (l *lowerer) mapLiteral(e ast.Expr) ir.Node {
	lit := &ir.MapLit{OptionalAt: map[int]bool{}}
	seen := map[any]bool{}
	var key, value *ir.Type
	entries := e.AsMap().Entries()
	for i, x := range entries {
		entry := x.AsMapEntry()
		k, v := l.lower(entry.Key()), l.lower(entry.Value())
		if c, ok := k.(*ir.Const); ok && c.T.Kind != ir.Bytes {
			if seen[c.Value] {
				l.fail(entry.Key(), "this key stands twice in the map")
			}
			seen[c.Value] = true
		}
		if k.Type().Nullable {
			l.fail(entry.Key(), "the key of a map cannot be null, and this may be")
		}
		lit.OptionalAt[i] = entry.IsOptional()
		t := v.Type()
		if entry.IsOptional() && t.Kind == ir.Optional {
			t = t.Elem
		}
		lit.Keys, lit.Values = append(lit.Keys, k), append(lit.Values, v)
		key, value = unify(key, k.Type()), unify(value, t)
	}
	if len(entries) == 0 {
		lit.T = l.checked(e)
		return lit
	}
	switch key.Kind {
	case ir.String, ir.Int, ir.Uint, ir.Bool, ir.Dyn:
	case ir.Double:
		key = ir.DynType
	default:
		return l.fail(e, "the keys of a map must be strings, numbers or bools, not %s", key)
	}
	if key.Kind == ir.Dyn {
		value = ir.DynType
	}
	lit.T = ir.MapOf(key.Plain(), value)
	for i, x := range entries {
		want := value
		if lit.OptionalAt[i] {
			want = ir.OptionalOf(value)
		}
		lit.Keys[i] = l.convert(lit.Keys[i], lit.T.Key, x.AsMapEntry().Key())
		lit.Values[i] = l.convert(lit.Values[i], want, x.AsMapEntry().Value())
	}
	return lit
}

// unify returns a type that holds the values of a and of b. a may be nil: nothing yet.
func unify(a, b *ir.Type) *ir.Type {
	switch {
	case a == nil || ir.Same(a, b):
		return b
	case a.Kind == ir.Null && b.Kind != ir.Optional:
		return b.OrNull()
	case b.Kind == ir.Null && a.Kind != ir.Optional:
		return a.OrNull()
	case a.Kind == ir.Optional && b.Kind == ir.Optional:
		return ir.OptionalOf(unify(a.Elem, b.Elem))
	case a.Enum != b.Enum && a.Kind == ir.String && b.Kind == ir.String:
		return withNull(ir.StringType, a.Nullable || b.Nullable)
	case a.Nullable != b.Nullable && ir.Same(a.Plain(), b.Plain()):
		return a.OrNull()
	case a.Kind == ir.List && b.Kind == ir.List:
		return withNull(ir.ListOf(unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	case a.Kind == ir.Map && b.Kind == ir.Map && ir.Same(a.Key, b.Key):
		return withNull(ir.MapOf(a.Key, unifyElem(a.Elem, b.Elem)), a.Nullable || b.Nullable)
	}
	return ir.DynType
}

// unifyElem unifies element types, where that of an empty literal gives way.
func unifyElem(a, b *ir.Type) *ir.Type {
	if a.Kind == ir.Dyn && b.Kind != ir.Dyn {
		return a
	}
	return unify(a, b)
}

func withNull(t *ir.Type, nullable bool) *ir.Type {
	if nullable {
		return t.OrNull()
	}
	return t
}

// selectField lowers x.f, and has(x.f).
func (l *lowerer) selectField(e ast.Expr) ir.Node {
	s := e.AsSelect()
	if n, ok := l.container(e, s.Operand(), s.FieldName(), s.IsTestOnly(), false); ok {
		return n
	}
	x := l.lower(s.Operand())
	if s.IsTestOnly() {
		return l.has(x, s.FieldName(), e)
	}
	return l.member(x, s.FieldName(), e)
}

// member reads field name of x, which must be there.
func (l *lowerer) member(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	switch t.Kind {
	case ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	case ir.Object:
		f := fieldOf(t.Object, name)
		if f == nil {
			return l.fail(e, "%s has no field %s", t, quote(name))
		}
		l.env.usage.plain[f] = true
		return &ir.Member{X: notNull(x), Field: f, Path: source(e)}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return fallible("Key", t.Elem, notNull(x), &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return fallible("DynSelect", ir.DynType, l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// has reports whether x has a field of that name. Null has none.
func (l *lowerer) has(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return &ir.HasValue{X: l.maybe(x, name, e)}
	}
	switch t.Kind {
	case ir.Optional:
		return &ir.HasValue{X: l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })}
	case ir.Object:
		f := fieldOf(t.Object, name)
		if f == nil {
			return l.fail(e, "%s has no field %s", t, quote(name))
		}
		l.env.usage.asked[f] = true
		return &ir.Has{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return function("HasKey", ir.BoolType, x, &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return fallible("DynHas", ir.BoolType, l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// maybe reads field name of x as an optional: x.?f. Null has no fields.
func (l *lowerer) maybe(x ir.Node, name string, e ast.Expr) ir.Node {
	t := x.Type()
	if t.Nullable && (t.Kind == ir.Object || t.Kind == ir.Map) {
		return l.then(unlessNull(x), func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	}
	switch t.Kind {
	case ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.maybe(v, name, e) })
	case ir.Object:
		f := fieldOf(t.Object, name)
		if f == nil {
			return l.fail(e, "%s has no field %s", t, quote(name))
		}
		l.env.usage.asked[f] = true
		return &ir.Maybe{X: x, Field: f}
	case ir.Map:
		if t.Key.Kind == ir.String {
			return function("OptKey", ir.OptionalOf(t.Elem), x, &ir.Const{T: ir.StringType, Value: name})
		}
	}
	return fallible("DynOptSelect", ir.OptionalOf(ir.DynType), l.dyn(x), &ir.Const{T: ir.StringType, Value: name})
}

// then goes on with the content of an optional. body returns an optional.
func (l *lowerer) then(x ir.Node, body func(ir.Node) ir.Node) ir.Node {
	local := &ir.Local{T: x.Type().Elem, Name: "value"}
	return &ir.Then{X: x, Local: local, Body: body(&ir.Ref{To: local})}
}

// container lowers a member of inputs, steps, this, vars, config or tables; ok is false if operand is none of them.
func (l *lowerer) container(e, operand ast.Expr, name string, test, optional bool) (n ir.Node, ok bool) {
	if step, isStep := l.step(operand); isStep {
		return l.answer(step, name, test, optional), true
	}
	if operand.Kind() != ast.IdentKind || l.local(operand.AsIdent()) != nil {
		return nil, false
	}
	scope := l.env.scope
	var root *ir.Root
	switch container := operand.AsIdent(); container {
	case inputsName:
		return l.input(e, scope.Inputs.Field(name), test, optional), true
	case thisName:
		return l.answer(l.env.this, name, test, optional), true
	case varsName:
		root = &ir.Root{T: scope.Vars.Field(name).Type, Kind: ir.VarRoot, Name: name}
	case configName:
		root = &ir.Root{T: ir.StringType, Kind: ir.ConfigRoot, Name: name}
	case tablesName:
		root = &ir.Root{T: scope.Tables.Field(name).Type, Kind: ir.TableRoot, Name: name}
	case stepsName:
		return l.fail(e, "a step is no value of its own: read its .body, .status or .headers"), true
	default:
		return nil, false
	}
	return present(root, test, optional), true
}

// present is a value that is always there, read plainly, with has() or with .?
func present(n ir.Node, test, optional bool) ir.Node {
	switch {
	case test:
		return &ir.Const{T: ir.BoolType, Value: true}
	case optional:
		return &ir.Some{X: n}
	}
	return n
}

// step returns the name of the step that e selects: steps.place.
func (l *lowerer) step(e ast.Expr) (string, bool) {
	if e.Kind() != ast.SelectKind {
		return "", false
	}
	operand := e.AsSelect().Operand()
	if operand.Kind() != ast.IdentKind || operand.AsIdent() != stepsName || l.local(stepsName) != nil {
		return "", false
	}
	return e.AsSelect().FieldName(), true
}

// answer is a part of a step's answer.
func (l *lowerer) answer(step, part string, test, optional bool) ir.Node {
	kinds := map[string]ir.RootKind{"body": ir.BodyRoot, "status": ir.StatusRoot, "headers": ir.HeadersRoot}
	f := l.env.scope.Steps.Field(step).Type.Object.Field(part)
	return present(&ir.Root{T: f.Type, Kind: kinds[part], Name: step}, test, optional)
}

// input is an input. One that may be absent must be read with .? or has().
func (l *lowerer) input(e ast.Expr, f *ir.Field, test, optional bool) ir.Node {
	root := &ir.Root{T: f.Type, Kind: ir.InputRoot, Name: f.Name}
	if f.Type.Kind != ir.Optional {
		return present(root, test, optional)
	}
	switch {
	case test:
		return &ir.HasValue{X: root}
	case optional:
		return root
	}
	return l.fail(e, "the input %s may be absent: read it with inputs.?%s, guard it with has(inputs.%s), or give it a default", f.Name, f.Name, f.Name)
}

// source is how the author wrote a chain of selections and constant indexes; other operands stand as "...".
func source(e ast.Expr) string {
	switch e.Kind() {
	case ast.IdentKind:
		return e.AsIdent()
	case ast.SelectKind:
		return source(e.AsSelect().Operand()) + "." + e.AsSelect().FieldName()
	case ast.CallKind:
		call := e.AsCall()
		switch call.FunctionName() {
		case operators.Index:
			if i, ok := call.Args()[1].AsLiteral().(types.Int); ok && call.Args()[1].Kind() == ast.LiteralKind {
				return source(call.Args()[0]) + "[" + strconv.FormatInt(int64(i), 10) + "]"
			}
			return source(call.Args()[0]) + "[...]"
		case operators.OptSelect:
			return source(call.Args()[0]) + ".?" + string(call.Args()[1].AsLiteral().(types.String))
		}
	}
	return "..."
}

func quote(s string) string { return strconv.Quote(s) }
