// Package warn says what an expression does that compiles, and fails or means nothing as the service runs.
//
// In answer.count + 1, where no document describes the answer, count is a double if it is a number at all, and nothing adds 1 to it.
// Whether a value can be untyped JSON shows when all that is bound around it is known. So the places are collected as an
// expression is lowered, in [Doubts], and judged when its tree is complete.
package warn

import (
	"slices"

	"cel.dev/cel-go/common/ast"

	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Warning is what an expression does that compiles, and fails or means nothing as the service runs.
type Warning struct {
	source.Span
	Rule    string // json-number, json-type, enum-value, null-fallback, write-only, optional-equal
	Message string
}

// Doubts are the places of an expression where a value is used as only some can be.
type Doubts struct {
	vars map[string]ir.Node
	list []doubt

	reads []read
}

type doubt struct {
	at    ast.Expr
	judge func(origins) (rule, message string)
}

// read is a read of what may be declared by no document, which is no doubt but an error.
type read struct {
	at     ast.Expr
	refuse func(origins) (message string)
}

// NewDoubts returns the doubts about an expression that may read vars, which are computed from these values.
func NewDoubts(vars map[string]ir.Node) *Doubts { return &Doubts{vars: vars} }

func (d *Doubts) add(at ast.Expr, judge func(origins) (rule, message string)) {
	d.list = append(d.list, doubt{at, judge})
}

// Judge returns the warnings about the expression that became n, in their order in the text.
func (d *Doubts) Judge(n ir.Node, places *source.Places) []Warning {
	if len(d.list) == 0 {
		return nil
	}
	from := originsOf(n, d.vars)
	var warnings []Warning
	for _, doubt := range d.list {
		rule, message := doubt.judge(from)
		if rule == "" {
			continue
		}
		w := Warning{places.Span(doubt.at.ID()), rule, message}
		if !slices.Contains(warnings, w) {
			warnings = append(warnings, w)
		}
	}
	slices.SortStableFunc(warnings, func(a, b Warning) int { return a.Offset - b.Offset })
	return warnings
}

// Refused returns the reads, of an expression that became n, of what no document declares, in the order in which they were met.
func (d *Doubts) Refused(n ir.Node, places *source.Places) []source.Problem {
	if len(d.reads) == 0 {
		return nil
	}
	from := originsOf(n, d.vars)
	var problems []source.Problem
	for _, r := range d.reads {
		if message := r.refuse(from); message != "" {
			problems = append(problems, source.Problem{Span: places.Span(r.at.ID()), Message: message})
		}
	}
	return problems
}
