package naming

import (
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Upstream are the names of what is generated for an upstream.
type Upstream struct {
	Client      string // the type of its client
	Field       string // the field of Service that holds the client
	Constructor string // the function that makes the client
	File        string // its file, without .go
}

// Operation are the names of what is generated for an operation.
type Operation struct {
	Method string                 // the method of the upstream's client that calls it
	Params string                 // the struct of its parameters
	Fields map[*plan.Param]string // the fields of Params
}

func (n *Names) assignUpstream(u *plan.Upstream, service *space) {
	name := Unexported(u.Name)
	client := n.pkg.claim(name, name+"API", "api")
	n.upstreams[u] = &Upstream{
		Client:      client,
		Field:       service.claim(client, client+"API"),
		Constructor: n.pkg.claim("new"+Exported(client), "newUpstream"),
		File:        n.files.claimFile(snake(u.Name), "upstream"),
	}
	members := newSpace(nil, clientMembers...)
	for _, op := range u.Operations {
		n.assignOperation(op, client, members)
	}
}

func (n *Names) assignOperation(op *plan.Operation, client string, members *space) {
	name := Unexported(op.Name)
	method := members.claim(name, name+Exported(op.Method), "call")
	base := client + Exported(method)
	n.operations[op] = &Operation{Method: method, Params: n.pkg.claim(base + "Params"), Fields: paramFields(op)}
	n.assignAnswer(op, base)
}

func paramFields(op *plan.Operation) map[*plan.Param]string {
	fields := map[*plan.Param]string{}
	members := newSpace(nil)
	for _, p := range op.Params {
		name := Exported(p.Name)
		fields[p] = members.claim(name, Exported(p.In)+name, "Param")
	}
	return fields
}

// assignAnswer names the structs of an answer: base for the answer itself, base and the last field that leads to it for
// another one, with the fields before that where they are needed.
func (n *Names) assignAnswer(op *plan.Operation, base string) {
	if op.Answer == nil {
		return
	}
	elements := op.Answer.Elements()
	for _, s := range op.Answer.Structs {
		if _, named := n.structs[s.Object]; named {
			continue
		}
		n.structs[s.Object] = n.pkg.claim(structNames(base, s.Path, elements[s.Object])...)
		members := newSpace(nil, structMembers...)
		for _, f := range s.Fields {
			n.fields[f.Field] = members.claimField(f.Field.Name)
		}
	}
}

// structNames returns the candidates for the name of a struct below base at path.
func structNames(base string, path []string, element bool) []string {
	if len(path) == 0 {
		if element {
			base += "Item"
		}
		return []string{base, base + "Answer"}
	}
	var candidates []string
	for from := len(path) - 1; from >= 0; from-- {
		name := base
		for i, field := range path[from:] {
			if element && from+i == len(path)-1 {
				field = Singular(field)
			}
			name += Exported(field)
		}
		candidates = append(candidates, name)
	}
	return candidates
}
