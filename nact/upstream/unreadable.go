package upstream

// unreadable says why the text of an answer cannot be read.
type unreadable string

func (u unreadable) Error() string { return string(u) }

// Public returns the text: it holds nothing of the answer's.
func (u unreadable) Public() string { return string(u) }
