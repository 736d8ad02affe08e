package answer

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// usage is what the expressions of a test read: every field, all required ones insistently but for those that are asked for.
type usage struct {
	unread, asked    map[*ir.Field]bool
	encoded, dynamic map[*ir.ObjectType]bool
}

func newUsage() *usage {
	return &usage{map[*ir.Field]bool{}, map[*ir.Field]bool{}, map[*ir.ObjectType]bool{}, map[*ir.ObjectType]bool{}}
}

func (u *usage) Reads(f *ir.Field) bool        { return !u.unread[f] }
func (u *usage) Insists(f *ir.Field) bool      { return !u.asked[f] }
func (u *usage) Encoded(o *ir.ObjectType) bool { return u.encoded[o] }
func (u *usage) Dynamic(o *ir.ObjectType) bool { return u.dynamic[o] }

// component returns an object of the component of that name, with required fields.
func component(name string, fields ...*ir.Field) *ir.ObjectType {
	return objectAt(ir.Place{Component: name}, fields...)
}

func objectAt(place ir.Place, fields ...*ir.Field) *ir.ObjectType {
	o := &ir.ObjectType{Name: place.Component + place.Path, Place: place}
	for _, f := range fields {
		o.Add(f)
	}
	return o
}

func required(name string, t *ir.Type) *ir.Field {
	return &ir.Field{Name: name, Type: t, Required: true}
}

// describe names the structs of each answer by their places, with a number where a place has several.
func describe(operations []*plan.Operation) string {
	numbers := map[*plan.Struct]string{}
	count := map[ir.Place]int{}
	var lines []string
	for _, op := range operations {
		var names []string
		for _, s := range op.Answer.Structs {
			if numbers[s] == "" {
				count[s.Place]++
				numbers[s] = fmt.Sprint(count[s.Place])
			}
			names = append(names, s.Place.Component+s.Place.Path+numbers[s])
		}
		lines = append(lines, strings.Join(names, " "))
	}
	return strings.Join(lines, " | ")
}

func decide(u *usage, answers ...*ir.ObjectType) []*plan.Operation {
	var operations []*plan.Operation
	for _, o := range answers {
		operations = append(operations, &plan.Operation{Answer: &plan.Answer{Type: ir.ObjectOf(o)}})
	}
	Decide(operations, u)
	return operations
}

// point is the component Point with a name.
func point() *ir.ObjectType {
	return component("Point", required("name", ir.StringType), required("x", ir.IntType))
}

// feature is the component Feature, whose properties are a Point.
func feature(of *ir.ObjectType) *ir.ObjectType {
	return component("Feature", required("properties", ir.ObjectOf(of)))
}

// node is the component Node: a list of nodes, and a payload.
func node(payload *ir.Type) *ir.ObjectType {
	n := component("Node", required("payload", payload))
	n.Add(required("children", ir.ListOf(ir.ObjectOf(n))))
	return n
}

func TestAlike(t *testing.T) {
	for _, c := range []struct {
		name    string
		answers func(u *usage) []*ir.ObjectType
		want    string
	}{
		{"one component in two operations", func(*usage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), point()}
		}, "Point1 | Point1"},
		{"a field that one operation's readers do without", func(u *usage) []*ir.ObjectType {
			a, b := point(), point()
			u.unread[b.Field("x")] = true
			return []*ir.ObjectType{a, b, point()}
		}, "Point1 | Point2 | Point1"},
		{"a field that may be absent for one operation's readers", func(u *usage) []*ir.ObjectType {
			a, b := point(), point()
			u.asked[b.Field("x")] = true
			return []*ir.ObjectType{a, b}
		}, "Point1 | Point2"},
		{"null allowed in one", func(*usage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Point", required("name", ir.StringType.OrNull()), required("x", ir.IntType))}
		}, "Point1 | Point2"},
		{"two components of one shape", func(*usage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Place", required("name", ir.StringType), required("x", ir.IntType))}
		}, "Point1 | Place1"},
		{"undeclared fields in another order", func(*usage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Point", required("x", ir.IntType), required("name", ir.StringType))}
		}, "Point1 | Point1"},
		{"what holds objects that differ", func(u *usage) []*ir.ObjectType {
			other := point()
			u.unread[other.Field("x")] = true
			return []*ir.ObjectType{feature(point()), feature(other), feature(point())}
		}, "Feature1 Point1 | Feature2 Point2 | Feature1 Point1"},
		{"what holds what holds objects that differ", func(u *usage) []*ir.ObjectType {
			other := point()
			u.unread[other.Field("x")] = true
			list := func(o *ir.ObjectType) *ir.ObjectType {
				return component("List", required("items", ir.ListOf(ir.ObjectOf(feature(o)))))
			}
			return []*ir.ObjectType{list(point()), list(other), point()}
		}, "List1 Feature1 Point1 | List2 Feature2 Point2 | Point1"},
		{"objects that contain themselves", func(*usage) []*ir.ObjectType {
			return []*ir.ObjectType{node(ir.StringType), node(ir.StringType), node(ir.IntType)}
		}, "Node1 | Node1 | Node2"},
		{"a difference that is reached by way of a cycle", func(u *usage) []*ir.ObjectType {
			other := point()
			u.asked[other.Field("name")] = true
			return []*ir.ObjectType{node(ir.ObjectOf(point())), node(ir.ObjectOf(other))}
		}, "Node1 Point1 | Node2 Point2"},
		{"a cycle and the same cycle with a copy before it", func(*usage) []*ir.ObjectType {
			inner := node(ir.StringType)
			return []*ir.ObjectType{component("Node", required("payload", ir.StringType), required("children", ir.ListOf(ir.ObjectOf(inner))))}
		}, "Node1"},
		{"objects inline in answers", func(*usage) []*ir.ObjectType {
			inline := func() *ir.ObjectType { return objectAt(ir.Place{}, required("id", ir.StringType)) }
			return []*ir.ObjectType{inline(), inline()}
		}, "1 | 2"},
		{"objects inline in a component", func(*usage) []*ir.ObjectType {
			outer := func() *ir.ObjectType {
				inner := objectAt(ir.Place{Component: "Point", Path: "/at"}, required("x", ir.IntType))
				return component("Point", required("at", ir.ObjectOf(inner)))
			}
			return []*ir.ObjectType{outer(), outer()}
		}, "Point1 Point/at1 | Point1 Point/at1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			u := newUsage()
			if got := describe(decide(u, c.answers(u)...)); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// TestMerged checks that a struct says what it stands for.
func TestMerged(t *testing.T) {
	a, b := point(), point()
	u := newUsage()
	u.encoded[b] = true
	u.unread[a.Field("x")], u.unread[b.Field("x")] = true, true
	operations := decide(u, a, b)
	structs := (&plan.Upstream{Operations: operations}).Structs()
	if len(structs) != 1 {
		t.Fatalf("%d structs", len(structs))
	}
	s := structs[0]
	if !s.Shared() || !slices.Equal(s.Objects, []*ir.ObjectType{a, b}) || !slices.Equal(s.Operations, operations) || !s.Encode || s.Dyn {
		t.Errorf("it is %+v", s)
	}
	if len(s.Fields) != 1 || !s.Fields[0].Always || !slices.Equal(s.Fields[0].Fields, []*ir.Field{a.Field("name"), b.Field("name")}) {
		t.Errorf("its fields are %+v", s.Fields)
	}
	fields := (&plan.Plan{Upstreams: []*plan.Upstream{{Operations: operations}}}).StructFields()
	if fields[b.Field("name")] != s.Fields[0] || fields[b.Field("x")] != nil {
		t.Errorf("the fields of the second operation are %v", fields)
	}
}

// TestReadInOneWay checks that the order of operations decides on nothing but the order.
func TestReadInOneWay(t *testing.T) {
	u := newUsage()
	odd := point()
	u.unread[odd.Field("x")] = true
	operations := decide(u, feature(odd), feature(point()), feature(point()))
	slices.Reverse(operations)
	Decide(operations, u)
	if got, want := describe(operations), "Feature1 Point1 | Feature1 Point1 | Feature2 Point2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
