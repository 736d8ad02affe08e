package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Observe is the section observe: what the service tells its operator beside its log.
type Observe struct {
	Pos     diag.Position
	Metrics Value[bool] // default: false
}

// observe is the target of the section.
func observe(o *Observe) target {
	all := section(&o.Pos, "observe",
		optional("metrics", value(&o.Metrics, boolean)),
	)
	return target{unset: all.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "%s is empty; write what the operator is told, as in {metrics: true}, or leave the key out", what)
			return
		}
		all.read(r, what, n)
	}}
}
