package export

import (
	"encoding/json"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// writeMCPTools writes what the service answers to tools/list, tools by name, without what a single answer has besides: cursor and caching.
func writeMCPTools(p *plan.Plan, _ Settings) ([]File, error) {
	byName := slices.SortedFunc(slices.Values(p.Tools), func(a, b *plan.Tool) int { return strings.Compare(a.Signature.Name, b.Signature.Name) })
	var tools []any
	for _, t := range byName {
		d := t.Descriptor()
		tools = append(tools, json.RawMessage(mcp.AppendTool(nil, &d)))
	}
	content, err := document(object{{"tools", tools}})
	return []File{{Path: p.Service.Name + ".mcp-tools.json", Content: content}}, err
}
