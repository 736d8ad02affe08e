package settle

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// partition returns the classes of objects that are alike, in the order of the first object of each. It begins with what
// an object shows by itself, and splits classes by the classes of what their objects hold until none is split. So two
// objects stay together unless a difference can be reached from them, and cycles need no care.
func partition(objects []*object) [][]*object {
	classes := map[*object]int{}
	count := classify(objects, classes, (*object).shape)
	for {
		before := count
		count = classify(objects, classes, func(o *object) string { return o.contents(classes) })
		if count == before {
			break
		}
	}
	members := make([][]*object, count)
	for _, o := range objects {
		members[classes[o]] = append(members[classes[o]], o)
	}
	return members
}

// classify gives objects of the same key the same class, a number in the order of their first objects, and returns how
// many classes there are.
func classify(objects []*object, classes map[*object]int, key func(*object) string) int {
	keys := make([]string, len(objects))
	for i, o := range objects {
		keys[i] = key(o)
	}
	numbers := map[string]int{}
	for i, o := range objects {
		number, ok := numbers[keys[i]]
		if !ok {
			number = len(numbers)
			numbers[keys[i]] = number
		}
		classes[o] = number
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

// contents is the class of an object and those of what it holds.
func (o *object) contents(classes map[*object]int) string {
	b := strconv.AppendInt(nil, int64(classes[o]), 10)
	for _, f := range o.byName {
		b = append(b, ' ')
		if f.holds != nil {
			b = strconv.AppendInt(b, int64(classes[f.holds]), 10)
		}
	}
	return string(b)
}
