package sculpt

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// defaultToolTimeout is the whole time that a tool has whose manifest gives none.
const defaultToolTimeout = 30 * time.Second

// DefaultMaxWork is what each expression of a tool may do again whose manifest says nothing about it. Elements and 16
// bytes of text count 1, which takes from a nanosecond to a tenth of a microsecond: all of it takes a second at worst.
const DefaultMaxWork = 10_000_000

// toolChecker checks one tool.
type toolChecker struct {
	*checker
	tool  *manifest.Tool
	plan  *plan.Tool
	scope *expr.Scope
	steps map[string]*step
	vars  map[string]*variable
	fails map[string]bool // failures that a condition or a call fails with
}

// step is a step as the checker knows it.
type step struct {
	manifest *manifest.Step
	op       *operation // nil if the call could not be resolved
	plan     *plan.Step
	require  []*plan.Check
	expect   []*plan.Check
	order    int // place in the manifest
	passed   map[*spec.Parameter]bool
	reads    map[string]bool // steps whose answers it reads, itself or by way of vars, before it has its own
	follows  map[string]bool // steps that it runs after because it writes
}

// variable is an entry of vars.
type variable struct {
	manifest *manifest.Var
	plan     *plan.Var // nil if it could not be checked
	names    []string
}

// tool checks a tool. ids are the tools so far by their ids.
func (c *checker) tool(m *manifest.Tool, ids map[string]string) {
	t := &toolChecker{checker: c, tool: m, plan: newTool(m), steps: map[string]*step{}, vars: map[string]*variable{}, fails: map[string]bool{}}
	c.tools = append(c.tools, t)
	t.id(ids)
	t.plan.Older = t.older()
	t.tags()
	t.enter()
	t.checkVars()
	require := t.conditions(toolRequire, "", m.Require)
	for _, s := range m.Steps {
		t.checkStep(t.steps[s.Name.V])
	}
	for _, o := range m.Outputs {
		t.output(o)
	}
	t.outputNames()
	t.schedule(require)
	t.examples()
	t.plan.Signature = Signature(t.plan)
	t.checkSignature()
	countWork(t.plan)
	c.plan.Tools = append(c.plan.Tools, t.plan)
}

func newTool(m *manifest.Tool) *plan.Tool {
	t := &plan.Tool{
		Name: m.Name.V, ID: m.ID.V, Version: m.Version.V, Description: m.Description.V, Img: m.Img.V,
		Writes: m.Writes.V, Timeout: defaultToolTimeout, MaxWork: DefaultMaxWork, Failures: namedList(m.Failures),
		Withdrawn: withdrawal(m),
	}
	if m.Timeout.Set {
		t.Timeout = m.Timeout.V
	}
	if m.MaxWork.Set {
		t.MaxWork = m.MaxWork.V
	}
	return t
}

// stepNames are the names of the tool's steps, in the manifest's order.
func stepNames(m *manifest.Tool) []string {
	names := make([]string, len(m.Steps))
	for i, s := range m.Steps {
		names[i] = s.Name.V
	}
	return names
}

func namedList(list []*manifest.Named) []plan.Named {
	var named []plan.Named
	for _, n := range list {
		named = append(named, plan.Named{Name: n.Name.V, Description: n.Description.V})
	}
	return named
}

// id gives the tool its id, which no other tool may have.
func (t *toolChecker) id(ids map[string]string) {
	at := t.tool.ID
	if !at.Set {
		t.plan.ID, t.plan.DerivedID = t.unwrittenID()
		at = t.tool.Name
	}
	if other, taken := ids[t.plan.ID]; taken {
		t.errorf(at, "duplicate-id", "the tools %s and %s have the same id %s; give one of them an id of its own", other, t.plan.Name, t.plan.ID)
		return
	}
	ids[t.plan.ID] = t.plan.Name
}

// DerivedID is the id of a tool whose manifest gives none: a UUID made of the names of service and tool (RFC 9562, version 5).
func DerivedID(service, tool string) string {
	return uuid.NewSHA1(uuid.NameSpaceURL, []byte("nactgen:"+service+"/"+tool)).String()
}

func (t *toolChecker) tags() {
	for _, tag := range t.tool.Tags {
		if slices.Contains(t.plan.Tags, tag.V) {
			t.errorf(tag, "duplicate-value", "the tag %q is given twice", tag.V)
			continue
		}
		t.plan.Tags = append(t.plan.Tags, tag.V)
	}
}

// enter makes the scope of the tool's expressions: inputs, and the answers of steps.
func (t *toolChecker) enter() {
	readable := expr.Names{
		Inputs: &ir.ObjectType{Name: "inputs"}, Steps: &ir.ObjectType{Name: "steps"},
		Config: t.configs, Tables: t.tableType, TableKeys: t.tableKeys(),
	}
	for _, m := range t.tool.Vars {
		readable.Vars = append(readable.Vars, m.Name.V)
	}
	names := map[string]string{}
	for _, in := range t.tool.Inputs {
		p := t.input(in)
		t.uniqueName(names, "inputs", in.ID, in.Name, p.Name)
		t.plan.Inputs = append(t.plan.Inputs, p)
		readable.Inputs.Add(&ir.Field{Name: p.ID, Type: p.Type, Required: true})
	}
	for i, m := range t.tool.Steps {
		s := &step{manifest: m, order: i, passed: map[*spec.Parameter]bool{}, reads: map[string]bool{}, follows: map[string]bool{}}
		t.steps[m.Name.V] = s
		s.op = t.resolve(m)
		body := ir.DynType
		if s.op != nil {
			body = s.op.body
		}
		readable.Steps.Add(&ir.Field{Name: m.Name.V, Type: expr.Answer(m.Name.V, body), Required: true})
	}
	t.scope = t.compiler.Scope(readable)
}

// uniqueName reports a display name that two parameters have. It stands at written if that is set, otherwise it was
// made of the id.
func (c *checker) uniqueName(names map[string]string, what string, id, written manifest.Value[string], name string) {
	at := id
	if written.Set {
		at = written
	}
	if !id.Set {
		return
	}
	if other, taken := names[name]; taken {
		c.errorf(at, "duplicate-name", "the %s %s and %s have the same name %q, and a caller could not tell them apart", what, other, id.V, name)
	}
	names[name] = id.V
}

// outputNames checks that no two outputs have one name. A tool with failures has two outputs more.
func (t *toolChecker) outputNames() {
	names := map[string]string{}
	if len(t.tool.Failures) > 0 {
		names[nact.FailureName], names[nact.FailureDetailName] = nact.FailureID, nact.FailureDetailID
	}
	for i, out := range t.plan.Outputs {
		t.uniqueName(names, "outputs", t.tool.Outputs[i].ID, t.tool.Outputs[i].Name, out.Name)
	}
}

// in makes the scope the current one. this is the step whose own answer can be read, or empty.
func (t *toolChecker) in(this string) { t.current = t.scope.Of(this) }

// entryNames returns what names the entries of a list, one after the other, by the failures that they end in:
// require.NO_WORD. An entry whose failure an earlier one has is told from it by a number: require.NO_WORD[1]. So the name
// of an entry stays as it is when others come or go.
func entryNames(list string) func(failure string) string {
	earlier := map[string]int{}
	return func(failure string) string {
		name := list + "." + failure
		if n := earlier[failure]; n > 0 {
			name += "[" + strconv.Itoa(n) + "]"
		}
		earlier[failure]++
		return name
	}
}

// displayName is the name of a parameter whose manifest gives none: temperature_f is "Temperature f".
func displayName(id string) string {
	s := strings.ReplaceAll(id, "_", " ")
	if s == "" {
		return s
	}
	return strings.ToUpper(s[:1]) + s[1:]
}
