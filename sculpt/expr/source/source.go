// Package source knows the text of an expression: its tokens, and where in it the parts of a parsed expression stand.
//
// Of inputs.cty + 1 it says that the selection is at offset 0, of length 10, so that a [Problem] can underline it. CEL's
// parser has a scanner and positions of its own; what it says of them is not enough to show an author the place.
package source

// Span is a stretch of an expression.
type Span struct{ Offset, Length int } // bytes

// Problem is what is wrong with an expression.
type Problem struct {
	Span
	Message string
}
