package sculpt

import (
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/lock"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// checkTools checks all tools, in the manifest's order.
func checkTools(m *manifest.Manifest, service *tool.Service, published *lock.File, found *diag.List) []*tool.Checked {
	ids := &identities{service: m.Service.Name.V, published: published, taken: map[string]string{}, found: found}
	var tools []*tool.Checked
	for _, section := range m.Tools {
		tools = append(tools, tool.Check(section, ids.of(section), service, found))
	}
	if !found.HasErrors() {
		checkSignatures(tools, found)
	}
	return tools
}

// checkSignatures asks the run-time library whether it would serve the tools: a service that does not start is worse than
// a finding without an exact place.
func checkSignatures(tools []*tool.Checked, found *diag.List) {
	for _, t := range tools {
		if err := signature.Problem(t.Plan.Signature); err != nil {
			found.ErrorAt(t.Manifest.Name, "signature", "the tool cannot be served: %v", err)
		}
	}
}

func plans(tools []*tool.Checked) []*plan.Tool {
	var list []*plan.Tool
	for _, t := range tools {
		list = append(list, t.Plan)
	}
	return list
}
