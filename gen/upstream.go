package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// upstreamFile returns the file of an upstream: its client, then each operation with its parameters and what is read of
// its answer, then the decoders.
func (p *pkg) upstreamFile(u *plan.Upstream) *jen.File {
	f := p.files.New()
	client := clientPrinter{pkg: p, upstream: u, ids: p.names.Upstream(u)}
	gocode.Add(f, client.clientType())
	gocode.Add(f, client.constructor()...)
	var decoders []jen.Code
	for _, op := range u.Operations {
		printer := newOperationPrinter(p, op)
		if len(op.Params) > 0 {
			gocode.Add(f, printer.paramsType())
		}
		for _, s := range p.structsOf(op) {
			gocode.Add(f, printer.answer.structType(s)...)
			decoders = append(decoders, printer.answer.decoder(s))
			if s.Dyn {
				decoders = append(decoders, printer.answer.dynMethods(s)...)
			}
		}
		gocode.Add(f, printer.method())
	}
	gocode.Add(f, decoders...)
	return f
}

// structsOf returns the structs of an operation's answer that no operation before it declares.
func (p *pkg) structsOf(op *plan.Operation) []*plan.Struct {
	if op.Answer == nil {
		return nil
	}
	var list []*plan.Struct
	for _, s := range op.Answer.Structs {
		if p.owners[s.Object] == op {
			list = append(list, s)
		}
	}
	return list
}
