package shape_test

import (
	"fmt"
	"testing"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// chain returns an object that has an object that has an object, so many.
func chain(objects int) *spec.Schema {
	s := &spec.Schema{Kind: spec.Object, Ref: "Last", Properties: []*spec.Property{{Name: "text", Schema: &spec.Schema{Kind: spec.String}}}}
	for i := range objects {
		s = &spec.Schema{Kind: spec.Object, Ref: fmt.Sprint("C", i), Properties: []*spec.Property{{Name: "next", Schema: s, Required: true}}}
	}
	return s
}

// TestTypesAreMadeWhenAskedFor makes the type of an answer that leads to many objects, and reads one field of it.
func TestTypesAreMadeWhenAskedFor(t *testing.T) {
	schema := chain(10_000)
	allocated := testing.AllocsPerRun(1, func() {
		o := shape.New("api.get").Type(schema).Object
		if f := o.Field("next"); f == nil || f.Type.Kind != ir.Object || f.Type.Object.Name != "api.get:C9998" {
			t.Error("the first object has no field of the next one")
		}
	})
	if allocated > 100 {
		t.Errorf("%.0f allocations", allocated)
	}
}

// TestWhole checks that the objects of two answers of a document are one as a whole, and each its own as what is read of it.
func TestWhole(t *testing.T) {
	schema, whole := chain(3), shape.New("api")
	a, b := whole.Answer("api.a").Type(schema).Object, whole.Answer("api.b").Type(schema).Object
	if a == b || a.Field("next") == b.Field("next") {
		t.Error("two answers have one type")
	}
	if a.Whole() != b.Whole() || a.Whole() == a || a.Whole() != a.Whole().Whole() {
		t.Error("as a whole they are not one type of the document")
	}
	if got, want := a.Field("next").Type.Object.Whole(), a.Whole().Field("next").Type.Object; got != want {
		t.Errorf("what is inside is %s, want %s", got.Name, want.Name)
	}
	if alone := shape.New("api.c").Type(schema).Object; alone.Whole() != alone {
		t.Error("a type of an answer of no document is not its own whole")
	}
}

// TestCircles checks the fields of objects that hold themselves: by way of a map, and of a list in a union of lists at two places.
func TestCircles(t *testing.T) {
	node := &spec.Schema{Kind: spec.Object, Ref: "Node"}
	byName := &spec.Schema{Kind: spec.Object, Additional: node}
	lists := []*spec.Schema{{Kind: spec.Array, Items: node}, {Kind: spec.Array, Items: node}}
	node.Properties = []*spec.Property{
		{Name: "byName", Schema: byName}, {Name: "one", Schema: &spec.Schema{OneOf: lists}}, {Name: "other", Schema: &spec.Schema{OneOf: lists}},
	}
	o := shape.New("api.get").Type(byName).Elem.Object
	for name, want := range map[string]string{"byName": "map(string, api.get:Node)", "one": "list(api.get:Node)", "other": "list(api.get:Node)"} {
		if got := o.Field(name).Type.String(); got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}
