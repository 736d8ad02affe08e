package flow

import (
	"context"

	"github.com/nactgen/nactgen/nact"
)

// Change calls a function of the vendor's that can change something, with the context of [Writes.Begin]. In a dry run it
// gives the arguments to that instead, and returns no result.
func Change[A, R any](ctx context.Context, args A, f func(context.Context, A) (R, error)) (result R, err error) {
	if nact.InDryRun(ctx) {
		if ctx.Err() != nil {
			return result, ctx.Err()
		}
		return result, nact.Plan(ctx, nact.PlannedWrite{Arguments: args})
	}
	return f(ctx, args)
}

// ChangeStruct is [Change] for a function that returns a pointer: see [nact.Returned].
func ChangeStruct[A, R any](ctx context.Context, args A, f func(context.Context, A) (*R, error)) (*R, error) {
	return Change(ctx, args, func(ctx context.Context, args A) (*R, error) { return nact.Returned(f(ctx, args)) })
}
