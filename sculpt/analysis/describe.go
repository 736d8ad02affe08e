package analysis

import (
	"fmt"
	"reflect"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// describe returns a text that two functions have in common exactly if they are the same Go: if their nodes are the same
// with all that the analysis has found out about them. It looks at every member that a kind of node has.
func describe(f *ir.Outlined, a answers) string {
	d := &describer{answers: a, locals: map[*ir.Local]int{}, nodes: map[ir.Node]int{}}
	fmt.Fprintf(&d.text, "%t %t %t %q", f.Inputs, f.Config, f.Context, f.Metas)
	for i, p := range f.Params {
		d.locals[p] = i
		d.typ(p.T)
		fmt.Fprintf(&d.text, " %t", p.Field != nil)
	}
	ir.Walk(f.Body, func(n ir.Node) { d.nodes[n] = len(d.nodes) })
	d.node(f.Body)
	return d.text.String()
}

var sourceType = reflect.TypeFor[*ir.Source]()

type describer struct {
	answers answers
	locals  map[*ir.Local]int // by the order in which they appear
	nodes   map[ir.Node]int   // by the order in which they are evaluated
	text    strings.Builder
}

// local describes a local: by the name that its author gave it, but for a parameter, which has a name of its own.
func (d *describer) local(l *ir.Local) {
	i, seen := d.locals[l]
	if !seen {
		i = len(d.locals)
		d.locals[l] = i
		fmt.Fprintf(&d.text, " %q", l.Name)
	}
	fmt.Fprintf(&d.text, " $%d", i)
}

func (d *describer) typ(t *ir.Type) {
	if t == nil {
		return
	}
	fmt.Fprintf(&d.text, " %d %t", t.Kind, t.Nullable)
	if t.Object != nil {
		fmt.Fprintf(&d.text, " %p", d.answers.object(t.Object))
	}
	if t.Enum != nil {
		fmt.Fprintf(&d.text, " %p", t.Enum)
	}
	d.typ(t.Key)
	d.typ(t.Elem)
}

func (d *describer) node(n ir.Node) {
	n = described(n)
	fmt.Fprintf(&d.text, "(%T", n)
	d.typ(n.Type())
	d.members(reflect.ValueOf(n).Elem())
	d.text.WriteByte(')')
}

// described returns a read of a field without what its Go does not depend on, and any other node as it is. The path shows in Go only where the field
// must be there and may not be, in the text of the fault.
func described(n ir.Node) ir.Node {
	switch n := n.(type) {
	case *ir.Member:
		d := *n
		d.Tagged = false
		if d.Proven {
			d.Path = ""
		}
		return &d
	case *ir.Maybe:
		d := *n
		d.Path = ""
		return &d
	}
	return n
}

func (d *describer) members(v reflect.Value) {
	for i := range v.NumField() {
		d.value(v.Field(i))
	}
}

func (d *describer) value(v reflect.Value) {
	if v.Kind() == reflect.Pointer && v.IsNil() && v.Type() != sourceType {
		d.text.WriteString(" nil")
		return
	}
	switch x := v.Interface().(type) {
	case *ir.Source: // two functions are the same Go wherever their author wrote them
	case ir.Marks:
		d.marks(x)
	case ir.Node:
		d.node(x)
	case *ir.Local:
		d.local(x)
	case *ir.Type:
		d.typ(x)
	case *ir.Field:
		fmt.Fprintf(&d.text, " %p", d.answers.field(x))
	case *ir.Function, *ir.Outlined:
		fmt.Fprintf(&d.text, " %p", x)
	default:
		d.plain(v)
	}
}

// plain describes a value that is not of a type of package ir with a meaning of its own.
func (d *describer) plain(v reflect.Value) {
	switch v.Kind() {
	case reflect.Slice:
		fmt.Fprintf(&d.text, " %d", v.Len())
		for i := range v.Len() {
			d.value(v.Index(i))
		}
	case reflect.Struct:
		d.members(v)
	default:
		fmt.Fprintf(&d.text, " %T %#v", v.Interface(), v.Interface())
	}
}

func (d *describer) marks(m ir.Marks) {
	fmt.Fprintf(&d.text, " %t %d %t", m.Fails, m.Form, m.Dropped)
	if m.Same != nil {
		fmt.Fprintf(&d.text, " =%d", d.nodes[m.Same])
	}
}
