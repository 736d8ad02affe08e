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

// shapesOf returns the shapes of all objects that answers of operations hold as they are, and of those that are in them: those that are
// alike as one, in the order of their names.
func shapesOf(objects []*object) *plan.Shapes {
	met := &described{at: map[*ir.ObjectType]int{}}
	for _, o := range objects {
		if o.copied {
			met.add(o.t.Whole(), o.operation)
		}
	}
	if len(met.objects) == 0 {
		return nil
	}
	classes := met.classes()
	shapes := &plan.Shapes{Names: map[*ir.ObjectType]string{}}
	names, taken := map[int]string{}, map[string]bool{}
	for i, o := range met.objects {
		class := classes[i]
		if names[class] == "" {
			name := met.labels[i]
			for n := 2; taken[name]; n++ {
				name = met.labels[i] + "#" + strconv.Itoa(n)
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
	labels  []string // what each is called
	at      map[*ir.ObjectType]int
}

// add adds an object and what is in it. What is inline in an answer goes by the name of its operation.
func (d *described) add(o *ir.ObjectType, operation string) {
	if _, ok := d.at[o]; ok {
		return
	}
	d.at[o] = len(d.objects)
	d.objects = append(d.objects, o)
	label := o.Place.String()
	if o.Place.Component == "" {
		label = strings.TrimSuffix(operation+"."+label, ".")
	}
	d.labels = append(d.labels, label)
	for _, f := range o.Fields() {
		if inner := objectIn(f.Type); inner != nil {
			d.add(inner, operation)
		}
	}
}

// classes returns a number for each object, which is the same for those that have the same members of the same types in the same order.
func (d *described) classes() []int {
	classes, count := d.classify(nil)
	for {
		before := count
		if classes, count = d.classify(classes); count == before {
			return classes
		}
	}
}

// classify numbers the objects, in the order in which the first of each number stands, by what they are and by the classes of what is
// in them; nil: all are of one.
func (d *described) classify(classes []int) (numbers []int, count int) {
	numbers = make([]int, len(d.objects))
	number := map[string]int{}
	for i, o := range d.objects {
		var key strings.Builder
		if classes != nil {
			fmt.Fprintf(&key, "%d", classes[i])
		}
		for _, f := range o.Fields() {
			d.writeMember(&key, f, classes)
		}
		n, ok := number[key.String()]
		if !ok {
			n = len(number)
			number[key.String()] = n
		}
		numbers[i] = n
	}
	return numbers, len(number)
}

// writeMember writes what tells a member from others: its name and type at first, then the class of what is in it.
func (d *described) writeMember(key *strings.Builder, f *ir.Field, classes []int) {
	if classes == nil {
		fmt.Fprintf(key, "\n%q ", f.Name)
		writeType(key, f.Type)
		return
	}
	if inner := objectIn(f.Type); inner != nil {
		fmt.Fprintf(key, " %d", classes[d.at[inner]])
	}
}
