package upstream

// Object adds a parameter that is an object, its members in the order given.
func (q *Query) Object(name string, style QueryStyle, explode bool, members []Pair) *Query {
	return q.object(name, style, explode, members, unreserved, unreserved)
}

func (q *Query) object(name string, style QueryStyle, explode bool, members []Pair, keep, keepJoined func(byte) bool) *Query {
	switch {
	case style == DeepObject:
		for _, m := range members {
			q.add(name+"["+m.Name+"]", m.Value, keep)
		}
	case explode:
		for _, m := range members {
			q.add(m.Name, m.Value, keep)
		}
	default:
		q.list(name, style, false, flat(members), keep, keepJoined)
	}
	return q
}
