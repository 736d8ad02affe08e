package nact

import (
	"context"
	"slices"
)

// Observers returns an observer that tells all of them, the first one first. Those that are nil count for nothing; of none it returns nil.
func Observers(all ...Observer) Observer {
	all = slices.DeleteFunc(all, func(o Observer) bool { return o == nil })
	switch len(all) {
	case 0:
		return nil
	case 1:
		return all[0]
	}
	return observers(all)
}

type observers []Observer

func (all observers) Call(ctx context.Context, call Called) (context.Context, func(Ending)) {
	return beginAll(all, ctx, func(o Observer, ctx context.Context) (context.Context, func(Ending)) { return o.Call(ctx, call) })
}

func (all observers) Request(ctx context.Context, request Requested) (context.Context, func(error)) {
	return beginAll(all, ctx, func(o Observer, ctx context.Context) (context.Context, func(error)) { return o.Request(ctx, request) })
}

func (all observers) Attempt(ctx context.Context, attempt Attempted) (context.Context, func(Attempt)) {
	return beginAll(all, ctx, func(o Observer, ctx context.Context) (context.Context, func(Attempt)) { return o.Attempt(ctx, attempt) })
}

func (all observers) Event(ctx context.Context, event Event) {
	for _, o := range all {
		o.Event(ctx, event)
	}
}

// beginAll tells each observer of a beginning, in the context of the one before, and of the end in the opposite order.
func beginAll[End any](all observers, ctx context.Context, tell func(Observer, context.Context) (context.Context, func(End))) (context.Context, func(End)) {
	ends := make([]func(End), len(all))
	for i, o := range all {
		ctx, ends[i] = tell(o, ctx)
	}
	return ctx, func(end End) {
		for _, f := range slices.Backward(ends) {
			f(end)
		}
	}
}
