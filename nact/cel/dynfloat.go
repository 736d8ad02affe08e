package cel

// DynFloat is double(v), of a number or a string.
func DynFloat(v any) (float64, error) {
	v = plain(v)
	if f, ok := floatOf(v); ok {
		return f, nil
	}
	if s, ok := v.(string); ok {
		return FloatFromString(s)
	}
	return 0, noOverload("double()", v)
}
