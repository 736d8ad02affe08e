package writes

import (
	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// Idempotent reports whether it is known that a second call of a tool with the same arguments changes nothing further: the tool writes, by
// requests of idempotent methods alone (RFC 9110, section 9.2.2), and these are the same in every call with the same arguments.
func Idempotent(t *plan.Tool) bool {
	s := &secondCall{through: reads.In(t)}
	s.actions(t.Actions)
	return s.written && !s.differs
}

// secondCall goes through the actions of a tool, in the order in which they run.
type secondCall struct {
	through reads.Through
	written bool // a step has written
	doubted bool // and after that, a condition on something that varies may have ended the call
	differs bool // a second call may send something else, or another number of times
}

func (s *secondCall) actions(list []plan.Action) {
	for _, a := range list {
		switch a := a.(type) {
		case *plan.Step:
			if a.Writes() {
				s.writes(a)
			}
		case *plan.GoStep:
			s.function(a)
		case *plan.Check:
			s.doubted = s.doubted || s.written && s.varies(a.That)
		case *plan.When:
			s.within(s.varies(a.If), a.Actions)
		case *plan.Each:
			s.within(s.varies(a.List), a.Actions)
			s.actions(a.Actions) // a condition after one element is one before the next
		case *plan.Pages:
			s.within(true, a.Actions) // an answer says whether there is a next one
		case *plan.Poll:
			s.within(true, []plan.Action{a.Step})
		case *plan.Answered:
			s.within(true, a.Actions)
		case *plan.Together:
			for _, branch := range a.Branches {
				s.actions(branch)
			}
		case *plan.Undo:
			s.differs = true // it takes away what an earlier call has left
		case *plan.Var:
		}
	}
}

// function notes the call of a function. Of one of the vendor's that writes nobody knows what it does; a part sends the same again if it is given the same.
func (s *secondCall) function(step *plan.GoStep) {
	if step.Writes() {
		given := lists.Map(step.Args, func(arg plan.GoArg) ir.Node { return arg.Value })
		s.differs = s.differs || s.doubted || step.Part() == nil || s.varies(given...) || !Idempotent(step.Part())
		s.written = true
	}
	s.doubted = s.doubted || s.written && len(step.Failures()) > 0 // by conditions of the part
}

// writes notes a call that writes.
func (s *secondCall) writes(step *plan.Step) {
	sent := append(values(step.Args), step.Body, step.Link)
	s.differs = s.differs || s.doubted || !step.Call.Idempotent() || s.varies(sent...)
	s.written = true
}

// within goes through actions that are carried out another number of times in a second call, if varies is true.
func (s *secondCall) within(varies bool, list []plan.Action) {
	if varies && (&plan.Tool{Actions: list}).WritingSteps() {
		s.differs = true
	}
	s.actions(list)
}

// varies reports whether expressions, each of which may be nil, can have another value in a second call: by what a step has come to, the
// clock, or chance.
func (s *secondCall) varies(expressions ...ir.Node) bool {
	for n := range s.through.Nodes(expressions...) {
		switch n := n.(type) {
		case *ir.Call:
			if n.Func.Impure {
				return true
			}
		case *ir.Root:
			switch n.Kind {
			case ir.InputRoot, ir.ConfigRoot, ir.TableRoot, ir.VarRoot, ir.ElementRoot:
			default:
				return true
			}
		}
	}
	return false
}
