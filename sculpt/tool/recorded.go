package tool

import (
	"encoding/json"
	"strings"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// tree is a literal tree of the manifest: scalars, []any and []Given.
func tree(n *manifest.Node) any {
	switch n.Kind {
	case manifest.List:
		list := []any{}
		for _, item := range n.Items {
			list = append(list, tree(item))
		}
		return list
	case manifest.Map:
		members := []plan.Given{}
		for _, e := range n.Entries {
			members = append(members, plan.Given{Name: e.Key.V, Value: tree(e.Value)})
		}
		return members
	}
	return n.Literal
}

// encodeTree is a literal tree as JSON, members in the author's order.
func encodeTree(n *manifest.Node) string {
	var parts []string
	switch n.Kind {
	case manifest.List:
		for _, item := range n.Items {
			parts = append(parts, encodeTree(item))
		}
		return "[" + strings.Join(parts, ",") + "]"
	case manifest.Map:
		for _, e := range n.Entries {
			parts = append(parts, encode(e.Key.V)+":"+encodeTree(e.Value))
		}
		return "{" + strings.Join(parts, ",") + "}"
	}
	return encode(n.Literal)
}

// encode is a literal scalar as JSON. The manifest's reader has refused what JSON has not.
func encode(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "null"
	}
	return strings.TrimSuffix(b.String(), "\n")
}
