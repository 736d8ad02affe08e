package manifest

import (
	"time"

	"go.yaml.in/yaml/v4"
)

// withdrawn is the target of the key withdrawn of a tool: a boolean, or a mapping with dates, which means true.
func withdrawn(t *Tool) target {
	plain := value(&t.Withdrawn, boolean)
	return target{unset: plain.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind != yaml.MappingNode {
			plain.read(r, what, n)
			return
		}
		at, before := r.place(n), r.all
		r.mapping(n, what, at,
			required("since", value(&t.Since, date)),
			optional("sunset", value(&t.Sunset, date)),
		)
		if t.Since.Set && t.Sunset.Set && !t.Sunset.V.After(t.Since.V) {
			r.errorf(t.Sunset.place(), "bad-date", "\"sunset\" must be after \"since\": agents need time to turn to another tool")
		}
		if r.all == before {
			t.Withdrawn = Value[bool]{V: true, Pos: at.pos, Length: at.length, Set: true}
		}
	}}
}

// date is a day, as midnight in UTC.
func date(n *yaml.Node) (time.Time, *problem) {
	if n.Kind != yaml.ScalarNode || n.Tag == "!!null" {
		return time.Time{}, problemf("bad-date", "must be a date such as 2026-11-20, not %s", kindOf(n))
	}
	day, err := time.Parse(time.DateOnly, n.Value)
	if err != nil {
		return time.Time{}, problemf("bad-date", "must be a date such as 2026-11-20, not %s", quote(n.Value))
	}
	return day, nil
}
