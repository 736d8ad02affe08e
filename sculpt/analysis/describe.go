package analysis

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// identity tells which fields and objects are one for the emitter: those that it declares once.
type identity struct {
	fields  map[*ir.Field]any
	objects map[*ir.ObjectType]any
}

func (i identity) field(f *ir.Field) any {
	if id := i.fields[f]; id != nil {
		return id
	}
	return f
}

func (i identity) object(o *ir.ObjectType) any {
	if id := i.objects[o]; id != nil {
		return id
	}
	return o
}

// describe returns a text that two functions have in common exactly if they do the same.
func describe(f *ir.Outlined, id identity) string {
	d := &describer{identity: id, locals: map[*ir.Local]int{}}
	fmt.Fprintf(&d.text, "%t %t %q", f.Inputs, f.Config, f.Metas)
	for _, p := range f.Params {
		d.local(p)
		d.typ(p.T)
		fmt.Fprintf(&d.text, " %t", p.Field != nil)
	}
	d.node(f.Body)
	return d.text.String()
}

type describer struct {
	identity identity
	locals   map[*ir.Local]int // by the order in which they appear
	text     strings.Builder
}

func (d *describer) local(l *ir.Local) {
	if l == nil {
		return
	}
	if _, seen := d.locals[l]; !seen {
		d.locals[l] = len(d.locals)
	}
	fmt.Fprintf(&d.text, " $%d", d.locals[l])
}

func (d *describer) typ(t *ir.Type) {
	if t == nil {
		return
	}
	fmt.Fprintf(&d.text, " %d %t", t.Kind, t.Nullable)
	if t.Object != nil {
		fmt.Fprintf(&d.text, " %p", d.identity.object(t.Object))
	}
	if t.Enum != nil {
		fmt.Fprintf(&d.text, " %p", t.Enum)
	}
	d.typ(t.Key)
	d.typ(t.Elem)
}

func (d *describer) node(n ir.Node) {
	fmt.Fprintf(&d.text, "(%T", n)
	d.attributes(n)
	d.typ(n.Type())
	for _, below := range ir.Children(n) {
		d.node(below)
	}
	d.text.WriteByte(')')
}

// attributes describes what a node says beside what is below it.
func (d *describer) attributes(n ir.Node) {
	switch n := n.(type) {
	case *ir.Const:
		fmt.Fprintf(&d.text, " %T %#v", n.Value, n.Value)
	case *ir.Root:
		fmt.Fprintf(&d.text, " %d %q", n.Kind, n.Name)
	case *ir.Ref:
		d.local(n.To)
	case *ir.Member:
		fmt.Fprintf(&d.text, " %p %q %t", d.identity.field(n.Field), faultPath(n), n.Proven)
	case *ir.Has:
		fmt.Fprintf(&d.text, " %p", d.identity.field(n.Field))
	case *ir.Maybe:
		fmt.Fprintf(&d.text, " %p", d.identity.field(n.Field))
	case *ir.Then:
		d.local(n.Local)
	case *ir.Let:
		d.local(n.Local)
		fmt.Fprintf(&d.text, " %q %t %t %t", n.Local.Name, n.Strict, n.Implicit, n.Lazy)
	case *ir.Loop:
		d.local(n.Index)
		d.local(n.Var)
		fmt.Fprintf(&d.text, " %d %q %t %t %t", n.Kind, n.Var.Name, n.Where != nil, n.KeyElem != nil, n.Again)
	default:
		d.operation(n)
	}
}

// faultPath is the text of the fault of a field that is not there.
func faultPath(n *ir.Member) string {
	if n.Proven {
		return ""
	}
	return n.Path
}

// operation is attributes for the nodes that compute.
func (d *describer) operation(n ir.Node) {
	switch n := n.(type) {
	case *ir.Call:
		fmt.Fprintf(&d.text, " %p %v %t %t", n.Func, n.Costs, n.Budget, n.Proven)
	case *ir.Binary:
		fmt.Fprintf(&d.text, " %s %v", n.Op, n.Costs)
	case *ir.Unary:
		d.text.WriteString(n.Op)
	case *ir.Logic:
		fmt.Fprintf(&d.text, " %t %d", n.And, n.Order)
	case *ir.Record: // its Go type is its own
		fmt.Fprintf(&d.text, " %p", n.T.Object)
	case *ir.Pairs:
		for _, m := range n.Members {
			fmt.Fprintf(&d.text, " %q", m.Name)
		}
	case *ir.ListLit:
		for i := range n.Elems {
			fmt.Fprintf(&d.text, " %t", n.OptionalAt[i])
		}
	case *ir.MapLit:
		for i := range n.Keys {
			fmt.Fprintf(&d.text, " %t", n.OptionalAt[i])
		}
	case *ir.Matches:
		fmt.Fprintf(&d.text, " %q", n.Pattern)
	case *ir.Zone:
		fmt.Fprintf(&d.text, " %q", n.Name)
	case *ir.Address:
		fmt.Fprintf(&d.text, " %q", n.Text)
	case *ir.Invoke:
		fmt.Fprintf(&d.text, " %p", n.Of)
	}
}
