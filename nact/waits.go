package nact

import "context"

type withoutWaitsKey struct{}

// WithoutWaits returns a context in which nobody waits before an upstream is asked again, and everybody goes on as if the time had passed. It is
// for tests that play recorded answers.
func WithoutWaits(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutWaitsKey{}, true)
}

// Waits reports whether to wait before an upstream is asked again.
func Waits(ctx context.Context) bool { return ctx.Value(withoutWaitsKey{}) == nil }
