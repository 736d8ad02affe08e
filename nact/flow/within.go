package flow

import (
	"context"
	"time"
)

// Within runs f with a context that ends after limit, if not before with ctx. It returns when f does, also if f ignores its context.
func Within[T any](ctx context.Context, limit time.Duration, f func(context.Context) (T, error)) (T, error) {
	limited, cancel := context.WithTimeout(ctx, limit)
	defer cancel()
	return f(limited)
}
