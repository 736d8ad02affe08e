package manifest

import (
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Idempotency says where and for how long the answers to invocations with an Idempotency-Key are kept.
type Idempotency struct {
	Pos   diag.Position // of the value; of the section service if the key is not written
	Set   bool
	Keep  Value[time.Duration]
	Store Value[string] // "memory" (default) or "redis"
}

// An answer is kept for longer than anybody goes on to repeat a call, and for longer than a call takes.
const (
	shortestKeep = time.Minute
	longestKeep  = 30 * 24 * time.Hour
)

var keep = parser[time.Duration]{durationUpTo(longestKeep).form, func(n *yaml.Node) (time.Duration, *problem) {
	d, err := durationUpTo(longestKeep).parse(n)
	if err == nil && d < shortestKeep {
		return 0, problemf("bad-duration", "must be at least 1m, not %s: a call is repeated after it, too", diag.Clip(n.Value))
	}
	return d, err
}}

// idempotency is the target of the section.
func idempotency(dst *Idempotency) target {
	dst.Store.V = "memory"
	fields := []field{
		optional("keep", value(&dst.Keep, keep)),
		optional("store", value(&dst.Store, text(oneOf("memory", "redis")))),
	}
	return target{
		form:  sketch(func(b *book) *Form { return b.keys("service.idempotency", fields) }).filled(),
		unset: func(pos diag.Position) { dst.Pos, dst.Keep.Pos, dst.Store.Pos = pos, pos, pos },
		read: func(r *reader, what string, n *yaml.Node) {
			at := r.place(n)
			dst.Pos, dst.Set = at.pos, true
			if n.Kind == yaml.MappingNode && len(n.Content) == 0 {
				r.errorf(at, "empty", "%s is empty; write how long answers are kept, or where, as in {keep: 24h, store: redis}", what)
				return
			}
			r.mapping(n, what, at, fields...)
		},
	}
}
