package nact

import "context"

type withoutWaitsKey struct{}

// WithoutWaits returns a context for tests that play recorded answers: before an upstream is asked again nobody waits, and the time counts
// as passed.
func WithoutWaits(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutWaitsKey{}, true)
}

// Waits reports whether to wait before an upstream is asked again.
func Waits(ctx context.Context) bool { return ctx.Value(withoutWaitsKey{}) == nil }
