package nact

import "context"

// Observed calls a function of the vendor's, by its name in the manifest, and tells an observer of that; nil: nobody.
func Observed[R any](ctx context.Context, observer Observer, function string, call func(context.Context) (R, error)) (R, error) {
	if observer == nil {
		return call(ctx)
	}
	ctx, ended := observer.Request(ctx, Requested{Function: function})
	if ended == nil {
		return call(ctx)
	}
	var result R
	err := error(&Fault{Kind: Internal, Detail: "the function has panicked"})
	defer func() { ended(err) }()
	result, err = call(ctx)
	return result, err
}
