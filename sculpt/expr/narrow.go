package expr

import (
	"cmp"
	"fmt"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// fact is what a condition has shown of a value: that it is not null, which type a dyn has, which variant of a union it is.
type fact struct {
	path    string      // of the value, as [ir.Path] has it
	typ     *ir.Type    // of a dyn; or nil
	variant *ir.Variant // or nil; with neither of the two the value is not null
}

// given runs f, whose expressions are computed only if a condition holds, or only if it does not.
func (l *lowerer) given(cond ir.Node, holds bool, f func()) { l.knowing(factsOf(cond, holds), f) }

func (l *lowerer) knowing(facts []fact, f func()) {
	known := len(l.facts)
	l.facts = append(l.facts, facts...)
	f()
	l.facts = l.facts[:known]
}

// factsOf returns what follows from a condition that holds, or does not.
func factsOf(cond ir.Node, holds bool) []fact {
	switch n := cond.(type) {
	case *ir.Not:
		return factsOf(n.X, !holds)
	case *ir.Logic:
		if n.And == holds {
			return append(factsOf(n.X, holds), factsOf(n.Y, holds)...)
		}
	case *ir.IsNull:
		if path := ir.Path(ir.OrNull(n.X)); !holds && path != "" {
			return []fact{{path: path}}
		}
	case *ir.Binary:
		if n.Op == "==" && holds || n.Op == "!=" && !holds {
			return equalityFacts(n.X, n.Y)
		}
	}
	return nil
}

// equalityFacts returns what follows from type(x) == string, and from a tag that equals a literal.
func equalityFacts(x, y ir.Node) []fact {
	c, ok := y.(*ir.Const)
	if !ok {
		x, y = y, x
		if c, ok = y.(*ir.Const); !ok {
			return nil
		}
	}
	if arg, ok := ir.TypeOfArg(x); ok {
		t := namedTypes[fmt.Sprint(c.Value)]
		if path := ir.Path(arg); path != "" && t != nil && arg.Type().Kind == ir.Dyn {
			return []fact{{path: path, typ: t}}
		}
	}
	if m, ok := x.(*ir.Member); ok && ir.Path(m.X) != "" {
		if u := m.X.Type().Object.Union; u != nil && u.Tag == m.Field.Name {
			if v := u.Variant(c.Value); v != nil {
				return []fact{{path: ir.Path(m.X), variant: v}}
			}
		}
	}
	return nil
}

// namedTypes are the types that a dyn can be shown to be. A map is none of them: what its keys are is not shown.
var namedTypes = map[string]*ir.Type{
	"bool": ir.BoolType, "int": ir.IntType, "uint": ir.UintType, "double": ir.DoubleType, "string": ir.StringType,
	"list": ir.ListOf(ir.DynType),
}

// narrow is n as the type that the conditions around it have shown.
func (l *lowerer) narrow(n ir.Node) ir.Node {
	t := n.Type()
	if len(l.facts) == 0 || !t.Nullable && t.Kind != ir.Dyn {
		return n
	}
	path := ir.Path(n)
	for i := len(l.facts) - 1; i >= 0 && path != ""; i-- {
		switch f := l.facts[i]; {
		case f.path != path:
		case t.Nullable && f.typ == nil && f.variant == nil:
			return notNull(n)
		case t.Kind == ir.Dyn && f.typ != nil:
			return l.assert(n, f.typ, nil)
		}
	}
	return n
}

// isNarrowed reports whether n is a local as what the conditions around have shown it to be.
func isNarrowed(n ir.Node, local *ir.Local) bool {
	switch x := n.(type) {
	case *ir.NotNull:
		n = x.X
	case *ir.Call:
		if len(x.Args) != 1 || !isAssertion(x.Func) {
			return false
		}
		n = x.Args[0]
	}
	ref, ok := n.(*ir.Ref)
	return ok && ref.To == local
}

// narrowed is n as what kept, an isNarrowed one or nil, makes of a local.
func narrowed(n, kept ir.Node) ir.Node {
	switch x := kept.(type) {
	case *ir.NotNull:
		return &ir.NotNull{X: n}
	case *ir.Call:
		return &ir.Call{T: x.T, Func: x.Func, Args: []ir.Node{n}}
	}
	return n
}

// isAssertion reports whether a function takes a dyn for what a condition has shown it to be.
func isAssertion(f ir.Func) bool {
	if f.Name == "AsList" {
		return true
	}
	for _, name := range assertions {
		if f.Name == name {
			return true
		}
	}
	return false
}

// variant returns the variant of a union that a value was shown to be, or nil.
func (l *lowerer) variant(n ir.Node) *ir.Variant {
	if n.Type().Kind != ir.Object || n.Type().Object.Union == nil {
		return nil
	}
	path := ir.Path(n)
	for i := len(l.facts) - 1; i >= 0 && path != ""; i-- {
		if f := l.facts[i]; f.path == path && f.variant != nil {
			return f.variant
		}
	}
	return nil
}

// field returns the field of an object of that name. If there is none, also for the variant of a union that the object
// was shown to be, it reports a problem and returns nil.
func (l *lowerer) field(x ir.Node, name string, e ast.Expr) *ir.Field {
	object := x.Type().Object
	f := fieldOf(object, name)
	if v := l.variant(x); v != nil && !v.Has(name) {
		l.fail(e, "%s has no field %s where %s is %s%s", cmp.Or(v.Name, object.Noun()), quote(name), object.Union.Tag, listed(v.Values), diag.DidYouMean(name, v.Fields))
		return nil
	}
	if f == nil {
		l.fail(e, "%s", noField(object.Noun(), object, name))
	}
	return f
}

// listed returns the values of a tag as an author writes them: "team" or "group".
func listed(values []any) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = fmt.Sprintf("%#v", v)
	}
	return strings.Join(texts, " or ")
}

// kept is what the condition of a filter, if there is one, has shown of an element that is left, as facts of the local that
// holds it.
func kept(filter *ir.Loop, v *ir.Local) []fact {
	if filter == nil {
		return nil
	}
	var facts []fact
	for _, f := range factsOf(filter.Where, true) {
		if path, ok := ir.Moved(f.path, filter.Var, v); ok {
			f.path = path
			facts = append(facts, f)
		}
	}
	return facts
}
