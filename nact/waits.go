package nact

import (
	"context"
	"time"
)

type withoutWaitsKey struct{}

// WithoutWaits returns a context for tests that play recorded answers: before an upstream is asked again nobody waits, and the time counts
// as passed.
func WithoutWaits(ctx context.Context) context.Context {
	return context.WithValue(ctx, withoutWaitsKey{}, true)
}

// Waits reports whether to wait before an upstream is asked again.
func Waits(ctx context.Context) bool { return ctx.Value(withoutWaitsKey{}) == nil }

type nowKey struct{}

// WithNow returns a context for tests, in which it is always the same time for what a tool computes. Time limits and waits go by the clock all the same.
func WithNow(ctx context.Context, now time.Time) context.Context {
	return context.WithValue(ctx, nowKey{}, now.UTC())
}

// Now returns what time it is, in UTC and without the monotonic clock: the time of [WithNow], or else that of the machine.
func Now(ctx context.Context) time.Time {
	if now, ok := ctx.Value(nowKey{}).(time.Time); ok {
		return now
	}
	return time.Now().UTC().Round(0)
}
