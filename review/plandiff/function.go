package plandiff

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// functions compares what functions of the vendor's take and return, by their names. One that is new or gone shows where it is called.
func (c *comparison) functions(older, newer []*plan.Function) {
	each(older, newer, func(f **plan.Function) string { return (*f).Name }, func(name string, was, is **plan.Function) {
		if was == nil || is == nil {
			return
		}
		place := "functions." + name
		c.differ(FunctionChanged, place, functionText(*was), functionText(*is))
		switch {
		case (*is).Writes && !(*was).Writes:
			c.add(WriteAdded, place+".writes", "", "true")
		case (*was).Writes && !(*is).Writes:
			c.add(WriteRemoved, place+".writes", "true", "")
		}
	})
}

// functionText is a function with its types: (kind: string, slots?: int): {cents: int, note?: string}.
func functionText(f *plan.Function) string {
	var args []string
	for _, arg := range f.Args {
		args = append(args, memberText(arg.Name, arg.Type, true))
	}
	return "(" + strings.Join(args, ", ") + "): " + typeText(f.Result)
}

// memberText is a member that is there in any case, or may not be.
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
			each((*was).Args, (*is).Args, func(a *plan.GoArg) string { return a.Arg.Name }, func(arg string, was, is *plan.GoArg) {
				c.value(SentChanged, place+".args."+arg, goArgValue(was), goArgValue(is))
			})
			c.rules((*was).OnError, (*is).OnError)
		}
	})
}

// goCall compares the functions of a step. One that can change something, and is called instead of none or another one, is a write.
func (c *comparison) goCall(kind Kind, place string, was, is *plan.GoStep) {
	if was != nil && was.Function.Name == is.Function.Name {
		return
	}
	if is.Function.Writes {
		kind = WriteAdded
	}
	c.add(kind, place, goCallText(was), goCallText(is))
}

func goCallText(s *plan.GoStep) string {
	if s == nil {
		return ""
	}
	return "go " + s.Function.Name
}

func goArgValue(a *plan.GoArg) ir.Node {
	if a == nil {
		return nil
	}
	return a.Value
}
