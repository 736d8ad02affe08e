package gen

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// toolExpressions returns the expressions of a tool in the order in which they run.
func toolExpressions(t *plan.Tool) []ir.Node {
	var list []ir.Node
	add := func(nodes ...ir.Node) {
		for _, n := range nodes {
			if n != nil {
				list = append(list, n)
			}
		}
	}
	for _, a := range t.Actions {
		switch a := a.(type) {
		case *plan.Check:
			add(a.That, a.Detail)
		case *plan.Var:
			add(a.Value)
		case *plan.Step:
			for _, arg := range a.Args {
				add(arg.Value)
			}
			add(a.Body)
			for _, rule := range a.OnError {
				add(rule.Detail)
			}
		}
	}
	for _, out := range t.Outputs {
		add(out.Value)
	}
	return list
}

// namedRecord is a record of a tool and what it is to be called.
type namedRecord struct {
	record, parent *ir.Record // parent: the record that holds it, or nil
	name           string
}

// toolRecords returns the records of a tool, those inside others after them.
func toolRecords(t *plan.Tool) []namedRecord {
	f := recordFinder{seen: map[*ir.Record]bool{}}
	for _, n := range toolExpressions(t) {
		f.visit(n, recordPlace{})
	}
	return f.found
}

type recordFinder struct {
	found []namedRecord
	seen  map[*ir.Record]bool
}

// recordPlace says where in an expression a node stands.
type recordPlace struct {
	parent  *ir.Record
	name    string // of the parent
	member  string // of the parent's member
	element bool   // of a list or map: named in the singular
}

func (f *recordFinder) visit(n ir.Node, at recordPlace) {
	switch n := n.(type) {
	case *ir.Record:
		f.visitRecord(n, at)
		return
	case *ir.ListLit, *ir.MapLit:
		at.element = true
	case *ir.Loop:
		f.visit(n.Over, at)
		if n.Elem != nil {
			at.element = true
			f.visit(n.Elem, at)
		}
		return
	}
	for _, below := range ir.Children(n) {
		f.visit(below, at)
	}
}

func (f *recordFinder) visitRecord(r *ir.Record, at recordPlace) {
	if f.seen[r] {
		return
	}
	f.seen[r] = true
	name := r.Name
	if at.parent != nil && at.parent.Name == r.Name {
		name = at.name + "_" + at.member
	}
	if at.element {
		name = singular(name)
	}
	f.found = append(f.found, namedRecord{r, at.parent, name})
	for _, m := range r.Members {
		f.visit(m.Value, recordPlace{parent: r, name: name, member: m.Name})
	}
}
