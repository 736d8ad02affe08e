package settle

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// shapesOf returns the shapes of the objects that are handed on as they are, and of the objects in these, in the order of their names. Objects
// that are alike have one shape.
func shapesOf(objects []*object) *plan.Shapes {
	met := &described{labels: map[*ir.ObjectType]string{}}
	for _, o := range objects {
		if o.copied {
			met.add(o.t.Whole(), o.operation)
		}
	}
	if len(met.objects) == 0 {
		return nil
	}
	classes, _ := refine(met.objects, membersOf, classesIn)
	shapes := &plan.Shapes{Names: map[*ir.ObjectType]string{}}
	names, taken := map[int]string{}, map[string]bool{}
	for _, o := range met.objects {
		class := classes[o]
		if names[class] == "" {
			name := met.labels[o]
			for n := 2; taken[name]; n++ {
				name = met.labels[o] + "#" + strconv.Itoa(n)
			}
			taken[name], names[class] = true, name
			shapes.Objects = append(shapes.Objects, o)
		}
		shapes.Names[o] = names[class]
	}
	slices.SortFunc(shapes.Objects, func(a, b *ir.ObjectType) int { return cmp.Compare(shapes.Names[a], shapes.Names[b]) })
	return shapes
}

// described are objects of a document, each once, the outermost first.
type described struct {
	objects []*ir.ObjectType
	labels  map[*ir.ObjectType]string // what each is called
}

// add adds an object and what is in it. What is inline in an answer goes by the name of its operation.
func (d *described) add(o *ir.ObjectType, operation string) {
	if _, known := d.labels[o]; known {
		return
	}
	d.objects = append(d.objects, o)
	label := o.Place.String()
	if o.Place.Component == "" {
		label = strings.TrimSuffix(operation+"."+label, ".")
	}
	d.labels[o] = label
	for _, f := range o.Fields() {
		if inner := objectIn(f.Type); inner != nil {
			d.add(inner, operation)
		}
	}
}

// membersOf says which members an object has: the name and the type of each, in their order.
func membersOf(o *ir.ObjectType) string {
	var b strings.Builder
	for _, f := range o.Fields() {
		fmt.Fprintf(&b, "\n%q ", f.Name)
		writeType(&b, f.Type)
	}
	return b.String()
}

// classesIn names the classes of the objects that an object holds.
func classesIn(o *ir.ObjectType, classes map[*ir.ObjectType]int) string {
	var b strings.Builder
	for _, f := range o.Fields() {
		if inner := objectIn(f.Type); inner != nil {
			fmt.Fprintf(&b, " %d", classes[inner])
		}
	}
	return b.String()
}
