// Package pin writes the SHA-256 of an upstream's document into a manifest, and changes nothing else in it.
package pin

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"

	"gopkg.in/yaml.v3"
)

const key = "sha256"

var byteOrderMark = []byte("\uFEFF")

// Rewrite returns the manifest with upstreams.<name>.sha256 set to sum: a value that is there is replaced, and one that
// is not is added below or beside the document's path. Every other byte stays as it is, comments and line ends included.
// What is pinned to sum already comes back unchanged.
//
// It returns an error, and no manifest, if that cannot be done by changing one place: if the manifest is not YAML, has no
// such upstream, or gives the upstream by an alias or in a form without a line of its own to add.
func Rewrite(manifest []byte, name, sum string) ([]byte, error) {
	text, marked := bytes.CutPrefix(manifest, byteOrderMark)
	root, err := parse(text)
	if err != nil {
		return nil, err
	}
	upstream, err := find(root, name)
	if err != nil {
		return nil, err
	}
	if have := value(upstream, key); have != nil && have.Kind == yaml.ScalarNode && have.Value == sum {
		return manifest, nil
	}
	for _, e := range edits(newLines(text), upstream, plain(sum)) {
		rewritten := e.apply(text)
		if !pinned(root, rewritten, name, sum) {
			continue
		}
		if marked {
			rewritten = append(bytes.Clone(byteOrderMark), rewritten...)
		}
		return rewritten, nil
	}
	return nil, fmt.Errorf("the upstream %s is written in a way that cannot be changed safely; write its line %s: %s yourself", name, key, plain(sum))
}

// digits is a sum that YAML takes for a number.
var digits = regexp.MustCompile(`^[0-9]*([eE][0-9]+)?$`)

// plain is sum as YAML text.
func plain(sum string) string {
	if digits.MatchString(sum) {
		return `"` + sum + `"`
	}
	return sum
}

// parse returns the root mapping of a YAML document.
func parse(text []byte) (*yaml.Node, error) {
	var document yaml.Node
	if err := yaml.Unmarshal(text, &document); err != nil {
		return nil, fmt.Errorf("the manifest is not YAML: %w", err)
	}
	if document.Kind != yaml.DocumentNode || len(document.Content) != 1 {
		return nil, errors.New("the manifest is empty")
	}
	return document.Content[0], nil
}

// find returns the mapping of an upstream.
func find(root *yaml.Node, name string) (*yaml.Node, error) {
	upstream := value(value(root, "upstreams"), name)
	switch {
	case upstream == nil:
		return nil, fmt.Errorf("the manifest has no upstream %q", name)
	case upstream.Kind == yaml.AliasNode:
		return nil, fmt.Errorf("the upstream %s is an alias of another value, and a pin belongs to one upstream; write it out", name)
	case upstream.Kind != yaml.MappingNode || len(upstream.Content) == 0:
		return nil, fmt.Errorf("the upstream %s is no mapping", name)
	}
	return upstream, nil
}

// value returns the value of a key in a mapping, or nil.
func value(n *yaml.Node, key string) *yaml.Node {
	if i := index(n, key); i >= 0 {
		return n.Content[i+1]
	}
	return nil
}

// index returns where in a mapping's content a key stands, or -1.
func index(n *yaml.Node, key string) int {
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
