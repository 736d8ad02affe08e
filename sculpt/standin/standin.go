// Package standin checks that what stands in for an answer (use, of on_error) has what expressions take to be there. From a plan in
// which it is decided what is read of answers come findings, at the stand-in:
//
//	on_error: [{status: 404, use: {name: nobody}}]   # outputs.city reads steps.patient.body.home.city
//
// A read of which a condition has shown that it has a value takes nothing for granted, and what a step expects of an answer is
// not asked of a stand-in.
package standin

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// Check checks the stand-ins of parts and tools, whose expressions have been marked: parts before those that use them.
func Check(marked [][]plan.Expression, sequences []*tool.Checked, found *diag.List) {
	returned := map[*plan.Tool][]part{}
	for i, t := range sequences {
		returned[t.Plan] = check(marked[i], t, returned, found)
	}
}

// check checks the stand-ins of a part or a tool, and returns those that are among its outputs, as objects with the output for their only field.
func check(marked []plan.Expression, t *tool.Checked, returned map[*plan.Tool][]part, found *diag.List) []part {
	c := &checker{
		steps: map[string][]part{}, results: map[string][]part{}, answered: map[plan.Place]string{}, vars: map[string][]part{}, locals: map[*ir.Local][]part{},
		told: map[missing]bool{}, eachOf: t.Plan.Lists(), items: map[string]ir.Node{}, found: found,
	}
	plan.Walk(t.Plan.Actions, func(a plan.Action) {
		if pages, ok := a.(*plan.Pages); ok {
			c.items[pages.Step.Name] = pages.Items
		}
	})
	for _, s := range t.Plan.Steps() {
		for _, rule := range s.OnError {
			n, body := t.StandIns[rule.Use], rule.Use
			if some, ok := body.(*ir.Some); ok { // for the body of an answer that may lack it
				body = some.X
			}
			if n != nil {
				c.steps[s.Name] = append(c.steps[s.Name], part{value: body, of: &whole{s.Name, n}})
			}
		}
	}
	for _, s := range t.Plan.GoSteps() {
		if parts := returned[s.Part()]; len(parts) > 0 {
			c.results[s.Name] = parts
		}
	}
	if len(c.steps) == 0 && len(c.results) == 0 {
		return nil
	}
	plan.Walk(t.Plan.Actions, c.exempt)
	for _, e := range marked { // each after those whose values it reads
		c.place = e.Place
		ir.Walk(e.Node, c.read)
		if e.Place.Section == plan.InVars {
			c.vars[e.Place.Name] = c.parts(e.Node)
		}
	}
	var outputs []part
	for _, out := range t.Plan.Outputs {
		for _, p := range within(out.ID, c.parts(out.Value)) {
			outputs = append(outputs, part{p.value, &whole{"", p.of.at}, true})
		}
	}
	return outputs
}

// whole is a stand-in.
type whole struct {
	step string
	at   *manifest.Node
}

// part is a part of a stand-in.
type part struct {
	value    ir.Node
	of       *whole
	returned bool // value has one output of a part for its only field; of the others it says nothing
}

// missing is a field that a stand-in lacks.
type missing struct {
	of    *whole
	field *ir.Field
}

// checker follows what expressions read to the parts of stand-ins that it can be.
type checker struct {
	steps    map[string][]part     // by step: what can stand in for the bodies of its answers
	results  map[string][]part     // by step that uses a part: what of that can be of stand-ins in it
	answered map[plan.Place]string // by the place of an expression that is computed only if a step was answered: that step
	vars     map[string][]part
	eachOf   map[string]ir.Node // by step: the list for whose elements it runs
	items    map[string]ir.Node // by step: the items of a page
	locals   map[*ir.Local][]part
	told     map[missing]bool // what has been reported
	place    plan.Place       // of the expression that is looked at
	found    *diag.List
}

// exempt notes what is only computed with an answer.
func (c *checker) exempt(a plan.Action) {
	switch a := a.(type) {
	case *plan.Answered:
		for place := range plan.All(a.Actions) {
			c.answered[place] = a.Step.Name
		}
	case *plan.Poll:
		for _, e := range a.OfAnswer() {
			c.answered[e.Place] = a.Step.Name
		}
	case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Together, *plan.When, *plan.Each, *plan.Pages, *plan.Undo: // with or without one
	}
}

// read notes what locals stand for, and reports a read of what a stand-in lacks.
func (c *checker) read(n ir.Node) {
	switch n := n.(type) {
	case *ir.Let:
		c.locals[n.Local] = c.parts(n.Value)
	case *ir.Then:
		c.locals[n.Local] = c.parts(n.X)
	case *ir.Loop:
		c.locals[n.Var] = elements(c.parts(n.Over))
	case *ir.Member:
		if n.Source == nil || n.Proven || n.Tagged {
			return
		}
		for _, p := range c.parts(n.X) {
			if record, ok := p.value.(*ir.Record); ok && !p.returned && c.answered[c.place] != p.of.step && lacks(record, n.Field) {
				c.report(missing{p.of, n.Field}, n)
			}
		}
	}
}

// lacks reports whether an object does not have a field, or may not have it.
func lacks(n *ir.Record, f *ir.Field) bool {
	value := n.Member(f.Name)
	return value == nil || value.Type().Kind == ir.Optional
}

func (c *checker) report(m missing, n *ir.Member) {
	if c.told[m] {
		return
	}
	c.told[m] = true
	field := source.FieldSource(m.field.Name)
	c.found.ErrorAt(m.of.at, "stand-in", "this may lack the field %s, and %s reads %s, which has to be there; give it, or read it with .?%s", field, c.place, n.Path, field)
}

// parts returns the parts of stand-ins whose value an expression can have.
func (c *checker) parts(n ir.Node) []part {
	switch n := n.(type) {
	case *ir.Root:
		return c.root(n)
	case *ir.Ref:
		return c.locals[n.To]
	case *ir.Member:
		return members(c.parts(n.X), n.Field)
	case *ir.Maybe:
		return members(c.parts(n.X), n.Field)
	case *ir.Element:
		return elements(c.parts(n.List))
	case *ir.Then:
		c.locals[n.Local] = c.parts(n.X)
		return c.parts(n.Body)
	case *ir.Let:
		c.locals[n.Local] = c.parts(n.Value)
		return c.parts(n.Body)
	case *ir.Cond:
		return append(c.parts(n.Then), c.parts(n.Else)...)
	case *ir.OrValue:
		return append(c.parts(n.X), c.parts(n.Else)...)
	case *ir.Or:
		return append(c.parts(n.X), c.parts(n.Else)...)
	case *ir.Loop:
		return c.loop(n)
	case *ir.SoleFields:
		return inLists(members(elements(c.parts(n.X)), n.X.Type().Elem.Object.Fields()[0]))
	case *ir.Call:
		return c.call(n)
	}
	if content := ir.Content(n); content != nil {
		return c.parts(content)
	}
	return nil
}

// root returns the parts of stand-ins that a value can be which the tool holds: an answer, a var, an element.
func (c *checker) root(n *ir.Root) []part {
	switch {
	case n.Kind == ir.BodyRoot && n.T.Content().Kind == ir.Optional:
		return within("body", c.steps[n.Name])
	case n.Kind == ir.BodyRoot, n.Kind == ir.StepRoot && n.Part == "body":
		return c.steps[n.Name]
	case n.Kind == ir.PagesRoot && n.Part == "items", n.Kind == ir.StepRoot && n.Part == "items":
		return c.parts(c.items[n.Name])
	case n.Kind == ir.StepRoot && n.Part == "":
		return c.ofElements(n.Name)
	case n.Kind == ir.ElementRoot:
		return elements(c.parts(c.eachOf[n.Part]))
	case n.Kind == ir.VarRoot:
		return c.vars[n.Name]
	case n.Kind == ir.ResultRoot, n.Kind == ir.StepRoot && n.Part == ir.ResultPart:
		return c.results[n.Name]
	}
	return nil
}

// ofElements returns what comes of a step that runs for the elements of a list: lists of objects with the body, or the items.
func (c *checker) ofElements(step string) []part {
	if results := c.results[step]; results != nil {
		return inLists(results)
	}
	kept, values := "body", c.steps[step]
	if items := c.items[step]; items != nil {
		kept, values = "items", c.parts(items)
	}
	return inLists(within(kept, values))
}

// within returns values as those of the only field of an object: none where there is no value.
func within(field string, values []part) []part {
	var list []part
	for _, p := range values {
		record := &ir.Record{}
		if _, none := p.value.(*ir.None); !none {
			record.Members = []ir.RecordMember{{Name: field, Value: p.value}}
		}
		list = append(list, part{value: record, of: p.of})
	}
	return list
}

// inLists returns values as the elements of lists.
func inLists(values []part) []part {
	return lists.Map(values, func(p part) part { return part{&ir.ListLit{Elems: []ir.Node{p.value}}, p.of, p.returned} })
}

// call returns the parts of stand-ins that the result of a function can be which takes elements out of lists.
func (c *checker) call(n *ir.Call) []part {
	switch n.Func {
	case ir.FnFirst, ir.FnOptElem, ir.FnFlatten:
		return elements(c.parts(n.Args[0]))
	case ir.FnSlice, ir.FnTake, ir.FnPrefix:
		return c.parts(n.Args[0])
	}
	return nil
}

// loop returns the parts of stand-ins that a loop can come to which picks elements, or makes a list of parts of them.
func (c *checker) loop(n *ir.Loop) []part {
	switch over := c.parts(n.Over); {
	case n.Elem != nil && n.Kind == ir.Collect:
		c.locals[n.Var] = elements(over)
		return inLists(c.parts(n.Elem))
	case n.Elem != nil:
		return nil
	case n.Kind == ir.Collect:
		return over
	case n.Kind == ir.First, n.Kind == ir.FirstMay:
		return elements(over)
	}
	return nil
}

// members returns the values of a field.
func members(parts []part, f *ir.Field) []part {
	var list []part
	for _, p := range parts {
		if record, ok := p.value.(*ir.Record); ok && record.Member(f.Name) != nil {
			list = append(list, part{value: record.Member(f.Name), of: p.of})
		}
	}
	return list
}

// elements returns the elements of lists.
func elements(parts []part) []part {
	var list []part
	for _, p := range parts {
		if lit, ok := p.value.(*ir.ListLit); ok {
			for _, elem := range lit.Elems {
				list = append(list, part{elem, p.of, p.returned})
			}
		}
	}
	return list
}
