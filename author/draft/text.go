package draft

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// How many characters the texts of a draft have at most: as many as lint likes.
const (
	mostOfTool  = 500
	mostOfField = 280
	mostOfValue = 200
	mostRead    = 8000 // of a text of a document, in bytes
)

var (
	markup    = regexp.MustCompile(`(?s)<!--.*?-->|</?[A-Za-z][^<>]{0,200}>`)
	link      = regexp.MustCompile(`!?\[([^\[\]]{0,300})\]\([^()\s]{0,500}\)`)
	marks     = regexp.MustCompile("\\*\\*|__|`+|^#+ *|~~")
	unspoken  = regexp.MustCompile(`\$+\{`)
	templated = regexp.MustCompile(`\{\{.*?\}\}`)
)

// plain is a text of a document as one line without markup, of whole sentences, with at most so many characters. Nothing in it is refused
// by a manifest, whatever the document holds.
func plain(text string, most int) string {
	text = oneLine(text, most)
	if manifest.ExpressionIn(text) != "" {
		return ""
	}
	return text
}

// oneLine is plain for comments, where nothing is taken for an expression.
func oneLine(text string, most int) string {
	if len(text) > mostRead {
		text = text[:mostRead]
	}
	text = invisible.Remove(strings.ToValidUTF8(text, ""))
	text = link.ReplaceAllString(markup.ReplaceAllString(text, " "), "$1")
	text = firstParagraph(text, most)
	text = templated.ReplaceAllString(unspoken.ReplaceAllString(marks.ReplaceAllString(text, ""), "{"), "")
	return cut(visible(strings.Join(strings.Fields(text), " ")), most)
}

// visible removes what is seen only beside what was removed.
func visible(text string) string {
	for range invisible.In(text) {
		return strings.Map(func(r rune) rune {
			if invisible.Is(r) {
				return -1
			}
			return r
		}, text)
	}
	return text
}

// firstParagraph is the text up to its first list, table, heading or empty line behind enough words to stand alone.
func firstParagraph(text string, most int) string {
	var lines []string
	length := 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" && length > 20 || length > 20 && strings.ContainsAny(line[:min(1, len(line))], "*-|#=+>") || length > most {
			break
		}
		lines = append(lines, line)
		length += len(line)
	}
	return strings.Join(lines, "\n")
}

// cut ends a text behind a sentence, or else behind a word, so that it has at most so many characters.
func cut(text string, most int) string {
	text = strings.TrimRight(text, " ,;:-")
	if utf8.RuneCountInString(text) <= most {
		return text
	}
	head := string([]rune(text)[:most])
	if end := strings.LastIndex(head, ". "); end > 20 {
		return head[:end+1]
	}
	if end := strings.LastIndexByte(head[:len(head)-1], ' '); end > most/2 {
		head = head[:end]
	}
	return strings.TrimRight(head, " ,;:-.") + "."
}

// lower is a word that begins a text and is no name.
var lower = regexp.MustCompile(`^[a-z]+[ ,:]`)

// capitalized is a text that begins as a sentence does.
func capitalized(text string) string {
	if lower.MatchString(text) {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

// period is a text that ends a sentence.
func period(text string) string {
	if text == "" || strings.ContainsAny(text[len(text)-1:], ".!?") {
		return text
	}
	return strings.TrimRight(text, ",;:") + "."
}

// says reports whether a description says more than a name does.
func says(text string, name []string) bool {
	words := strings.Fields(text)
	if len(words) < 2 {
		return false
	}
	return essence(text) != essence(strings.Join(name, " "))
}

// essence is a text by its letters and digits, without articles.
func essence(text string) string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > '~') }) {
		if w != "a" && w != "an" && w != "the" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// description is what a document says, or else what can be said instead, as the description of something with that name.
func description(text, instead string, name []string, most int) string {
	if text = period(plain(text, most)); says(text, name) {
		return capitalized(text)
	}
	return instead
}
