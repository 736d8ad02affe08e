package draft

import (
	"cmp"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// The functions of this file are for other packages that make manifests, so that all of them name things alike.

// Identifier returns an id for use in expressions, made of the words of a name or, if there are none, of instead. It is not taken yet, and is marked as
// taken.
func Identifier(name, instead string, taken map[string]bool) string {
	return unique(identifierOf(split(name), instead), longestID, taken)
}

// ToolName returns the name of a tool, made of the words of a name or, if there are none, of instead. It is not taken yet, and is marked as taken.
func ToolName(name, instead string, taken map[string]bool) string {
	return unique(cmp.Or(snake(split(name), longest), instead), longest, taken)
}

// Capitals returns a text as the name of a failure or of a value of an enum, of at most 100 characters. It is empty if the text has no words.
func Capitals(text string) string {
	name := capitals(text)
	return strings.TrimRight(name[:min(len(name), 100)], "_")
}

// Description returns a text as the description of something with a name: one line without markup, of at most so many characters. If it says no more than
// the name, it returns instead.
func Description(text, instead, name string, most int) string {
	return description(text, instead, split(name), most)
}

// Title returns a text as a title in one line, of at most so many characters. It is empty if the text looks like an expression.
func Title(text string, most int) string { return plain(text, most) }

// Remark returns a text for a comment: one line of at most so many characters, without invisible ones.
func Remark(text string, most int) string { return oneLine(text, most) }

// Words returns the words of a name in lower case, with blanks between them.
func Words(name string) string { return strings.Join(split(name), " ") }

// Constant returns a text, a number, a boolean or nil as a literal, for places where an expression could stand.
func Constant(v any) yamlout.Value { return constant(v) }
