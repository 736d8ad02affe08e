package draft

import (
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/internal/invisible"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// The greatest lengths of the texts of a draft in characters, within what lint recommends.
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

// plain returns a text of a document as one line without markup, of at most so many characters, that a manifest accepts. It is empty if the text looks like
// an expression.
func plain(text string, most int) string {
	text = oneLine(text, most)
	if manifest.ExpressionIn(text) != "" {
		return ""
	}
	return text
}

// oneLine is plain for comments, in which expressions do not matter.
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

// visible removes all invisible characters from a text that has one which invisible.In finds.
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

// firstParagraph returns a text up to the first list, table, heading or empty line that follows at least a short sentence.
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

// cut shortens a text to at most so many characters, at the end of a sentence or else of a word.
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

// lower matches texts that begin with an ordinary word in lower case.
var lower = regexp.MustCompile(`^[a-z]+[ ,:]`)

// capitalized returns a text with a capital at its beginning, unless it begins with a name.
func capitalized(text string) string {
	if lower.MatchString(text) {
		return strings.ToUpper(text[:1]) + text[1:]
	}
	return text
}

// period returns a text with a period at its end, unless it ends a sentence already.
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

// essence returns the words of a text in lower case, without articles.
func essence(text string) string {
	var words []string
	for _, w := range strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !('a' <= r && r <= 'z' || '0' <= r && r <= '9' || r > '~') }) {
		if w != "a" && w != "an" && w != "the" {
			words = append(words, w)
		}
	}
	return strings.Join(words, " ")
}

// description returns a text of the document as the description of something with a name. If it says no more than the name, it returns instead.
func description(text, instead string, name []string, most int) string {
	if text = period(plain(text, most)); says(text, name) {
		return capitalized(text)
	}
	return instead
}
