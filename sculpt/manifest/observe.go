package manifest

import (
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Observe is the section observe: what the service tells its operator beside its log.
type Observe struct {
	Pos     diag.Position
	Metrics Value[bool] // default: false
	Traces  Value[bool] // default: false
	Audit   Audit
}

// Audit says that what calls change is recorded, and with which of their inputs.
type Audit struct {
	Pos    diag.Position
	Set    bool
	Inputs []Value[string] // ids
}

// observe is the target of the section.
func observe(o *Observe) target {
	all := section(&o.Pos, "observe",
		optional("metrics", value(&o.Metrics, boolean)),
		optional("traces", value(&o.Traces, boolean)),
		optional("audit", audit(&o.Audit)),
	)
	return target{form: all.form.filled(), unset: all.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "%s is empty; write what the operator is told, as in {metrics: true}, or leave the key out", what)
			return
		}
		all.read(r, what, n)
	}}
}

// audit is the target of the record of writes.
func audit(a *Audit) target {
	fields := []field{required("inputs", distinct(&a.Inputs, text(identifier)))}
	all := section(&a.Pos, "audit", fields...)
	form := func(b *book) *Form { return b.keys("observe.audit", fields) }
	return target{form: form, unset: all.unset, read: func(r *reader, what string, n *yaml.Node) {
		a.Set = true
		all.read(r, what, n)
	}}
}
