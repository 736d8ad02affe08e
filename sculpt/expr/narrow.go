package expr

import (
	"cmp"
	"fmt"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// given runs f, whose expressions are computed only if a condition holds, or only if it does not.
func (l *lowerer) given(cond ir.Node, holds bool, f func()) { l.knowing(facts.Of(cond, holds), f) }

// knowing runs f for expressions that are computed only where the facts hold.
func (l *lowerer) knowing(more []facts.Fact, f func()) {
	around := l.known
	l.known = around.With(more...)
	f()
	l.known = around
}

// narrow is n as the type that the conditions around it have shown.
func (l *lowerer) narrow(n ir.Node) ir.Node {
	t := n.Type()
	if l.known == nil || !t.Nullable && t.Kind != ir.Dyn {
		return n
	}
	switch path := ir.Path(n); {
	case t.Nullable && l.known.Knows(path, facts.NotNull):
		return notNull(n)
	case t.Kind == ir.Dyn && l.known.Type(path) != nil:
		return l.assert(n, l.known.Type(path), nil)
	}
	return n
}

// isNarrowed reports whether n is a local as what the conditions around have shown it to be.
func isNarrowed(n ir.Node, local *ir.Local) bool {
	switch x := n.(type) {
	case *ir.NotNull:
		n = x.X
	case *ir.Call:
		if len(x.Args) != 1 || !x.Func.Asserts {
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
		return x.Func.Call(n)
	}
	return n
}

// variant returns the variant of a union that a value was shown to be, or nil.
func (l *lowerer) variant(n ir.Node) *ir.Variant {
	if n.Type().Kind != ir.Object || n.Type().Object.Union == nil {
		return nil
	}
	return l.known.Variant(ir.Path(n))
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
