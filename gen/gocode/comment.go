package gocode

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/internal/invisible"
)

// commentWidth is how long a line of a comment may get.
const commentWidth = 110

// Doc returns text as a comment in lines that stand above a declaration. Whatever the text holds, it stays inside the
// comment: it is one paragraph of printable characters, no line of which is a directive.
func Doc(text string) *jen.Statement {
	s := jen.Null()
	for i, line := range wrap(PlainText(text), commentWidth) {
		if i > 0 {
			s.Line()
		}
		s.Comment("// " + line)
	}
	return s
}

// Paragraphs returns paragraphs as one comment, blank lines between them. A paragraph that begins with a tab is kept as
// one line of preformatted text.
func Paragraphs(paragraphs ...string) *jen.Statement {
	s := jen.Null()
	for i, p := range paragraphs {
		if i > 0 {
			s.Line().Comment("//").Line()
		}
		if text, preformatted := strings.CutPrefix(p, "\t"); preformatted {
			s.Comment("//\t" + PlainText(text))
		} else {
			s.Add(Doc(p))
		}
	}
	return s
}

// Member returns a field of a struct with a text that says what it is: at the end of the line if it is short enough to
// be read there, or else above.
func Member(field *jen.Statement, text string) jen.Code {
	const short, long = 90, 600
	text = PlainText(text)
	switch runes := []rune(text); {
	case text == "":
		return field
	case len(runes) <= short:
		return field.Comment("// " + text)
	case len(runes) > long:
		text = string(runes[:long]) + "…"
	}
	return Doc(text).Line().Add(field)
}

// PlainText returns text as one line without characters that are invisible, or that change how others are shown. Nor is
// there a +build in it, of which gofmt would make a build constraint wherever it stands.
func PlainText(text string) string {
	visible := func(r rune) rune {
		switch {
		case unicode.IsSpace(r) || unicode.Is(unicode.Zl, r) || unicode.Is(unicode.Zp, r):
			return ' '
		case !unicode.IsGraphic(r) && !unicode.Is(unicode.Join_Control, r) || r == utf8.RuneError:
			return -1
		}
		return r
	}
	text = invisible.Remove(strings.Map(visible, text))
	text = strings.Join(strings.Fields(text), " ")
	return strings.ReplaceAll(text, "+build", "+ build")
}

// Sentence returns text with a full stop at its end, unless it ends a sentence already.
func Sentence(text string) string {
	text = PlainText(text)
	if text == "" || strings.ContainsRune(".!?:;", rune(text[len(text)-1])) {
		return text
	}
	return text + "."
}

// Alternatives returns texts as a sentence has them: TODAY, TONIGHT or TOMORROW.
func Alternatives(texts []string) string {
	last := len(texts) - 1
	if last < 1 {
		return strings.Join(texts, "")
	}
	return strings.Join(texts[:last], ", ") + " or " + texts[last]
}

// wrap breaks text at spaces into lines of at most width characters, where words allow. The result has at least one line.
func wrap(text string, width int) []string {
	var lines []string
	line := ""
	for _, word := range strings.Fields(text) {
		switch {
		case line == "":
			line = word
		case utf8.RuneCountInString(line)+1+utf8.RuneCountInString(word) > width:
			lines = append(lines, line)
			line = word
		default:
			line += " " + word
		}
	}
	return append(lines, line)
}
