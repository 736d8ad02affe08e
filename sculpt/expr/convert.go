package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// as lowers e to a value of type t.
func (l *lowerer) as(e ast.Expr, t *ir.Type) ir.Node { return l.convert(l.lower(e), t, e) }

// dyn is n as a dyn. Values of object types count as read in full.
func (l *lowerer) dyn(n ir.Node) ir.Node {
	if n.Type().Kind == ir.Dyn {
		return n
	}
	l.env.usage.makeDyn(n.Type())
	return &ir.ToDyn{X: n}
}

// notNull is n as its plain type; at run time null is a fault.
func notNull(n ir.Node) ir.Node {
	if !n.Type().Nullable {
		return n
	}
	return &ir.NotNull{X: n}
}

// plainString is n as a plain string if it is of an enum's type.
func plainString(n ir.Node) ir.Node {
	if n.Type().Enum == nil {
		return n
	}
	return &ir.FromEnum{X: n}
}

// convert makes a value of type t of n, in the ways that CEL itself knows: to and from dyn and nullable types, and
// within lists, maps and optionals.
func (l *lowerer) convert(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	from := n.Type()
	switch {
	case ir.Same(from, t):
		return n
	case t.Kind == ir.Dyn:
		return l.dyn(n)
	case from.Kind == ir.Dyn && !t.Nullable:
		return l.assert(n, t, at)
	case from.Kind == ir.Null && t.Nullable:
		return nullOf(n, t)
	case from.Nullable && t.Nullable:
		return l.convertNullable(n, t, at)
	case t.Nullable:
		return &ir.MayNull{X: l.convert(n, t.Plain(), at)}
	case from.Nullable:
		return l.convert(notNull(n), t, at)
	case from.Enum != nil:
		return l.convert(plainString(n), t, at)
	case from.Kind != t.Kind:
		return l.fail(at, "this is %s where %s is needed", from.Phrase(), t.Phrase())
	}
	return l.convertInside(n, t, at)
}

// convertNullable converts from one nullable type to another: null stays null.
func (l *lowerer) convertNullable(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	local := &ir.Local{T: n.Type(), Name: "value"}
	value := l.convert(&ir.NotNull{X: &ir.Ref{To: local}}, t.Plain(), at)
	choice := &ir.Cond{If: &ir.IsNull{X: &ir.Ref{To: local}}, Then: &ir.Const{T: t}, Else: &ir.MayNull{X: value}}
	return &ir.Let{Local: local, Value: n, Body: choice}
}

// unlessNull is a nullable list, map or object as an optional without a value for null.
func unlessNull(n ir.Node) ir.Node {
	switch n.Type().Kind {
	case ir.List:
		return ir.FnOptList.Call(n)
	case ir.Map:
		return ir.FnOptMap.Call(n)
	}
	return ir.FnOptObject.Call(n)
}

// nullOf is the null n as one of type t. What n is computed from can fail, and is not to be lost.
func nullOf(n ir.Node, t *ir.Type) ir.Node {
	null := &ir.Const{T: t}
	if _, constant := n.(*ir.Const); constant {
		return null
	}
	return &ir.Let{Local: &ir.Local{T: n.Type(), Name: "null"}, Value: n, Body: null, Strict: true}
}

// convertInside converts what is inside a list, a map or an optional.
func (l *lowerer) convertInside(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	switch t.Kind {
	case ir.List:
		return l.convertList(n, t, at)
	case ir.Map:
		return l.convertMap(n, t, at)
	case ir.Optional:
		return l.convertOptional(n, t, at)
	}
	return l.fail(at, "this is %s where %s is needed", n.Type().Phrase(), t.Phrase())
}

func (l *lowerer) convertList(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	if lit, ok := n.(*ir.ListLit); ok {
		converted := &ir.ListLit{T: t, OptionalAt: lit.OptionalAt}
		for i, elem := range lit.Elems {
			want := t.Elem
			if lit.OptionalAt[i] {
				want = ir.OptionalOf(want)
			}
			converted.Elems = append(converted.Elems, l.convert(elem, want, at))
		}
		return converted
	}
	if t.Elem.Kind == ir.Dyn {
		return l.convertElems(n)
	}
	v := &ir.Local{T: n.Type().Elem, Name: "element"}
	return &ir.Loop{T: t, Kind: ir.Collect, Over: n, Var: v, Elem: l.convert(&ir.Ref{To: v}, t.Elem, at)}
}

func (l *lowerer) convertMap(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	if lit, ok := n.(*ir.MapLit); ok && (len(lit.Keys) == 0 || ir.Same(lit.T.Key, t.Key)) {
		converted := &ir.MapLit{T: t, Keys: lit.Keys, OptionalAt: lit.OptionalAt}
		for i, value := range lit.Values {
			want := t.Elem
			if lit.OptionalAt[i] {
				want = ir.OptionalOf(want)
			}
			converted.Values = append(converted.Values, l.convert(value, want, at))
		}
		return converted
	}
	if !ir.Same(n.Type().Key, t.Key) {
		return l.fail(at, "this is %s where %s is needed", n.Type().Phrase(), t.Phrase())
	}
	if t.Elem.Kind == ir.Dyn {
		l.env.usage.makeDyn(n.Type())
		return ir.FnDynMap.Call(n)
	}
	key := &ir.Local{T: t.Key, Name: "key"}
	v := &ir.Local{T: n.Type().Elem, Name: "value"}
	return &ir.Loop{
		T: t, Kind: ir.Associate, Over: n, Index: key, Var: v,
		KeyElem: &ir.Ref{To: key}, Elem: l.convert(&ir.Ref{To: v}, t.Elem, at),
	}
}

func (l *lowerer) convertOptional(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	switch o := n.(type) {
	case *ir.None:
		return &ir.None{T: t}
	case *ir.Some:
		return &ir.Some{X: l.convert(o.X, t.Elem, at)}
	}
	return l.then(n, func(v ir.Node) ir.Node { return &ir.Some{X: l.convert(v, t.Elem, at)} })
}

// assertions are the functions that take a dyn for a scalar.
var assertions = map[ir.Kind]*ir.Function{
	ir.Bool: ir.FnAsBool, ir.Int: ir.FnAsInt, ir.Uint: ir.FnAsUint, ir.Double: ir.FnAsFloat, ir.String: ir.FnAsString, ir.Bytes: ir.FnAsBytes,
	ir.Timestamp: ir.FnAsTime, ir.Duration: ir.FnAsDuration, ir.TypeName: ir.FnAsType, ir.IP: ir.FnAsIP, ir.CIDR: ir.FnAsCIDR,
}

// assert checks as the service runs that a dyn holds a value of type t.
func (l *lowerer) assert(n ir.Node, t *ir.Type, at ast.Expr) ir.Node {
	if f := assertions[t.Kind]; f != nil && t.Enum == nil {
		l.doubtType(at, n, t)
		return f.Call(n)
	}
	switch t.Kind {
	case ir.List:
		return l.convert(ir.FnAsList.Call(n), t, at)
	case ir.Map:
		return l.convert(ir.FnAsMap.Call(n), t, at)
	case ir.Optional:
		return l.convert(ir.FnAsOpt.Call(n), t, at)
	}
	return l.fail(at, "this is an untyped value, which cannot be used where %s is needed", t.Phrase())
}

// oneOf ends a message about a value that an enum has not.
func oneOf(value string, values []string) string {
	if s := diag.DidYouMean(value, values); s != "" {
		return s
	}
	return "; it has " + strings.Join(values, ", ")
}

// Assign makes a value of type t of n, for a place outside CEL: a parameter, a member of a body, an output. Beside CEL's
// own conversions an int fits where a double is wanted. The message says why n does not fit, and is empty if it does.
func (e *Env) Assign(n ir.Node, t *ir.Type) (converted ir.Node, message string) {
	from := n.Type()
	if t.Kind == ir.Double && from.Kind == ir.Int {
		if c, ok := n.(*ir.Const); ok {
			return &ir.Const{T: ir.DoubleType, Value: float64(c.Value.(int64))}, ""
		}
		return ir.FnFloat64.Call(notNull(n)), ""
	}
	if !assignable(from, t) {
		return nil, "this is " + from.Phrase() + " where " + t.Phrase() + " is needed" + conversionHint(from, t)
	}
	l := &lowerer{env: e}
	return l.convert(n, t, nil), ""
}

// assignable reports whether convert makes a value of type to of one of type from.
func assignable(from, to *ir.Type) bool {
	switch {
	case ir.Same(from, to), to.Kind == ir.Dyn:
		return true
	case from.Kind == ir.Dyn:
		return !to.Nullable && to.Kind != ir.Object && to.Enum == nil
	case from.Kind == ir.Null:
		return to.Nullable
	case from.Kind != to.Kind || to.Enum != nil:
		return false
	}
	switch to.Kind {
	case ir.List, ir.Optional:
		return assignable(from.Elem, to.Elem)
	case ir.Map:
		return ir.Same(from.Key, to.Key) && assignable(from.Elem, to.Elem)
	case ir.Object:
		return from.Object == to.Object
	}
	return true
}

// conversionHint is how to convert by hand, if that is how.
func conversionHint(from, to *ir.Type) string {
	names := map[ir.Kind]string{ir.String: "string", ir.Int: "int", ir.Double: "double", ir.Bool: "bool", ir.Uint: "uint"}
	switch {
	case from.Kind == ir.Optional && to.Kind != ir.Optional:
		return `; say what stands for an absent value, with .orValue(...)`
	case to.Kind == ir.Bool && from.Scalar() && from.Kind != ir.String:
		return "; compare it with something"
	case from.Scalar() && to.Scalar() && names[to.Kind] != "":
		return "; convert it with " + names[to.Kind] + "(...)"
	}
	return ""
}

// AbsentIfNull is n, where null counts as absent: a nullable scalar becomes an optional. Others stay as they are.
func (e *Env) AbsentIfNull(n ir.Node) ir.Node {
	t := n.Type()
	switch {
	case t.Nullable && t.Scalar():
		return ir.FnPresent.Call(n)
	case t.Kind == ir.Optional && t.Elem.Nullable && t.Elem.Scalar():
		return ir.FnPresentIn.Call(n)
	case t.Kind == ir.Null:
		return &ir.None{T: ir.OptionalOf(ir.StringType)}
	}
	return n
}

// Text is n as text in a template. The message says why n has none, and is empty if it has.
func (e *Env) Text(n ir.Node) (text ir.Node, message string) {
	t := n.Type()
	switch {
	case t.Nullable:
		return nil, "this may be null: say what stands for it then, as in x == null ? \"none\" : string(x)"
	case t.Kind == ir.Optional:
		return nil, "this may be absent" + conversionHint(t, ir.StringType)
	case t.Kind == ir.String:
		return plainString(n), ""
	case t.Kind == ir.Dyn:
		return ir.FnDynString.Call(n), ""
	}
	overload := map[ir.Kind]string{ir.Int: "int64_to_string", ir.Uint: "uint64_to_string", ir.Double: "double_to_string",
		ir.Bool: "bool_to_string", ir.Timestamp: "timestamp_to_string", ir.Duration: "duration_to_string",
		ir.IP: "ip_to_string", ir.CIDR: "cidr_to_string"}[t.Kind]
	if overload == "" {
		return nil, "this is " + t.Phrase() + ", which has no text: make a string of it"
	}
	r, _ := ruleOf(overload)
	return (&lowerer{env: e}).byRule(r, []ir.Node{n}), ""
}
