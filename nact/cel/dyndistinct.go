package cel

// DynDistinct returns the elements of a list without those that equal an earlier one.
func DynDistinct(list any) ([]any, error) {
	values, err := AsList(list)
	if err != nil {
		return nil, err
	}
	seen := newDynSet()
	distinct := make([]any, 0, len(values))
	for _, value := range values {
		if seen.add(value) {
			distinct = append(distinct, value)
		}
	}
	return distinct, nil
}
