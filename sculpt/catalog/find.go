package catalog

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Find returns the operation of a list that a name means: what a step calls, an operationId, or a method and a path with a blank
// between. The message says why there is none.
func Find(list []*Operation, name string) (found *Operation, message string) {
	name = strings.Join(strings.Fields(name), " ")
	matches := named(list, name)
	switch len(matches) {
	case 1:
		return matches[0], ""
	case 0:
		return nil, "there is no operation " + name + diag.DidYouMean(name, Names(list))
	}
	calls := Calls(matches)
	if calls[0] == calls[1] {
		return nil, fmt.Sprintf("%d operations are called %s, the first at %s and %s; no step can call them", len(calls), name, matches[0].At, matches[1].At)
	}
	return nil, fmt.Sprintf("%d operations are called %s: %s; name one of these", len(calls), name, strings.Join(calls, ", "))
}

// named are the operations that a name may mean: those that steps call by exactly this name, or else those that they call by this name
// behind that of an upstream.
func named(list []*Operation, name string) []*Operation {
	for _, means := range []func(op *Operation) bool{
		func(op *Operation) bool { return op.Call == name },
		func(op *Operation) bool {
			return op.ID != "" && op.ID == name || sameRequest(op.Method+" "+op.Path, name)
		},
		func(op *Operation) bool { return sameRequest(op.Upstream+" "+op.Method+" "+op.Path, name) },
	} {
		if i := slices.IndexFunc(list, means); i >= 0 {
			return slices.DeleteFunc(slices.Clone(list), func(op *Operation) bool { return !means(op) })
		}
	}
	return nil
}

// sameRequest reports whether a name is a request, whose method can be written in lower case.
func sameRequest(request, name string) bool {
	at := strings.LastIndex(request, " /")
	return at > 0 && len(name) == len(request) && strings.EqualFold(request[:at], name[:at]) && request[at:] == name[at:]
}

// Names returns what operations can be named by.
func Names(list []*Operation) []string {
	var names []string
	for _, op := range list {
		names = append(names, op.Call, op.Method+" "+op.Path)
		if op.ID != "" {
			names = append(names, op.ID)
		}
	}
	return names
}
