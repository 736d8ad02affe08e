package nact

import (
	"context"
	"slices"
)

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

// Access says who may call a tool: callers who have proved who they are, and have all of its scopes.
type Access struct {
	Scopes []string // empty: any such caller
}

// View is what some callers see of a service: the faces serve each view by itself, with the tools of the others denied.
type View struct {
	// Name is that of the view, the same in all instances and releases of a service. Cursors are bound to it.
	Name string

	// Describe returns an OpenAPI document with how callers prove who they are.
	Describe func(document string) string
}

// Denial says that the callers of a view may not call a tool. No enumeration has it, and nothing at its addresses is answered.
type Denial struct {
	Status int    // of HTTP
	Detail string // for the caller
	Reason string // of the calls that are refused, as [Ending] has it

	// Challenge returns the value of the field WWW-Authenticate of the answer to a request at a path; empty: it has none.
	Challenge func(path string) string
}

// Unguarded returns the name of a tool that not everybody may call, or "" if there is none. A face that everybody reaches must have none.
func Unguarded(tools []Tool) string {
	i := slices.IndexFunc(tools, func(t Tool) bool { return t.Access != nil })
	if i < 0 {
		return ""
	}
	return tools[i].Current().Name
}
