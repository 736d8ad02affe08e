package pin

import (
	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

// pinned reports whether a rewritten manifest says the same as before but for the pin, which is sum.
func pinned(before *yaml.Node, rewritten []byte, name, sum string) bool {
	after, err := yamltext.Parse(rewritten)
	if err != nil {
		return false
	}
	upstream, err := find(after, name)
	if err != nil {
		return false
	}
	pin := yamltext.Value(upstream, key)
	if pin == nil || pin.Kind != yaml.ScalarNode || pin.Tag != "!!str" || pin.Value != sum || pin.Anchor != "" {
		return false
	}
	original, err := find(before, name)
	return err == nil && same(before, after, original)
}

// same compares two values; the pin in the mapping upstream of the first, and in its counterpart, does not count.
func same(a, b, upstream *yaml.Node) bool {
	if a.Kind != b.Kind || a.Tag != b.Tag || a.Value != b.Value || a.Anchor != b.Anchor {
		return false
	}
	left, right := a.Content, b.Content
	if a == upstream {
		left, right = unpinned(a), unpinned(b)
	}
	if len(left) != len(right) {
		return false
	}
	for i := range left {
		if !same(left[i], right[i], upstream) {
			return false
		}
	}
	return true
}

// unpinned is the content of a mapping without its pin.
func unpinned(n *yaml.Node) []*yaml.Node {
	i := yamltext.Index(n, key)
	if i < 0 {
		return n.Content
	}
	rest := append([]*yaml.Node{}, n.Content[:i]...)
	return append(rest, n.Content[i+2:]...)
}
