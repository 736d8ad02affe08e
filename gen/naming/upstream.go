package naming

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Upstream are the names of what is generated for an upstream.
type Upstream struct {
	Client      string // the type of its client
	Field       string // the field of Service that holds the client
	Constructor string // the function that makes the client
	File        string // its file, without .go
	Shapes      string // the variable with the shapes of its objects
	ShapesFile  string // the file of that, without .go, and of what it holds, without .json

	components map[string]string // the files of components whose structs several operations share, without .go
}

// ComponentFile returns the file of a component whose structs several operations share, without .go.
func (u Upstream) ComponentFile(component string) string { return u.components[component] }

// Operation are the names of what is generated for an operation.
type Operation struct {
	Method string                 // the method of the upstream's client that calls it
	Params string                 // the struct of its parameters
	Fields map[*plan.Param]string // the fields of Params
	Body   *ir.Type               // of what all steps that call it send; nil: they send unlike things, or nothing
	Bodies []*ir.ObjectType       // Body and the objects that it spells out, each once, one inside another after it
	File   string                 // its file, without .go
}

func (n *Names) assignUpstream(u *plan.Upstream, service *space) {
	name := Unexported(u.Name)
	client := n.pkg.claim(name, name+"API", "api")
	names := &Upstream{
		Client:      client,
		Field:       service.claim(client, client+"API"),
		Constructor: n.pkg.claim("new"+Exported(client), "newUpstream"),
		File:        n.files.claimFile("upstream", snake(u.Name)),
		components:  map[string]string{},
	}
	n.upstreams[u] = names
	members := newSpace(nil, clientMembers...)
	for _, op := range u.Operations {
		n.assignOperation(op, names, members)
	}
	if u.Shapes != nil {
		names.Shapes = n.pkg.claim(client+"Shapes", client+"APIShapes")
		n.pkg.claim(names.Shapes + "JSON")
		names.ShapesFile = n.files.claimFile("types", names.File, "shapes")
	}
	n.assignStructs(u, client)
	for _, s := range u.Structs() {
		if component := s.Place.Component; s.Shared() && names.components[component] == "" {
			names.components[component] = n.files.claimFile("types", names.File, snake(component))
		}
	}
}

func (n *Names) assignOperation(op *plan.Operation, upstream *Upstream, members *space) {
	name := Unexported(op.Name)
	method := members.claim(name, name+Exported(op.Method), "call")
	n.operations[op] = &Operation{
		Method: method,
		Params: n.pkg.claim(upstream.Client + Exported(method) + "Params"),
		Fields: paramFields(op),
		File:   n.files.claimFile("operation", upstream.File, snake(method)),
	}
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
