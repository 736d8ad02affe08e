package operation

import (
	"fmt"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/spec"
)

// findEntry finds an operation by its id, or by its method and path.
func findEntry(entries []spec.Entry, name string) (found spec.Entry, message string) {
	name, byPath := entryName(name)
	var matches []spec.Entry
	var names []string
	for _, e := range entries {
		own := e.ID
		if byPath {
			own = e.Method + " " + e.Path
		}
		if own == "" {
			continue
		}
		names = append(names, own)
		if own == name {
			matches = append(matches, e)
		}
	}
	switch {
	case len(matches) == 1:
		return matches[0], ""
	case len(matches) > 1:
		return found, fmt.Sprintf("%d operations have the operationId %s; name one by its method and path, such as %s %s",
			len(matches), name, matches[0].Method, matches[0].Path)
	case len(names) == 0 && len(entries) > 0:
		return found, fmt.Sprintf("its operations have no operationId; name one by its method and path, such as %s %s", entries[0].Method, entries[0].Path)
	}
	return found, "there is no operation " + name + diag.DidYouMean(name, names)
}

// entryName is the name that steps call an operation by, in the one form of its kind: an id, or method and path.
func entryName(called string) (name string, byPath bool) {
	method, path, byPath := strings.Cut(called, " ")
	if byPath {
		return strings.ToUpper(method) + " " + strings.TrimSpace(path), true
	}
	return called, false
}
