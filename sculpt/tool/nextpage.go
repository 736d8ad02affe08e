package tool

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// nextPage checks how the page behind another one is asked for.
type nextPage struct {
	*checker
	page  *value.Scope // in which this is the answer with a page
	step  *manifest.Step
	op    *operation.Operation
	plan  *plan.Pages
	place plan.Place
}

// form checks which keys are given, and decides what the pages are asked for by. It reports whether they make sense.
func (n *nextPage) form() bool {
	m := n.step.Paginate.Next
	carriers := given(key{"param", m.Param.Set}, key{"body", m.Body.Set}, key{"link", m.Link.Set}, key{"url", m.URL != nil})
	counted := given(key{"start", m.Start.Set}, key{"by", m.By.Set})
	refuse := func(format string, args ...any) bool {
		n.found.Errorf(m.Pos, 0, "next", format, args...)
		return false
	}
	switch {
	case len(carriers) == 0:
		return refuse("say what takes the way to the next page: a parameter (param), a member of the body (body), a Link header (link) or a URL in the answer (url)")
	case len(carriers) > 1:
		return refuse("%s are several ways to the next page; choose one", strings.Join(carriers, " and "))
	case carriers[0] == "link" || carriers[0] == "url":
		n.plan.By = plan.Link
		if more := append(given(key{"from", m.From != nil}), counted...); len(more) > 0 {
			return refuse("a %s says where the next page is by itself; leave out %s", carriers[0], strings.Join(more, " and "))
		}
	case m.From != nil && len(counted) > 0:
		return refuse("a cursor comes out of the answer (from), and a number or an offset is counted (%s); choose one", strings.Join(counted, " and "))
	case m.From == nil && len(counted) == 0:
		return refuse("say what %s is: a cursor out of the answer (from), the number of a page (start: 1), or an offset (by: items)", m.Param.V+m.Body.V)
	case m.By.Set:
		n.plan.By = plan.Offset
	case m.Start.Set:
		n.plan.By = plan.Number
	}
	return true
}

// key is a key that may be given.
type key struct {
	name string
	set  bool
}

// given returns the names of the keys that are set.
func given(keys ...key) []string {
	var names []string
	for _, k := range keys {
		if k.set {
			names = append(names, k.name)
		}
	}
	return names
}

// says is what the next page is asked for with, as the answer with a page says it, or the answer's word on whether there is a next page;
// absent or empty after the last page. It is nil if something is wrong.
func (n *nextPage) says() ir.Node {
	m, while := n.step.Paginate.Next, ir.Node(nil)
	if n.step.Paginate.While != nil {
		if while = n.read(n.step.Paginate.While, n.page.Shown().Condition(n.step.Paginate.While)); while == nil {
			return nil
		}
	}
	var next, none ir.Node
	switch {
	case m.Link.Set:
		next, none = &ir.Root{T: ir.StringType, Kind: ir.LinkRoot, Name: n.step.Name.V, Part: m.Link.V}, ir.Text("")
	case m.URL != nil:
		next, none = n.url(m.URL), ir.Text("")
	case m.From != nil:
		if next = n.cursor(m.From); next != nil {
			none = &ir.None{T: next.Type()}
		}
	case while != nil:
		return &ir.Some{X: while}
	default:
		return &ir.None{T: ir.OptionalOf(ir.BoolType)}
	}
	if next == nil || while == nil {
		return next
	}
	return &ir.Cond{If: while, Then: next, Else: none}
}

// read returns a value that is read of one page; nil if it reads what is collected of all pages, which is not there yet.
func (n *nextPage) read(e *manifest.Expr, value ir.Node) ir.Node {
	if value != nil && n.vars.Collected(n.step.Name.V, value) {
		n.found.ErrorAt(e, "scope", "this is read of each page, before the list is collected; read this.body, this.status or this.headers")
		return nil
	}
	return value
}

// url is the URL reference of the next page, as text that is empty if there is none.
func (n *nextPage) url(e *manifest.Expr) ir.Node {
	link := n.read(e, n.page.Compile(e))
	if link == nil {
		return nil
	}
	link = expr.AbsentIfNull(link)
	if link.Type().Kind != ir.Optional {
		return n.page.Assign(e, link, ir.StringType)
	}
	if link = n.page.Assign(e, link, ir.OptionalOf(ir.StringType)); link == nil {
		return nil
	}
	return &ir.OrValue{X: link, Else: ir.Text("")}
}

// cursor is what the next page is asked for with, as an optional.
func (n *nextPage) cursor(e *manifest.Expr) ir.Node {
	cursor := n.read(e, n.page.Compile(e))
	if cursor == nil {
		return nil
	}
	cursor = expr.AbsentIfNull(cursor)
	t := cursor.Type()
	optional := t.Kind == ir.Optional
	if optional {
		t = t.Elem
	}
	switch t.Kind {
	case ir.String, ir.Int:
		t = map[ir.Kind]*ir.Type{ir.String: ir.StringType, ir.Int: ir.IntType}[t.Kind]
	case ir.Dyn:
		n.found.ErrorAt(e, "type", "a cursor is text or a whole number, and the document does not say what this is; write string(...) or int(...)")
		return nil
	default:
		n.found.ErrorAt(e, "type", "a cursor is text or a whole number, and this is %s", t.Phrase())
		return nil
	}
	if optional {
		return n.page.Assign(e, cursor, ir.OptionalOf(t))
	}
	if cursor = n.page.Assign(e, cursor, t); cursor == nil {
		return nil
	}
	return &ir.Some{X: cursor}
}

// pass completes what the step passes for the next page, and returns the members that its body has for that.
func (n *nextPage) pass(s *plan.Step) []value.Added {
	m := n.step.Paginate.Next
	next := &ir.Root{T: n.plan.Next.Type(), Kind: ir.NextRoot, Name: n.step.Name.V}
	if n.plan.By == plan.Number || n.plan.By == plan.Offset {
		next.T = ir.IntType
	}
	switch {
	case n.plan.By == plan.Link:
		s.Link = next
	case m.Body.Set:
		return n.member(m.Body, next)
	default:
		if arg := n.argument(m.Param, next); arg.Value != nil {
			s.Args = append(s.Args, arg)
		}
	}
	return nil
}

// argument is what the step passes for a parameter. It has no value if the parameter is none for pages.
func (n *nextPage) argument(name manifest.Value[string], next ir.Node) plan.Arg {
	p := parameter(n.op, name, n.found)
	if p == nil {
		return plan.Arg{}
	}
	arg := plan.Arg{Param: n.op.Param(p), Where: plan.Where{Place: placeIn(n.step, plan.PartPaginate, "next.param")}}
	switch {
	case p.In == "path":
		n.found.ErrorAt(name, "next", "%s is a part of the path, which is the same for all pages", p.Name)
		return plan.Arg{}
	case p.In == spec.InQuery && n.op.Upstream.Queries(p.Name):
		n.found.ErrorAt(name, "conflicting-keys", "the query parameter %s is sent with every call of the upstream %s, by its \"query\", and each page needs its own; leave it out there", p.Name, n.op.Upstream.Name)
		return plan.Arg{}
	case slices.ContainsFunc(n.step.With, func(e *manifest.Entry) bool { return n.op.Names(e.Key.V, p) }):
		n.found.ErrorAt(name, "duplicate-key", "the parameter %s is passed under \"with\" as well; leave it out there", p.Name)
		return plan.Arg{}
	case p.Required && next.Type().Kind == ir.Optional:
		n.found.ErrorAt(name, "next", "%s requires %s, and there is no cursor for the first page", n.op.ID, p.Name)
		return plan.Arg{}
	}
	arg.Value = n.fit(name, next, arg.Param.Type, p.Schema)
	if arg.Value != nil && arg.Param.Styled {
		arg.Value = value.Encoded(arg.Value)
	}
	return arg
}

// fit converts what the next page is asked for with to the type t of a parameter or a member, which a schema describes. What cannot be
// converted is a finding, and nil.
func (n *nextPage) fit(name manifest.Value[string], next ir.Node, t *ir.Type, schema *spec.Schema) ir.Node {
	if next.Type().Kind != ir.Optional {
		return n.convert(name, next, t, schema)
	}
	if ir.Same(next.Type().Elem, t) {
		return next
	}
	local := &ir.Local{T: next.Type().Elem, Name: "next"}
	value := n.convert(name, &ir.Ref{To: local}, t, schema)
	if value == nil {
		return nil
	}
	return &ir.Then{X: next, Local: local, Body: &ir.Some{X: value}}
}

func (n *nextPage) convert(name manifest.Value[string], next ir.Node, t *ir.Type, schema *spec.Schema) ir.Node {
	from := next.Type()
	switch {
	case ir.Same(from, t):
		return next
	case from.Kind == ir.Int && t.Kind == ir.Double:
		return ir.FnFloat64.Call(next)
	case from.Kind == ir.Int && t.Kind == ir.String && (schema.Kind == spec.String || schema.Kind == spec.Any):
		return ir.FnStrconvFormatInt.Call(next, ir.Int64(10))
	}
	instead := ""
	if from.Kind == ir.String && t.Kind == ir.Int {
		instead = "; make it one under \"from\", with int(...)"
	}
	n.found.ErrorAt(name, "type", "%s is %s, and the pages are asked for by %s%s", name.V, shape.Describe(schema), from.Phrase(), instead)
	return nil
}
