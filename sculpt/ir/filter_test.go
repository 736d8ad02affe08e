package ir_test

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// TestFilterOf holds that the condition of a filter is taken for what it is of: of a list for its elements, and never for
// the list itself.
func TestFilterOf(t *testing.T) {
	v := &ir.Local{T: ir.DynType, Name: "v"}
	list := &ir.Root{T: ir.ListOf(ir.DynType), Kind: ir.VarRoot, Name: "list"}
	where := &ir.Const{T: ir.BoolType, Value: true}
	filter := &ir.Loop{Kind: ir.Collect, T: list.T, Over: list, Var: v, Where: where}
	bound := &ir.Ref{To: &ir.Local{T: list.T, Name: "kept", Value: filter}}
	zero := &ir.Const{T: ir.IntType, Value: int64(0)}
	vars := map[string]ir.Node{"kept": filter}
	for _, c := range []struct {
		name              string
		n                 ir.Node
		ofList, ofElement bool
	}{
		{"a filter", filter, true, false},
		{"a filter under a name", bound, true, false},
		{"a sorted filter", ir.FnSortBy.Call(bound, list), true, false},
		{"a list", list, false, false},
		{"a var of a filter", &ir.Root{T: list.T, Kind: ir.VarRoot, Name: "kept"}, true, false},
		{"the last of a var of a filter", ir.FnLastElem.Call(&ir.Root{T: list.T, Kind: ir.VarRoot, Name: "kept"}), false, true},
		{"an input of the name of such a var", &ir.Root{T: list.T, Kind: ir.InputRoot, Name: "kept"}, false, false},
		{"what is mapped", &ir.Loop{Kind: ir.Collect, T: list.T, Over: list, Var: v, Where: where, Elem: zero}, false, false},
		{"the first element", &ir.Loop{Kind: ir.First, T: ir.DynType, Over: list, Var: v, Where: where}, false, true},
		{"an element", &ir.Element{List: bound, Index: zero}, false, true},
		{"the last of what is sorted", ir.FnLastElem.Call(ir.FnSortBy.Call(filter, list)), false, true},
		{"what a function makes", ir.FnFlatten.Call(filter), false, false},
	} {
		if got := ir.FilterOf(c.n, vars) != nil; got != c.ofList {
			t.Errorf("%s is a filtered list: %v", c.name, got)
		}
		if got := ir.FilterOfElement(c.n, vars) != nil; got != c.ofElement {
			t.Errorf("%s is an element of a filtered list: %v", c.name, got)
		}
	}
}

// TestHoldsGroups holds of which lists every element is a group, and so has an element.
func TestHoldsGroups(t *testing.T) {
	lists := ir.ListOf(ir.ListOf(ir.DynType))
	v := &ir.Local{T: lists.Elem, Name: "v"}
	groups := ir.FnGroupBy.Call(&ir.Root{T: ir.ListOf(ir.DynType)}, &ir.Root{T: ir.ListOf(ir.StringType)})
	where := &ir.Const{T: ir.BoolType, Value: true}
	for name, c := range map[string]struct {
		list ir.Node
		want bool
	}{
		"groups":                     {groups, true},
		"groups of dyns":             {ir.FnGroupByDyn.Call(groups.Args...), true},
		"some of them":               {&ir.Loop{Kind: ir.Collect, T: lists, Over: ir.FnReverse.Call(groups), Var: v, Where: where}, true},
		"a var of them":              {&ir.Root{T: lists, Kind: ir.VarRoot, Name: "groups"}, true},
		"an input of that name":      {&ir.Root{T: lists, Kind: ir.InputRoot, Name: "groups"}, false},
		"lists":                      {&ir.Root{T: lists, Kind: ir.VarRoot, Name: "lists"}, false},
		"what is made of the groups": {&ir.Loop{Kind: ir.Collect, T: lists, Over: groups, Var: v, Elem: &ir.ListLit{T: lists.Elem}}, false},
		"groups and a list":          {ir.FnConcat.Call(groups, &ir.Root{T: lists}), false},
	} {
		if got := ir.HoldsGroups(c.list, map[string]ir.Node{"groups": groups}); got != c.want {
			t.Errorf("%s: %t, want %t", name, got, c.want)
		}
	}
}

// TestMoved holds which paths are of what is read from a local.
func TestMoved(t *testing.T) {
	from, to, other := &ir.Local{Name: "from"}, &ir.Local{Name: "to"}, &ir.Local{Name: "other"}
	field := &ir.Field{Name: "f"}
	path := func(l *ir.Local) string { return ir.FieldPath(&ir.Ref{To: l}, field) }
	for _, c := range []struct {
		name, path, want string
		ok               bool
	}{
		{"a field", path(from), path(to), true},
		{"what is known of a field", "not null " + path(from), "not null " + path(to), true},
		{"the local itself", ir.Path(&ir.Ref{To: from}), ir.Path(&ir.Ref{To: to}), true},
		{"a field of another", path(other), "", false},
		{"a local whose name only begins so", ir.Path(&ir.Ref{To: from}) + "0.f", "", false},
	} {
		if got, ok := ir.Moved(c.path, from, to); got != c.want || ok != c.ok {
			t.Errorf("%s: %q, %v, want %q, %v", c.name, got, ok, c.want, c.ok)
		}
	}
}
