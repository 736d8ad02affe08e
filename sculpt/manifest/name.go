package manifest

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/nactgen/nactgen/sculpt/diag"
)

const (
	maxName        = 254  // characters of the name of a tool, a parameter or a failure
	maxEnumName    = 255  // characters of the name of an enum value
	maxDescription = 1999 // characters of a description
)

var (
	snakeName   = regexp.MustCompile(`^[a-z][a-z0-9]*(_[a-z0-9]+)*$`)
	capitalName = regexp.MustCompile(`^[A-Z][A-Z0-9]*(_[A-Z0-9]+)*$`)
)

// snake is a name of a service, an upstream or a tool.
var snake = check{Form{Is: "name", Patterns: []string{unanchored(snakeName)}, MaxLength: maxName}, func(s string) *problem {
	if snakeName.MatchString(s) {
		return atMost(maxName).refuse(s)
	}
	return badName("is no name: lower-case letters and digits in words joined by single underscores", toSnake(s), snakeName)
}}

// identifier is a name that expressions use: that of an input, a step, a var, an output, a config value or a table.
var identifier = check{snake.form.narrowed(Form{Is: "id", Not: slices.Concat(celReserved, roots)}), func(s string) *problem {
	switch {
	case slices.Contains(celReserved, s):
		return problemf("reserved-name", "is a reserved word of the expression language; choose another name")
	case slices.Contains(roots, s):
		return problemf("reserved-name", "means something else in expressions; choose another name")
	}
	return snake.refuse(s)
}}

// outputIdentifier is the name of an output.
var outputIdentifier = check{identifier.form.narrowed(Form{Not: failureOutputs}), func(s string) *problem {
	if slices.Contains(failureOutputs, s) {
		return problemf("reserved-name", "is an output that every tool with failures has already; choose another name")
	}
	return identifier.refuse(s)
}}

// failureOutputs are the outputs that every tool with failures has.
var failureOutputs = []string{"failure", "failure_detail"}

// celReserved are the words that CEL keeps for itself.
var celReserved = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop",
	"namespace", "null", "package", "return", "true", "var", "void", "while",
}

// roots are the names that start every reference in an expression.
var roots = []string{"config", "inputs", "steps", "tables", "this", "vars"}

// capitals is a name of an enum value or a failure.
var capitals = check{Form{Is: "capitals", Patterns: []string{unanchored(capitalName)}, MaxLength: maxEnumName}, func(s string) *problem {
	if capitalName.MatchString(s) {
		return atMost(maxEnumName).refuse(s)
	}
	return badName("is no name of a value: capitals and digits in words joined by single underscores", strings.ToUpper(toSnake(s)), capitalName)
}}

// CapitalsOf returns the name that the value of an API has as one of an enum: words in capitals with single underscores between them, where a word ends
// before what is no letter or digit, and before a capital behind a small letter. in_progress, "in progress" and inProgress are IN_PROGRESS. It is
// empty if that is no name.
func CapitalsOf(s string) string {
	if name := strings.ToUpper(toSnake(s)); capitals.refuse(name) == nil {
		return name
	}
	return ""
}

// badName refuses a name, and gives an instance of what would be valid, if it is.
func badName(form, instance string, valid *regexp.Regexp) *problem {
	p := problemf("bad-name", "%s", form)
	if valid.MatchString(instance) {
		p.text += fmt.Sprintf(", such as %q", diag.Clip(instance))
		p.instead = instance
	}
	return p
}

// toSnake spells s in snake case, as far as that is possible.
func toSnake(s string) string {
	var words []string
	var word strings.Builder
	flush := func() {
		if word.Len() > 0 {
			words = append(words, word.String())
			word.Reset()
		}
	}
	previous := ' '
	for _, c := range s {
		switch {
		case !unicode.IsLetter(c) && !unicode.IsDigit(c):
			flush()
		case unicode.IsUpper(c) && unicode.IsLower(previous):
			flush()
			fallthrough
		default:
			word.WriteRune(unicode.ToLower(c))
		}
		previous = c
	}
	flush()
	return strings.Join(words, "_")
}
