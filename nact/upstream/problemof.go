package upstream

// ProblemOf is [Problem] for an object: what decode has read. The object has nothing in it where the upstream said nothing that
// could be read.
func ProblemOf[T any](err error, decode func(*T, *Decoder)) *T {
	said := new(T)
	if !Problem(err, func(d *Decoder) { decode(said, d) }) {
		return new(T)
	}
	return said
}
