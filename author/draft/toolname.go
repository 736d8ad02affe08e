package draft

import (
	"cmp"
	"slices"
	"strings"
)

// toolName is the name of a tool, which says what it does, and to what: list_pets.
type toolName string

// split splits the name into its verb and what the tool is about.
func (n toolName) split() (verb string, about []string) {
	words := strings.Split(string(n), "_")
	verbs := 1
	if len(words) > 2 && slices.Contains(phrases, words[0]+" "+words[1]) {
		verbs = 2
	}
	return strings.Join(words[:verbs], " "), words[verbs:]
}

// phrases are verbs of two words.
var phrases = []string{"look up", "log in", "log out"}

// nounWords returns what the tool is about, up to the first preposition.
func (n toolName) nounWords() []string {
	_, about := n.split()
	if i := slices.IndexFunc(about, func(w string) bool { return slices.Contains(prepositions, w) }); i > 0 {
		return about[:i]
	}
	return about
}

// prepositions end the noun of a name: pets by status.
var prepositions = []string{"by", "for", "of", "in", "with", "from", "to", "on", "at", "and", "as"}

func (n toolName) noun() string { return strings.Join(n.nounWords(), " ") }

// doing returns the verb and the object of a sentence about what the tool does.
func (n toolName) doing() (verb, about string) {
	v, words := n.split()
	return v, "the " + strings.Join(words, " ")
}

// stepWords returns the last words of what the tool is about, from which its step is named.
func (n toolName) stepWords() []string {
	words := slices.DeleteFunc(slices.Clone(n.nounWords()), func(w string) bool { return w[0] < 'a' })
	return words[max(len(words)-2, 0):]
}

// varName returns the name of the var for a list.
func (n toolName) varName() string {
	words := n.stepWords()
	return identifierOf(withLast(words[max(len(words)-1, 0):], plural), "elements")
}

const (
	longestID  = 48 // characters of the id of an input, an output, a step
	mostValues = 40 // of an enum that an agent chooses from
	widest     = 1<<53 - 1
)

// reserved are names that inputs, steps, outputs and vars cannot have.
var reserved = []string{
	"as", "break", "const", "continue", "else", "false", "for", "function", "if", "import", "in", "let", "loop", "namespace", "null", "package",
	"return", "true", "var", "void", "while", "config", "inputs", "steps", "tables", "this", "vars", "failure", "failure_detail",
}

// identifierOf returns an id for use in expressions, made of words or, if there are none, of instead.
func identifierOf(words []string, instead string) string {
	id := cmp.Or(snake(words, longestID), instead)
	if slices.Contains(reserved, id) {
		return id + "_value"
	}
	return id
}
