package naming

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// assignStructs names the structs of the answers of an upstream: those of components first, what more operations share
// before what fewer have, and what reads less before what reads more, so that a tool that comes to read a component in
// another way takes no name away.
func (n *Names) assignStructs(u *plan.Upstream, client string) {
	structs := u.Structs()
	sizes := sizesOf(structs)
	slices.SortStableFunc(structs, func(a, b *plan.AnswerStruct) int {
		return cmp.Or(
			cmp.Compare(inline(a.Place), inline(b.Place)),
			cmp.Compare(len(b.Operations), len(a.Operations)),
			cmp.Compare(sizes[a.Struct], sizes[b.Struct]),
		)
	})
	for _, s := range structs {
		name := n.pkg.claim(structNames(s.Place, client, client+Exported(n.operations[s.Operations[0]].Method)+statusName(s.Status))...)
		for _, object := range s.Objects {
			n.structs[object] = name
		}
		members := newSpace(nil, structMembers...)
		for _, f := range s.Fields {
			name := members.claimField(f.Name())
			for _, field := range f.Fields {
				n.fields[field] = name
			}
		}
	}
}

// statusName is what tells an answer to errors from that of a success in names: 409, 4XX.
func statusName(status string) string {
	if status == "default" {
		return "Error"
	}
	return status
}

// sizesOf returns how many fields those structs have whose place has several, with the fields of the structs in them.
func sizesOf(structs []*plan.AnswerStruct) map[*plan.Struct]int {
	of, ways := map[*ir.ObjectType]*plan.Struct{}, map[ir.Place]int{}
	for _, s := range structs {
		ways[s.Place]++
		for _, object := range s.Objects {
			of[object] = s.Struct
		}
	}
	sizes := map[*plan.Struct]int{}
	for _, s := range structs {
		if ways[s.Place] > 1 {
			sizes[s.Struct] = size(s.Struct, of, map[*plan.Struct]bool{})
		}
	}
	return sizes
}

// size counts the fields of a struct and of the structs in it that were not counted yet.
func size(s *plan.Struct, of map[*ir.ObjectType]*plan.Struct, counted map[*plan.Struct]bool) int {
	if s == nil || counted[s] {
		return 0
	}
	counted[s] = true
	n := len(s.Fields)
	for _, f := range s.Fields {
		t := f.Type()
		for t.Elem != nil {
			t = t.Elem
		}
		n += size(of[t.Object], of, counted)
	}
	return n
}

// inline is 0 for the place of a component, and 1 for one inside a component or an answer.
func inline(p ir.Place) int {
	if p.Component != "" && p.Path == "" && !p.Element {
		return 0
	}
	return 1
}

// structNames returns the candidates for the name of a struct: that of the component or of the operation, and the last
// field that leads from there, with the fields before it where they are needed. What is read of a component in two ways
// has the name of the operation before it.
func structNames(p ir.Place, client, operation string) []string {
	if p.Component == "" {
		return append(pathNames(operation, p), operation+"Answer")
	}
	component := Exported(p.Component)
	if component == "" {
		component = "Component"
	}
	return append(pathNames(client+component, p), pathNames(operation+component, p)...)
}

// pathNames returns the candidates for what a path leads to from what is called base.
func pathNames(base string, p ir.Place) []string {
	path := p.Names()
	switch {
	case len(path) == 0 && p.Element:
		return []string{base + "Item"}
	case len(path) == 0:
		return []string{base}
	}
	var candidates []string
	for from := len(path) - 1; from >= 0; from-- {
		name := base
		for i, field := range path[from:] {
			if p.Element && from+i == len(path)-1 {
				field = Singular(field)
			}
			name += Exported(field)
		}
		candidates = append(candidates, name)
	}
	return candidates
}
