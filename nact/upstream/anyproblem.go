package upstream

// AnyProblem is [ProblemOf] for an object of which nothing is known: a map[string]any.
func AnyProblem(err error) any {
	var said any
	if Problem(err, func(d *Decoder) { said = d.Any() }) {
		if object, ok := said.(map[string]any); ok {
			return object
		}
	}
	return map[string]any{}
}
