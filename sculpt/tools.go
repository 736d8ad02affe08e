package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/signature"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/versions/lock"
)

// checkTools checks the parts, and then all tools, in the manifest's order.
func checkTools(m *manifest.Manifest, s *sections, published *lock.File, found *diag.List) (tool.Parts, []*tool.Checked) {
	service := &tool.Service{
		Manifest: m, Compiler: s.compiler, Config: s.config, Secrets: secrets(s.values), Tables: s.tables, Calls: s.calls, Functions: s.functions,
	}
	tool.CheckParts(m, service, found)
	ids := &identities{service: m.Service.Name.V, published: published, taken: map[string]string{}, found: found}
	tools := lists.Map(m.Tools, func(t *manifest.Tool) *tool.Checked { return tool.Check(t, ids.of(t), service, found) })
	checkAccess(m, tools, found)
	for _, f := range facesOf(m.Go) {
		if f.VersionName != nil {
			checkVersionNames(tools, f, found)
		}
	}
	if found.HasErrors() {
		return service.Parts, tools
	}
	for _, t := range tools { // a service that does not start is worse than a finding without an exact place
		if err := signature.Problem(t.Plan.Signature); err != nil {
			found.ErrorAt(t.Manifest.Name, "signature", "the tool cannot be served: %v", err)
		}
	}
	return service.Parts, tools
}

// checkVersionNames reports tools that are called as a version of another one is over a face.
func checkVersionNames(tools []*tool.Checked, over *face.Face, found *diag.List) {
	versions := map[string]*plan.Tool{}
	for _, t := range tools {
		for _, s := range append(slices.Clone(t.Plan.Older), t.Plan.Signature) {
			versions[over.VersionName(&s)] = t.Plan
		}
	}
	for _, t := range tools {
		if of := versions[t.Manifest.Name.V]; of != nil {
			found.ErrorAt(t.Manifest.Name, "version-name", "over %s, %s is a version of the tool %s; give this tool another name", over.Title, t.Manifest.Name.V, of.Signature.Name)
		}
	}
}

// compiledIn is what is known of the expressions of a service beside their trees.
func compiledIn(s *sections, tools []*tool.Checked) *value.Compiled {
	ofTools := lists.Map(tools, func(t *tool.Checked) *value.Compiled { return t.Compiled })
	return value.Joined(append([]*value.Compiled{s.compiled}, ofTools...)...)
}

// withPlans returns tools with other plans.
func withPlans(tools []*tool.Checked, plans []*plan.Tool) []*tool.Checked {
	var list []*tool.Checked
	for i, t := range tools {
		with := *t
		with.Plan = plans[i]
		list = append(list, &with)
	}
	return list
}

func plans(tools []*tool.Checked) []*plan.Tool {
	return lists.Map(tools, func(t *tool.Checked) *plan.Tool { return t.Plan })
}
