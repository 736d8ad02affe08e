package lint

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// fragileExpression is an expression that fails with some answers of a step that writes.
type fragileExpression struct {
	Step   string     // the step that writes
	Undone bool       // something takes the step back where the tool fails
	Place  plan.Place // where the expression stands: outputs.id
	Node   ir.Node    // what fails first: the last of a chain of reads, or a node that is no read
	Chain  []ir.Node  // the reads of the chain that can fail, in the order in which they run, or x.value() alone; nil: Node is no read
	Type   *ir.Type   // with Chain: the type that the value of Node is taken to have
	Whole  bool       // Node is the value of the expression, or of a member of an object that the expression makes
	Bound  bool       // Node reads a name that the expression binds around it
}

// fragileExpressions returns those of the marked expressions of a tool that can fail with an answer of a step that writes, in the order in
// which they run: where that happens, the step was carried out, and the answer that says so is lost. Of
//
//	outputs: {id: {description: The booking., value: "${steps.booking.body.id}"}}
//
// it knows that the decoder refuses an answer without the field, although the document requires it. Expressions that are only computed to
// take a step back are none of them, nor are conditions of on_error, which do not hold where they fail.
func fragileExpressions(t *plan.Tool, marked []plan.Expression, decoded map[*ir.Field]*plan.StructField) []fragileExpression {
	f := &finder{decoded: decoded, steps: map[string]*writer{}, vars: map[string]*writer{}}
	plan.Walk(t.Actions, f.note)
	var list []fragileExpression
	for _, e := range marked {
		found := f.expression(e.Node)
		if e.Place.Section == plan.InVars {
			f.vars[e.Place.Name] = f.origin(e.Node)
		}
		if found != nil && endsTool(e.Place) {
			found.Place = e.Place
			list = append(list, *found)
		}
	}
	return list
}

// endsTool reports whether an error of the expression at place ends the tool.
func endsTool(place plan.Place) bool {
	if place.Part == plan.PartOnError {
		return place.Detail
	}
	return !place.Undo && !(place.Part == plan.PartExpect && place.Key == plan.Again) // whose conditions are reported themselves
}

// writer is a step that writes.
type writer struct {
	name   string
	undone bool
}

// finder finds what fails in the expressions of a tool.
type finder struct {
	decoded map[*ir.Field]*plan.StructField // the fields of answers of upstreams
	steps   map[string]*writer              // nil: it does not write
	vars    map[string]*writer              // by var: the step from whose answer it is made

	// Of the expression that is looked at:
	locals  map[*ir.Local]*writer
	origins map[ir.Node]*writer
}

// note notes the steps that write. One that collects pages looks something up, whatever its method is.
func (f *finder) note(a plan.Action) {
	switch a := a.(type) {
	case plan.StepAction:
		if _, known := f.steps[a.StepName()]; a.Writes() && !known {
			f.steps[a.StepName()] = &writer{name: a.StepName()}
		}
	case *plan.Pages:
		f.steps[a.Step.Name] = nil
	case *plan.Undo:
		f.steps[a.Of].undone = !a.KeptAt(plan.Fault)
	case *plan.Check, *plan.Var, *plan.Together, *plan.When, *plan.Each, *plan.Poll, *plan.Answered: // write by the steps in them
	}
}

// expression returns what fails in an expression, or nil.
func (f *finder) expression(n ir.Node) *fragileExpression {
	f.locals, f.origins = map[*ir.Local]*writer{}, map[ir.Node]*writer{}
	f.origin(n)
	return f.find(n, slot{whole: true})
}

// origin returns the first step that writes and from whose answer a value is made, or nil.
func (f *finder) origin(n ir.Node) *writer {
	if w, known := f.origins[n]; known {
		return w
	}
	var w *writer
	switch n := n.(type) {
	case *ir.Root:
		w = f.root(n)
	case *ir.Ref:
		w = f.locals[n.To]
	case *ir.Let:
		f.locals[n.Local] = f.origin(n.Value)
	case *ir.Then:
		f.locals[n.Local] = f.origin(n.X)
	case *ir.Loop:
		f.locals[n.Var] = f.origin(n.Over)
		if n.Index != nil {
			f.locals[n.Index] = f.locals[n.Var]
		}
	}
	for _, below := range ir.Children(n) {
		if of := f.origin(below); w == nil {
			w = of
		}
	}
	f.origins[n] = w
	return w
}

func (f *finder) root(n *ir.Root) *writer {
	switch {
	case n.Kind == ir.VarRoot:
		return f.vars[n.Name]
	case n.OfStep() && n.Kind != ir.ProblemRoot:
		return f.steps[n.Name]
	}
	return nil
}
