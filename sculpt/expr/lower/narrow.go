package lower

import (
	"cmp"
	"fmt"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/convert"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/facts"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// narrow returns n as a value of the type that the conditions around it have shown it to be of, or n itself if they have shown none.
func narrow(cx context, n ir.Node) ir.Node {
	t := n.Type()
	optional := t.Kind == ir.Optional && t.Elem.Nullable
	if cx.facts == nil || !t.Nullable && t.Kind != ir.Dyn && !optional {
		return n
	}
	switch path := ir.Path(n); {
	case optional && cx.facts.Knows(path, facts.NotNull):
		return unlessNull(cx, n)
	case t.Nullable && cx.facts.Knows(path, facts.NotNull):
		return convert.NotNull(n)
	case t.Kind == ir.Dyn && cx.facts.Type(path) != nil:
		if asserted, err := (convert.Converter{Usage: cx.usage}).Assert(n, cx.facts.Type(path)); err == nil {
			return asserted
		}
	}
	return n
}

// narrowedLike narrows n in the way in which example, the narrowed element of a filter, was. An example of nil leaves n as it is.
func narrowedLike(n, example ir.Node) ir.Node {
	switch x := example.(type) {
	case *ir.NotNull:
		return &ir.NotNull{X: n}
	case *ir.Call:
		return x.Func.Call(n)
	}
	return n
}

// variantOf returns the variant of a union that a value was shown to be, or nil.
func variantOf(cx context, n ir.Node) *ir.Variant {
	if n.Type().Kind != ir.Object || n.Type().Object.Union == nil {
		return nil
	}
	return cx.facts.Variant(ir.Path(n))
}

// fieldOf returns the field of an object of that name. If there is none, also for the variant of a union that the object
// was shown to be, it reports a problem and returns nil.
func fieldOf(cx context, x ir.Node, name string, e ast.Expr) *ir.Field {
	object := x.Type().Object
	f := check.FieldOf(object, name)
	if v := variantOf(cx, x); v != nil && !v.Has(name) {
		cx.fail(e, "%s has no field %s where %s is %s%s", cmp.Or(v.Name, object.Noun()), strconv.Quote(name), object.Union.Tag, listed(v.Values), diag.DidYouMean(name, v.Fields))
		return nil
	}
	if f == nil {
		cx.fail(e, "%s", explain.NoField(object.Noun(), object, name))
		return nil
	}
	cx.doubts.WriteOnly(e, f)
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
