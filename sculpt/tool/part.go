package tool

import (
	"cmp"
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/function"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/value"
)

// Part is a part of a manifest that was checked: once, whoever uses it.
type Part struct {
	*Checked // what it does
	Function *plan.Function
	Manifest *manifest.SharedPart
}

// Parts are those of a manifest, each before those that use it.
type Parts []*Part

// Of returns the part of that name, or nil: there is none, or it uses itself.
func (p Parts) Of(name string) *Part {
	return lists.Find(p, func(p *Part) bool { return p.Function.Name == name })
}

// Checked returns what the parts do.
func (p Parts) Checked() []*Checked { return lists.Map(p, func(p *Part) *Checked { return p.Checked }) }

// Functions returns the parts as they are used.
func (p Parts) Functions() []*plan.Function {
	return lists.Map(p, func(p *Part) *plan.Function { return p.Function })
}

// CheckParts checks the parts of a manifest, each after those that it uses, and adds them to the service. What is wrong with them is added to found.
func CheckParts(m *manifest.Manifest, service *Service, found *diag.List) {
	c := &partsChecker{manifest: m, service: service, state: map[*manifest.SharedPart]schedule.Progress{}, found: found}
	for _, p := range m.Parts {
		c.check(p, nil)
	}
}

// partsChecker walks parts along what they use.
type partsChecker struct {
	manifest *manifest.Manifest
	service  *Service
	state    map[*manifest.SharedPart]schedule.Progress
	found    *diag.List
}

// check checks a part after those that it uses. path leads to it.
func (c *partsChecker) check(m *manifest.SharedPart, path []string) {
	if c.state[m] != schedule.Untouched {
		return
	}
	path = append(path, m.Name.V)
	c.state[m] = schedule.Underway
	for _, s := range m.Steps {
		other := c.manifest.Part(s.Use.V)
		switch {
		case other == nil:
		case c.state[other] == schedule.Underway:
			c.found.ErrorAt(s.Use, "cycle", "the part %s uses itself: %s", other.Name.V, schedule.Cycle(append(slices.Clip(path), other.Name.V)))
		default:
			c.check(other, path)
		}
	}
	c.state[m] = schedule.Done
	c.service.Parts = append(c.service.Parts, checkPart(m, c.service, c.found))
}

// checkPart checks what a part does, as what a tool does is checked: what it takes is typed as the arguments of a function are, what comes of it as
// vars are.
func checkPart(m *manifest.SharedPart, service *Service, found *diag.List) *Part {
	f := &plan.Function{Name: m.Name.V, Description: m.Description.V, Args: function.Arguments(m.Takes, "the part "+m.Name.V, found)}
	inputs := lists.Map(f.Args, func(arg *plan.FunctionArg) *plan.Input { return &plan.Input{ID: arg.Name, Type: arg.Type} })
	c := newChecker(m.Tool, nil, inputs, service, found)
	c.part = m
	t := &plan.Tool{Inputs: inputs, MaxWork: cmp.Or(m.MaxWork.V, plan.DefaultMaxWork)}
	require := c.conditions(plan.Place{Section: plan.InRequire}, "", m.Require)
	steps := lists.Map(m.Steps, c.step)
	t.Outputs = c.returned(m.Returns)
	t.Signature = nact.Signature{Name: f.Name, Description: f.Description, Failures: lists.Map(*c.fails, func(name string) nact.AllowedValue { return nact.AllowedValue{Name: name} })}
	t.Actions, steps = schedule.Actions(require, c.enough(steps, t.Outputs), c.vars, t.Outputs, found)
	f.Part, f.Result = t, resultOfPart(f, t.Outputs)
	t.Writes = slices.ContainsFunc(steps, func(s *schedule.Step) bool { return s.Writes })
	f.Writes = t.Writes
	of := &plan.Struct{Objects: []*ir.ObjectType{f.Result.Object}, Encode: true}
	for _, field := range f.Result.Object.Fields() {
		of.Fields = append(of.Fields, &plan.StructField{Fields: []*ir.Field{field}, Always: true})
	}
	f.Structs = []*plan.Struct{of}
	return &Part{Checked: c.checked(t, steps), Function: f, Manifest: m}
}

// returned checks the outputs of a part, of which agents can come to know.
func (c *checker) returned(list []*manifest.Var) []*plan.Output {
	var outputs []*plan.Output
	for _, m := range list {
		if m.Value == nil {
			continue
		}
		out := &plan.Output{ID: m.Name.V, Value: c.shown.Untyped(m.Value)}
		out.Where = c.scope.Where(plan.Place{Section: plan.InOutputs, Name: out.ID}, out.Value)
		outputs = append(outputs, out)
	}
	return outputs
}

// resultOfPart is the type of what a part returns. An output with an error is dyn, so that nothing more is said of it.
func resultOfPart(f *plan.Function, outputs []*plan.Output) *ir.Type {
	object := &ir.ObjectType{Name: "what the part " + f.Name + " returns"}
	for _, out := range outputs {
		t := ir.DynType
		if out.Value != nil {
			t = out.Value.Type()
		}
		object.Add(&ir.Field{Name: out.ID, Type: t, Required: true})
	}
	return ir.ObjectOf(object)
}

// use checks a step that uses a part, for each element of a list if it says so.
func (c *checker) use(s *schedule.Step, m *manifest.Step) {
	part := c.parts.Of(m.Use.V)
	s.Go = &plan.GoStep{Name: m.Name.V, Line: m.Name.Pos.Line}
	if part == nil {
		c.noPart(m)
		return
	}
	s.Go.Function, s.Writes = part.Function, part.Function.Writes
	inside := c
	if s.Each, inside = c.each(m, s.Writes, "the part "+m.Use.V+" writes", ""); inside != nil {
		inside.around(s, m)
		// It holds no secrets: a part, which is checked whoever uses it, knows of none in what it takes.
		given := passing{c.found, value.Given(inside.scope), m, m.With, m.Use, plan.PartWith, "input"}
		s.Go.Args = given.arguments("the part "+part.Function.Name, part.Function.Args)
	}
	c.failuresOf(m, s.Go)
	if s.Writes {
		c.mayWrite(m.Use, "the part "+m.Use.V+" writes", "")
	}
}

// noPart reports that a step uses no part.
func (c *checker) noPart(m *manifest.Step) {
	known := lists.Map(c.manifest.Parts, func(p *manifest.SharedPart) string { return p.Name.V })
	hint := diag.Known(m.Use.V, known)
	switch {
	case slices.Contains(known, m.Use.V): // it uses itself, which has been reported
		return
	case len(known) == 0:
		hint = "; declare it under \"parts\" of the manifest, with its inputs, its steps and its outputs"
	}
	c.found.ErrorAt(m.Use, "unknown-name", "there is no part %q%s", m.Use.V, hint)
}

// failuresOf checks with which failures of its part a step ends the tool, which has to declare them, and with which it leaves an element out.
func (c *checker) failuresOf(m *manifest.Step, s *plan.GoStep) {
	known := lists.Map(s.Part().Signature.Failures, func(f nact.AllowedValue) string { return f.Name })
	for _, name := range m.LeaveOut {
		if !slices.Contains(known, name.V) {
			c.found.ErrorAt(name, "unknown-name", "the part %s does not fail with %s%s", m.Use.V, name.V, diag.Known(name.V, known))
			continue
		}
		s.LeaveOut = append(s.LeaveOut, name.V)
	}
	declared := lists.Map(c.tool.Failures, func(f *manifest.Named) string { return f.Name.V })
	for _, name := range s.Failures() {
		if c.part != nil {
			c.fails.add(name)
		} else if !slices.Contains(declared, name) {
			c.found.ErrorAt(m.Use, "unknown-name", "the part %s can fail with %s, which the tool %s does not declare; declare it under failures, with a description%s",
				m.Use.V, name, c.tool.Name.V, diag.DidYouMean(name, declared))
		}
	}
}

// failures are names of failures, each once, in the order in which they are met. The checkers of one part share them.
type failures []string

func (f *failures) add(name string) {
	if !slices.Contains(*f, name) {
		*f = append(*f, name)
	}
}

// nameUse adds the outcome of a step that uses a part to names.
func (s *Service) nameUse(m *manifest.Step, names *value.Names) {
	part := s.Parts.Of(m.Use.V)
	t := ir.DynType
	if part != nil {
		t = part.Function.Result
	}
	names.Used[m.Name.V] = true
	switch {
	case len(m.LeaveOut) > 0:
		names.Leaves[m.Name.V] = true
		outcome := &ir.ObjectType{Name: "the outcome of " + m.Name.V}
		outcome.Add(&ir.Field{Name: "items", Type: ir.ListOf(t), Required: true})
		outcome.Add(&ir.Field{Name: "left_out", Type: ir.IntType, Required: true})
		t = ir.ObjectOf(outcome)
	case m.Each != nil:
		t = ir.ListOf(t)
	default:
		names.Returns[m.Name.V] = true
	}
	names.Steps.Add(&ir.Field{Name: m.Name.V, Type: t, Required: true})
}
