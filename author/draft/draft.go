// Package draft writes a first manifest. From documents and a selection of operations it makes a valid manifest with a tool for each operation, sculpted
// as far as a program can: agents are asked only for what users say, and get only what matters of answers. Comments say what is left to the author.
//
// The same documents and operations give the same text.
//
// A tool is made by these files, in this order:
//
//   - name.go: its name; toolname.go takes names apart again
//   - request.go: the parameters and the body of the operation as parts; role.go finds the purpose of each, required.go the values of required ones
//   - form.go: the parts that become inputs
//   - answer.go: the answer of the operation; field.go says how much its fields matter, output.go makes outputs of them
//   - failure.go: the errors that become failures
//   - call.go: the step, with the expressions that pass inputs
//   - reads.go: whether an operation may change nothing, although its method could
//   - tool.go: the tool; manifest.go writes the manifest
package draft

import (
	"slices"

	"github.com/nactgen/nactgen/spec"
)

// Service has what a manifest states besides its tools.
type Service struct {
	Name      string
	Title     string
	Go        Go
	Upstreams []*Upstream // those without operations are left out
}

// Go says where generated code goes. Empty fields stand for the defaults.
type Go struct{ Dir, Package, Module string }

// Upstream is a document as the manifest names it.
type Upstream struct {
	Name     string
	Path     string   // of the document, relative to the manifest, with slashes
	Overlays []string // of the document, likewise
	Server   string   // base URL; empty for that of the document
	Document *spec.Document
	Select   *Select // the selection of operations; nil if the manifest states none
	Settled  bool    // the manifest has the upstream already and decides on its credentials

	entries    []spec.Entry   // of the document, read at the first use
	parameters map[string]int // by the name of a parameter, how many operations have it in their path; computed at the first use
}

// Operation is an operation of which a tool is made.
type Operation struct {
	*spec.Operation
	Upstream *Upstream
	Call     string // the value of call in a step

	answered *answer // computed at the first use
}

// Draft is the draft of a manifest.
type Draft struct {
	Tools   []*Tool
	Refused []Refusal // operations for which there is no tool, in their order

	service *Service
	shared
	auth  map[*Upstream]list
	added []*Upstream // upstreams that the service does not have
}

// Refusal says why an operation has no tool.
type Refusal struct {
	Operation *spec.Operation // nil if it could not be resolved
	Call      string
	Reason    string
}

// New drafts a tool for each operation, in their order.
func New(service *Service, operations []*Operation) *Draft {
	return Beside(service, operations, new(Present))
}

// Present is what a manifest has already. A draft beside it uses none of its names for something else, and its config values and tables where they are
// what the draft needs.
type Present struct {
	Tools  map[string]bool
	Config map[string]string            // by id: the environment variable
	Tables map[string]map[string]string // by id: the rows, or nil if they are not known
}

// Beside is New for tools that are added to a manifest.
func Beside(service *Service, operations []*Operation, present *Present) *Draft {
	placed := *service
	placed.Upstreams = slices.Clone(service.Upstreams)
	operations = placed.place(operations)
	d := &Draft{service: &placed, shared: shared{present: present}, auth: map[*Upstream]list{}, added: placed.Upstreams[len(service.Upstreams):]}
	names := ToolNames(operations, present.Tools)
	resources := newResources(operations)
	for i, op := range operations {
		if reason := op.unreachable(); reason != "" {
			d.Refused = append(d.Refused, Refusal{op.Operation, op.Call, reason})
			continue
		}
		before := d.shared
		t, err := newTool(names[i], op, resources, &d.shared)
		if err != nil {
			d.shared = before
			d.Refused = append(d.Refused, Refusal{op.Operation, op.Call, err.Error()})
			continue
		}
		d.Tools = append(d.Tools, t)
	}
	for _, u := range placed.Upstreams {
		if !u.Settled {
			d.authenticate(u)
		}
	}
	return d
}

// needs reports whether the manifest needs an upstream: a tool calls it, or it has the selection of a document that a tool uses.
func (d *Draft) needs(u *Upstream) bool {
	for _, t := range d.Tools {
		if called := t.Operation.Upstream; called == u || u.Select != nil && called.Document == u.Document {
			return true
		}
	}
	return false
}
