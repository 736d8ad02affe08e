package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// upstreamPrinter prints the files of an upstream.
type upstreamPrinter struct {
	*pkg
	upstream *plan.Upstream
	ids      naming.Upstream
}

// addTo adds the files to r: the upstream's client, each operation with what is read of its answer alone, and what
// operations share, component by component.
func (p upstreamPrinter) addTo(r *renderer) {
	u, ids := p.upstream, p.ids
	r.file(ids.File, p.clientFile())
	if u.Shapes != nil {
		p.shapesFiles(r)
	}
	own, shared := divide(u.Structs())
	for _, op := range u.Operations {
		r.file(p.names.Operation(op).File, p.operationFile(op, own[op]))
	}
	for _, structs := range shared {
		f := p.files.New()
		p.addStructs(f, structs)
		r.file(ids.ComponentFile(structs[0].Place.Component), f)
	}
}

// divide returns the structs that belong to one operation, and those that several share: a list for each component.
func divide(structs []*plan.AnswerStruct) (own map[*plan.Operation][]*plan.AnswerStruct, shared [][]*plan.AnswerStruct) {
	own = map[*plan.Operation][]*plan.AnswerStruct{}
	at := map[string]int{} // the component's list in shared
	for _, s := range structs {
		if !s.Shared() {
			own[s.Operations[0]] = append(own[s.Operations[0]], s)
			continue
		}
		if _, ok := at[s.Place.Component]; !ok {
			at[s.Place.Component] = len(shared)
			shared = append(shared, nil)
		}
		shared[at[s.Place.Component]] = append(shared[at[s.Place.Component]], s)
	}
	return own, shared
}

func (p upstreamPrinter) clientFile() *jen.File {
	f := p.files.New()
	gocode.Add(f, p.clientType())
	gocode.Add(f, p.constructor()...)
	return f
}

// operationFile returns the file of an operation: the method that calls it with its parameters, and the structs of its
// answer that no other operation's has.
func (p upstreamPrinter) operationFile(op *plan.Operation, own []*plan.AnswerStruct) *jen.File {
	f := p.files.New()
	printer := operationPrinter{p.pkg, op, p.names.Operation(op)}
	if len(op.Params) > 0 {
		gocode.Add(f, printer.paramsType())
	}
	for i, object := range printer.ids.Bodies {
		text := "is the body of " + printer.ids.Method
		if i > 0 {
			text = "is in the body of " + printer.ids.Method
		}
		gocode.Add(f, p.recordStruct(object, text)...)
	}
	gocode.Add(f, printer.method())
	p.addStructs(f, own)
	return f
}
