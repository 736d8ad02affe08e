package nact

import "slices"

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

	// Challenge returns the value of the field WWW-Authenticate of the answer to a request at a path.
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
