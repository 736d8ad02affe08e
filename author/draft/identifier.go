package draft

import (
	"cmp"
	"slices"
)

const (
	longestID  = 48 // characters of the id of an input, an output, a step
	mostValues = 40 // of an enum that an agent chooses from
	widest     = 1<<53 - 1
)

// reserved are names that no input, step, output or var can have.
var reserved = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop", "namespace", "null", "package",
	"return", "true", "var", "void", "while", "config", "inputs", "steps", "tables", "this", "vars", "failure", "failure_detail",
}

// identifierOf is an id that expressions can use, of words, or else of instead.
func identifierOf(words []string, instead string) string {
	id := cmp.Or(snake(words, longestID), instead)
	if slices.Contains(reserved, id) {
		return id + "_value"
	}
	return id
}
