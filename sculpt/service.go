package sculpt

import (
	"cmp"
	"maps"
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
	"github.com/nactgen/nactgen/sculpt/security"
	"github.com/nactgen/nactgen/sculpt/tool"
	"github.com/nactgen/nactgen/spec"
)

// newService names the service, and decides what all its tools have in common.
func newService(m *manifest.Manifest, faces face.Set, tools []*plan.Tool) plan.Service {
	s := m.Service
	named := plan.Service{Name: s.Name.V, Title: cmp.Or(s.Title.V, manifest.DisplayName(s.Name.V)+" tools"), Description: s.Description.V, Observe: observed(m.Observe), Inbound: plan.Inbound{TLS: m.Inbound.TLS.V, CallerLimits: m.Inbound.CallerLimits.V}}
	if faces.Keys() && slices.ContainsFunc(tools, func(t *plan.Tool) bool { return t.Writes }) {
		named.Idempotency = &plan.Idempotency{Keep: s.Idempotency.Keep.V, Redis: s.Idempotency.Store.V == "redis"}
	}
	return named
}

func observed(o manifest.Observe) plan.Observe {
	decided := plan.Observe{Metrics: o.Metrics.V != manifest.MetricsNone, OTLP: o.Metrics.V == manifest.MetricsOTLP, Traces: o.Traces.V}
	if o.Audit.Set {
		decided.Audit = &plan.Audit{Inputs: lists.Map(o.Audit.Inputs, func(v manifest.Value[string]) string { return v.V })}
	}
	return decided
}

// checkAudit reports what a record of writes can never have.
func checkAudit(m *manifest.Manifest, found *diag.List) {
	audit := m.Observe.Audit
	writes := slices.ContainsFunc(m.Tools, func(t *manifest.Tool) bool { return t.Writes.V })
	if audit.Set && !writes {
		found.Errorf(audit.Pos, 0, "audit", "no tool writes, so that there is nothing to record; leave out \"audit\", or say writes: true of the tool that does")
		return
	}
	for _, named := range audit.Inputs {
		if !slices.ContainsFunc(m.Tools, func(t *manifest.Tool) bool {
			return t.Writes.V && slices.ContainsFunc(t.Inputs, func(in *manifest.Input) bool { return in.ID.V == named.V })
		}) {
			found.ErrorAt(named, "audit", "no tool that writes has an input %s; name one by its id, or leave it out", diag.Quote(named.V))
		}
	}
}

// checkTraces reports upstreams that are to be told of traces that there are none of.
func checkTraces(m *manifest.Manifest, found *diag.List) {
	for _, u := range m.Upstreams {
		if u.HandOnTrace.V && !m.Observe.Traces.V {
			found.ErrorAt(u.HandOnTrace, "trace-context", "the service makes no traces of which the upstream %s could be told; write observe: {traces: true}, or leave \"trace_context\" out", diag.Quote(u.Name.V))
		}
	}
}

// configType is the type that expressions see of the config section.
func configType(config []*manifest.Config) *ir.ObjectType {
	object := &ir.ObjectType{Name: "config"}
	for _, v := range config {
		object.Add(&ir.Field{Name: v.Name.V, Type: ir.StringType, Required: true})
	}
	return object
}

// configValues are the values of the config section. What an upstream takes as a credential is secret, whether the manifest
// says so or not.
func configValues(config []*manifest.Config, upstreams []*plan.Upstream, documents document.Set) []*plan.ConfigValue {
	sent := sentAsCredentials(upstreams, documents)
	return lists.Map(config, func(v *manifest.Config) *plan.ConfigValue {
		return &plan.ConfigValue{
			Name: v.Name.V, Env: v.Env.V, Default: v.Default.V, HasDefault: v.Default.Set,
			Description: v.Description.V, Secret: v.Secret.V || sent[v.Name.V],
		}
	})
}

// sentAsCredentials are the config values that keys, tokens and passwords of upstreams read, and headers that hold such.
func sentAsCredentials(upstreams []*plan.Upstream, documents document.Set) map[string]bool {
	sent := map[string]bool{}
	for _, u := range upstreams {
		for root := range reads.Roots(credentials(u, documents[u.Name].Schemes())...) {
			if root.Kind == ir.ConfigRoot {
				sent[root.Name] = true
			}
		}
	}
	return sent
}

// credentials are the secret values by which an upstream authenticates its calls. Those that have an error are left out.
func credentials(u *plan.Upstream, schemes []*spec.SecurityScheme) []ir.Node {
	var values []ir.Node
	for _, c := range u.Auth {
		for i, v := range c.Values {
			if v != nil && c.Value(i).Secret {
				values = append(values, v)
			}
		}
	}
	for _, h := range u.Headers {
		if h.Value != nil && security.CredentialHeader(h.Name, schemes) {
			values = append(values, h.Value)
		}
	}
	return values
}

// secrets are the names of the config values that agents learn nothing of.
func secrets(config []*plan.ConfigValue) []string {
	var names []string
	for _, v := range config {
		if v.Secret {
			names = append(names, v.Name)
		}
	}
	return names
}

// tablesRead are those that an expression reads, by name.
func tablesRead(tables []*plan.Table, read reads.Set) []*plan.Table {
	list := slices.DeleteFunc(slices.Clone(tables), func(t *plan.Table) bool { return !read.Has(ir.TableRoot, t.Name) })
	slices.SortFunc(list, func(a, b *plan.Table) int { return cmp.Compare(a.Name, b.Name) })
	return list
}

// readByService returns what the expressions of upstreams and tools read.
func readByService(s *sections, tools []*tool.Checked) reads.Set {
	read := reads.Set{}
	for _, u := range s.upstreams {
		u.Expressions(func(n ir.Node) { read.Add(n) })
	}
	for _, t := range tools {
		maps.Copy(read, t.Reads)
	}
	return read
}
