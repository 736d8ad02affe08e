package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// notation returns what the answer of an operation is written in, nil for JSON and for what is read as it is:
//
//	upstream.CSV{Named: []upstream.Member{
//		{Name: "id"},
//		{Name: "price", As: upstream.AsNumber, Optional: true},
//	}}
func (o operationPrinter) notation() *jen.Statement {
	if o.op.Answer == nil {
		return nil
	}
	switch n := o.op.Notation; n.Form {
	case plan.CSVAnswer:
		return o.table("CSV", n)
	case plan.TSVAnswer:
		return o.table("TSV", n)
	case plan.LinesAnswer:
		return o.runtime.Upstream("JSONLines").Values()
	case plan.SequenceAnswer:
		return o.runtime.Upstream("JSONSequence").Values()
	case plan.EventsAnswer:
		return o.events(n)
	case plan.FormAnswer:
		return o.runtime.Upstream("FormText").Values(o.members(n)...)
	}
	return nil
}

func (o operationPrinter) table(name string, n plan.Notation) *jen.Statement {
	fields := o.members(n)
	fields.SetLit("Lists", n.Lists)
	return o.runtime.Upstream(name).Values(fields...)
}

func (o operationPrinter) events(n plan.Notation) *jen.Statement {
	names := map[plan.EventData]string{plan.JSONData: "JSONData", plan.EitherData: "EitherData"}
	if names[n.Data] == "" {
		return o.runtime.Upstream("Events").Values()
	}
	return o.runtime.Upstream("Events").Values(gocode.Keyed("Data", o.runtime.Upstream(names[n.Data])))
}

// members returns the fields Named and Others.
func (o operationPrinter) members(n plan.Notation) (fields gocode.Fields) {
	if len(n.Named) > 0 {
		fields.Set("Named", o.code("[]upstream.Member$1", gocode.Lines(gocode.Each(n.Named, o.member)...)))
	}
	if n.Others != nil {
		fields.Set("Others", o.code("&upstream.Member$1", o.member(n.Others)))
	}
	return fields
}

// textNames are what the run-time library calls the kinds of texts.
var textNames = map[plan.TextKind]string{
	plan.IntegerText: "AsInteger", plan.NumberText: "AsNumber", plan.BooleanText: "AsBoolean", plan.JSONText: "AsJSON",
}

// member returns the fields of upstream.Member, in braces.
func (o operationPrinter) member(t *plan.Text) *jen.Statement {
	var fields gocode.Fields
	fields.SetLit("Name", t.Name)
	if name := textNames[t.As]; name != "" {
		fields.Set("As", o.runtime.Upstream(name))
	}
	fields.SetLit("Optional", t.Optional)
	fields.SetLit("List", t.List)
	return jen.Values(fields...)
}
