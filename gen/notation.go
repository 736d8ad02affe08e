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
	if n.Lists {
		fields = append(fields, gocode.Keyed("Lists", jen.True()))
	}
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
func (o operationPrinter) members(n plan.Notation) []jen.Code {
	var fields []jen.Code
	if len(n.Named) > 0 {
		named := make([]jen.Code, len(n.Named))
		for i, text := range n.Named {
			named[i] = gocode.Inline(o.member(text)...)
		}
		fields = append(fields, gocode.Keyed("Named", jen.Index().Add(o.runtime.Upstream("Member")).Add(gocode.Lines(named...))))
	}
	if n.Others != nil {
		fields = append(fields, gocode.Keyed("Others", jen.Op("&").Add(o.runtime.Upstream("Member")).Values(o.member(n.Others)...)))
	}
	return fields
}

// textNames are what the run-time library calls the kinds of texts.
var textNames = map[plan.TextKind]string{
	plan.IntegerText: "AsInteger", plan.NumberText: "AsNumber", plan.BooleanText: "AsBoolean", plan.JSONText: "AsJSON",
}

// member returns the fields of upstream.Member.
func (o operationPrinter) member(t *plan.Text) []jen.Code {
	var fields []jen.Code
	if t.Name != "" {
		fields = append(fields, gocode.Keyed("Name", gocode.Lit(t.Name)))
	}
	if name := textNames[t.As]; name != "" {
		fields = append(fields, gocode.Keyed("As", o.runtime.Upstream(name)))
	}
	if t.Optional {
		fields = append(fields, gocode.Keyed("Optional", jen.True()))
	}
	if t.List {
		fields = append(fields, gocode.Keyed("List", jen.True()))
	}
	return fields
}
