// Package fault says what is wrong with the parts of documents that tools use. A document as it is published has parts that
// cannot be read: those that no tool asks for are nobody's concern. From the checked tools come findings at the places in the
// documents, each with the tool and the step that need the part:
//
//	api.yaml:41:23: unknown type "strange"; read by the tool forecast, of the answer to its step point
//
// Use of what is unreadable is an error. What was read without what is wrong, or for what it means, is a warning.
package fault

import (
	"fmt"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/spec"
)

// Sent adds to found what is wrong with what a tool's steps call and send.
func Sent(t *manifest.Tool, calls *operation.Calls, found *diag.List) {
	for _, s := range t.Calls() {
		op := calls.Of(s)
		if op == nil {
			continue
		}
		c := &checker{found: found, at: s.Name.Pos, use: fmt.Sprintf("the step %s of the tool %s calls this operation", s.Name.V, t.Name.V)}
		c.doubt(op.Spec.Faults)
		c.use = fmt.Sprintf("passed by the step %s of the tool %s", s.Name.V, t.Name.V)
		for _, key := range s.Passed() {
			if named := op.Parameters(key.V); len(named) == 1 {
				c.report(named[0].Faults)
				c.schema(named[0].Schema)
			}
		}
		if s.Body != nil && op.Spec.Body != nil && op.BodyMedia() != nil {
			c.use = fmt.Sprintf("sent by the step %s of the tool %s", s.Name.V, t.Name.V)
			c.report(op.Spec.Body.Faults)
			c.body(s.Body, op.BodyMedia().Schema)
		}
	}
}

// Read adds to found what is wrong with what a tool's expressions read of answers. The tool has no errors.
func Read(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	r := &reader{tool: t.Manifest, steps: map[string]*calledBy{}, found: found}
	for _, s := range t.Manifest.Calls() {
		if op := calls.Of(s); op != nil {
			r.names = append(r.names, s.Name.V)
			r.steps[s.Name.V] = &calledBy{op, s}
		}
	}
	t.Plan.Expressions(func(n ir.Node) { ir.Walk(n, r.node) })
}

// reader looks for what expressions read.
type reader struct {
	tool  *manifest.Tool
	names []string // of the steps, in the manifest's order
	steps map[string]*calledBy
	found *diag.List
}

// calledBy is an operation, and a step that calls it.
type calledBy struct {
	*operation.Operation
	step *manifest.Step
}

func (r *reader) node(n ir.Node) {
	switch n := n.(type) {
	case *ir.Member:
		r.field(n.Field)
	case *ir.Has:
		r.field(n.Field)
	case *ir.Maybe:
		r.field(n.Field)
	case *ir.Root:
		if body := n.Kind == ir.BodyRoot || n.Kind == ir.StepRoot && (n.Part == "body" || n.Part == ""); body && r.steps[n.Name] != nil {
			r.schema(r.steps[n.Name].AnswerSchema(), n.Name)
		}
	}
}

// field reports on the field of an answer that is read. Steps that call one operation alike share it.
func (r *reader) field(f *ir.Field) {
	for _, step := range r.names {
		if schema := r.steps[step].FieldSchema(f); schema != nil {
			r.schema(schema, step)
			return
		}
	}
}

func (r *reader) schema(s *spec.Schema, step string) {
	c := &checker{found: r.found, at: r.steps[step].step.Name.Pos, use: fmt.Sprintf("read by the tool %s, of the answer to its step %s", r.tool.Name.V, step)}
	c.schema(s)
}

// checker reports on the parts that are used in one way.
type checker struct {
	use   string        // who uses them, and how
	at    diag.Position // the step that does
	found *diag.List
}

// report reports faults of a part that is used.
func (c *checker) report(faults []spec.Fault) {
	for _, f := range faults {
		severity := diag.Warning
		if f.Unreadable {
			severity = diag.Error
		}
		c.add(severity, f)
	}
}

// doubt warns of faults of parts of which it is not known whether they are needed.
func (c *checker) doubt(faults []spec.Fault) {
	for _, f := range faults {
		c.add(diag.Warning, f)
	}
}

func (c *checker) add(severity diag.Severity, f spec.Fault) {
	*c.found = append(*c.found, diag.Diagnostic{
		Pos: diag.Position(f.Pos), Length: 1, Use: c.at, Severity: severity, Rule: "openapi", Message: f.Message + "; " + c.use,
	})
}

// schema reports on the schema of a value, of the elements of a list, and of the alternatives of which the value is one. What
// objects have is reported where it is used itself.
func (c *checker) schema(s *spec.Schema) {
	seen := map[*spec.Schema]bool{}
	for ; s != nil && !seen[s]; s = s.Items {
		seen[s] = true
		c.report(s.Faults)
		for _, branch := range s.OneOf {
			c.doubt(branch.Faults)
		}
		if s.Kind == spec.Object && len(s.Properties) == 0 && s.Additional != nil {
			c.report(s.Additional.Faults)
		}
	}
}

// body reports on the schemas of a tree that is sent, as far as it is written out.
func (c *checker) body(n *manifest.Node, s *spec.Schema) {
	switch {
	case s == nil:
	case n.Kind == manifest.Map:
		c.report(s.Faults)
		for _, e := range n.Entries {
			if p := s.Property(e.Key.V); p != nil {
				c.body(e.Value, p.Schema)
			} else {
				c.body(e.Value, s.Additional)
			}
		}
	case n.Kind == manifest.List:
		c.report(s.Faults)
		for _, item := range n.Items {
			c.body(item, s.Items)
		}
	default:
		c.schema(s)
	}
}
