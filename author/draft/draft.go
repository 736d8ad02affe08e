// Package draft writes the first manifest for its author. From documents and the operations that are wanted comes the text of a
// manifest that is valid as it is written, a tool for each operation, sculpted as far as a program can: what only programs say is
// not asked for, and of answers only what matters is handed on. What is left to the author stands in comments.
//
// A draft depends on nothing but what it is made of: the same documents and operations give the same text.
//
// The stages, in the order in which a tool goes through them:
//
//   - name.go: what it is called; toolname.go takes that apart again
//   - request.go: what its operation takes, as parts; role.go says what each is for, required.go what is passed where a call needs one
//   - form.go: parts that an agent is asked for, as inputs
//   - answer.go: what the operation answers; field.go says how much the parts of it matter, output.go what is handed on
//   - failure.go: which errors are foreseen
//   - call.go: the step, with the expressions that pass inputs
//   - tool.go: all of it, as YAML that yaml.go writes
package draft

import (
	"slices"

	"github.com/nactgen/nactgen/spec"
)

// Service is what a manifest says beside its tools.
type Service struct {
	Name      string
	Title     string
	Go        Go
	Upstreams []*Upstream // those without operations are left out
}

// Go is where generated code goes. The zero Go leaves that to the defaults.
type Go struct{ Dir, Package, Module string }

// Upstream is a document as the manifest names it.
type Upstream struct {
	Name     string
	Path     string // of the document, relative to the manifest, with slashes
	Server   string // base URL; empty: that of the document
	Document *spec.Document
	Select   *Select // what its author wants of the document; nil: that is not known
	Settled  bool    // whether it sends credentials, and which, is decided elsewhere

	entries    []spec.Entry   // nil: not looked at
	parameters map[string]int // how many operations have a parameter in their path
}

// Operation is an operation of which a tool is made.
type Operation struct {
	*spec.Operation
	Upstream *Upstream
	Call     string // as a step has it

	answered *answer // nil: not looked at
}

// Draft is the draft of a manifest.
type Draft struct {
	Tools   []*Tool
	Refused []Refusal // operations that no tool could be made of, in their order

	service *Service
	shared
	auth  map[*Upstream]list
	added []*Upstream // those that the service does not have
}

// Refusal says why an operation has no tool.
type Refusal struct {
	Operation *spec.Operation // nil: it could not be resolved
	Call      string
	Reason    string
}

// New drafts a tool for each operation, in their order.
func New(service *Service, operations []*Operation) *Draft {
	return Beside(service, operations, new(Present))
}

// Present is what a manifest has already. A draft beside it takes no name twice; a config value or a table that the draft would write in
// the same way is its own.
type Present struct {
	Tools  map[string]bool
	Config map[string]string            // by id: the environment variable
	Tables map[string]map[string]string // by id: the rows; nil for one whose rows are not known
}

// Beside is New for a manifest that has something already.
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

// needs reports whether the manifest has to have an upstream: a tool calls it, or it has the selection of a document that a tool uses.
func (d *Draft) needs(u *Upstream) bool {
	for _, t := range d.Tools {
		if called := t.Operation.Upstream; called == u || u.Select != nil && called.Document == u.Document {
			return true
		}
	}
	return false
}
