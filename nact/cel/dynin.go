package cel

// DynIn is x in container: an element of a list or a key of a map.
func DynIn(x, container any) (bool, error) {
	switch container := plain(container).(type) {
	case list:
		return InFunc(x, elements(container), Equal), nil
	case mapping:
		_, ok := container.find(plain(x))
		return ok, nil
	}
	return false, noOverload("in", x, container)
}
