// Package goexpr prints the expressions of a plan as Go.
//
// In come expressions as package analysis leaves them: every node says whether it can fail, what was computed before, in
// which order sides are computed. Out come Go expressions and the statements before them:
//
//	body.results[0].name
//
// is, where nothing has shown that there is a first result,
//
//	result, err := cel.Elem(place.Results, 0)
//	if err != nil {
//		return out, nact.AnswerFault("outputs.name", err)
//	}
//	... result.Name
//
// A [File] prints the expressions of one file: the functions that were moved out of them, the variables that they need, and, by
// way of a [Body], what stands in the function of a tool. What takes branches or loops is a function of its own.
package goexpr
