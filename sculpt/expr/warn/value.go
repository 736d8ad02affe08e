package warn

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/explain"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// mostValues is how many values a message lists.
const mostValues = 8

// Value doubts a comparison of x with a literal that the document does not allow for the field that x reads. It stays a
// doubt: answers break their documents in this more than in anything else.
func (d *Doubts) Value(at ast.Expr, x, literal ir.Node) {
	c, ok := literal.(*ir.Const)
	if !ok || c.T.Kind != ir.String || c.T.Enum != nil || c.Value == nil {
		return
	}
	text := c.Value.(string)
	field, values := d.valuesOf(x, text)
	if len(values) == 0 || slices.Contains(values, text) {
		return
	}
	hint := diag.DidYouMean(text, values)
	if len(values) <= mostValues {
		hint = explain.OneOf(text, values)
	}
	message := strconv.Quote(text) + " is none of the values that the document has for " + source.FieldSource(field) + hint
	d.add(at, func(origins) (string, string) { return "enum-value", message })
}

// valuesOf returns the field of an answer that x reads, and the values that the document has for it; none if x can be text,
// whatever the document has.
func (d *Doubts) valuesOf(x ir.Node, text string) (field string, values []string) {
	switch n := x.(type) {
	case *ir.Member:
		return n.Field.Name, fieldValues(n.X.Type().Object, n.Field)
	case *ir.Maybe:
		return n.Field.Name, fieldValues(n.X.Type().Object, n.Field)
	case *ir.Then:
		return d.valuesOf(n.Body, text)
	case *ir.OrValue:
		other := cmp.Or(ir.Content(n.Else), n.Else)
		if c, ok := other.(*ir.Const); ok && c.Value != text {
			return d.valuesOf(n.X, text)
		}
	case *ir.Ref:
		if n.To.Value != nil {
			return d.valuesOf(n.To.Value, text)
		}
	case *ir.Root:
		if value := d.vars[n.Name]; n.Kind == ir.VarRoot && value != nil {
			return d.valuesOf(value, text)
		}
	default:
		if inner := ir.Content(x); inner != nil {
			return d.valuesOf(inner, text)
		}
	}
	return "", nil
}

// NeverOneOf says that a value which has to be one of the given names is none of them, if the document has only others for a
// field that it reads; rule is empty if that is not known. vars are what vars are computed from.
func NeverOneOf(n ir.Node, names []string, vars map[string]ir.Node) (rule, message string) {
	d := NewDoubts(vars)
	for _, x := range alternatives(n) {
		field, values := d.valuesOf(x, "")
		if len(values) == 0 || slices.ContainsFunc(values, func(v string) bool { return slices.Contains(names, v) }) {
			continue
		}
		listed := strings.Join(values[:min(len(values), mostValues)], ", ")
		if len(values) > mostValues {
			listed += ", ..."
		}
		return "enum-value", fmt.Sprintf("the document has %s for %s, and none of these is a value of the output%s", listed, source.FieldSource(field), mapping(values, names))
	}
	return "", ""
}

// alternatives are the values of which n is one, by conditions and by what stands for an absent value.
func alternatives(n ir.Node) []ir.Node {
	switch n := n.(type) {
	case *ir.Cond:
		return append(alternatives(n.Then), alternatives(n.Else)...)
	case *ir.OrValue:
		return append(alternatives(n.X), alternatives(n.Else)...)
	}
	if inner := ir.Content(n); inner != nil {
		return alternatives(inner)
	}
	return []ir.Node{n}
}

// mapping says how the values of a field become names: in capitals, if those are names, otherwise one by one.
func mapping(values, names []string) string {
	for _, v := range values {
		if slices.Contains(names, strings.ToUpper(v)) {
			return "; write them in capitals, with .upperAscii()"
		}
	}
	if len(names) == 0 {
		return ""
	}
	return fmt.Sprintf("; map each of them, as in {%q: %q}[...]", values[0], names[0])
}

// fieldValues are the values of a field; of the discriminator of a union, those that name its variants.
func fieldValues(object *ir.ObjectType, f *ir.Field) []string {
	if object == nil || object.Union == nil || object.Union.Tag != f.Name || len(f.Values) > 0 {
		return f.Values
	}
	var values []string
	for _, v := range object.Union.Variants {
		if len(v.Values) == 0 {
			return nil
		}
		for _, value := range v.Values {
			if text, ok := value.(string); ok {
				values = append(values, text)
			}
		}
	}
	return values
}

// Fallback doubts what stands for an absent field that the document requires, and allows to be null: null stays null. That null
// stands for itself is no doubt.
func (d *Doubts) Fallback(at ast.Expr, read *ir.Maybe, other ir.Node) {
	if !read.Field.Required || !read.Field.Type.Nullable || other.Type().Nullable || other.Type().Kind == ir.Null {
		return
	}
	message := source.FieldSource(read.Field.Name) + " is always there, and may be null: orValue stands in for absence alone, so null stays null; write " + read.Path + ".unlessNull().orValue(...)"
	d.add(at, func(origins) (string, string) { return "null-fallback", message })
}

// WriteOnly doubts a read of a field that the document calls write-only.
func (d *Doubts) WriteOnly(at ast.Expr, f *ir.Field) {
	if f.Unread == "" {
		return
	}
	message := source.FieldSource(f.Name) + " is write-only (" + f.Unread + "): requests have it, and answers should not, so that there is likely nothing to read"
	d.add(at, func(origins) (string, string) { return "write-only", message })
}
