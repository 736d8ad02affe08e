package lint

import (
	"cmp"
	"fmt"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// absent warns of fields that the document does not require, or allows to be null, and that an expression reads of every element of
// a list as if they had to have a value: one element without, and the call has no answer at all. Outside of lists who reads x.f
// says that there is no answer without it.
func absent(marked []plan.Expression, places value.Sources, found *diag.List) {
	for _, e := range marked {
		a := &absentees{places: places, found: found, elements: map[*ir.Local]bool{}}
		a.visit(e.Node)
	}
}

// absentees looks for the fields that an expression reads of every element of a list and that may have no value.
type absentees struct {
	places   value.Sources
	found    *diag.List
	elements map[*ir.Local]bool // the names of elements of lists, and names that are bound anew for each element
	inside   bool               // what is visited is computed for every element of a list
}

// visit goes through what is computed for a node.
func (a *absentees) visit(n ir.Node) {
	if n.Marked().Same != nil {
		return
	}
	switch n := n.(type) {
	case *ir.Member, *ir.NotNull, *ir.Element:
		a.chain(n)
		return
	case *ir.Loop:
		a.loop(n)
		return
	case *ir.Let:
		a.elements[n.Local] = a.inside
	case *ir.Then:
		a.elements[n.Local] = a.inside
	}
	for _, below := range ir.Computed(n) {
		a.visit(below)
	}
}

// loop visits what a loop does once, and what it does with every element.
func (a *absentees) loop(n *ir.Loop) {
	a.visit(n.Over)
	around := a.inside
	a.inside = true
	a.elements[n.Var] = true
	for _, part := range []ir.Node{n.Where, n.KeyElem, n.Elem} {
		if part != nil {
			a.visit(part)
		}
	}
	a.inside = around
}

// chain visits a chain of reads, and what it starts with. One warning tells of all its fields.
func (a *absentees) chain(n ir.Node) {
	var c chain
	for below := n; below != nil; {
		n = below
		below = c.add(n)
		if element, ok := n.(*ir.Element); ok {
			a.visit(element.Index)
		}
	}
	ref, ok := n.(*ir.Ref)
	switch {
	case !ok:
		a.visit(n)
	case !a.elements[ref.To]:
	case len(c.lacking) > 0:
		a.warnAbsent(c)
	case c.null != nil:
		a.warnNull(c)
	}
}

// chain is what in a chain of reads may have no value.
type chain struct {
	last    *ir.Member   // the field that all of the chain reads
	lacking []*ir.Member // fields that may be absent, the last of the chain first
	null    *ir.Member   // the first field that may be null where a value is needed
}

// add takes the next read of the chain, from its end on, and returns what that reads from: nil if nothing more is computed.
func (c *chain) add(n ir.Node) ir.Node {
	if n.Marked().Same != nil {
		return nil
	}
	switch n := n.(type) {
	case *ir.Member:
		if n.Source == nil {
			return n.X
		}
		c.last = cmp.Or(c.last, n)
		if !n.Field.Required && !n.Proven && !n.Tagged {
			c.lacking = append(c.lacking, n)
		}
		return n.X
	case *ir.NotNull:
		if field, ok := n.X.(*ir.Member); ok && field.Source != nil && !n.Proven {
			c.null = field
		}
		return n.X
	case *ir.Element:
		return n.List
	}
	return nil
}

func (a *absentees) warnAbsent(c chain) {
	pos, length := a.places.Place(c.last.Source)
	first := c.lacking[len(c.lacking)-1]
	read := optionally(c.last, c.lacking...)
	if c.last.Field.Type.Nullable {
		read += ".unlessNull()"
	}
	a.found.Warnf(pos, length, "optional-field", "the document does not require %s, and a single element without it ends the whole call with an error; "+
		"read it as %s.orValue(...), or ask first, with has(%s)", first.Field.Name, read, first.Path)
}

func (a *absentees) warnNull(c chain) {
	pos, length := a.places.Place(c.null.Source)
	mend := fmt.Sprintf("ask first, with %s != null", c.null.Path)
	if c.null == c.last {
		mend = fmt.Sprintf("read it as %s.unlessNull().orValue(...), or %s", optionally(c.last, c.last), mend)
	}
	a.found.Warnf(pos, length, "null-field", "the document allows null for %s, and a single element with null there ends the whole call with an error; %s", c.null.Field.Name, mend)
}

// optionally is a read as an author writes it who knows that some fields on the way may be absent, the last of them first.
func optionally(read *ir.Member, lacking ...*ir.Member) string {
	text := read.Path
	for _, n := range lacking {
		at := len(n.Path) - len(source.FieldSource(n.Field.Name))
		text = text[:at] + "?" + text[at:]
	}
	return text
}
