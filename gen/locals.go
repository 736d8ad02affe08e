package gen

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// localNames are the names of the variables of a tool's method. They are given before anything is printed that takes names of its own, and stay
// as they are.
type localNames map[*plan.Local]string

// nameLocals names the variables of a tool's method: first those of vars, which the author named after what they are.
func nameLocals(t *plan.Tool, scope *naming.Scope) localNames {
	names := localNames{}
	for _, local := range t.Locals.All {
		if local.Role == plan.VarValue {
			names[local] = scope.Name(local.Of)
		}
	}
	for _, local := range t.Locals.All {
		switch local.Role {
		case plan.VarValue:
		case plan.Element:
			names[local] = names.element(t, local, scope)
		default:
			names[local] = scope.Name(localHints(local)...)
		}
	}
	return names
}

// element names the element that a loop runs for. Loops do not stand inside each other, so that elements with one name in the manifest share a variable's
// name. An element may also have the name of a var, which it then hides in its loop, if the loop does not read the var.
func (names localNames) element(t *plan.Tool, element *plan.Local, scope *naming.Scope) string {
	readsVar := readsVar(t, element.Of, element.Part)
	for _, other := range t.Locals.All {
		name := names[other]
		isVar := other.Role == plan.VarValue && other.Of == element.Part && name == naming.Unexported(element.Part)
		isElement := other.Role == plan.Element && other.Part == element.Part && name != ""
		switch {
		case isVar && !readsVar, isElement && !(readsVar && names.isVar(t, name)):
			return name
		}
	}
	return scope.Name(localHints(element)...)
}

// isVar reports whether name is that of the variable of a var.
func (names localNames) isVar(t *plan.Tool, name string) bool {
	return slices.ContainsFunc(t.Locals.All, func(l *plan.Local) bool { return l.Role == plan.VarValue && names[l] == name })
}

// readsVar reports whether what stands in the loop of a step reads a var. That of a loop that runs one element after the other
// reads the list as well, to say how many there are.
func readsVar(t *plan.Tool, step, name string) bool {
	isVar := func(n ir.Node) bool {
		root, ok := n.(*ir.Root)
		return ok && root.Kind == ir.VarRoot && root.Name == name
	}
	for _, loop := range t.Loops() {
		if loop.Step.StepName() != step {
			continue
		}
		if loop.Concurrency <= 1 && ir.Contains(loop.List, isVar) {
			return true
		}
		for _, n := range plan.All(loop.Actions) {
			if ir.Contains(n, isVar) {
				return true
			}
		}
	}
	return false
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
	case plan.PageList:
		return []string{l.Of, l.Of + "_list", l.Of + "_pages"}
	case plan.ElementList:
		return []string{l.Of, l.Of + "_list"}
	case plan.ElementIndex:
		return []string{"i", "j", "k"}
	case plan.Element:
		return []string{l.Part, l.Part + "_element"}
	case plan.StepPart:
		return []string{stepPartHint(l)}
	case plan.LeftOut:
		return []string{l.Of + "_left_out", l.Of + "_left"}
	case plan.PollState:
		return []string{l.Of + "_" + l.Part}
	case plan.IsAnswered:
		return []string{l.Of + "_answered"}
	case plan.RequestPart:
		member := (&ir.Root{Kind: ir.PartRoot, Name: l.Of}).Title()
		return []string{member, stepOf(l.Of) + "_" + member}
	}
	return []string{l.Of}
}

// stepOf returns the step of a place in it: slots of steps.slots.with.site.
func stepOf(place string) string {
	_, within, _ := strings.Cut(place, ".")
	step, _, _ := strings.Cut(within, ".")
	return step
}

// stepPartHint names a part of the outcome of a step: the step alone, or with the part behind it, if that is not the body.
func stepPartHint(l *plan.Local) string {
	switch l.Part {
	case "status", "headers", "more", "left_out":
		return l.Of + "_" + l.Part
	}
	return l.Of
}

// roots returns where expressions read what a tool holds.
func (names localNames) roots(l *plan.Locals) goexpr.Roots {
	r := goexpr.Roots{
		Context: jen.Id("ctx"), Inputs: jen.Id("in"), Config: jen.Id("s").Dot("config"),
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
		case plan.StepPart, plan.ElementList, plan.LeftOut:
			if part := local.Of + "." + local.Part; r.Steps[part] == nil { // the optional of a list stands before the list
				r.Steps[part] = jen.Id(name)
			}
		}
	}
	return r
}
