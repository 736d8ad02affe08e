package flow

import (
	"context"
	"errors"

	"github.com/nactgen/nactgen/nact"
)

// Change calls a function of the vendor's that can change something, with the context of [Writes.Begin], unless that has ended. After an
// error other than a [*nact.Failure] the function may have changed something. In a dry run the function is not called: the arguments go
// to [nact.Plan], and there is no result.
func Change[A, R any](ctx context.Context, args A, f func(context.Context, A) (R, error)) (result R, err error) {
	if ctx.Err() != nil {
		return result, ctx.Err()
	}
	if nact.InDryRun(ctx) {
		return result, nact.Plan(ctx, nact.PlannedWrite{Arguments: args})
	}
	entry := nact.EntryOf(ctx)
	if err := entry.Ahead(ctx, "", "", false); err != nil {
		return result, err
	}
	entry.Sent("")
	result, err = f(ctx, args)
	var failure *nact.Failure
	switch {
	case err == nil:
		entry.Done()
	case errors.As(err, &failure):
		entry.Refused()
		entry.Ended()
	}
	return result, err
}

// ChangeStruct is [Change] for a function that returns a pointer: see [nact.Returned].
func ChangeStruct[A, R any](ctx context.Context, args A, f func(context.Context, A) (*R, error)) (*R, error) {
	return Change(ctx, args, func(ctx context.Context, args A) (*R, error) { return nact.Returned(f(ctx, args)) })
}
