package cel

// DynNot is !v, of a bool.
func DynNot(v any) (bool, error) {
	b, err := AsBool(v)
	return !b && err == nil, err
}
