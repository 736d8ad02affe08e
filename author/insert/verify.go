package insert

import (
	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

// extends reports whether a text says the same as before but for the entries at the end of their mapping.
func (a *adder) extends(text []byte) bool {
	after, err := yamltext.Parse(text)
	if err != nil {
		return false
	}
	mapping := find(a.root, a.in)
	extended := find(after, a.in)
	return extended != nil && extended.Kind == yaml.MappingNode && len(extended.Content) == len(mapping.Content)+2*len(a.entries) && same(a.root, after, mapping)
}

// same compares two values; what a mapping of the first has more in its counterpart, behind the rest, does not count.
func same(a, b, mapping *yaml.Node) bool {
	left, right := a.Content, b.Content
	if a == mapping {
		if a.Anchor != b.Anchor || len(left) > len(right) {
			return false
		}
		right = right[:len(left)]
	} else if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || a.Anchor != b.Anchor {
		return false
	}
	if len(left) != len(right) {
		return false
	}
	for i := range left {
		if !same(left[i], right[i], mapping) {
			return false
		}
	}
	return true
}
