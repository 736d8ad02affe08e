package convert

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// Copy is [Converter.Assign] where t may hold objects: each becomes a record of type t, its members copied from those of n.
func (c Converter) Copy(n ir.Node, t *ir.Type) (ir.Node, error) {
	if !holdsObject(t) || ir.Same(n.Type(), t) {
		return c.Assign(n, t)
	}
	if choice, ok := n.(*ir.Cond); ok {
		return c.copyChoice(choice, t)
	}
	from := n.Type()
	if from.Nullable {
		return nil, fmt.Errorf("this may be null where %s is needed; say what stands for it then", t.Phrase())
	}
	if from.Kind != t.Kind {
		return nil, mismatch(from, t)
	}
	switch t.Kind {
	case ir.List:
		return c.copyList(n, t)
	case ir.Optional:
		return optional(n, t, c.Copy)
	}
	return c.copyObject(n, t)
}

func holdsObject(t *ir.Type) bool {
	for ; t != nil; t = t.Elem {
		if t.Kind == ir.Object {
			return true
		}
	}
	return false
}

func (c Converter) copyChoice(n *ir.Cond, t *ir.Type) (ir.Node, error) {
	sides, err := conversion(c.Copy).elements([]ir.Node{n.Then, n.Else}, t, nil)
	if err != nil {
		return nil, err
	}
	return &ir.Cond{If: n.If, Then: sides[0], Else: sides[1]}, nil
}

func (c Converter) copyList(n ir.Node, t *ir.Type) (ir.Node, error) {
	loop, ok := n.(*ir.Loop)
	if !ok || loop.Kind != ir.Collect || loop.Elem == nil {
		return c.list(n, t, c.Copy)
	}
	return conversion(c.Copy).within(loop.Elem, t.Elem, func(elem ir.Node) ir.Node {
		copied := *loop
		copied.T, copied.Elem = t, elem
		return &copied
	})
}

// copyObject copies the members that t has. Those of a record that is spelled out must all be among them.
func (c Converter) copyObject(n ir.Node, t *ir.Type) (ir.Node, error) {
	record, spelled := n.(*ir.Record)
	if spelled {
		return c.copyRecord(record, t)
	}
	local := &ir.Local{T: n.Type(), Name: "value", Value: n}
	copied := &ir.Record{Name: "value", T: t}
	for _, f := range t.Object.Fields() {
		if f.Type.Kind == ir.Optional && n.Type().Object.Field(f.Name) == nil {
			continue // it is left out
		}
		member, err := c.memberFor(&ir.Ref{To: local}, f)
		if err != nil {
			return nil, err
		}
		copied.Members = append(copied.Members, ir.RecordMember{Name: f.Name, Value: member})
	}
	return &ir.Let{Local: local, Value: n, Body: copied, Implicit: true}, nil
}

// memberFor is the member of an object that becomes the field f of another one.
func (c Converter) memberFor(x ir.Node, f *ir.Field) (ir.Node, error) {
	object := x.Type().Object
	from := object.Field(f.Name)
	optional := f.Type.Kind == ir.Optional
	switch {
	case from == nil:
		return nil, fmt.Errorf("%s lacks the member %s, %s; spell the members out", x.Type().Phrase(), f.Name, f.Type.Phrase())
	case !from.Required && !optional:
		return nil, fmt.Errorf("%s may lack the member %s, %s; spell the members out, and say what stands for it", x.Type().Phrase(), f.Name, f.Type.Phrase())
	case !from.Required:
		c.Usage.Ask(from)
		return c.Copy(&ir.Maybe{X: x, Field: from}, f.Type)
	}
	c.Usage.Insist(from)
	var member ir.Node = &ir.Member{X: x, Field: from, Path: f.Name}
	if optional && from.Type.Kind != ir.Optional {
		member = &ir.Some{X: member}
	}
	return c.Copy(member, f.Type)
}

func (c Converter) copyRecord(n *ir.Record, t *ir.Type) (ir.Node, error) {
	copied := &ir.Record{Name: n.Name, T: t}
	given := map[string]bool{}
	for _, m := range n.Members {
		f := t.Object.Field(m.Name)
		if f == nil {
			return nil, fmt.Errorf("%s has no member %s", t.Object.Noun(), m.Name)
		}
		given[m.Name] = true
		value := m.Value
		if f.Type.Kind == ir.Optional && value.Type().Kind != ir.Optional {
			value = &ir.Some{X: value}
		}
		value, err := c.Copy(value, f.Type)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Name, err)
		}
		copied.Members = append(copied.Members, ir.RecordMember{Name: m.Name, Value: value})
	}
	for _, f := range t.Object.Fields() {
		if f.Type.Kind != ir.Optional && !given[f.Name] {
			return nil, fmt.Errorf("this lacks the member %s, %s", f.Name, f.Type.Phrase())
		}
	}
	return copied, nil
}
