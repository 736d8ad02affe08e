package endpoint

// nameSet is the names of an object: a list while they are few, as they are in any honest call.
type nameSet struct {
	few  []string
	many map[string]bool
}

// add reports whether the name is new.
func (n *nameSet) add(name string) bool {
	if n.many == nil {
		for _, other := range n.few {
			if other == name {
				return false
			}
		}
		if len(n.few) < 8 {
			n.few = append(n.few, name)
			return true
		}
		n.many = make(map[string]bool, 2*len(n.few))
		for _, other := range n.few {
			n.many[other] = true
		}
	}
	if n.many[name] {
		return false
	}
	n.many[name] = true
	return true
}
