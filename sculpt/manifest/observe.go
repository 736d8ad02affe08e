package manifest

import (
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Observe is the section observe: what the service tells its operator beside its log.
type Observe struct {
	Pos     diag.Position
	Metrics Value[Metrics]
	Traces  Value[bool] // default: false
	Audit   Audit
}

// Metrics says how an operator gets what the service counts.
type Metrics string

// The ways in which an operator gets metrics.
const (
	MetricsNone Metrics = ""     // nothing is counted
	MetricsPage Metrics = "page" // Prometheus reads them
	MetricsOTLP Metrics = "otlp" // that, and they are sent to a collector
)

// Audit says that what calls change is recorded, and with which of their inputs.
type Audit struct {
	Pos    diag.Position
	Set    bool
	Inputs []Value[string] // ids
}

// observe is the target of the section.
func observe(o *Observe) target {
	all := section(&o.Pos, "observe",
		optional("metrics", value(&o.Metrics, wayOfMetrics)),
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

// wayOfMetrics is true, false or the word by which they are also sent.
var wayOfMetrics = parser[Metrics]{wayForm, func(n *yaml.Node) (Metrics, *problem) {
	if counted, p := boolean.parse(n); p == nil {
		return map[bool]Metrics{true: MetricsPage}[counted], nil
	}
	if n.Kind == yaml.ScalarNode && n.Tag == "!!str" {
		if strings.TrimSpace(n.Value) == string(MetricsOTLP) {
			return MetricsOTLP, nil
		}
		return MetricsNone, problemf("bad-value", "must be true, false or otlp, not %s", diag.Quote(n.Value))
	}
	return MetricsNone, problemf("bad-value", "must be true, false or otlp, not %s", kindOf(n))
}}

var wayForm = Form{Kind: Either, Is: "boolean or otlp", Forms: []*Form{{Kind: Boolean}, {Kind: Text, Words: []string{string(MetricsOTLP)}, Closed: true}}}

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
