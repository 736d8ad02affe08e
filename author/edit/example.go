package edit

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/internal/yamlout"
)

// Outputs returns the manifest with other outputs of an example, which is found by its name and the line of that. Outputs whose values stay the same keep
// their text; where there are others than before, all of them are written anew, on one line.
//
// It returns an error, and no manifest, if that cannot be done by replacing values in their places, for example in what an alias refers to.
func Outputs(manifest []byte, line int, example string, outputs yamlout.Mapping) ([]byte, error) {
	root, err := parse(bytes.TrimPrefix(manifest, byteOrderMark))
	if err != nil {
		return nil, err
	}
	path, ok := exampleAt(root, line, example)
	if !ok {
		return nil, fmt.Errorf("line %d has no example %q any more", line, example)
	}
	i := indexOf(at(root, path), "outputs")
	if i < 0 {
		return nil, fmt.Errorf("the example %q has no outputs", example)
	}
	path = append(path, i+1)
	for _, c := range changed(at(root, path), outputs) {
		if manifest, err = replace(manifest, append(slices.Clone(path), c.at...), c.to); err != nil {
			return nil, fmt.Errorf("the outputs of the example %q %w", example, err)
		}
	}
	return manifest, nil
}

// replacement is another value in the place to which indexes of contents lead.
type replacement struct {
	at []int
	to yamlout.Value
}

// changed returns what differs between the outputs of an example and those that it is to have.
func changed(have *yaml.Node, outputs yamlout.Mapping) []replacement {
	keys := lists.Map(outputs, func(e yamlout.Entry) string { return e.Key })
	var list []replacement
	known := 0
	if have.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(have.Content); i += 2 {
			k := slices.Index(keys, have.Content[i].Value)
			if k < 0 {
				return []replacement{{to: outputs}}
			}
			known++
			if !means(have.Content[i+1], outputs[k].Value) {
				list = append(list, replacement{[]int{i + 1}, outputs[k].Value})
			}
		}
	}
	if known != len(keys) {
		return []replacement{{to: outputs}}
	}
	return list
}

// means reports whether a node is a value, however it is written.
func means(n *yaml.Node, v yamlout.Value) bool {
	text, _ := v.Inline(true)
	var have, want any
	if n.Decode(&have) != nil || yaml.Unmarshal([]byte(text), &want) != nil {
		return false
	}
	a, err := json.Marshal(have)
	b, failed := json.Marshal(want)
	return err == nil && failed == nil && string(a) == string(b)
}

// exampleAt returns the indexes of contents that lead to the mapping of an example: the one whose name stands at a line.
func exampleAt(n *yaml.Node, line int, name string) (path []int, ok bool) {
	if v := valueOf(n, "name"); v != nil && v.Line == line && strings.TrimSpace(v.Value) == name {
		return nil, true
	}
	for i, below := range n.Content {
		if path, ok := exampleAt(below, line, name); ok {
			return append([]int{i}, path...), true
		}
	}
	return nil, false
}

// at returns the node to which indexes of contents lead.
func at(n *yaml.Node, path []int) *yaml.Node {
	for _, i := range path {
		n = n.Content[i]
	}
	return n
}

// replace returns the manifest with another value in the place to which indexes of contents lead.
func replace(manifest []byte, path []int, v yamlout.Value) ([]byte, error) {
	replaced, err := try(manifest, func(l *lines, root *yaml.Node) ([]change, error) {
		if referred(root, path) {
			return nil, nil
		}
		return values(l, at(root, path), v), nil
	}, func(before, after *yaml.Node) bool {
		return same(before, after, at(before, path), func(_, b *yaml.Node) (left, right []*yaml.Node) {
			if isWritten(b, v) {
				return nil, nil
			}
			return nil, []*yaml.Node{b}
		})
	})
	if err == nil && replaced == nil {
		err = errors.New("are written in a way that cannot be changed safely; write them yourself")
	}
	return replaced, err
}

// referred reports whether an alias may refer to the value to which indexes lead, to one around it, or to one in it.
func referred(root *yaml.Node, path []int) bool {
	for i := range path {
		if at(root, path[:i]).Anchor != "" {
			return true
		}
	}
	return anchored(at(root, path))
}

func anchored(n *yaml.Node) bool {
	return n.Anchor != "" || n.Kind == yaml.AliasNode || slices.ContainsFunc(n.Content, anchored)
}

// isWritten reports whether a node is what the text of a value comes to.
func isWritten(n *yaml.Node, v yamlout.Value) bool {
	text, _ := v.Inline(true)
	var document yaml.Node
	return yaml.Unmarshal([]byte(text), &document) == nil && len(document.Content) == 1 && equal(n, document.Content[0])
}

func equal(a, b *yaml.Node) bool {
	return a.Kind == b.Kind && a.Tag == b.Tag && a.Value == b.Value && a.Anchor == b.Anchor && slices.EqualFunc(a.Content, b.Content, equal)
}

// mostEnds bounds how many places are tried at which a value may end.
const mostEnds = 100

// values returns changes that may put a value in the place of a node, those that replace least first.
func values(l *lines, n *yaml.Node, v yamlout.Value) []change {
	start := l.offset(n.Line, n.Column)
	var list []change
	for _, end := range ends(l, n) {
		for _, flow := range []bool{false, true} {
			if text, ok := v.Inline(flow); ok && end >= start {
				list = append(list, change{start: start, end: end, text: text})
			}
		}
	}
	return list
}

// ends returns the offsets at which the text of a node may end: behind its last scalar, and from there on wherever something can.
func ends(l *lines, n *yaml.Node) []int {
	from := l.offset(lastOf(n).Line, lastOf(n).Column)
	if from < len(l.src) && (l.src[from] == '"' || l.src[from] == '\'') {
		from = quoted(l.src, from) + 1
	}
	var list []int
	for i := from; i <= len(l.src) && len(list) < mostEnds; i++ {
		switch {
		case i == len(l.src), strings.IndexByte(",}]\n\r#", l.src[i]) >= 0:
			end := i
			for end > from && (l.src[end-1] == ' ' || l.src[end-1] == '\t') {
				end--
			}
			list = append(list, end)
		}
		if i < len(l.src) && (l.src[i] == '}' || l.src[i] == ']') {
			list = append(list, i+1)
		}
	}
	return list
}

// lastOf returns the node in which the text of a node ends.
func lastOf(n *yaml.Node) *yaml.Node {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	return n
}
