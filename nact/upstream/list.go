package upstream

// flat returns names and values as one list: R,100,G,200.
func flat(members []Pair) []string {
	list := make([]string, 0, 2*len(members))
	for _, m := range members {
		list = append(list, m.Name, m.Value)
	}
	return list
}

// appendJoined appends the escaped elements of list with separator between them.
func appendJoined(dst []byte, list []string, separator string, keep func(byte) bool) []byte {
	for i, text := range list {
		if i > 0 {
			dst = append(dst, separator...)
		}
		dst = appendEscaped(dst, text, keep)
	}
	return dst
}
