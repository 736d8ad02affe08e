package naming

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// assignBodies names the structs of what operations are sent after the operations, where all steps that call one spell out objects that
// are alike: they share the structs.
func (n *Names) assignBodies(p *plan.Plan) {
	sent := map[*plan.Operation][][]namedRecord{}
	for _, t := range p.Sequences() {
		for _, s := range t.Steps() {
			if s.Call.HasBody && s.Call.BodyForm != plan.PartsBody {
				sent[s.Call] = append(sent[s.Call], bodyRecords(s.Body))
			}
		}
	}
	for _, u := range p.Upstreams {
		for _, op := range u.Operations {
			n.assignBody(op, n.upstreams[u].Client, sent[op])
		}
	}
}

// bodyRecords returns the record that a body is and those inside it; none if it is anything else.
func bodyRecords(body ir.Node) []namedRecord {
	if _, ok := body.(*ir.Record); !ok {
		return nil
	}
	f := recordFinder{seen: map[*ir.Record]bool{}}
	f.visit(body, recordPlace{})
	return f.found
}

// assignBody names the structs of an operation's body. sent are the records of the steps that call it.
func (n *Names) assignBody(op *plan.Operation, client string, sent [][]namedRecord) {
	if len(sent) == 0 || len(sent[0]) == 0 {
		return
	}
	first, names := sent[0], n.operations[op]
	for _, records := range sent[1:] {
		if !n.areAlike(first, records) {
			return
		}
	}
	root := first[0]
	base := n.pkg.claim(client + Exported(names.Method) + "Body")
	for i, r := range first {
		name := base
		switch {
		case n.structs[r.record.T.Object] != "": // one type, spelled out twice
			continue
		case i > 0:
			name = n.pkg.claim(base + Exported(strings.TrimPrefix(r.name, root.name)))
		}
		for _, records := range sent {
			object := records[i].record.T.Object
			n.structs[object] = name
			n.assignFields(object)
		}
		names.Bodies = append(names.Bodies, r.record.T.Object)
	}
	names.Body = root.record.T
}

// areAlike reports whether records can share structs with others: one by one they have the same members of the same Go types.
func (n *Names) areAlike(a, b []namedRecord) bool {
	if len(a) != len(b) {
		return false
	}
	same := map[*ir.ObjectType]*ir.ObjectType{}
	for i := range a {
		same[a[i].record.T.Object] = b[i].record.T.Object
	}
	for x, y := range same {
		if !n.haveSameFields(x.Fields(), y.Fields(), same) {
			return false
		}
	}
	return true
}

func (n *Names) haveSameFields(a, b []*ir.Field, same map[*ir.ObjectType]*ir.ObjectType) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Name != b[i].Name || a[i].Required != b[i].Required || !n.isSameType(a[i].Type, b[i].Type, same) {
			return false
		}
	}
	return true
}

// isSameType reports whether two types are one in Go. same are the objects that share a struct if all is alike.
func (n *Names) isSameType(a, b *ir.Type, same map[*ir.ObjectType]*ir.ObjectType) bool {
	if a == nil || b == nil {
		return a == b
	}
	objects := a.Object == b.Object || a.Object != nil && (same[a.Object] == b.Object || n.structs[a.Object] != "" && n.structs[a.Object] == n.structs[b.Object])
	return a.Kind == b.Kind && a.Nullable == b.Nullable && a.Enum == b.Enum && objects && n.isSameType(a.Key, b.Key, same) && n.isSameType(a.Elem, b.Elem, same)
}
