package cel

// Unbound returns the error for calling a function that nothing implements.
func Unbound(function string) (any, error) {
	return nil, publicError("nothing implements the function " + function)
}
