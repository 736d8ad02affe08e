package locals

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// maker makes the variables of a tool, and decides which are live. Those of the outcome of a step are made before those of its answer.
type maker struct {
	reads reads // of the whole tool
	all   []*plan.Local
	of    map[value]*plan.Local // the variable of each value; that of an ElementList is also that of the StepPart which expressions read, unless that has its own
	live  map[value]bool        // the values that are needed even if no expression reads them: a variable takes its value from them, or a poll its waiting time
}

// isLive reports whether anything needs a value.
func (m *maker) isLive(v value) bool { return m.reads[v] > 0 || m.live[v] }

// named returns the variables that there are: of values that nothing needs there are none, so that the next that would like the name has it.
func (m *maker) named() []*plan.Local {
	unread := map[*plan.Local]bool{}
	for v, l := range m.of {
		unread[l] = canBeUnread(v.role) && !m.isLive(v)
	}
	return slices.DeleteFunc(m.all, func(l *plan.Local) bool { return unread[l] })
}

// canBeUnread reports whether values of a role are given whether or not anything needs them. All others are made because something does.
func canBeUnread(r plan.Role) bool {
	return r == plan.AnswerBody || r == plan.AnswerMeta || r == plan.FunctionResult || r == plan.Element
}

// add makes the variable of a value, unless there is one.
func (m *maker) add(v value, l plan.Local) {
	if m.of[v] == nil {
		m.of[v] = &l
		m.all = append(m.all, &l)
	}
}

func (m *maker) actions(list []plan.Action) {
	for _, a := range list {
		m.action(a)
		for _, inner := range blocks(a) {
			m.actions(inner)
		}
	}
}

func (m *maker) action(a plan.Action) {
	switch a := a.(type) {
	case *plan.Check, *plan.Together:
	case *plan.Var:
		m.add(varOf(a.Name), plan.Local{Role: plan.VarValue, Of: a.Name, Type: a.Value.Type()})
	case *plan.Step:
		m.answer(a)
	case *plan.GoStep:
		m.add(resultOf(a.Name), plan.Local{Role: plan.FunctionResult, Of: a.Name, Type: a.Function.Result})
	case *plan.When:
		m.when(a)
	case *plan.Each:
		m.each(a)
	case *plan.Pages:
		m.add(pagesOf(a.Step.Name), plan.Local{Role: plan.PageList, Of: a.Step.Name, Pages: a})
		m.body(a.Step, plan.PageBody)
	case *plan.Poll:
		state := plan.Local{Role: plan.PollState, Of: a.Step.Name, Part: "poll"}
		if a.Again {
			state.Part = "again"
		}
		m.add(pollOf(a.Step.Name), state)
		m.live[metaOf(a.Step.Name)] = true // it says how long to wait
		m.answer(a.Step)
	case *plan.Answered:
		m.add(answeredOf(a.Step.Name), plan.Local{Role: plan.IsAnswered, Of: a.Step.Name, Type: ir.BoolType})
	case *plan.Undo: // its call leaves nothing that anything reads
		for _, v := range a.Actions[:len(a.Actions)-1] {
			m.action(v)
		}
	}
}

// blocks returns what stands inside an action and has values that others may read.
func blocks(a plan.Action) [][]plan.Action {
	switch a := a.(type) {
	case *plan.Together:
		return a.Branches
	case *plan.When:
		return [][]plan.Action{a.Actions}
	case *plan.Each:
		return [][]plan.Action{a.Actions}
	case *plan.Pages:
		return [][]plan.Action{a.Actions}
	case *plan.Answered:
		return [][]plan.Action{a.Actions}
	case *plan.Check, *plan.Var, *plan.Step, *plan.GoStep, *plan.Poll, *plan.Undo:
	}
	return nil
}

func (m *maker) answer(s *plan.Step) {
	m.body(s, plan.AnswerBody)
	if s.Call.Meta {
		m.add(metaOf(s.Name), plan.Local{Role: plan.AnswerMeta, Of: s.Name})
	}
}

func (m *maker) body(s *plan.Step, role plan.Role) {
	l := plan.Local{Role: role, Of: s.Name}
	if s.Call.Answer != nil {
		l.Type = s.Call.AnswerType()
	}
	m.add(bodyOf(s.Name), l)
}

// stepParts are the parts of a step that may not run, and the values that they are taken of where it has run.
var stepParts = []struct {
	name string
	from func(step string) value
}{
	{"", elementsOf}, {ir.ResultPart, resultOf}, {"body", bodyOf}, {"status", metaOf}, {"headers", metaOf}, {"items", pagesOf}, {"more", pagesOf}, {leftOut, leftOf},
}

// leftOut is the part of a step that is how many elements it has left out.
const leftOut = "left_out"

// when makes the variables for those parts of a step that may not run which something reads.
func (m *maker) when(w *plan.When) {
	step := w.Step.StepName()
	for _, part := range stepParts {
		if of := partOf(step, part.name); m.reads[of] > 0 {
			m.add(of, plan.Local{Role: plan.StepPart, Of: step, Part: part.name, Type: ir.OptionalOf(partType(w, part.name))})
			m.live[part.from(step)] = true
		}
	}
}

// partType returns the type of a part of a step that has run.
func partType(w *plan.When, part string) *ir.Type {
	switch part {
	case "":
		return keptType(w.Actions[len(w.Actions)-1].(*plan.Each))
	case ir.ResultPart:
		return w.Step.(*plan.GoStep).Function.Result
	case "body":
		return w.Step.(*plan.Step).Call.Answer.Type
	case "status", leftOut:
		return ir.IntType
	case "headers":
		return ir.MapOf(ir.StringType, ir.StringType)
	case "items":
		return pagesIn(w.Actions).Items.Type()
	}
	return ir.BoolType
}

func (m *maker) each(e *plan.Each) {
	step := e.Step.StepName()
	if of := partOf(step, ""); m.reads[of] > 0 {
		list := elementsOf(step)
		m.add(list, plan.Local{Role: plan.ElementList, Of: step, Type: keptType(e)})
		if m.of[of] == nil {
			m.of[of] = m.of[list]
		}
		m.live[kept(e)] = true
	}
	if of := partOf(step, leftOut); m.reads[of] > 0 {
		m.add(leftOf(step), plan.Local{Role: plan.LeftOut, Of: step, Part: leftOut, Type: ir.IntType})
		if m.of[of] == nil {
			m.of[of] = m.of[leftOf(step)]
		}
	}
	m.add(index, plan.Local{Role: plan.ElementIndex, Type: ir.IntType})
	m.add(elementOf(step), plan.Local{Role: plan.Element, Of: step, Part: e.As, Type: e.List.Type().Elem})
}

// kept is the value that a loop keeps of each element: what a part returned, the list that is collected of pages, or the body of an answer, or, where no
// body is read, the rest of the answer, of which it keeps the status.
func kept(e *plan.Each) value {
	name := e.Step.StepName()
	call, calls := e.Step.(*plan.Step)
	switch {
	case !calls:
		return resultOf(name)
	case pagesIn(e.Actions) != nil:
		return pagesOf(name)
	case call.Call.Answer != nil:
		return bodyOf(name)
	}
	return metaOf(name)
}

func keptType(e *plan.Each) *ir.Type {
	switch step := e.Step.(type) {
	case *plan.GoStep:
		return ir.ListOf(step.Function.Result)
	case *plan.Step:
		if pages := pagesIn(e.Actions); pages != nil {
			return ir.ListOf(pages.Items.Type())
		}
		if step.Call.Answer != nil {
			return ir.ListOf(step.Call.AnswerType())
		}
	}
	return ir.ListOf(ir.IntType)
}

// pagesIn returns what collects the list of the only step in actions; nil if nothing does.
func pagesIn(actions []plan.Action) *plan.Pages {
	var pages *plan.Pages
	plan.Walk(actions, func(a plan.Action) {
		if g, ok := a.(*plan.Pages); ok {
			pages = g
		}
	})
	return pages
}

// requestParts makes the variables of those parts of requests that are computed before the rest.
func (m *maker) requestParts(actions []plan.Action) {
	plan.Walk(actions, func(a plan.Action) {
		for _, p := range partsOf(a) {
			if p.Name != "" {
				m.add(requestOf(p.Name), plan.Local{Role: plan.RequestPart, Of: p.Name, Type: p.Value.Type()})
			}
		}
	})
}

// partsOf returns the parts of requests that an action computes.
func partsOf(a plan.Action) []*plan.Part {
	switch a := a.(type) {
	case *plan.Step:
		return a.Parts
	case *plan.Each:
		return a.Before
	case *plan.Pages:
		return a.Before
	case *plan.Poll:
		return a.Before
	case *plan.Check, *plan.Var, *plan.GoStep, *plan.Together, *plan.When, *plan.Answered, *plan.Undo:
	}
	return nil
}
