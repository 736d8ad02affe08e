package sculpt

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// newAccess takes over how callers prove who they are.
func newAccess(a manifest.Access) *plan.Access {
	if !a.Set {
		return nil
	}
	return &plan.Access{
		By:     lists.Map(a.By, textOf),
		Scopes: lists.Map(a.Scopes, func(s *manifest.Scope) plan.Scope { return plan.Scope{Name: s.Name.V, Description: s.Description.V} }),
	}
}

func textOf(v manifest.Value[string]) string { return v.V }

// checkAccess decides who may call each tool.
func checkAccess(m *manifest.Manifest, tools []*tool.Checked, found *diag.List) {
	known := lists.Map(m.Access.Scopes, func(s *manifest.Scope) string { return s.Name.V })
	check := func(scopes []manifest.Value[string]) {
		for _, s := range scopes {
			if !slices.Contains(known, s.V) {
				found.ErrorAt(s, "unknown-name", "\"access\" has no scope %s%s", diag.Quote(s.V), diag.Known(s.V, known))
			}
		}
	}
	check(m.Access.Required)
	for _, t := range m.Access.Tags {
		check(t.Scopes)
	}
	for _, way := range m.Access.By {
		if way.V == "client_certificates" && !m.Inbound.TLS.V {
			found.ErrorAt(way, "access", "certificates of callers are held to their authorities by the program's own TLS, and the service has none; write inbound: {tls: true}, or leave the word out")
		}
	}
	for _, t := range tools {
		own := t.Manifest.Access
		if own.Set && !m.Access.Set {
			found.Errorf(own.Pos, own.Length, "access", "the service asks nobody who calls, and so the tool cannot either; say how callers prove who they are, as in access: {by: [api_keys]} at the start of the manifest, or leave the key out")
			continue
		}
		if !m.Access.Set {
			continue
		}
		check(own.Scopes)
		t.Plan.Access = accessOf(m.Access, t.Manifest)
		if !slices.ContainsFunc(m.Access.By, func(way manifest.Value[string]) bool { return way.V == "oidc" }) && callsAsCaller(t.Plan) {
			found.ErrorAt(t.Manifest.Name, "caller-token", "the tool calls an upstream with the token of its caller, and callers prove who they are by API keys or certificates, which go to no upstream; "+
				"let them do it by tokens, with oidc in \"by\" of \"access\", or give the upstream a credential of the service's own")
		}
	}
}

// callsAsCaller is [plan.Tool.NeedsCaller] of a tool that may have steps with errors, which call nothing.
func callsAsCaller(t *plan.Tool) bool {
	return slices.ContainsFunc(t.AllSteps(), func(s *plan.Step) bool { return s.Call != nil && s.Call.Upstream.OfCaller() != nil })
}

// accessOf returns who may call a tool: as it says itself, or with what all tools require that say nothing, and what those with its tags do.
func accessOf(a manifest.Access, t *manifest.Tool) *nact.Access {
	switch {
	case t.Access.Public:
		return nil
	case t.Access.Set:
		return &nact.Access{Scopes: lists.Map(t.Access.Scopes, textOf)}
	}
	scopes := lists.Map(a.Required, textOf)
	for _, of := range a.Tags {
		if !hasTag(t, of.Tag.V) {
			continue
		}
		for _, s := range of.Scopes {
			if !slices.Contains(scopes, s.V) {
				scopes = append(scopes, s.V)
			}
		}
	}
	return &nact.Access{Scopes: scopes}
}

func hasTag(t *manifest.Tool, tag string) bool {
	return slices.ContainsFunc(t.Tags, func(v manifest.Value[string]) bool { return v.V == tag })
}

// accessUsed returns the scopes and the tags of the section access that some tools use.
func accessUsed(a manifest.Access, tools []*manifest.Tool) (scopes, tags map[string]bool) {
	scopes, tags = map[string]bool{}, map[string]bool{}
	use := func(names []manifest.Value[string]) {
		for _, s := range names {
			scopes[s.V] = true
		}
	}
	use(a.Required)
	for _, t := range tools {
		use(t.Access.Scopes)
		for _, of := range a.Tags {
			if hasTag(t, of.Tag.V) {
				tags[of.Tag.V] = true
				use(of.Scopes)
			}
		}
	}
	return scopes, tags
}
