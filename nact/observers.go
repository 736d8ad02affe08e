package nact

import (
	"context"
	"slices"
)

// Observers returns an observer that tells all of them, of beginnings the first one first, and of ends the last one. Those that are nil count for nothing; of none it returns nil.
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

func (all observers) Call(ctx context.Context, call Called) (_ context.Context, ends func(Ending)) {
	for _, o := range all {
		var end func(Ending)
		ctx, end = o.Call(ctx, call)
		ends = before(end, ends)
	}
	return ctx, ends
}

func (all observers) Request(ctx context.Context, request Requested) (_ context.Context, ends func(error)) {
	for _, o := range all {
		var end func(error)
		ctx, end = o.Request(ctx, request)
		ends = before(end, ends)
	}
	return ctx, ends
}

func (all observers) Attempt(ctx context.Context, attempt Attempted) (_ context.Context, ends func(Attempt)) {
	for _, o := range all {
		var end func(Attempt)
		ctx, end = o.Attempt(ctx, attempt)
		ends = before(end, ends)
	}
	return ctx, ends
}

func (all observers) Event(ctx context.Context, event Event) {
	for _, o := range all {
		o.Event(ctx, event)
	}
}

// before returns a function that tells end and then ends, either of which may be nil: what began last ends first.
func before[End any](end, ends func(End)) func(End) {
	switch {
	case end == nil:
		return ends
	case ends == nil:
		return end
	}
	return func(e End) {
		end(e)
		ends(e)
	}
}
