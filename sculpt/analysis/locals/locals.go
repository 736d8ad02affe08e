// Package locals decides which variables the method of a tool has: what each is for, what is read of it, and so whether there is one
// at all, and which action declares it.
//
// A variable is live if an expression reads it, or if a live one takes its value: the body of an answer that no expression reads is live where
// the step may not run and the optional that stands for the body is read. What is not live is not declared. What is live is declared by the
// action that gives it its value, except where it is read outside of the block that this stands in: then it is declared before that block,
// which assigns it. Blocks that are left while something in them is read are the branches of a [plan.Together], a [plan.When] and a
// [plan.Poll].
package locals

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Of returns the variables of an analyzed tool. It changes nothing.
func Of(t *plan.Tool) *plan.Locals {
	m := &maker{reads: readsOfTool(t), of: map[value]*plan.Local{}, live: map[value]bool{}}
	m.actions(t.Actions)
	m.requestParts(t.Actions)
	b := &binder{maker: m, declared: map[value]bool{}, by: map[plan.Action]plan.Variables{}}
	b.actions(t.Actions, around{})
	return &plan.Locals{All: m.named(), By: b.by}
}

// value is what a variable can hold: the value of a role, of a step or a var. The body of a page is an AnswerBody as well.
type value struct {
	role plan.Role
	of   string // as [plan.Local] has it
	part string // of a StepPart
}

func bodyOf(step string) value       { return value{role: plan.AnswerBody, of: step} }
func metaOf(step string) value       { return value{role: plan.AnswerMeta, of: step} }
func pagesOf(step string) value      { return value{role: plan.PageList, of: step} }
func resultOf(step string) value     { return value{role: plan.FunctionResult, of: step} }
func elementOf(step string) value    { return value{role: plan.Element, of: step} }
func elementsOf(step string) value   { return value{role: plan.ElementList, of: step} }
func partOf(step, part string) value { return value{plan.StepPart, step, part} }
func pollOf(step string) value       { return value{role: plan.PollState, of: step} }
func answeredOf(step string) value   { return value{role: plan.IsAnswered, of: step} }
func leftOf(step string) value       { return value{role: plan.LeftOut, of: step} }
func varOf(name string) value        { return value{role: plan.VarValue, of: name} }
func requestOf(place string) value   { return value{role: plan.RequestPart, of: place} }

var index = value{role: plan.ElementIndex}

// reads says how many times each value is read.
type reads map[value]int

// readsOf counts what is computed of expressions, each of which expressions calls its argument for.
func readsOf(expressions func(func(ir.Node))) reads {
	r := reads{}
	expressions(func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) {
			switch n := n.(type) {
			case *ir.Root:
				r.root(n)
			case *ir.Invoke: // its arguments are all else that the function reads of steps and vars
				for _, step := range n.Of.Metas {
					r[metaOf(step)]++
				}
			}
		})
	})
	return r
}

// readsOfTool counts what the actions and the outputs of a tool read. Functions that were moved out of them read by way of their arguments.
func readsOfTool(t *plan.Tool) reads {
	return readsOf(func(f func(ir.Node)) {
		plan.Expressions(t.Actions, f)
		for _, out := range t.Outputs {
			f(out.Value)
		}
	})
}

func (r reads) root(n *ir.Root) {
	switch n.Kind {
	case ir.BodyRoot:
		r[bodyOf(n.Name)]++
	case ir.ResultRoot:
		r[resultOf(n.Name)]++
	case ir.PagesRoot:
		r[pagesOf(n.Name)]++
	case ir.VarRoot:
		r[varOf(n.Name)]++
	case ir.StatusRoot, ir.HeadersRoot, ir.LinkRoot:
		r[metaOf(n.Name)]++
	case ir.ProblemRoot:
		if n.Part == "headers" {
			r[metaOf(n.Name)]++
		}
	case ir.StepRoot:
		r[partOf(n.Name, n.Part)]++
	case ir.ElementRoot:
		r[elementOf(n.Part)]++
	}
}

// problemReads returns what a rule reads of the error answer beside its headers.
func problemReads(rule plan.ErrorRule) plan.ProblemReads {
	var reads plan.ProblemReads
	rule.Expressions(func(n ir.Node) {
		ir.WalkComputed(n, func(n ir.Node) {
			if root, ok := n.(*ir.Root); ok && root.Kind == ir.ProblemRoot {
				reads.Status = reads.Status || root.Part == "status"
				reads.Body = reads.Body || root.Part == "body"
			}
		})
	})
	return reads
}
