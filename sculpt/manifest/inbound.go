package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Inbound is the section inbound: what the service has towards its callers, if its operator makes use of it.
type Inbound struct {
	Pos          diag.Position
	TLS          Value[bool] // default: false
	CallerLimits Value[bool] // default: false
}

// inbound is the target of the section.
func inbound(in *Inbound) target {
	all := section(&in.Pos, "inbound",
		optional("tls", value(&in.TLS, boolean)),
		optional("caller_limits", value(&in.CallerLimits, boolean)),
	)
	return target{form: all.form.filled(), unset: all.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "%s is empty; write what the service has towards its callers, as in {tls: true}, or leave the key out", what)
			return
		}
		all.read(r, what, n)
	}}
}
