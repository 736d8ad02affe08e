package naming

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// assignRecords names the structs of the objects that a tool's author spells out.
func (n *Names) assignRecords(t *plan.Tool) {
	names := n.tools[t]
	for _, r := range toolRecords(t) {
		object := r.record.T.Object
		if _, named := n.structs[object]; named {
			continue
		}
		base, own, parent := names.Method, Exported(r.name), names.Method
		if r.parent != nil {
			parent = n.structs[r.parent.T.Object]
		}
		n.structs[object] = n.pkg.claim(base+own, parent+own, base+own+"Object")
		n.assignFields(object)
		names.Records = append(names.Records, object)
	}
}

// namedRecord is a record of a tool and what it is to be called.
type namedRecord struct {
	record, parent *ir.Record // parent: the record that holds it, or nil
	name           string
}

// toolRecords returns the records of a tool, those inside others after them.
func toolRecords(t *plan.Tool) []namedRecord {
	f := recordFinder{seen: map[*ir.Record]bool{}}
	t.Expressions(func(n ir.Node) { f.visit(n, recordPlace{}) })
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
	case *ir.Invoke:
		f.visit(n.Of.Body, at)
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
		name = Singular(name)
	}
	f.found = append(f.found, namedRecord{r, at.parent, name})
	for _, m := range r.Members {
		f.visit(m.Value, recordPlace{parent: r, name: name, member: m.Name})
	}
}
