package expr

import (
	"strings"

	"cel.dev/cel-go/common/ast"
	"cel.dev/cel-go/common/operators"
	"cel.dev/cel-go/common/types"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// json lowers an expression whose value becomes JSON. A map literal with constant names becomes a Record, also as an
// element of a list, in a branch of a choice, and as what map makes.
func (l *lowerer) json(e ast.Expr) ir.Node {
	var n ir.Node
	switch {
	case e.Kind() == ast.MapKind && constantNames(e):
		return l.record(e)
	case e.Kind() == ast.ListKind:
		return l.list(e, l.json)
	case e.Kind() == ast.ComprehensionKind:
		n = l.comprehension(e, l.json)
	case e.Kind() == ast.CallKind && e.AsCall().FunctionName() == operators.Conditional:
		n = l.choice(e.AsCall().Args(), l.json)
	default:
		n = l.lower(e)
	}
	l.env.usage.Encode(n.Type())
	return n
}

// constantNames reports whether all keys of a map literal are string literals, and no two are the same.
func constantNames(e ast.Expr) bool {
	seen := map[types.String]bool{}
	for _, x := range e.AsMap().Entries() {
		key := x.AsMapEntry().Key()
		name, ok := key.AsLiteral().(types.String)
		if key.Kind() != ast.LiteralKind || !ok || seen[name] || !recordName(string(name)) {
			return false
		}
		seen[name] = true
	}
	return len(seen) > 0
}

// recordName reports whether a struct tag of encoding/json can carry the name.
func recordName(name string) bool {
	return name != "" && name != "-" && !strings.ContainsAny(name, ",\"`\\") && strings.IndexFunc(name, func(r rune) bool { return r < ' ' }) < 0
}

func (l *lowerer) record(e ast.Expr) ir.Node {
	var members []ir.RecordMember
	for _, x := range e.AsMap().Entries() {
		entry := x.AsMapEntry()
		name := string(entry.Key().AsLiteral().(types.String))
		members = append(members, ir.RecordMember{Name: name, Value: l.json(entry.Value())})
	}
	return l.env.NewRecord(l.env.recordName, members)
}

// NewRecord returns a Record of the members. name is what the outermost record is. Records of one shape have one type.
func (e *Env) NewRecord(name string, members []ir.RecordMember) *ir.Record {
	var shape strings.Builder
	shape.WriteString(name + "\x00")
	for _, m := range members {
		shape.WriteString(m.Name + "\x00" + m.Value.Type().String() + "\x00")
	}
	t, ok := e.records[shape.String()]
	if !ok {
		object := &ir.ObjectType{Name: "record"}
		for _, m := range members {
			object.Add(&ir.Field{Name: m.Name, Type: m.Value.Type(), Required: true})
		}
		t = ir.ObjectOf(object)
		e.records[shape.String()] = t
	}
	return &ir.Record{Name: name, Members: members, T: t}
}

// NewList returns a list of the elements, which become JSON.
func (e *Env) NewList(elems []ir.Node) ir.Node {
	var elem *ir.Type
	for _, n := range elems {
		elem = unify(elem, n.Type())
	}
	if elem == nil {
		elem = ir.DynType
	}
	lit := &ir.ListLit{T: ir.ListOf(elem)}
	l := &lowerer{env: e}
	for _, n := range elems {
		lit.Elems = append(lit.Elems, l.convert(n, elem, nil))
	}
	return lit
}
