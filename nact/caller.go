package nact

import "context"

// Caller is who calls, as it was proved.
type Caller struct {
	// ID tells callers apart: in logs, in limits, and where something belongs to one of them. It is no secret.
	ID string

	// Scopes are what the caller was granted.
	Scopes []string

	// Private says that what the caller has proved this with is known to the service and the caller alone, as an API key of the service is. It
	// goes to no upstream, whatever goes there on behalf of callers.
	Private bool
}

type callerKey struct{}

// WithCaller returns the context of what a caller asks for. Whoever calls it has to know that it is this caller.
func WithCaller(ctx context.Context, c *Caller) context.Context {
	return context.WithValue(ctx, callerKey{}, c)
}

// CallerOf returns who asks for what ctx is for, or nil if nobody has proved anything.
func CallerOf(ctx context.Context) *Caller {
	c, _ := ctx.Value(callerKey{}).(*Caller)
	return c
}
