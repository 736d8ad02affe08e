package cel

import (
	"html"
	"strings"
)

// HTMLText is html.text(s): the text of HTML as people read it. Tags, comments, scripts,
// styles and templates are left out, character references are decoded, and a run of
// whitespace is one blank outside of pre and textarea. Elements that are blocks stand on
// lines of their own, paragraphs and headings between empty lines, cells of a row between
// tabs, and br ends a line; there is never more than one empty line. A no-break space becomes
// a blank. It takes HTML as browsers do, however broken, but for scripts in comments in
// scripts: a tag or a comment that does not end is left out with all behind it. The result is not longer than s.
func HTMLText(s string) string {
	var t htmlText
	for s != "" {
		text, markup := cutMarkup(s)
		t.write(html.UnescapeString(text))
		s = ""
		if markup != "" {
			s = t.markup(markup)
		}
	}
	return t.b.String()
}

// htmlText writes the text of HTML. What stands between two words is written with the second one.
type htmlText struct {
	b       strings.Builder
	breaks  int    // ends of lines before the next word
	blank   string // before the next word, if no line ends: a blank or a tab
	pre     int    // how many elements are open that keep whitespace
	opening bool   // one of them has just begun, and with it the line
}

// markup takes the tag or the comment that s begins with, and returns what follows it.
func (t *htmlText) markup(s string) string {
	name, closing := strings.CutPrefix(s[1:], "/")
	switch {
	case strings.HasPrefix(s, "<!--"):
		return cutComment(s)
	case name == "" || !beginsName(name[0]):
		return behind(s, ">")
	}
	name, rest := cutAt(name, endsTagName)
	rest, ended := cutTag(rest)
	name = strings.ToLower(name)
	switch {
	case !ended:
		return ""
	case has(htmlUnread, name) && !closing:
		_, rest = cutRawText(rest, name)
	case name == "textarea" && !closing:
		var text string
		text, rest = cutRawText(rest, name)
		t.tag("pre", false)
		t.write(html.UnescapeString(text))
		t.tag("pre", true)
	default:
		t.tag(name, closing)
	}
	return rest
}

// tag notes what a tag means for what comes next.
func (t *htmlText) tag(name string, closing bool) {
	switch {
	case name == "br":
		t.breaks = min(t.breaks+1, 2)
	case (name == "td" || name == "th") && !closing:
		t.blank = "\t"
	case has(htmlParagraphs, name):
		t.breaks = 2
	case has(htmlBlocks, name):
		t.breaks = max(t.breaks, 1)
	}
	if name == "pre" && !closing {
		t.pre++
	} else if name == "pre" {
		t.pre = max(t.pre-1, 0)
	}
	t.opening = name == "pre" && !closing
}

// write writes text, without the whitespace at its ends: that is one blank before the next word, if at all.
func (t *htmlText) write(text string) {
	if t.pre > 0 {
		if t.opening {
			text = strings.TrimPrefix(text, "\n")
		}
		t.word(text)
		return
	}
	for text != "" {
		var word string
		word, text = cutAt(text, isHTMLSpace)
		t.word(word)
		if trimmed := strings.TrimLeft(text, htmlSpace); trimmed != text {
			text = trimmed
			if t.blank == "" {
				t.blank = " "
			}
		}
	}
}

// word writes what has to stand before it, then the word itself.
func (t *htmlText) word(word string) {
	if word == "" {
		return
	}
	if t.b.Len() > 0 {
		if t.breaks > 0 {
			t.blank = "\n\n"[:t.breaks]
		}
		t.b.WriteString(t.blank)
	}
	t.breaks, t.blank, t.opening = 0, "", false
	t.b.WriteString(strings.ReplaceAll(word, "\u00a0", " "))
}

// cutMarkup cuts s before the next tag or comment. markup begins with a < or is empty.
func cutMarkup(s string) (text, markup string) {
	for i := range len(s) - 1 {
		if next := s[i+1]; s[i] == '<' && (beginsName(next) || next == '!' || next == '?' || next == '/' && i+2 < len(s)) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// cutComment returns what follows a comment: it ends with -->, whose dashes can be those of its start, or with --!>.
func cutComment(s string) (rest string) {
	for i := len("<!"); i+2 < len(s); i++ {
		switch end := s[i+2:]; {
		case s[i] != '-' || s[i+1] != '-':
		case end[0] == '>':
			return end[1:]
		case i > len("<!--")-1 && strings.HasPrefix(end, "!>"):
			return end[2:]
		}
	}
	return ""
}

// cutTag returns what follows a tag behind whose name s starts: a > in a value in quotes does not end it.
func cutTag(s string) (rest string, ended bool) {
	for {
		s = strings.TrimLeft(s, htmlSpace+"/")
		if s == "" {
			return "", false
		}
		if s[0] == '>' {
			return s[1:], true
		}
		_, s = cutAt(s[1:], func(c byte) bool { return c == '=' || endsTagName(c) })
		value, assigned := strings.CutPrefix(strings.TrimLeft(s, htmlSpace), "=")
		if !assigned {
			continue
		}
		s = strings.TrimLeft(value, htmlSpace)
		if s != "" && (s[0] == '"' || s[0] == '\'') {
			s = behind(s[1:], s[:1])
			continue
		}
		_, s = cutAt(s, func(c byte) bool { return c == '>' || isHTMLSpace(c) })
	}
}

// cutRawText returns the text up to the closing tag of an element in which no other tag counts, and what follows that.
func cutRawText(s, name string) (text, rest string) {
	for i := range len(s) {
		end := i + len("</") + len(name)
		if s[i] == '<' && end < len(s) && s[i+1] == '/' && strings.EqualFold(s[i+2:end], name) && endsTagName(s[end]) {
			rest, _ = cutTag(s[end:])
			return s[:i], rest
		}
	}
	return s, ""
}

// cutAt cuts s before the first character for which end holds.
func cutAt(s string, end func(byte) bool) (before, rest string) {
	for i := range len(s) {
		if end(s[i]) {
			return s[:i], s[i:]
		}
	}
	return s, ""
}

// behind returns what follows the first mark in s; nothing if there is none.
func behind(s, mark string) string {
	_, rest, _ := strings.Cut(s, mark)
	return rest
}

const htmlSpace = " \t\n\f\r"

func beginsName(c byte) bool  { return 'a' <= c|0x20 && c|0x20 <= 'z' }
func isHTMLSpace(c byte) bool { return strings.IndexByte(htmlSpace, c) >= 0 }
func endsTagName(c byte) bool { return c == '/' || c == '>' || isHTMLSpace(c) }

func has(names map[string]struct{}, name string) bool {
	_, ok := names[name]
	return ok
}

// Elements by what their tags mean. Of those that are not read, no tag inside counts.
var (
	htmlUnread     = setOf(strings.Fields(`iframe noembed noframes noscript script style template title`))
	htmlParagraphs = setOf(strings.Fields(`h1 h2 h3 h4 h5 h6 p`))
	htmlBlocks     = setOf(strings.Fields(`address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form
		header hgroup hr html legend li listing main menu nav ol optgroup option pre search section summary table tbody tfoot thead tr ul`))
)
