package lint

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// wording warns of a description that says too little, beyond the name of what it describes, or too much.
func wording(text manifest.Value[string], name string, most int, found *diag.List) {
	shown(text, found)
	words := strings.Fields(text.V)
	switch {
	case len(words) < 2 || plainWords(text.V) == plainWords(name):
		found.WarnAt(text, "vague", "the description says no more than the name; say what it is for, and give an example of what it holds")
	case length(text.V) > most:
		found.WarnAt(text, "overlong", "the description has %d characters, of which an agent reads every one each time; %d should do", length(text.V), most)
	}
}

// checkName warns of the name of a tool that clients of a face refuse. Those of its versions are for programs, and may be longer.
func checkName(name manifest.Value[string], over *face.Face, found *diag.List) {
	if over.LongestName > 0 && length(name.V) > over.LongestName {
		found.WarnAt(name, "long-name", "the name has %d characters, and clients of %s are known to refuse more than %d, some of which they need for the name of the server; rename the tool, with \"was\"",
			length(name.V), over.Title, over.LongestName)
	}
}

// plainWords is a text by its letters and digits alone, without articles.
func plainWords(s string) string {
	s = strings.Map(func(r rune) rune {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return unicode.ToLower(r)
		}
		return ' '
	}, s)
	var words []string
	for _, word := range strings.Fields(s) {
		if word != "a" && word != "an" && word != "the" {
			words = append(words, word)
		}
	}
	return strings.Join(words, " ")
}

// shown warns of a text that agents read: of one in another script, as N-ACT wants English (draft, section 6), and of what was
// meant as an expression.
func shown(text manifest.Value[string], found *diag.List) {
	if expression := manifest.ExpressionIn(text.V); expression != "" {
		found.WarnAt(text, "unmarked-expression", "%s is shown as it stands: this text holds no expressions", expression)
	}
	for _, r := range text.V {
		if unicode.IsLetter(r) && !unicode.In(r, unicode.Latin, unicode.Common) {
			found.WarnAt(text, "not-latin", "this holds %q, which is no Latin letter; texts for agents are English", r)
			return
		}
	}
}

// valueTexts warns of an enum whose values do not say what they mean. Those that are written may be fewer.
func valueTexts(owner manifest.Value[string], written []*manifest.Named, values []nact.AllowedValue, found *diag.List) {
	for _, v := range written {
		shown(v.Description, found)
	}
	var bare []string
	for _, v := range values {
		if v.Description == "" {
			bare = append(bare, v.Name)
		}
	}
	if len(bare) > 0 {
		found.WarnAt(owner, "bare-enum", "an agent chooses by descriptions, and %s has none; describe the values, as in %s: ...", list(bare), bare[0])
	}
}

// list joins names for a sentence, the first few of them.
func list(names []string) string {
	const most = 3
	switch {
	case len(names) == 1:
		return names[0]
	case len(names) <= most:
		last := len(names) - 1
		return "each of " + strings.Join(names[:last], ", ") + " and " + names[last]
	}
	return "each of " + strings.Join(names[:most], ", ") + " and others"
}

// length is the number of characters of a text.
func length(s string) int { return utf8.RuneCountInString(s) }
