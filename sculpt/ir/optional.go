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
	X     Node
	Field *Field
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
