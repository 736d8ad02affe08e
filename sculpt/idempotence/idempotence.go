// Package idempotence finds out of which tools that write a second call with the same arguments changes nothing further. It is decided by what the
// tool does, never declared: agents call such a tool again without asking anybody.
package idempotence

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of reports whether a tool that writes is idempotent: all that it sends to change something are requests of idempotent methods
// (RFC 9110, section 9.2.2), the same in every call with the same arguments. What is not known to be so is not.
func Of(t *plan.Tool) bool {
	s := newSearch(t)
	s.actions(t.Actions)
	return s.written && !s.differs
}

// search goes through the actions of a tool, in the order in which they run.
type search struct {
	vars    map[string]ir.Node
	lists   map[string]ir.Node // that steps run for the elements of, by the step
	varying map[string]bool    // vars, as far as that is known

	written bool // a step has written
	doubted bool // and after that, a condition on something that varies may have ended the call
	differs bool // a second call may send something else, or another number of times
}

func newSearch(t *plan.Tool) *search {
	s := &search{vars: map[string]ir.Node{}, lists: t.Lists(), varying: map[string]bool{}}
	for _, v := range t.Vars() {
		s.vars[v.Name] = v.Value
	}
	return s
}

func (s *search) actions(list []plan.Action) {
	for _, a := range list {
		switch a := a.(type) {
		case *plan.Step:
			if a.Writes() {
				s.writes(a)
			}
		case *plan.GoStep:
			s.differs = s.differs || a.Writes() // nobody knows what it does
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
		}
	}
}

// writes takes a call that writes.
func (s *search) writes(step *plan.Step) {
	sent := []ir.Node{step.Body, step.Link}
	for _, arg := range step.Args {
		sent = append(sent, arg.Value)
	}
	s.differs = s.differs || s.doubted || !step.Call.Idempotent()
	for _, n := range sent {
		s.differs = s.differs || s.varies(n)
	}
	s.written = true
}

// within takes actions of which the number varies, or not.
func (s *search) within(varies bool, list []plan.Action) {
	if varies && (&plan.Tool{Actions: list}).WritingSteps() {
		s.differs = true
	}
	s.actions(list)
}

// varies reports whether an expression, which may be nil, can have another value in a second call: by what a step has come to, the clock, or chance.
func (s *search) varies(expression ir.Node) bool {
	if expression == nil {
		return false
	}
	found := false
	ir.Walk(expression, func(n ir.Node) {
		switch n := n.(type) {
		case *ir.Call:
			found = found || n.Func.Impure
		case *ir.Root:
			found = found || s.rootVaries(n)
		}
	})
	return found
}

func (s *search) rootVaries(n *ir.Root) bool {
	switch n.Kind {
	case ir.InputRoot, ir.ConfigRoot, ir.TableRoot:
		return false
	case ir.VarRoot:
		varies, known := s.varying[n.Name]
		if !known {
			varies = s.varies(s.vars[n.Name])
			s.varying[n.Name] = varies
		}
		return varies
	case ir.ElementRoot:
		return s.varies(s.lists[n.Part])
	}
	return true
}
