package nact

import "context"

// GateObserver is an [Observer] that is told of requests as well that are refused before it is known what they are for.
type GateObserver interface {
	Observer

	// Refused is told of such a request. The reason is a word or two of this library with hyphens.
	Refused(ctx context.Context, reason string)
}

// Refused tells those of the observers that want to know.
func (all observers) Refused(ctx context.Context, reason string) {
	for _, o := range all {
		if o, ok := o.(GateObserver); ok {
			o.Refused(ctx, reason)
		}
	}
}
