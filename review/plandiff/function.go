package plandiff

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// functions compares the parameters and results of the vendor's functions that both plans have. One that is new or gone shows in the steps that call it.
func (c *comparison) functions(older, newer []*plan.Function) {
	each(older, newer, func(f **plan.Function) string { return (*f).Name }, func(name string, was, is **plan.Function) {
		if was == nil || is == nil {
			return
		}
		place := "functions." + name
		c.differ(FunctionChanged, place, functionText(*was), functionText(*is))
		c.writes(place+".writes", (*was).Writes, (*is).Writes)
	})
}

// functionText describes the type of a function: (kind: string, slots?: int): {cents: int, note?: string}.
func functionText(f *plan.Function) string {
	var args []string
	for _, arg := range f.Args {
		args = append(args, memberText(arg.Name, arg.Type, true))
	}
	return "(" + strings.Join(args, ", ") + "): " + typeText(f.Result)
}

// memberText describes a parameter or a member with its type, and a question mark if it is optional.
func memberText(name string, t *ir.Type, required bool) string {
	if t.Kind == ir.Optional {
		t, required = t.Elem, false
	}
	if !required {
		name += "?"
	}
	return name + ": " + typeText(t)
}

func typeText(t *ir.Type) string {
	switch t.Kind {
	case ir.List:
		return "[" + typeText(t.Elem) + "]"
	case ir.Object:
		var members []string
		for _, f := range t.Object.Fields() {
			members = append(members, memberText(f.Name, f.Type, f.Required))
		}
		return "{" + strings.Join(members, ", ") + "}"
	}
	return t.String()
}

// goSteps compares the steps of a tool that call functions, by their names.
func (c *comparison) goSteps(older, newer []*plan.GoStep) {
	each(older, newer, func(s **plan.GoStep) string { return (*s).Name }, func(name string, was, is **plan.GoStep) {
		place := "steps." + name
		switch {
		case was == nil:
			c.goCall(CallAdded, place, nil, *is)
		case is == nil:
			c.add(CallRemoved, place, goCallText(*was), "")
		default:
			c.goCall(CallChanged, place, *was, *is)
			c.differ(LimitChanged, place+".timeout", timeoutText((*was).Timeout), timeoutText((*is).Timeout))
			c.differ(FailureChanged, place+".leave_out", strings.Join((*was).LeaveOut, ", "), strings.Join((*is).LeaveOut, ", "))
			under := ".args."
			if (*is).Part() != nil {
				under = ".with."
			}
			each((*was).Args, (*is).Args, func(a *plan.GoArg) string { return a.Arg.Name }, func(arg string, was, is *plan.GoArg) {
				c.value(SentChanged, place+under+arg, of(was, goArgValue), of(is, goArgValue))
			})
			c.rules((*was).OnError, (*is).OnError)
		}
	})
}

// goCall compares the functions that a step calls. A new one that can change something counts as a write.
func (c *comparison) goCall(kind Kind, place string, was, is *plan.GoStep) {
	if was != nil && goCallText(was) == goCallText(is) {
		return
	}
	if is.Function.Writes {
		kind = WriteAdded
	}
	c.add(kind, place, of(was, goCallText), goCallText(is))
}

func goCallText(s *plan.GoStep) string {
	if s.Part() != nil {
		return "use " + s.Function.Name
	}
	return "go " + s.Function.Name
}

func goArgValue(a *plan.GoArg) ir.Node { return a.Value }
