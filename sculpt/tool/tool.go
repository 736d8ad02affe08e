// Package tool checks one tool of a manifest. From its section come a [plan.Tool] with everything decided, and what its
// expressions read; or findings.
//
// Every part has a file: inputs, vars, conditions, steps with their arguments, body and on_error, outputs, examples.
package tool

import (
	"cmp"
	"net/http"
	"slices"
	"strconv"
	"time"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/function"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/tool/schedule"
	"github.com/nactgen/nactgen/sculpt/tool/writes"
	"github.com/nactgen/nactgen/sculpt/value"
)

// defaultTimeout is the whole time that a tool has whose manifest gives none.
const defaultTimeout = 30 * time.Second

// Service is what the tools of a manifest share. Nothing of it changes while they are checked, but that [CheckParts] adds the parts.
type Service struct {
	Manifest *manifest.Manifest
	Compiler *expr.Compiler
	Config   *ir.ObjectType
	Secrets  []string // the config values that agents learn nothing of
	Tables   []*plan.Table
	Calls    *operation.Calls

	Functions function.Functions
	Parts     Parts
}

// Identity is what a tool is known by to those who call it.
type Identity struct {
	ID      string           // a UUID
	Derived bool             // from the names of service and tool, and not published yet
	Older   []nact.Signature // the published versions before the tool's own, oldest first
}

// Checked is a tool that was checked.
type Checked struct {
	Manifest *manifest.Tool
	Plan     *plan.Tool
	Reads    reads.Set                  // what all expressions of the tool read, also those of vars that nothing uses
	StandIns map[ir.Node]*manifest.Node // where the manifest has the values that stand in for bodies of answers
	Compiled *value.Compiled

	steps []*schedule.Step // in the order of those of Manifest
}

// Check checks a tool. What is wrong with it is added to found; its plan is of use only if nothing is.
func Check(m *manifest.Tool, id Identity, service *Service, found *diag.List) *Checked {
	declaredInputs, inputs := checkInputs(m, service, found)
	c := newChecker(m, declaredInputs, inputs, service, found)
	require := c.conditions(plan.Place{Section: plan.InRequire}, "", m.Require)
	steps := lists.Map(m.Steps, c.step)
	declaredOutputs, outputs := c.outputs()

	t := newTool(m, id)
	t.Additive = c.additive()
	t.Signature.Tags = checkTags(m.Tags, found)
	t.Signature.Inputs, t.Signature.Outputs = declaredInputs, declaredOutputs
	t.Inputs, t.Outputs = inputs, outputs
	t.Actions, steps = schedule.Actions(require, c.enough(steps, outputs), c.vars, outputs, found)
	checked := c.checked(t, steps)
	t.Examples = checkExamples(checked, service, found)
	t.Idempotent = !found.HasErrors() && t.Writes && writes.Idempotent(t)
	if !found.HasErrors() {
		t.DryRun = writes.DrySteps(t, service.Secrets)
	}
	return checked
}

// newChecker returns the checker of what a tool or a part does, of which the vars have been checked.
func newChecker(m *manifest.Tool, declared []nact.Input, inputs []*plan.Input, service *Service, found *diag.List) *checker {
	names := namesOf(m, declared, inputs, service)
	scope := value.NewScope(service.Compiler, names, found)
	items := pageItems(m.Calls(), names, scope.Shown(), found) // their types are those of what vars read
	return &checker{
		tool: m, manifest: service.Manifest, compiler: service.Compiler, calls: service.Calls, functions: service.Functions, parts: service.Parts,
		scope: scope, shown: scope.Shown(), items: items, vars: checkVars(m.Vars, scope, found), standIns: map[ir.Node]*manifest.Node{}, fails: &failures{}, found: found,
	}
}

// checked returns what came of the check of a tool or a part.
func (c *checker) checked(t *plan.Tool, steps []*schedule.Step) *Checked {
	return &Checked{Manifest: c.tool, Plan: t, Reads: readsOf(t, c.vars), StandIns: c.standIns, Compiled: c.scope.Compiled(), steps: steps}
}

// newTool takes over what needs no check.
func newTool(m *manifest.Tool, id Identity) *plan.Tool {
	t := &plan.Tool{
		Signature: nact.Signature{
			ToolID: id.ID, Name: m.Name.V, Description: m.Description.V, Img: m.Img.V, Version: int(m.Version.V),
			Failures: allowedValues(m.Failures),
		},
		DerivedID: id.Derived, Older: id.Older,
		Writes: m.Writes.V, Timeout: cmp.Or(m.Timeout.V, defaultTimeout), MaxWork: cmp.Or(m.MaxWork.V, plan.DefaultMaxWork),
		MaxRetries: m.MaxRetries.V,
	}
	if m.Withdrawn.V {
		t.Withdrawn = &plan.Withdrawal{Since: m.Since.V, Sunset: m.Sunset.V}
	}
	return t
}

func allowedValues(list []*manifest.Named) []nact.AllowedValue {
	return lists.Map(list, func(n *manifest.Named) nact.AllowedValue {
		return nact.AllowedValue{Name: n.Name.V, Description: n.Description.V}
	})
}

func checkTags(tags []manifest.Value[string], found *diag.List) []string {
	var checked []string
	for _, tag := range tags {
		if slices.Contains(checked, tag.V) {
			found.ErrorAt(tag, "duplicate-value", "the tag %q is given twice", tag.V)
			continue
		}
		checked = append(checked, tag.V)
	}
	return checked
}

// namesOf is what the expressions of a tool may name. The answer of a step whose call could not be resolved is dyn, so that
// nothing more is said of it.
func namesOf(m *manifest.Tool, declared []nact.Input, inputs []*plan.Input, service *Service) value.Names {
	names := value.Names{
		Names: expr.Names{
			Config: service.Config, Inputs: &ir.ObjectType{Name: "inputs"}, Steps: &ir.ObjectType{Name: "steps"}, Answers: &ir.ObjectType{},
			Conditional: map[string]bool{}, Returns: map[string]bool{}, Used: map[string]bool{}, Leaves: map[string]bool{}, Paged: map[string]bool{}, Unreadable: map[string]string{},
		},
		Secrets: service.Secrets, Tables: service.Tables, Declared: declared,
	}
	for _, in := range inputs {
		names.Inputs.Add(&ir.Field{Name: in.ID, Type: in.Type, Required: true})
	}
	for _, s := range m.Steps {
		names.Conditional[s.Name.V] = s.When != nil
		if s.Use.Set {
			service.nameUse(s, &names)
			continue
		}
		if f := service.Functions.Of(s.Go.V); f != nil {
			names.Returns[s.Name.V] = true
			names.Steps.Add(&ir.Field{Name: s.Name.V, Type: f.Result, Required: true})
			continue
		}
		body := ir.DynType
		if op := service.Calls.Of(s); op != nil {
			body = op.Read()
			if body == nil {
				names.Unreadable[s.Name.V] = op.ID
			}
		}
		names.Steps.Add(&ir.Field{Name: s.Name.V, Type: resultOf(s, body), Required: true})
		names.Answers.Add(&ir.Field{Name: s.Name.V, Type: expr.Answer(s.Name.V, body), Required: true})
		names.Paged[s.Name.V] = s.Paginate != nil
	}
	names.Vars = lists.Map(m.Vars, func(v *manifest.Var) string { return v.Name.V })
	return names
}

func readsOf(t *plan.Tool, vars schedule.Vars) reads.Set {
	set := reads.Set{}
	for _, n := range t.All() {
		set.Add(n)
	}
	for _, v := range vars {
		set.Add(v.Value)
	}
	return set
}

// checker checks what stands in the scope of a tool, or of a part.
type checker struct {
	tool      *manifest.Tool
	part      *manifest.SharedPart // what tool is of; nil: it is one that agents call
	fails     *failures            // those that a part can end in
	manifest  *manifest.Manifest
	compiler  *expr.Compiler
	calls     *operation.Calls
	functions function.Functions
	parts     Parts
	scope     *value.Scope               // for values that are sent to upstreams
	shown     *value.Scope               // for values of which the agent learns something
	items     map[*manifest.Step]ir.Node // by step that collects pages: the expression of the items of a page; nil: it has an error
	vars      schedule.Vars
	standIns  map[ir.Node]*manifest.Node // see [Checked]
	found     *diag.List
}

// displayNames are the names of the inputs, or the outputs, of a tool so far, each with the parameter that has it.
type displayNames map[string]string

// take reports a name that another parameter has. It stands at written if that is set, otherwise it was made of the id.
func (d displayNames) take(what string, id, written manifest.Value[string], name string, found *diag.List) {
	at := id
	if written.Set {
		at = written
	}
	if !id.Set {
		return
	}
	if other, taken := d[name]; taken {
		found.ErrorAt(at, "duplicate-name", "the %s %s and %s have the same name %q, and a caller could not tell them apart", what, other, id.V, name)
	}
	d[name] = id.V
}

// placeIn is a place in a step, or in the call that takes one back.
func placeIn(m *manifest.Step, part plan.PlacePart, key string) plan.Place {
	if m.Undoes != "" {
		return plan.Place{Section: plan.InSteps, Name: m.Undoes, Undo: true, Part: part, Key: key}
	}
	return plan.Place{Section: plan.InSteps, Name: m.Name.V, Part: part, Key: key}
}

// entryNames returns what names the entries of a list, one after the other, by the failures that they end in: NO_WORD. An entry whose
// failure an earlier one has is told from it by a number: NO_WORD[1]. So the name of an entry stays as it is when others come or go.
func entryNames() func(failure string) string {
	earlier := map[string]int{}
	return func(failure string) string {
		name := failure
		if n := earlier[failure]; n > 0 {
			name += "[" + strconv.Itoa(n) + "]"
		}
		earlier[failure]++
		return name
	}
}

// additive reports whether all that the tool does to change something is to add. Of a POST and of a function its author knows that; the other
// methods say themselves that they do something to what is there.
func (c *checker) additive() bool {
	declared := c.tool.Destructive
	switch {
	case !declared.Set:
		return false
	case !c.tool.Writes.V:
		c.found.ErrorAt(declared, "destructive", "%s changes nothing, and so destroys nothing either; leave out \"destructive\", or say writes: true if it does", c.tool.Name.V)
		return false
	case declared.V:
		return false
	}
	for _, s := range c.tool.Calls() {
		if op := c.calls.Of(s); op != nil && changes(op) {
			c.found.ErrorAt(s.Call, "destructive", "%s is a %s, which changes or removes what is there; leave out \"destructive: false\"", op.ID, op.Method)
		}
	}
	for _, p := range c.manifest.Used([]*manifest.Tool{c.tool}) {
		for _, s := range p.Calls() {
			if op := c.calls.Of(s); op != nil && changes(op) {
				c.found.ErrorAt(declared, "destructive", "%s, which the part %s calls, is a %s: it changes or removes what is there; leave out \"destructive: false\"", op.ID, p.Name.V, op.Method)
			}
		}
	}
	return true
}

// changes reports whether an operation says itself that it does something to what is there.
func changes(op *operation.Operation) bool {
	return op.Method == http.MethodPut || op.Method == http.MethodPatch || op.Method == http.MethodDelete
}
