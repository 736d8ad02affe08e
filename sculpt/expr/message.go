package expr

import (
	"cmp"
	"regexp"
	"strings"

	"cel.dev/cel-go/cel"

	"github.com/nactgen/nactgen/sculpt/diag"
)

var (
	undefinedField = regexp.MustCompile(`^undefined field '(.*)'$`)
	undeclared     = regexp.MustCompile(`^undeclared reference to '([^']*)'`)
	noOverload     = regexp.MustCompile(`^found no matching overload for '([^']*)' applied to '(.*)'$`)
)

// plainMessage says what the checker found in the words of a manifest.
func (e *Env) plainMessage(err *cel.Error) string {
	if m := undefinedField.FindStringSubmatch(err.Message); m != nil {
		for _, missed := range e.provider.missed {
			if missed.field == m[1] {
				return missed.object.Name + " has no field " + quote(m[1]) + diag.DidYouMean(m[1], missed.object.Names())
			}
		}
	}
	if m := undeclared.FindStringSubmatch(err.Message); m != nil {
		known := append([]string{}, containers...)
		known = append(known, e.functionNames()...)
		return "there is no name or function " + quote(m[1]) + diag.DidYouMean(m[1], known)
	}
	if m := noOverload.FindStringSubmatch(err.Message); m != nil {
		return operatorName(m[1]) + " does not take " + m[2] + cmp.Or(takes(m[1]), mixHint(m[2]))
	}
	return err.Message
}

// operatorName is an operator as authors write it: _+_ is +.
func operatorName(function string) string {
	trimmed := strings.Trim(function, "_@")
	if trimmed == "" || trimmed == "[_]" {
		return function
	}
	return trimmed
}

// mixHint says how numbers of different types, or numbers and text, come together.
func mixHint(types string) string {
	has := func(name string) bool { return strings.Contains(types, name) }
	switch {
	case has("int") && has("double"):
		return "; CEL does not convert by itself: write double(...) or int(...), or 1.0 instead of 1"
	case has("string") && (has("int") || has("double") || has("bool")):
		return "; convert with string(...)"
	case has("optional_type"):
		return "; say what stands for an absent value, with .orValue(...)"
	}
	return ""
}

// functionNames are the functions that an author can call, sorted.
func (e *Env) functionNames() []string {
	var names []string
	for name := range e.cel.Functions() {
		if !strings.ContainsAny(name, "_@[?!") {
			names = append(names, name)
		}
	}
	return names
}
