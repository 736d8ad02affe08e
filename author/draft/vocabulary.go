package draft

import (
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// What follows is for other packages that write manifests of what vendors have published, so that all of them call things alike.

// Identifier is an id that expressions can use and that is not taken, made of the words of a name, or else of instead. It is taken then.
func Identifier(name, instead string, taken map[string]bool) string {
	return unique(identifierOf(split(name), instead), longestID, taken)
}

// ToolName is the name of a tool that is not taken, made of the words of a name, or else of instead. It is taken then.
func ToolName(name, instead string, taken map[string]bool) string {
	id := snake(split(name), longest)
	if id == "" {
		id = instead
	}
	return unique(id, longest, taken)
}

// Capitals is the name of a failure, or of the value of an enum, of at most 100 characters; "" if the text gives none.
func Capitals(text string) string {
	name := capitals(text)
	return strings.TrimRight(name[:min(len(name), 100)], "_")
}

// Description is a text as a description of something with a name: one line without markup of at most so many characters, or instead, where it says
// no more than the name.
func Description(text, instead, name string, most int) string {
	return description(text, instead, split(name), most)
}

// Title is a text as a title of one line, of at most so many characters; "" if it is none.
func Title(text string, most int) string { return plain(text, most) }

// Remark is a text of a document as a comment has it: one line of at most so many characters, without what nobody sees.
func Remark(text string, most int) string { return oneLine(text, most) }

// Words are the words of a name, in lower case, with blanks between them.
func Words(name string) string { return strings.Join(split(name), " ") }

// Constant is a value of a document (a text, a number, a boolean or nil) where an expression may stand.
func Constant(v any) yamlout.Value { return constant(v) }
