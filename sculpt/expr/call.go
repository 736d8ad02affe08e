package expr

import (
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// call lowers a call: of an operator, a function, or what a macro made of itself.
func (l *lowerer) call(e ast.Expr) ir.Node {
	call := e.AsCall()
	args := call.Args()
	if call.IsMemberFunction() {
		args = append([]ast.Expr{call.Target()}, args...)
	}
	switch call.FunctionName() {
	case operators.Conditional:
		return l.conditional(e, args)
	case operators.LogicalAnd, operators.LogicalOr:
		x, y := l.as(args[0], ir.BoolType), l.as(args[1], ir.BoolType)
		return &ir.Logic{And: call.FunctionName() == operators.LogicalAnd, X: x, Y: y}
	case operators.LogicalNot:
		return &ir.Not{X: l.as(args[0], ir.BoolType)}
	case operators.Equals:
		return l.equal(args[0], args[1], e)
	case operators.NotEquals:
		return negate(l.equal(args[0], args[1], e))
	case operators.OptSelect:
		field := string(args[1].AsLiteral().(types.String))
		if n, ok := l.container(e, args[0], field, false, true); ok {
			return n
		}
		return l.maybe(l.lower(args[0]), field, e)
	case operators.OptIndex:
		return l.optIndex(l.lower(args[0]), l.lower(args[1]), e)
	case operators.Index:
		return l.index(e, args)
	case operators.In, operators.OldIn:
		return l.in(e, args)
	case "optional.of", "optional.ofNonZeroValue", "optional.none", "value", "hasValue", "or", "orValue", "unwrap", "optional.unwrap", "unwrapOpt":
		return l.optional(e, args)
	case "matches":
		return l.matches(args)
	case "type":
		return l.typeOf(args[0])
	case "dyn":
		return l.dyn(l.lower(args[0]))
	}
	return l.apply(e, args)
}

// conditional lowers ?:. What optMap and optFlatMap expand to is recognized.
func (l *lowerer) conditional(e ast.Expr, args []ast.Expr) ir.Node {
	if target, ok := optMapTarget(args); ok {
		return l.optMap(target, args[1])
	}
	cond := l.as(args[0], ir.BoolType)
	then, other := l.lower(args[1]), l.lower(args[2])
	t := unify(then.Type(), other.Type())
	return &ir.Cond{If: cond, Then: l.convert(then, t, args[1]), Else: l.convert(other, t, args[2])}
}

func negate(n ir.Node) ir.Node {
	if b, ok := n.(*ir.Binary); ok && b.Op == "==" {
		return &ir.Binary{T: b.T, Op: "!=", X: b.X, Y: b.Y}
	}
	return &ir.Not{X: n}
}

// equal lowers == . CEL compares anything with anything under dyn; null is a value like any other.
func (l *lowerer) equal(ax, ay ast.Expr, e ast.Expr) ir.Node {
	x, y := l.lower(ax), l.lower(ay)
	tx, ty := x.Type(), y.Type()
	if c, ok := enumConst(tx, y); ok {
		return l.equalEnum(x, c, ay)
	}
	if c, ok := enumConst(ty, x); ok {
		return l.equalEnum(y, c, ax)
	}
	return l.same(x, y)
}

// same reports whether two values are equal.
func (l *lowerer) same(x, y ir.Node) ir.Node {
	tx, ty := x.Type(), y.Type()
	switch {
	case tx.Kind == ir.Null && ty.Kind == ir.Null:
		return function("Equal", ir.BoolType, l.dyn(x), l.dyn(y))
	case !isConst(x) && !isConst(y) && (tx.Kind == ir.Null || ty.Kind == ir.Null):
		return function("Equal", ir.BoolType, l.dyn(x), l.dyn(y))
	case ty.Kind == ir.Null && tx.Kind != ir.Dyn:
		return l.isNull(x)
	case tx.Kind == ir.Null && ty.Kind != ir.Dyn:
		return l.isNull(y)
	}
	tx, ty = tx.Plain(), ty.Plain()
	if tx.Kind == ty.Kind && comparable(tx) && !x.Type().Nullable && !y.Type().Nullable {
		return &ir.Binary{T: ir.BoolType, Op: "==", X: plainString(x), Y: plainString(y)}
	}
	return function("Equal", ir.BoolType, l.dyn(x), l.dyn(y))
}

func isConst(n ir.Node) bool {
	_, ok := n.(*ir.Const)
	return ok
}

// comparable reports whether Go's == on two values of t is CEL's.
func comparable(t *ir.Type) bool {
	switch t.Kind {
	case ir.Bool, ir.Int, ir.Uint, ir.Double, ir.String, ir.Duration, ir.TypeName:
		return true
	}
	return false
}

// isNull is x == null. What cannot be null is not, but computing it may fail.
func (l *lowerer) isNull(x ir.Node) ir.Node {
	if x.Type().Nullable {
		return &ir.IsNull{X: x}
	}
	switch x.(type) {
	case *ir.Root, *ir.Const:
		return &ir.Const{T: ir.BoolType, Value: false}
	}
	return function("Equal", ir.BoolType, l.dyn(x), l.dyn(&ir.Const{T: ir.NullType}))
}

// enumConst is a string literal that is compared with a value of an enum.
func enumConst(t *ir.Type, n ir.Node) (*ir.Const, bool) {
	c, ok := n.(*ir.Const)
	return c, ok && t.Enum != nil && c.T.Kind == ir.String
}

func (l *lowerer) equalEnum(x ir.Node, c *ir.Const, at ast.Expr) ir.Node {
	value := c.Value.(string)
	if !hasValue(x.Type().Enum, value) {
		return l.fail(at, "%s is no value of the input %s%s", quote(value), x.Type().Enum.Owner, oneOf(value, x.Type().Enum.Values))
	}
	return &ir.Binary{T: ir.BoolType, Op: "==", X: x, Y: &ir.Const{T: x.Type(), Value: value}}
}

func hasValue(enum *ir.Enum, value string) bool {
	for _, v := range enum.Values {
		if v == value {
			return true
		}
	}
	return false
}

// index lowers x[i].
func (l *lowerer) index(e ast.Expr, args []ast.Expr) ir.Node {
	x, i := l.lower(args[0]), l.lower(args[1])
	if loop, ok := firstWhere(x, i); ok {
		return loop
	}
	t := x.Type()
	if root, ok := x.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return l.row(root, i, args[1])
	}
	switch {
	case t.Kind == ir.Optional:
		return l.optIndex(x, i, e)
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return &ir.Element{List: notNull(x), Index: notNull(i)}
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return fallible("AtDyn", t.Elem, notNull(x), l.dyn(i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return fallible("Key", t.Elem, notNull(x), l.convert(i, t.Key, args[1]))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return fallible("KeyDyn", t.Elem, notNull(x), l.dyn(i))
	}
	return fallible("DynIndex", ir.DynType, l.dyn(x), l.dyn(i))
}

// row is a look-up in a table. A key from an enum input whose values the table covers is always found.
func (l *lowerer) row(table *ir.Root, key ir.Node, at ast.Expr) ir.Node {
	enum := key.Type().Enum
	proven := false
	if enum != nil {
		missing := l.env.missingRows(table.Name, enum)
		if len(missing) > 0 {
			return l.fail(at, "the table %s has no row for %s, which the input %s can be", table.Name, strings.Join(missing, ", "), enum.Owner)
		}
		proven = true
	}
	return &ir.Row{Table: table, Key: l.convert(key, ir.StringType, at), Proven: proven}
}

// missingRows are the values of the enum for which the table has no row.
func (e *Env) missingRows(table string, enum *ir.Enum) []string {
	var missing []string
	for _, v := range enum.Values {
		if !e.scope.TableKeys[table][v] {
			missing = append(missing, v)
		}
	}
	return missing
}

// optIndex lowers x[?i], and x[i] where x is an optional.
func (l *lowerer) optIndex(x, i ir.Node, e ast.Expr) ir.Node {
	t := x.Type()
	switch {
	case t.Kind == ir.Optional:
		return l.then(x, func(v ir.Node) ir.Node { return l.optIndex(v, i, e) })
	case t.Nullable && i.Type().Kind == ir.Dyn: // what cannot be an index is an error, also of null
		return fallible("DynOptIndex", ir.OptionalOf(ir.DynType), l.dyn(x), i)
	case t.Nullable && (t.Kind == ir.List || t.Kind == ir.Map):
		return l.strictly(i, "index", func(i ir.Node) ir.Node {
			return l.then(unlessNull(x), func(v ir.Node) ir.Node { return l.optIndex(v, i, e) })
		})
	case t.Kind == ir.List && i.Type().Kind == ir.Int && t.Elem.Kind == ir.Object && !t.Elem.Nullable:
		return function("OptElem", ir.OptionalOf(t.Elem), x, notNull(i))
	case t.Kind == ir.List && i.Type().Kind == ir.Int:
		return function("OptAt", ir.OptionalOf(t.Elem), x, notNull(i))
	case t.Kind == ir.List && t.Elem.Kind != ir.Object:
		return fallible("OptAtDyn", ir.OptionalOf(t.Elem), x, l.dyn(i))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn && i.Type().Kind == t.Key.Kind:
		return function("OptKey", ir.OptionalOf(t.Elem), x, l.convert(i, t.Key, e))
	case t.Kind == ir.Map && t.Key.Kind != ir.Dyn:
		return fallible("OptKeyDyn", ir.OptionalOf(t.Elem), x, l.dyn(i))
	}
	return fallible("DynOptIndex", ir.OptionalOf(ir.DynType), l.dyn(x), l.dyn(i))
}

// strictly computes a value before anything else that body does with it.
func (l *lowerer) strictly(n ir.Node, name string, body func(ir.Node) ir.Node) ir.Node {
	switch n.(type) {
	case *ir.Const, *ir.Root, *ir.Ref:
		return body(n)
	}
	local := &ir.Local{T: n.Type(), Name: name}
	return &ir.Let{Local: local, Value: n, Body: body(&ir.Ref{To: local}), Strict: true}
}

// in lowers x in y.
func (l *lowerer) in(e ast.Expr, args []ast.Expr) ir.Node {
	x := l.lower(args[0])
	if x.Type().Enum != nil && args[1].Kind() == ast.ListKind {
		return l.inEnum(x, args[1])
	}
	y := l.lower(args[1])
	tx, ty := x.Type().Plain(), y.Type()
	if root, ok := y.(*ir.Root); ok && root.Kind == ir.TableRoot {
		return function("HasKey", ir.BoolType, root, l.convert(x, ir.StringType, args[0]))
	}
	switch {
	case ty.Kind == ir.List && comparable(tx) && ir.Same(tx, ty.Elem) && !x.Type().Nullable:
		return &ir.Call{T: ir.BoolType, Func: ir.Func{Path: "slices", Name: "Contains"}, Args: []ir.Node{notNull(y), plainString(x)}}
	case ty.Kind == ir.Map && ty.Key.Kind != ir.Dyn && ir.Same(tx, ty.Key) && !x.Type().Nullable:
		return function("HasKey", ir.BoolType, notNull(y), plainString(x))
	}
	return fallible("DynIn", ir.BoolType, l.dyn(x), l.dyn(y))
}

// inEnum is a test of an enum input against literals, each of which must be one of its values.
func (l *lowerer) inEnum(x ir.Node, list ast.Expr) ir.Node {
	lit := &ir.ListLit{T: ir.ListOf(x.Type()), OptionalAt: map[int]bool{}}
	for _, elem := range list.AsList().Elements() {
		n := l.lower(elem)
		c, ok := enumConst(x.Type(), n)
		if !ok {
			return fallible("DynIn", ir.BoolType, l.dyn(x), l.dyn(l.lower(list)))
		}
		if !hasValue(x.Type().Enum, c.Value.(string)) {
			return l.fail(elem, "%s is no value of the input %s%s", quote(c.Value.(string)), x.Type().Enum.Owner, oneOf(c.Value.(string), x.Type().Enum.Values))
		}
		lit.Elems = append(lit.Elems, &ir.Const{T: x.Type(), Value: c.Value})
	}
	return &ir.Call{T: ir.BoolType, Func: ir.Func{Path: "slices", Name: "Contains"}, Args: []ir.Node{lit, x}}
}

// matches lowers a match of a regular expression. A literal one is checked here and compiled as the service starts.
func (l *lowerer) matches(args []ast.Expr) ir.Node {
	x := l.as(args[0], ir.StringType)
	pattern := l.as(args[1], ir.StringType)
	c, ok := pattern.(*ir.Const)
	if !ok {
		return fallible("Matches", ir.BoolType, x, pattern)
	}
	if _, err := regexp.Compile(c.Value.(string)); err != nil {
		return l.fail(args[1], "this is no regular expression: %s", strings.TrimPrefix(err.Error(), "error parsing regexp: "))
	}
	return &ir.Matches{X: x, Pattern: c.Value.(string)}
}

// typeOf lowers type(x), which is known at generation but for a dyn and for null.
func (l *lowerer) typeOf(e ast.Expr) ir.Node {
	x := l.lower(e)
	return function("TypeOf", ir.TypeNameType, l.dyn(x))
}

// apply lowers a call of a function by its overload.
func (l *lowerer) apply(e ast.Expr, args []ast.Expr) ir.Node {
	name := e.AsCall().FunctionName()
	nodes := make([]ir.Node, len(args))
	untyped := false
	for i, a := range args {
		nodes[i] = l.lower(a)
		untyped = untyped || nodes[i].Type().Kind == ir.Dyn
	}
	if d, ok := dynamics[name]; ok && untyped && !(zoned[name] && len(args) == 2) {
		return l.dynamic(name, d, nodes)
	}
	ids := l.ast.GetOverloadIDs(e.ID())
	if len(ids) != 1 {
		ids = l.overloadsFor(name, nodes, ids)
	}
	if n, ok := l.compare(name, nodes); ok {
		return n
	}
	if n, ok := l.special(name, ids, nodes, args); ok {
		return n
	}
	if len(ids) != 1 {
		return l.fail(e, "%s could mean several things here: convert its arguments", operatorName(name))
	}
	if n, ok := l.word(e, ids[0], nodes, args); ok {
		return n
	}
	r, ok := overloads[ids[0]]
	if !ok {
		return l.fail(e, "%s is not compiled by this release", name)
	}
	if r.zone {
		l.checkAccessor(nodes, args)
	}
	params := l.env.parameters(name, ids[0])
	for i, n := range nodes {
		if i < len(params) {
			nodes[i] = l.argument(n, params[i], args[i])
		}
	}
	return l.byRule(r, nodes, l.result(e, name, nodes))
}

// result is the type of a call. Of functions that return what a list holds it follows from the list, whose type can be
// known better than the checker knows it.
func (l *lowerer) result(e ast.Expr, name string, nodes []ir.Node) *ir.Type {
	if len(nodes) > 0 && nodes[0].Type().Kind == ir.List {
		switch name {
		case "reverse", "slice":
			return nodes[0].Type()
		case "first", "last":
			return ir.OptionalOf(nodes[0].Type().Elem)
		}
	}
	return l.checked(e)
}

// overloadsFor are those of the overloads whose parameters the arguments fit: the checker leaves several where it sees a dyn
// that is known better here.
func (l *lowerer) overloadsFor(name string, nodes []ir.Node, ids []string) []string {
	var fitting []string
	for _, id := range ids {
		params := l.env.parameters(name, id)
		fits := len(params) == len(nodes)
		for i := 0; fits && i < len(params); i++ {
			kind := nodes[i].Type().Kind
			fits = hasTypeParam(params[i]) || kind == ir.Dyn || l.env.provider.irType(params[i]).Kind == kind
		}
		if fits {
			fitting = append(fitting, id)
		}
	}
	return fitting
}

// dynamic is a call where an argument is dyn.
func (l *lowerer) dynamic(name string, r rule, nodes []ir.Node) ir.Node {
	for i, n := range nodes {
		nodes[i] = l.dyn(n)
	}
	result := dynamicResults[name]
	if result == nil {
		result = ir.DynType
	}
	return &ir.Call{T: result, Func: r.fn, Args: nodes}
}

// argument makes n fit a parameter of a function. A type parameter takes it as it is.
func (l *lowerer) argument(n ir.Node, param *types.Type, at ast.Expr) ir.Node {
	if hasTypeParam(param) && n.Type().Kind != ir.Dyn {
		return notNull(n)
	}
	return l.convert(n, l.env.provider.irType(param), at)
}

func hasTypeParam(t *types.Type) bool {
	if t.Kind() == types.TypeParamKind {
		return true
	}
	for _, p := range t.Parameters() {
		if hasTypeParam(p) {
			return true
		}
	}
	return false
}

// parameters are the declared parameter types of an overload.
func (e *Env) parameters(name, overload string) []*types.Type {
	f, ok := e.cel.Functions()[name]
	if !ok {
		return nil
	}
	for _, o := range f.OverloadDecls() {
		if o.ID() == overload {
			return o.ArgTypes()
		}
	}
	return nil
}

// byRule applies a rule to arguments of the right types.
func (l *lowerer) byRule(r rule, nodes []ir.Node, result *ir.Type) ir.Node {
	switch {
	case r.identity:
		return nodes[0]
	case r.op != "" && len(nodes) == 2:
		return binary(r.op, nodes[0], nodes[1])
	case r.op != "":
		return &ir.Unary{Op: r.op, X: nodes[0]}
	case r.zone:
		return l.accessor(r, nodes)
	case r.swap:
		nodes[0], nodes[1] = nodes[1], nodes[0]
	case r.wrap != "":
		last := len(nodes) - 1
		nodes[last] = &ir.Call{T: nodes[last].Type(), Func: ir.Func{Name: r.wrap}, Args: []ir.Node{nodes[last]}}
	}
	for _, n := range r.tail {
		nodes = append(nodes, &ir.Const{T: ir.IntType, Value: n})
	}
	return &ir.Call{T: result, Func: r.fn, Args: nodes}
}

// isGoConstant reports whether Go computes the value of n as it compiles.
func isGoConstant(n ir.Node) bool {
	switch n := n.(type) {
	case *ir.Const:
		return true
	case *ir.Unary:
		return isGoConstant(n.X)
	case *ir.Binary:
		return isGoConstant(n.X) && isGoConstant(n.Y)
	case *ir.Call:
		return n.Func.Path == "" && n.Func.Name != "len" && !slices.ContainsFunc(n.Args, func(a ir.Node) bool { return !isGoConstant(a) })
	}
	return false
}

// binary is a Go operator. Go computes on constants with arbitrary precision and refuses to divide by a constant zero;
// CEL computes on float64: two constant doubles go through a function.
func binary(op string, x, y ir.Node) ir.Node {
	names := map[string]string{"+": "AddFloat", "-": "SubFloat", "*": "MulFloat", "/": "DivFloat"}
	if x.Type().Kind == ir.Double && names[op] != "" {
		if isGoConstant(x) && isGoConstant(y) {
			return function(names[op], ir.DoubleType, x, y)
		}
	}
	return &ir.Binary{T: x.Type(), Op: op, X: x, Y: y}
}

// accessor reads a part of a timestamp, in UTC or in the zone that is named.
func (l *lowerer) accessor(r rule, nodes []ir.Node) ir.Node {
	zone := ir.Node(&ir.Call{T: ir.ZoneType, Func: ir.Func{Path: "time", Name: "UTC", Variable: true}})
	if len(nodes) == 2 {
		zone = zoneNode(nodes[1])
	}
	return &ir.Call{T: ir.IntType, Func: r.fn, Args: []ir.Node{nodes[0], zone}}
}
