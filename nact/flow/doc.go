// Package flow is what generated tools orchestrate their steps with: several at
// the same time ([Together]), one for each element of a list ([Each]), page by page
// ([Cursor], [Numbers], [Offsets], [Links]), or until something has come about
// ([Poll]). The order of steps stands in the generated code: there is no scheduler
// here. No goroutine outlives the call that began it.
package flow
