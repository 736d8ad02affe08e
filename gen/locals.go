package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// localNames are the names of the variables of a tool's method. They are given before anything is printed that takes names of its own, and stay
// as they are.
type localNames map[*plan.Local]string

func nameLocals(l *plan.Locals, scope *naming.Scope) localNames {
	names := localNames{}
	for _, local := range l.All {
		names[local] = scope.Name(localHints(local)...)
	}
	return names
}

// localHints returns names for a variable, the best one first.
func localHints(l *plan.Local) []string {
	switch l.Role {
	case plan.AnswerBody:
		return []string{l.Of, l.Of + "_answer"}
	case plan.PageBody:
		return []string{l.Of + "_page"}
	case plan.AnswerMeta:
		return []string{goexpr.MetaHint(l.Of)}
	case plan.FunctionResult:
		return []string{l.Of, l.Of + "_result"}
	case plan.PageList, plan.ElementList:
		return []string{l.Of, l.Of + "_list"}
	case plan.ElementIndex:
		return []string{"i", "j", "k"}
	case plan.Element:
		return []string{l.Part}
	case plan.StepPart:
		return []string{stepPartHint(l)}
	case plan.PollState:
		return []string{l.Of + "_poll"}
	case plan.IsAnswered:
		return []string{l.Of + "_answered"}
	case plan.RequestPart:
		return []string{(&ir.Root{Kind: ir.PartRoot, Name: l.Of}).Title()}
	}
	return []string{l.Of}
}

// stepPartHint names what comes of a step after the step, and what else its answer says after that as well.
func stepPartHint(l *plan.Local) string {
	switch l.Part {
	case "status", "headers", "more":
		return l.Of + "_" + l.Part
	}
	return l.Of
}

// roots returns where expressions read what a tool holds.
func (names localNames) roots(l *plan.Locals) goexpr.Roots {
	r := goexpr.Roots{
		Inputs: jen.Id("in"), Config: jen.Id("s").Dot("config"),
		Bodies: map[string]string{}, Metas: map[string]string{}, Pages: map[string]string{}, Vars: map[string]string{},
		Steps: map[string]*jen.Statement{}, Elements: map[string]string{},
	}
	for _, local := range l.All {
		name := names[local]
		switch local.Role {
		case plan.AnswerBody, plan.PageBody, plan.FunctionResult:
			r.Bodies[local.Of] = name
		case plan.AnswerMeta:
			r.Metas[local.Of] = name
		case plan.PageList:
			r.Pages[local.Of] = name
		case plan.VarValue, plan.RequestPart:
			r.Vars[local.Of] = name
		case plan.Element:
			r.Elements[local.Of] = name
		case plan.StepPart, plan.ElementList:
			if part := local.Of + "." + local.Part; r.Steps[part] == nil { // the optional of a list stands before the list
				r.Steps[part] = jen.Id(name)
			}
		}
	}
	return r
}
