package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/spec"
)

// looks returns what speaks for it that an operation only looks something up, although its method could change something: its name, its path, or
// the scopes that the document asks for. It is empty if nothing does, or if the document says that something is created or accepted for later.
func (op *Operation) looks() string {
	answers := func(status string) bool {
		return slices.ContainsFunc(op.Responses, func(r *spec.Response) bool { return r.Status == status })
	}
	if op.Method != "POST" || !op.Writes() || op.Body == nil || op.answer().t == nil || answers("201") || answers("202") {
		return ""
	}
	var signs []string
	if verb, _ := op.idWords(false); slices.Contains(looking, verb) {
		signs = append(signs, "its name")
	}
	if end := last(split(lastSegment(op.Target.Path))); slices.Contains(looking, verbs[end]) {
		signs = append(signs, "its path")
	}
	if scopes := op.scopes(); len(scopes) > 0 && !slices.ContainsFunc(scopes, func(s string) bool { return !readScope(s) }) {
		signs = append(signs, "the scopes that it asks for")
	}
	return and(signs)
}

// looking are verbs of operations that look something up.
var looking = []string{"get", "list", "find", "search", "look_up", "count"}

// scopes returns the scopes of all alternatives of the security that the operation asks for.
func (op *Operation) scopes() []string {
	var scopes []string
	for _, r := range op.Security {
		scopes = append(scopes, lists.FlatMap(r, func(use spec.SchemeUse) []string { return use.Scopes })...)
	}
	return scopes
}

// readScope reports whether a scope is one to read: ORDERS_READ, orders:read, https://www.googleapis.com/auth/drive.readonly.
func readScope(scope string) bool {
	words := strings.FieldsFunc(strings.ToLower(scope), func(r rune) bool { return strings.ContainsRune(":._-/", r) })
	return has(words, "read", "readonly", "view", "search") && !has(words, "write", "manage", "admin", "full")
}

// proposal returns the comment in the step of an operation for which something speaks: see [Operation.looks].
func proposal(signs string) []string {
	if signs == "" {
		return nil
	}
	return []string{
		"By " + signs + ", it may only look something up. The document does not say so, and a reviewer has to decide. If it changes nothing, it can be " +
			"tried again, cached and called beside others, with this key, and without \"writes: true\" above:",
		"reads: true",
	}
}
