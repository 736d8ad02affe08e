package cel

// SumInts is number.sum(list) of integers: 0 if there are none, or ErrOverflow.
func SumInts(list []int64) (int64, error) {
	sum := int64(0)
	for _, n := range list {
		var err error
		if sum, err = AddInt(sum, n); err != nil {
			return 0, err
		}
	}
	return sum, nil
}

// SumFloats is number.sum(list) of doubles, added up in their order: 0 if there are none.
func SumFloats(list []float64) float64 {
	sum := 0.0
	for _, x := range list {
		sum += x
	}
	return sum
}
