// Package pin writes the SHA-256 of an upstream's document into a manifest, and changes nothing else in it.
package pin

import (
	"bytes"
	"fmt"
	"regexp"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/author/yamltext"
)

const key = "sha256"

// Rewrite returns the manifest with upstreams.<name>.sha256 set to sum: a value that is there is replaced, and one that
// is not is added below or beside the document's path. Every other byte stays as it is, comments and line ends included.
// What is pinned to sum already comes back unchanged.
//
// It returns an error, and no manifest, if that cannot be done by changing one place: if the manifest is not YAML, has no
// such upstream, or gives the upstream by an alias or in a form without a line of its own to add.
func Rewrite(manifest []byte, name, sum string) ([]byte, error) {
	text, marked := bytes.CutPrefix(manifest, yamltext.ByteOrderMark)
	root, err := yamltext.Parse(text)
	if err != nil {
		return nil, err
	}
	upstream, err := find(root, name)
	if err != nil {
		return nil, err
	}
	if have := yamltext.Value(upstream, key); have != nil && have.Kind == yaml.ScalarNode && have.Value == sum {
		return manifest, nil
	}
	for _, e := range edits(yamltext.NewLines(text), upstream, plain(sum)) {
		rewritten := e.Apply(text)
		if !pinned(root, rewritten, name, sum) {
			continue
		}
		if marked {
			rewritten = append(bytes.Clone(yamltext.ByteOrderMark), rewritten...)
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

// find returns the mapping of an upstream.
func find(root *yaml.Node, name string) (*yaml.Node, error) {
	upstream := yamltext.Value(yamltext.Value(root, "upstreams"), name)
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
