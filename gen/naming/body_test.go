package naming

import (
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// spelled is a member of a body as an author spells it out.
type spelled struct {
	name  string
	value ir.Node
}

// spelledOut returns an object with members, each of the type of its value.
func spelledOut(members ...spelled) *ir.Record {
	object, r := &ir.ObjectType{}, &ir.Record{}
	for _, m := range members {
		object.Add(&ir.Field{Name: m.name, Type: m.value.Type(), Required: m.value.Type().Kind != ir.Optional})
		r.Members = append(r.Members, ir.RecordMember{Name: m.name, Value: m.value})
	}
	r.T = ir.ObjectOf(object)
	return r
}

// TestAlikeBodies: two steps that call one operation share the structs of its body if both spell out the same members, down to the last one.
func TestAlikeBodies(t *testing.T) {
	name, size := spelled{"name", ir.Text("a")}, spelled{"size", ir.Int64(1)}
	maybe := &ir.None{T: ir.OptionalOf(ir.StringType)}
	list := func(elements ...ir.Node) ir.Node {
		return &ir.ListLit{T: ir.ListOf(elements[0].Type()), Elems: elements}
	}
	kind := func() *ir.Type {
		return &ir.Type{Kind: ir.String, Enum: &ir.Enum{Owner: "kind", Values: []string{"A"}}}
	}
	of := func(members ...spelled) spelled { return spelled{"of", spelledOut(members...)} }
	shared := spelledOut(name)
	for _, c := range []struct {
		name string
		a, b ir.Node
		want bool
	}{
		{"the same members", spelledOut(name, size), spelledOut(name, size), true},
		{"no members", spelledOut(), spelledOut(), true},
		{"another order", spelledOut(name, size), spelledOut(size, name), false},
		{"one member more", spelledOut(name, size), spelledOut(name), false},
		{"another name", spelledOut(name), spelledOut(spelled{"title", ir.Text("a")}), false},
		{"another type", spelledOut(name), spelledOut(spelled{"name", ir.Int64(1)}), false},
		{"optional against required", spelledOut(name), spelledOut(spelled{"name", maybe}), false},
		{"optional in both", spelledOut(spelled{"name", maybe}), spelledOut(spelled{"name", maybe}), true},
		{"null-able in one", spelledOut(spelled{"name", &ir.Const{T: ir.StringType.OrNull()}}), spelledOut(name), false},
		{"two enums", spelledOut(spelled{"k", &ir.Const{T: kind(), Value: "A"}}), spelledOut(spelled{"k", &ir.Const{T: kind(), Value: "A"}}), false},
		{"objects inside that are alike", spelledOut(of(name), size), spelledOut(of(name), size), true},
		{"objects inside that differ", spelledOut(of(name), size), spelledOut(of(size), size), false},
		{"an object inside of one alone", spelledOut(of(name)), spelledOut(spelled{"of", ir.Text("a")}), false},
		{"lists of objects", spelledOut(spelled{"of", list(spelledOut(name))}), spelledOut(spelled{"of", list(spelledOut(name))}), true},
		{"a list of objects, and an object", spelledOut(spelled{"of", list(spelledOut(name))}), spelledOut(of(name)), false},
		{"one object twice, and once in two objects", spelledOut(spelled{"a", shared}, spelled{"b", shared}), spelledOut(spelled{"a", shared}, spelled{"b", spelledOut(name)}), false},
		{"a body that is no object", spelledOut(name), ir.Text("a"), false},
		{"a list of objects as the body", spelledOut(name), list(spelledOut(name)), false},
	} {
		names := Assign(&plan.Plan{})
		for _, sides := range [][2]ir.Node{{c.a, c.b}, {c.b, c.a}} {
			if got := names.areAlike(bodyRecords(sides[0]), bodyRecords(sides[1])); got != c.want {
				t.Errorf("%s: alike is %t", c.name, got)
			}
		}
	}
}
