package diag

import "slices"

// Rule is a rule by which something is warned of.
type Rule struct {
	Name     string
	Security bool // who can do what, who learns what, or what is left of a write that fails depends on it
}

// Warnings are the rules of all warnings about manifests that an author can accept, by name.
var Warnings = []Rule{
	{Name: "access", Security: true},
	{Name: "bare-enum"},
	{Name: "budget"},
	{Name: "caller-token", Security: true},
	{Name: "caller-token-mcp", Security: true},
	{Name: "changing-request", Security: true},
	{Name: "concurrency"},
	{Name: "cut-list"},
	{Name: "deprecated"},
	{Name: "enum-value"},
	{Name: "escaped-expression"},
	{Name: "fail-after-write", Security: true},
	{Name: "forward-cache"},
	{Name: "fragile-read", Security: true},
	{Name: "hedge"},
	{Name: "idle-now"},
	{Name: "json-number"},
	{Name: "json-type"},
	{Name: "long-name"},
	{Name: "many-options"},
	{Name: "mirror"},
	{Name: "needless-credential", Security: true},
	{Name: "needless-writes"},
	{Name: "no-credentials", Security: true},
	{Name: "no-examples"},
	{Name: "not-latin"},
	{Name: "null-fallback"},
	{Name: "null-field"},
	{Name: "one-word"},
	{Name: "open-secret", Security: true},
	{Name: "openapi"},
	{Name: "optional-equal"},
	{Name: "optional-field"},
	{Name: "overlay-action"},
	{Name: "overlay-extends"},
	{Name: "overlay-target"},
	{Name: "overlong"},
	{Name: "own-server", Security: true},
	{Name: "pages"},
	{Name: "path-fragment"},
	{Name: "path-query"},
	{Name: "program"},
	{Name: "programmatic-input"},
	{Name: "read-only"},
	{Name: "runtime"},
	{Name: "select"},
	{Name: "several-answers"},
	{Name: "shared-secret", Security: true},
	{Name: "short-list"},
	{Name: "timeout"},
	{Name: "tool-gone"},
	{Name: "unmarked-expression"},
	{Name: "unpinned-now"},
	{Name: "unpinned-write"},
	{Name: "unprotected-write", Security: true},
	{Name: "unused"},
	{Name: "vague"},
	{Name: "wait"},
	{Name: "whole-answer"},
	{Name: "write-only"},
}

// WarningRule returns the rule of that name by which something can be warned of, or nil.
func WarningRule(name string) *Rule {
	if i := slices.IndexFunc(Warnings, func(r Rule) bool { return r.Name == name }); i >= 0 {
		return &Warnings[i]
	}
	return nil
}
