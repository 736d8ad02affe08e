// Package locals decides which variables the method of a tool has: what each is for, what is read of it, and so whether there is one
// at all, and which action declares it.
//
// A variable is live if an expression reads it, or if a live one takes its value: the body of an answer that no expression reads is live where
// the step may not run and the optional that stands for the body is read. What is not live is not declared. What is live is declared by the
// action that gives it its value, except where it is read outside of the block that this stands in: then it is declared before that block,
// which assigns it. Blocks that are left while something in them is read are the branches of a [plan.Together], a [plan.When] and a
// [plan.Poll].
package locals

import "github.com/nactgen/nactgen/sculpt/plan"

// Of returns the variables of an analyzed tool. It changes nothing.
func Of(t *plan.Tool) *plan.Locals {
	m := newMaker(t)
	m.actions(t.Actions)
	m.requestParts(t.Actions)
	b := &binder{maker: m, declared: map[value]bool{}, by: map[plan.Action]plan.Variables{}}
	b.actions(t.Actions, around{})
	return &plan.Locals{All: m.named(), By: b.by}
}
