package settle

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt/demand"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// fakeUsage is what the expressions of a test read: every field, all required ones insistently but for those that are asked for.
type fakeUsage struct {
	unread, asked    map[*ir.Field]bool
	encoded, dynamic map[*ir.ObjectType]bool
	made             map[*ir.ObjectType]bool
}

func newUsage() *fakeUsage {
	return &fakeUsage{map[*ir.Field]bool{}, map[*ir.Field]bool{}, map[*ir.ObjectType]bool{}, map[*ir.ObjectType]bool{}, map[*ir.ObjectType]bool{}}
}

func (u *fakeUsage) Reads(f *ir.Field) bool        { return !u.unread[f] }
func (u *fakeUsage) Insists(f *ir.Field) bool      { return !u.asked[f] }
func (u *fakeUsage) Encoded(o *ir.ObjectType) bool { return u.encoded[o] }
func (u *fakeUsage) Dynamic(o *ir.ObjectType) bool { return u.dynamic[o] }
func (u *fakeUsage) Made(o *ir.ObjectType) bool    { return u.made[o] }

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

func decide(u *fakeUsage, answers ...*ir.ObjectType) []*plan.Operation {
	var operations []*plan.Operation
	for _, o := range answers {
		operations = append(operations, &plan.Operation{Answer: &plan.Answer{Type: ir.ObjectOf(o)}})
	}
	settle(operations, u)
	return operations
}

// settle sets the structs of operations.
func settle(operations []*plan.Operation, u *fakeUsage) *plan.Shapes {
	var typed []Typed
	for _, op := range operations {
		typed = append(typed, Typed{op.Name, op.Answers()})
	}
	structs, shapes := Structs(typed, u, demand.HeadsIn(nil))
	for _, op := range operations {
		op.Answer.Structs = structs[op.Answer]
	}
	return shapes
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
		answers func(u *fakeUsage) []*ir.ObjectType
		want    string
	}{
		{"one component in two operations", func(*fakeUsage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), point()}
		}, "Point1 | Point1"},
		{"a field that one operation's readers do without", func(u *fakeUsage) []*ir.ObjectType {
			a, b := point(), point()
			u.unread[b.Field("x")] = true
			return []*ir.ObjectType{a, b, point()}
		}, "Point1 | Point2 | Point1"},
		{"a field that may be absent for one operation's readers", func(u *fakeUsage) []*ir.ObjectType {
			a, b := point(), point()
			u.asked[b.Field("x")] = true
			return []*ir.ObjectType{a, b}
		}, "Point1 | Point2"},
		{"null allowed in one", func(*fakeUsage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Point", required("name", ir.StringType.OrNull()), required("x", ir.IntType))}
		}, "Point1 | Point2"},
		{"two components of one shape", func(*fakeUsage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Place", required("name", ir.StringType), required("x", ir.IntType))}
		}, "Point1 | Place1"},
		{"undeclared fields in another order", func(*fakeUsage) []*ir.ObjectType {
			return []*ir.ObjectType{point(), component("Point", required("x", ir.IntType), required("name", ir.StringType))}
		}, "Point1 | Point1"},
		{"what holds objects that differ", func(u *fakeUsage) []*ir.ObjectType {
			other := point()
			u.unread[other.Field("x")] = true
			return []*ir.ObjectType{feature(point()), feature(other), feature(point())}
		}, "Feature1 Point1 | Feature2 Point2 | Feature1 Point1"},
		{"what holds what holds objects that differ", func(u *fakeUsage) []*ir.ObjectType {
			other := point()
			u.unread[other.Field("x")] = true
			list := func(o *ir.ObjectType) *ir.ObjectType {
				return component("List", required("items", ir.ListOf(ir.ObjectOf(feature(o)))))
			}
			return []*ir.ObjectType{list(point()), list(other), point()}
		}, "List1 Feature1 Point1 | List2 Feature2 Point2 | Point1"},
		{"objects that contain themselves", func(*fakeUsage) []*ir.ObjectType {
			return []*ir.ObjectType{node(ir.StringType), node(ir.StringType), node(ir.IntType)}
		}, "Node1 | Node1 | Node2"},
		{"a difference that is reached by way of a cycle", func(u *fakeUsage) []*ir.ObjectType {
			other := point()
			u.asked[other.Field("name")] = true
			return []*ir.ObjectType{node(ir.ObjectOf(point())), node(ir.ObjectOf(other))}
		}, "Node1 Point1 | Node2 Point2"},
		{"a cycle and the same cycle with a copy before it", func(*fakeUsage) []*ir.ObjectType {
			inner := node(ir.StringType)
			return []*ir.ObjectType{component("Node", required("payload", ir.StringType), required("children", ir.ListOf(ir.ObjectOf(inner))))}
		}, "Node1"},
		{"objects inline in answers", func(*fakeUsage) []*ir.ObjectType {
			inline := func() *ir.ObjectType { return objectAt(ir.Place{}, required("id", ir.StringType)) }
			return []*ir.ObjectType{inline(), inline()}
		}, "1 | 2"},
		{"objects inline in a component", func(*fakeUsage) []*ir.ObjectType {
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
	operations := decide(u, a, b)
	structs := (&plan.Upstream{Operations: operations}).Structs()
	if len(structs) != 1 {
		t.Fatalf("%d structs", len(structs))
	}
	s := structs[0]
	if !s.Shared() || !slices.Equal(s.Objects, []*ir.ObjectType{a, b}) || !slices.Equal(s.Operations, operations) || !s.Encode || s.Dyn {
		t.Errorf("it is %+v", s)
	}
	if len(s.Fields) != 2 || !s.Fields[0].Always || !slices.Equal(s.Fields[0].Fields, []*ir.Field{a.Field("name"), b.Field("name")}) {
		t.Errorf("its fields are %+v", s.Fields)
	}
	fields := (&plan.Plan{Upstreams: []*plan.Upstream{{Operations: operations}}}).StructFields()
	if fields[b.Field("name")] != s.Fields[0] || fields[b.Field("x")] != s.Fields[1] {
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
	settle(operations, u)
	if got, want := describe(operations), "Feature1 Point1 | Feature1 Point1 | Feature2 Point2"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// inDocument is a component of a document, with required fields.
func inDocument(name string, fields ...*ir.Field) *ir.ObjectType {
	return ir.Described(name, ir.Place{Component: name}, func(o *ir.ObjectType) {
		for _, f := range fields {
			o.Add(f)
		}
	}, nil)
}

// TestCopied checks which objects are handed on as they are, and what the shapes have of them.
func TestCopied(t *testing.T) {
	for _, c := range []struct {
		name    string
		use     func(u *fakeUsage, outer, inner *ir.ObjectType)
		structs string // name=copy of, or the fields
		shapes  string
	}{
		{"nothing is read of it", func(u *fakeUsage, outer, _ *ir.ObjectType) { u.encoded[outer] = true }, "Outer=Outer", "Inner Outer"},
		{"a field is read beside it", func(u *fakeUsage, outer, _ *ir.ObjectType) {
			u.encoded[outer] = true
			delete(u.unread, outer.Field("x"))
		}, "Outer(x inner) Inner=Inner", "Inner Outer"},
		{"a field inside is read beside it", func(u *fakeUsage, outer, inner *ir.ObjectType) {
			u.encoded[outer] = true
			delete(u.unread, outer.Field("inner"))
			delete(u.unread, inner.Field("y"))
		}, "Outer(x inner) Inner(y outer)", ""},
		{"the manifest makes one itself", func(u *fakeUsage, outer, _ *ir.ObjectType) { u.encoded[outer], u.made[outer] = true, true }, "Outer(x inner) Inner=Inner", "Inner Outer"},
		{"it becomes a dyn too", func(u *fakeUsage, outer, inner *ir.ObjectType) {
			u.encoded[outer], u.dynamic[outer], u.dynamic[inner] = true, true, true
		}, "Outer(x inner) Inner(y outer)", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			inner := inDocument("Inner", required("y", ir.IntType))
			outer := inDocument("Outer", required("x", ir.IntType), required("inner", ir.ListOf(ir.ObjectOf(inner))))
			inner.Add(required("outer", ir.ObjectOf(outer)))
			u := newUsage()
			for _, o := range []*ir.ObjectType{outer, inner} {
				for _, f := range o.Fields() {
					u.unread[f] = true
				}
			}
			c.use(u, outer, inner)
			op := &plan.Operation{Answer: &plan.Answer{Type: ir.ObjectOf(outer)}}
			shapes := settle([]*plan.Operation{op}, u)
			var structs, names []string
			for _, s := range op.Answer.Structs {
				text := s.Place.Component + "=" + s.CopyOf
				if s.CopyOf == "" {
					var fields []string
					for _, f := range s.Fields {
						fields = append(fields, f.Name())
					}
					text = s.Place.Component + "(" + strings.Join(fields, " ") + ")"
				}
				structs = append(structs, text)
			}
			if shapes != nil {
				for _, o := range shapes.Objects {
					names = append(names, shapes.Names[o])
				}
			}
			if got := strings.Join(structs, " "); got != c.structs {
				t.Errorf("structs: got %s, want %s", got, c.structs)
			}
			if got := strings.Join(names, " "); got != c.shapes {
				t.Errorf("shapes: got %s, want %s", got, c.shapes)
			}
		})
	}
}

// TestShapesAlike checks that objects with the same members are one shape, also where they hold themselves, and others are not.
func TestShapesAlike(t *testing.T) {
	u := newUsage()
	var operations []*plan.Operation
	for i, payload := range []*ir.Type{ir.IntType, ir.IntType, ir.StringType} {
		tree := inDocument(fmt.Sprint("Tree", i), required("payload", payload))
		tree.Add(required("below", ir.MapOf(ir.StringType, ir.ObjectOf(tree))))
		u.encoded[tree] = true
		for _, f := range tree.Fields() {
			u.unread[f] = true
		}
		operations = append(operations, &plan.Operation{Answer: &plan.Answer{Type: ir.ObjectOf(tree)}})
	}
	shapes := settle(operations, u)
	var names []string
	for _, op := range operations {
		names = append(names, op.Answer.Structs[0].CopyOf)
	}
	if want := []string{"Tree0", "Tree0", "Tree2"}; !slices.Equal(names, want) || len(shapes.Objects) != 2 {
		t.Errorf("got %v, want %v", names, want)
	}
}
