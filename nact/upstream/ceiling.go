package upstream

import (
	"context"
	"sync/atomic"
)

// LimitRetries returns a context whose calls are tried again n times at most, all of them together: those of one call of a tool. What makes
// a second attempt beside the first ([NewHedge]) does not count.
func LimitRetries(ctx context.Context, n int) context.Context {
	left := new(retriesLeft)
	left.Store(int64(n))
	return context.WithValue(ctx, ceilingKey{}, left)
}

// retriesLeft is a [ceiling].
type retriesLeft struct{ atomic.Int64 }

func (left *retriesLeft) spend() bool { return left.Add(-1) >= 0 }
