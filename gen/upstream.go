package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// upstreamFiles adds the files of an upstream: its client, each operation with what is read of its answer alone, and what
// operations share, component by component.
func (p *pkg) upstreamFiles(r *renderer, u *plan.Upstream) {
	ids := p.names.Upstream(u)
	r.file(ids.File, p.clientFile(u))
	own, shared := map[*plan.Operation][]*plan.AnswerStruct{}, map[string][]*plan.AnswerStruct{}
	var components []string
	for _, s := range u.Structs() {
		component := s.Place.Component
		switch {
		case !s.Shared():
			own[s.Operations[0]] = append(own[s.Operations[0]], s)
			continue
		case shared[component] == nil:
			components = append(components, component)
		}
		shared[component] = append(shared[component], s)
	}
	for _, op := range u.Operations {
		r.file(p.names.Operation(op).File, p.operationFile(op, own[op]))
	}
	for _, component := range components {
		f := p.files.New()
		p.addStructs(f, shared[component])
		r.file(ids.ComponentFile(component), f)
	}
}

// clientFile returns the file of an upstream's client.
func (p *pkg) clientFile(u *plan.Upstream) *jen.File {
	f := p.files.New()
	client := clientPrinter{pkg: p, upstream: u, ids: p.names.Upstream(u)}
	gocode.Add(f, client.clientType())
	gocode.Add(f, client.constructor()...)
	return f
}

// operationFile returns the file of an operation: the method that calls it with its parameters, and the structs of its
// answer that no other operation's has.
func (p *pkg) operationFile(op *plan.Operation, own []*plan.AnswerStruct) *jen.File {
	f := p.files.New()
	printer := newOperationPrinter(p, op)
	if len(op.Params) > 0 {
		gocode.Add(f, printer.paramsType())
	}
	gocode.Add(f, printer.method())
	p.addStructs(f, own)
	return f
}
