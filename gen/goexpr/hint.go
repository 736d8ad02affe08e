package goexpr

import (
	"cmp"

	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// hints returns names for a variable that holds the value of n, the best one first: what is read is named as in the
// document, what is computed after what it is.
func hints(n ir.Node) []string {
	switch n := n.(type) {
	case *ir.Root:
		return []string{n.Title()}
	case *ir.Ref:
		return []string{n.To.Name}
	case *ir.Member:
		return memberHints(n.X, n.Field.Name)
	case *ir.Maybe:
		return memberHints(n.X, n.Field.Name)
	case *ir.Element:
		return elementHints(n.List, n.Index)
	case *ir.Row:
		return []string{naming.Singular(hint(n.Table))}
	case *ir.Record:
		return []string{naming.Singular(n.Name)}
	case *ir.Loop:
		return loopHints(n)
	case *ir.Call:
		return callHints(n)
	case *ir.Invoke:
		return invokeHints(n)
	case *ir.Then:
		return eitherHints(n.Body, n.X)
	case *ir.Cond:
		return choiceHints(n)
	case *ir.OrValue:
		return orHints(n)
	}
	if inner := inside(n); inner != nil {
		return hints(inner)
	}
	return []string{kindHint(n)}
}

// hint is the best of hints.
func hint(n ir.Node) string { return hints(n)[0] }

// inside returns the node whose value n is in another form, or nil.
func inside(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Or:
		return n.X
	case *ir.Let:
		return n.Body
	case *ir.Guard:
		return n.X
	case *ir.Counted:
		return n.X
	case *ir.SoleFields:
		return n.X
	}
	return ir.Content(n)
}

// eitherHints names a value after the first of two nodes, or the second if the first is a literal or no more is known of it.
func eitherHints(first, second ir.Node) []string {
	_, list := first.(*ir.ListLit)
	if names := hints(first); names[0] != unnamed && !list {
		return names
	}
	return hints(second)
}

// choiceHints names one of two values: after what both are, or the one that is no literal.
func choiceHints(n *ir.Cond) []string {
	then, other := hint(n.Then), hint(n.Else)
	if then == other || ir.IsConst(n.Else) || ir.IsConst(n.Then) || isLiteral(n.Then) || isLiteral(n.Else) {
		names := eitherHints(n.Then, n.Else)
		if isLiteral(n.Then) || ir.IsConst(n.Then) {
			names = hints(n.Else)
		}
		return append(names[:len(names):len(names)], "chosen_"+names[0])
	}
	if then == unnamed || other == unnamed {
		return eitherHints(n.Then, n.Else)
	}
	return []string{"chosen", "chosen_" + then}
}

// isLiteral reports whether n is a literal that holds nothing, or a list or map literal.
func isLiteral(n ir.Node) bool {
	switch n.(type) {
	case *ir.ListLit, *ir.MapLit, *ir.None:
		return true
	}
	return false
}

// orHints names the value of an optional, or what stands in its place: payers, payersOrEmpty where payers is the optional.
func orHints(n *ir.OrValue) []string {
	names := hints(n.X)
	if names[0] == unnamed {
		return names
	}
	other := "_or_default"
	if isEmpty(n.Else) {
		other = "_or_empty"
	}
	return append(names[:len(names):len(names)], names[0]+other)
}

// isEmpty reports whether n is a literal that holds nothing, be it as a dyn or as something that may be null.
func isEmpty(n ir.Node) bool {
	if content := ir.Content(n); content != nil {
		return isEmpty(content)
	}
	return ir.IsEmpty(n)
}

// unnamed is the name of a value of which no more is known.
const unnamed = "value"

// kindHint names a value after what kind of an expression it is.
func kindHint(n ir.Node) string {
	switch n := n.(type) {
	case *ir.Logic, *ir.Not, *ir.In, *ir.Has, *ir.HasValue, *ir.IsNull, *ir.Matches:
		return "ok"
	case *ir.Concat:
		return "text"
	case *ir.ListLit:
		return "list"
	case *ir.MapLit:
		return "entries"
	case *ir.Binary:
		if n.T.Kind == ir.Bool {
			return "ok"
		}
		if n.T.Kind == ir.String {
			return "text"
		}
		return map[string]string{"+": "sum", "-": "difference", "*": "product", "/": "quotient", "%": "rest"}[n.Op]
	}
	return unnamed
}

// memberHints names a field, if need be with what it belongs to: name, officeName.
func memberHints(x ir.Node, field string) []string {
	owner := hint(x)
	if owner == unnamed {
		return []string{field}
	}
	return []string{field, owner + "_" + field}
}

// elementHints names an element of a list: period, firstPeriod.
func elementHints(list, index ir.Node) []string {
	name := elementHint(list)
	i, ok := index.(*ir.Const)
	if !ok {
		return []string{name}
	}
	for n, ordinal := range []string{"first", "second", "third"} {
		if i.Value == int64(n) {
			return []string{name, ordinal + "_" + name}
		}
	}
	return []string{name}
}

// elementHint names an element of a list, of which it may not be known that it is one.
func elementHint(list ir.Node) string {
	switch n := list.(type) {
	case *ir.Let:
		return elementHint(n.Body)
	case *ir.Call:
		if n.Func.Rearranges {
			return elementHint(n.Args[0])
		}
	}
	name := hint(list)
	switch one := naming.Singular(name); {
	case one != name:
		return one
	case name == unnamed || name == "list":
		return "element"
	}
	return name
}

func loopHints(n *ir.Loop) []string {
	name := map[ir.LoopKind]string{ir.All: "all", ir.Any: "found", ir.One: "one", ir.Count: "count", ir.Associate: "entries"}[n.Kind]
	switch {
	case name != "":
		return []string{name}
	case n.Kind == ir.First || n.Kind == ir.FirstMay:
		one := elementHint(n.Over)
		return []string{one, "matching_" + one}
	}
	all := hint(n.Over)
	if n.Elem == nil || ir.IsLocal(n.Elem, n.Var) {
		return []string{all, "matching_" + all}
	}
	one := hint(n.Elem)
	if _, record := n.Elem.(*ir.Record); record || one == unnamed || len(one) == 1 {
		return []string{all, naming.Plural(one)}
	}
	if single := naming.Singular(one); single != one {
		return []string{single + "_lists"}
	}
	return []string{naming.Plural(one)}
}

// invokeHints names the result of the function of an expression after the place where the expression stands.
func invokeHints(n *ir.Invoke) []string {
	if n.Type().Kind == ir.Bool {
		return []string{"ok"}
	}
	return append(placeNames(n.Of.Places), hints(n.Of.Body)...)
}

// placeNames names the value of an expression after the place where it stands, if that is one: vars.period is period.
func placeNames(places []string) []string {
	if len(places) != 1 {
		return nil
	}
	words := placeWords(places[0])
	if last := words[len(words)-1]; !vague[last] {
		return []string{last}
	}
	return nil
}

func callHints(n *ir.Call) []string {
	f := n.Func
	switch f.Naming {
	case ir.NamedByForm:
		return formHints(n)
	case ir.NamedAsOperand:
		return hints(n.Args[0])
	case ir.NamedAsSelection:
		return selectionHints(n)
	case ir.NamedAsFirst:
		one := elementHint(n.Args[0])
		return []string{one, "first_" + one}
	case ir.NamedAsLast:
		one := elementHint(n.Args[0])
		return []string{one, "last_" + one}
	}
	return []string{cmp.Or(f.Noun, unnamed)}
}

// formHints names the form that a function brings a value into: the text updated as a time is updatedTime, where updated is taken.
func formHints(n *ir.Call) []string {
	of, form := hint(n.Args[0]), n.Func.Noun
	switch {
	case !vague[of] && len(of) > 1:
		return []string{of, of + "_" + form}
	case form == "time": // which is a package
		return []string{"instant"}
	}
	return []string{form}
}

// vague are the names that say less of a value than what form it has.
var vague = map[string]bool{
	unnamed: true, "text": true, "element": true, "size": true, "list": true, "entries": true, "json": true, "body": true, "result": true,
}

// selectionHints names what is read from a map or a list.
func selectionHints(n *ir.Call) []string {
	key := n.Args[1]
	if dyn, ok := key.(*ir.ToDyn); ok {
		key = dyn.X
	}
	if c, ok := key.(*ir.Const); ok {
		if name, text := c.Value.(string); text && naming.Exported(name) != "" {
			return memberHints(n.Args[0], name)
		}
	}
	return elementHints(n.Args[0], key)
}
