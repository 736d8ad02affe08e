package lsp

import (
	"slices"

	"github.com/nactgen/nactgen/author/describe"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// naming is a kind of spot that names something, in a tool or a part.
type naming struct {
	value bool     // a value is being written, and not a key
	path  []string // the keys around the spot, below those of the tool; "*" is any key, and "**" at the start any number of them
	names func(*checked, *manifest.Tool) []named
}

var namings = []naming{
	{true, []string{"**", "call"}, func(c *checked, _ *manifest.Tool) []named { return operationNames(c.operations()) }},
	{true, []string{"steps", "*", "use"}, func(c *checked, _ *manifest.Tool) []named { return c.partNames() }},
	{true, []string{"steps", "*", "go"}, func(c *checked, _ *manifest.Tool) []named { return c.functionNames() }},
	{true, []string{"**", "fail"}, failureNames},
	{true, []string{"examples", "-", "failure"}, failureNames},
	{true, []string{"steps", "*", "after", "-"}, stepNames},
	{false, []string{"examples", "-", "upstream"}, stepNames},
	{false, []string{"examples", "-", "functions"}, stepNames},
	{false, []string{"examples", "-", "inputs"}, func(_ *checked, t *manifest.Tool) []named {
		return listed(t.Inputs, kindProperty, func(in *manifest.Input) (string, string) { return in.ID.V, in.Description.V })
	}},
	{false, []string{"examples", "-", "outputs"}, func(_ *checked, t *manifest.Tool) []named {
		return listed(t.Outputs, kindProperty, func(o *manifest.Output) (string, string) { return o.ID.V, o.Description.V })
	}},
}

// is reports whether a spot is of the kind. The path is that below the tool.
func (n naming) is(value bool, path []string) bool {
	want := n.path
	if want[0] == "**" {
		want = want[1:]
		path = path[max(0, len(path)-len(want)):]
	}
	return n.value == value && matches(path, want...)
}

// names returns what can stand at a spot that names something; it is false where none of that is meant.
func (p *project) names(where spot) ([]named, bool) {
	c := p.clean
	if c == nil || len(where.path) < 3 || where.path[0] != "tools" && where.path[0] != "parts" {
		return nil, false
	}
	t := c.sequence(where.path[0], where.path[1])
	if t == nil {
		return nil, false
	}
	path := where.path[2:]
	for _, n := range namings {
		if n.is(where.value, path) {
			return n.names(c, t), true
		}
	}
	if !where.value && path[0] == "steps" && len(path) >= 3 {
		return c.keysOfStep(t, path[1], path[2:])
	}
	return nil, false
}

// sequence is the tool or the part of that name; nil if there is none.
func (c *checked) sequence(section, name string) *manifest.Tool {
	if c.manifest == nil {
		return nil
	}
	if section == "tools" {
		for _, t := range c.manifest.Tools {
			if t.Name.V == name {
				return t
			}
		}
		return nil
	}
	if p := c.part(name); p != nil {
		return p.Tool
	}
	return nil
}

func (c *checked) part(name string) *manifest.SharedPart {
	i := slices.IndexFunc(c.manifest.Parts, func(p *manifest.SharedPart) bool { return p.Name.V == name })
	if i < 0 {
		return nil
	}
	return c.manifest.Parts[i]
}

// keysOfStep returns what a step can be called with: the parameters of its operation, the inputs of its part, the arguments of its function.
func (c *checked) keysOfStep(t *manifest.Tool, name string, path []string) ([]named, bool) {
	i := slices.IndexFunc(t.Steps, func(s *manifest.Step) bool { return s.Name.V == name })
	if i < 0 {
		return nil, false
	}
	step := t.Steps[i]
	if path[0] == "undo" && step.Undo != nil && len(path) > 1 {
		step, path = step.Undo, path[1:]
	}
	switch {
	case matches(path, "args") && step.Go.Set:
		return c.argumentsOf(step.Go.V), true
	case matches(path, "with") && step.Use.Set:
		if part := c.part(step.Use.V); part != nil {
			return arguments(part.Takes), true
		}
	case matches(path, "with") && step.Call.Set:
		if d := c.describe(step.Call.V, 1); d != nil {
			return listed(d.Parameters, kindProperty, func(p *describe.Parameter) (string, string) { return p.Key, p.Description }), true
		}
	case path[0] == "body" && step.Call.Set:
		if d := c.describe(step.Call.V, len(path)+1); d != nil && d.Body != nil {
			return membersOf(d.Body, path[1:]), true
		}
	}
	return nil, false
}

// describe returns what a document says of the operation that a step calls; nil if it cannot be found or resolved.
func (c *checked) describe(call string, depth int) *describe.Detail {
	op, _ := catalog.Find(c.operations(), call)
	if op == nil {
		return nil
	}
	d, err := describe.Describe(op, depth)
	if err != nil {
		return nil
	}
	return d
}

// membersOf returns the members of an object in a body that names lead to.
func membersOf(b *describe.Body, path []string) []named {
	i := slices.IndexFunc(b.Content, func(c *describe.Content) bool { return c.Chosen && c.Value != nil })
	if i < 0 {
		return nil
	}
	v := b.Content[i].Value
	for _, name := range path {
		if name == "-" {
			v = v.Elements
		} else if i := slices.IndexFunc(v.Fields, func(f *describe.Value) bool { return f.Name == name }); i >= 0 {
			v = v.Fields[i]
		} else {
			return nil
		}
		if v == nil {
			return nil
		}
	}
	return listed(v.Fields, kindProperty, func(f *describe.Value) (string, string) { return f.Name, f.Description })
}

func (c *checked) partNames() []named {
	return listed(c.manifest.Parts, kindFunction, func(p *manifest.SharedPart) (string, string) { return p.Name.V, p.Description.V })
}

func (c *checked) functionNames() []named {
	return listed(c.manifest.Functions, kindFunction, func(f *manifest.Function) (string, string) { return f.Name.V, f.Description.V })
}

func (c *checked) argumentsOf(function string) []named {
	i := slices.IndexFunc(c.manifest.Functions, func(f *manifest.Function) bool { return f.Name.V == function })
	if i < 0 {
		return nil
	}
	return arguments(c.manifest.Functions[i].Args)
}

func arguments(list []*manifest.Argument) []named {
	return listed(list, kindProperty, func(a *manifest.Argument) (string, string) { return a.Name.V, "" })
}

func failureNames(_ *checked, t *manifest.Tool) []named {
	return listed(t.Failures, kindEnum, func(n *manifest.Named) (string, string) { return n.Name.V, n.Description.V })
}

func stepNames(_ *checked, t *manifest.Tool) []named {
	return listed(t.Steps, kindProperty, func(s *manifest.Step) (string, string) { return s.Name.V, s.Call.V })
}

// listed returns the names of what a list has.
func listed[T any](list []T, kind int, of func(T) (name, doc string)) []named {
	names := []named{}
	for _, e := range list {
		name, doc := of(e)
		names = append(names, named{name: name, kind: kind, doc: doc})
	}
	return names
}
