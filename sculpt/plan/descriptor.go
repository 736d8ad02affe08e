package plan

import "github.com/nactgen/nactgen/nact"

// Descriptor is what the service will say of the tool, by which faces describe it: its versions, what calls do, schemas of outputs. It cannot be invoked.
func (t *Tool) Descriptor() nact.Tool {
	d := nact.Tool{
		Versions:   append(t.Older[:len(t.Older):len(t.Older)], t.Signature),
		Writes:     t.Writes,
		Additive:   t.Additive,
		Idempotent: t.Idempotent,
		Formats:    nact.CheckFormat,
		Schemas:    make(map[string]string),
	}
	for _, out := range t.Outputs {
		if out.Schema != "" {
			d.Schemas[out.ID] = out.Schema
		}
	}
	if t.Withdrawn != nil {
		d.Withdrawn = &nact.Withdrawal{Since: t.Withdrawn.Since, Sunset: t.Withdrawn.Sunset}
	}
	return d
}
