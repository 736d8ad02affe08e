package settle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// partition returns the classes of objects that are alike, in the order of the first object of each.
func partition(objects []*object) [][]*object {
	classes, count := refine(objects, (*object).shape, (*object).contents)
	members := make([][]*object, count)
	for _, o := range objects {
		members[classes[o]] = append(members[classes[o]], o)
	}
	return members
}

// refine returns the class of each thing, a number in the order of the first thing of each class, and how many classes there are. It begins
// with the shape that a thing has by itself, and splits classes by the contents of their things, which name the classes of what the
// things hold, until none is split. So two things stay together unless a difference can be reached from them, and cycles need no care.
func refine[T comparable](things []T, shape func(T) string, contents func(T, map[T]int) string) (classes map[T]int, count int) {
	classes = map[T]int{}
	count = classify(things, classes, shape)
	for before := 0; before != count; {
		before = count
		count = classify(things, classes, func(t T) string { return strconv.Itoa(classes[t]) + contents(t, classes) })
	}
	return classes, count
}

// classify gives things of the same key the same class, and returns how many classes there are.
func classify[T comparable](things []T, classes map[T]int, key func(T) string) int {
	keys, numbers := lists.Map(things, key), map[string]int{}
	for i, t := range things {
		number, ok := numbers[keys[i]]
		if !ok {
			number = len(numbers)
			numbers[keys[i]] = number
		}
		classes[t] = number
	}
	return len(numbers)
}

// shape says where the document has an object, and how each field that is read is held. The order of the fields does not
// count.
func (o *object) shape() string {
	var b strings.Builder
	place := o.t.Place
	fmt.Fprintf(&b, "%q %q %t %q", place.Component, place.Path, place.Element, o.copyOf)
	if place.Component == "" {
		fmt.Fprintf(&b, " %p", o.answer)
	}
	for _, f := range o.byName {
		fmt.Fprintf(&b, "\n%q %t ", f.Name, f.always)
		writeType(&b, f.Type)
	}
	return b.String()
}

// writeType writes a type, whatever the objects in it are.
func writeType(b *strings.Builder, t *ir.Type) {
	for ; t != nil; t = t.Elem {
		fmt.Fprintf(b, "%s %t ", t.Kind, t.Nullable)
	}
}

// contents names the classes of what an object holds.
func (o *object) contents(classes map[*object]int) string {
	var b []byte
	for _, f := range o.byName {
		b = append(b, ' ')
		if f.holds != nil {
			b = strconv.AppendInt(b, int64(classes[f.holds]), 10)
		}
	}
	return string(b)
}
