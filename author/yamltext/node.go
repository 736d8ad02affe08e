package yamltext

import (
	"errors"
	"fmt"

	"gopkg.in/yaml.v3"
)

// ByteOrderMark is what a text may start with, before its YAML.
var ByteOrderMark = []byte("\uFEFF")

// Parse returns the root mapping of a YAML document.
func Parse(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("the manifest is not YAML: %w", err)
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("the manifest is empty")
	}
	return document.Content[0], nil
}

// Value returns the value of a key in a mapping, or nil.
func Value(n *yaml.Node, key string) *yaml.Node {
	if i := Index(n, key); i >= 0 {
		return n.Content[i+1]
	}
	return nil
}

// Index returns where in a mapping's content a key stands, or -1.
func Index(n *yaml.Node, key string) int {
	if n == nil || n.Kind != yaml.MappingNode {
		return -1
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		if k := n.Content[i]; k.Kind == yaml.ScalarNode && k.Value == key {
			return i
		}
	}
	return -1
}
