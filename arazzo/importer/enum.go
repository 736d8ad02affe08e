package importer

import (
	"github.com/nactgen/nactgen/arazzo"
	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/internal/yamlout"
)

// enumeration gives an input its values.
func (t *tool) enumeration(in *input, enum *arazzo.Node) {
	taken := map[string]bool{}
	same := true
	for _, n := range enum.Items {
		name := draft.Capitals(n.Text)
		if n.Kind != arazzo.String || name == "" || taken[name] {
			in.comments = append(in.comments, lost(enum.Pos, "enum", enum, "the values have no names that agents could choose by"))
			in.values = nil
			return
		}
		taken[name] = true
		same = same && name == n.Text
		in.values = append(in.values, spelled{name, n.Text})
	}
	in.kind = "enum"
	if in.fallback != nil {
		for _, v := range in.values {
			if v.text == in.fallback.Text {
				in.fallback = &arazzo.Node{Kind: arazzo.String, Pos: in.fallback.Pos, Text: v.name}
				break
			}
		}
	}
	if same {
		return
	}
	rows := yamlout.Mapping{}
	for _, v := range in.values {
		rows.Add(v.name, yamlout.Text(v.text))
	}
	in.table = t.doc.table(in.id, rows)
}
