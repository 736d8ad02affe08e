package expr

import (
	"regexp"
	"sort"
	"strings"
	"unicode"
	"unicode/utf8"
)

// tokenKind says what a token is.
type tokenKind int

const (
	endToken tokenKind = iota // after the last one
	nameToken
	quotedToken // a name in backquotes
	numberToken
	textToken
	symbolToken
)

// token is a word of an expression. The reference library has a scanner of its own, whose tokens nobody sees: this one
// finds the same, to say what is wrong with those that an author wrote, and where.
type token struct {
	kind    tokenKind
	at, end int    // bytes in the expression
	text    string // as written
	flaw    string // what is wrong with the token whatever stands around it; empty if nothing is
}

// scan returns the tokens of an expression, without blanks and comments. The last is an endToken.
func scan(text string) []token {
	var tokens []token
	for at := 0; at < len(text); {
		if n := blankLength(text[at:]); n > 0 {
			at += n
			continue
		}
		t := scanToken(text[at:])
		t.at, t.end = at, at+len(t.text)
		tokens = append(tokens, t)
		at = t.end
	}
	return append(tokens, token{kind: endToken, at: len(text), end: len(text)})
}

// blankLength is the length of the blanks, or of the comment, that s starts with.
func blankLength(s string) int {
	if strings.HasPrefix(s, "//") {
		if i := strings.IndexByte(s, '\n'); i >= 0 {
			return i
		}
		return len(s)
	}
	return len(s) - len(strings.TrimLeft(s, " \t\r\n\f"))
}

func scanToken(s string) token {
	if n := textPrefix(s); n >= 0 {
		return scanText(s, n)
	}
	switch c := s[0]; {
	case c == '`':
		return scanQuoted(s)
	case c >= '0' && c <= '9', c == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return scanNumber(s)
	case isWord(c):
		return token{kind: nameToken, text: s[:wordLength(s, 0)]}
	}
	return scanSymbol(s)
}

// textPrefix is the length of what stands before the quote of a string or bytes literal, or -1 if s starts with none.
func textPrefix(s string) int {
	n := wordLength(s, 0)
	if n > 2 || n == len(s) || s[n] != '"' && s[n] != '\'' {
		return -1
	}
	switch strings.ToLower(s[:n]) {
	case "", "r", "b", "br", "rb":
		return n
	}
	return -1
}

// scanText scans a string or bytes literal with n letters before its quote.
func scanText(s string, n int) token {
	raw := strings.ContainsAny(s[:n], "rR")
	quote := s[n : n+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s[n:], triple) {
		quote = triple
	}
	t := token{kind: textToken}
	for at := n + len(quote); at < len(s); at++ {
		switch {
		case s[at] == '\\' && !raw:
			at++
			if t.flaw == "" && at < len(s) {
				t.flaw = escapeFlaw(s[at:])
			}
		case strings.HasPrefix(s[at:], quote):
			t.text = s[:at+len(quote)]
			return t
		case len(quote) == 1 && s[at] == '\n':
			return token{kind: textToken, text: s[:at], flaw: "this text is not closed on its line: write the closing " + quote + ", or \\n for a line break"}
		}
	}
	return token{kind: textToken, text: s, flaw: "this text is never closed: write the closing " + quote}
}

var escape = regexp.MustCompile("^([abfnrtv\"'\\\\?`]|[xX][0-9A-Fa-f]{2}|u[0-9A-Fa-f]{4}|U[0-9A-Fa-f]{8}|[0-3][0-7]{2})")

// escapeFlaw says what is wrong with an escape, whose backslash stands before s.
func escapeFlaw(s string) string {
	if escape.MatchString(s) {
		return ""
	}
	r, _ := utf8.DecodeRuneInString(s)
	return `\` + string(r) + ` starts no escape here: write \\` + string(r) + `, or r"..." for text without escapes`
}

// scanQuoted scans a name in backquotes.
func scanQuoted(s string) token {
	i := strings.IndexAny(s[1:], "`\n")
	switch {
	case i < 0 || s[1+i] == '\n':
		line, _, _ := strings.Cut(s, "\n")
		return token{kind: quotedToken, text: line, flaw: "this name is never closed: write the closing backquote"}
	case i == 0:
		return token{kind: quotedToken, text: s[:2], flaw: "a name is missing between the backquotes"}
	}
	return token{kind: quotedToken, text: s[:i+2]}
}

var number = regexp.MustCompile(`^(0[xX][0-9A-Fa-f]+[uU]?|[0-9]+[uU]?|[0-9]*(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)

// scanNumber scans a number, with all letters and digits that stand right after it.
func scanNumber(s string) token {
	n := wordLength(s, 0)
	if n+1 < len(s) && s[n] == '.' && s[n+1] >= '0' && s[n+1] <= '9' {
		n += 1 + wordLength(s, n+1)
	}
	if last := s[n-1] | 0x20; last == 'e' && n < len(s) && (s[n] == '+' || s[n] == '-') && !strings.HasPrefix(s, "0x") {
		n += 1 + wordLength(s, n+1)
	}
	t := token{kind: numberToken, text: s[:n]}
	if !number.MatchString(t.text) {
		t.flaw = "this is no number"
	}
	return t
}

// foreign are symbols of other languages, and what CEL has instead. Of two that match the longer stands first.
var foreign = []struct{ text, instead string }{
	{"===", "equality is written =="},
	{"!==", "inequality is written !="},
	{"=>", "a macro names its variable first, as in list.map(x, x.name)"},
	{"=~", `text is matched with .matches("...")`},
	{"<>", "inequality is written !="},
	{"??", "what stands for an absent value is written .?field.orValue(...)"},
	{"**", "a power is written as a product"},
	{"${", "what is between ${ and } is one expression, without a further ${"},
	{"$", "a name stands without it"},
	{"=", "equality is written =="},
	{"&", "write && for and"},
	{"|", "write || for or"},
	{";", "an expression is one value, and nothing ends it"},
	{"#", "a comment starts with //"},
	{"@", "a field whose name is no plain word stands in backquotes, as x.`@id`"},
	{"~", "math.bitNot(...) flips bits"},
	{"^", "math.bitXor(...) combines bits"},
	{"\\", "a backslash stands in text alone"},
}

// symbols are those of CEL that have two characters.
var symbols = []string{"==", "!=", "<=", ">=", "&&", "||"}

func scanSymbol(s string) token {
	for _, f := range foreign {
		if strings.HasPrefix(s, f.text) && !(len(f.text) == 1 && anyPrefix(s, symbols)) {
			return token{kind: symbolToken, text: f.text, flaw: "CEL has no " + quote(f.text) + "; " + f.instead}
		}
	}
	if anyPrefix(s, symbols) {
		return token{kind: symbolToken, text: s[:2]}
	}
	r, size := utf8.DecodeRuneInString(s)
	t := token{kind: symbolToken, text: s[:size]}
	switch {
	case strings.ContainsRune("()[]{}.,:?+-*/%<>!", r):
	case strings.ContainsRune("“”„«»‘’", r):
		t.flaw = `text stands between plain quotes: "..." or '...'`
	case unicode.IsLetter(r):
		t.flaw = "letters other than a to z stand in text, or in backquotes in the name of a field: x.`größe`"
	default:
		t.flaw = "this character has no meaning in CEL"
	}
	return t
}

func anyPrefix(s string, prefixes []string) bool {
	for _, p := range prefixes {
		if strings.HasPrefix(s, p) {
			return true
		}
	}
	return false
}

// tokenAt returns the index of the token that holds the byte at offset, or of the first after it.
func tokenAt(tokens []token, offset int) int {
	i := sort.Search(len(tokens), func(i int) bool { return offset < tokens[i].end })
	return min(i, len(tokens)-1)
}

// endsValue reports whether a value can end with t, so that an operator, and no value, can follow.
func (t token) endsValue() bool {
	switch t.kind {
	case nameToken:
		return t.text != "in"
	case quotedToken, numberToken, textToken:
		return true
	}
	return t.text == ")" || t.text == "]" || t.text == "}"
}

// name is the name that a nameToken or a quotedToken stands for.
func (t token) name() string { return strings.Trim(t.text, "`") }
