package ir

// Has reports whether a field is there.
type Has struct {
	Marks
	X     Node
	Field *Field
}

// Maybe reads a field that may be absent, as an optional.
type Maybe struct {
	Marks
	X      Node
	Field  *Field
	Path   string  // how the author wrote it, for the fault: steps.place.body.?results
	Source *Source // the read that the author wrote
}

// Then continues an optional chain: if X has a value it is bound to Local, and Body, an optional, is the result.
type Then struct {
	Marks
	X     Node
	Local *Local
	Body  Node
}

// Some makes an optional of a value.
type Some struct {
	Marks
	X Node
}

// None is an optional without a value.
type None struct {
	Marks
	T *Type // the optional's type
}

// OrValue is the value of an optional, or Else.
type OrValue struct {
	Marks
	X, Else Node
	Source  *Source // the call that the author wrote; nil: there is none
}

// Or is an optional or, where it has no value, another one of its type.
type Or struct {
	Marks
	X, Else Node
}

// HasValue reports whether an optional has a value.
type HasValue struct {
	Marks
	X Node
}
