package source

import (
	"regexp"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// TokenKind says what a token is.
type TokenKind int

// The kinds of tokens.
const (
	EndToken TokenKind = iota // after the last one
	NameToken
	QuotedToken // a name in backquotes
	NumberToken
	TextToken
	SymbolToken
)

// Token is a word of an expression. The reference library has a scanner of its own, whose tokens nobody sees: this one
// finds the same, to say what is wrong with those that an author wrote, and where.
type Token struct {
	Kind    TokenKind
	At, End int    // bytes in the expression
	Text    string // as written
	Flaw    string // what is wrong with the token whatever stands around it; empty if nothing is
}

// Scan returns the tokens of an expression, without blanks and comments. The last is an EndToken.
func Scan(text string) []Token {
	var tokens []Token
	for at := 0; at < len(text); {
		if n := blankLength(text[at:]); n > 0 {
			at += n
			continue
		}
		t := scanToken(text[at:])
		t.At, t.End = at, at+len(t.Text)
		tokens = append(tokens, t)
		at = t.End
	}
	return append(tokens, Token{Kind: EndToken, At: len(text), End: len(text)})
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

func scanToken(s string) Token {
	if n := textPrefix(s); n >= 0 {
		return scanText(s, n)
	}
	switch c := s[0]; {
	case c == '`':
		return scanQuoted(s)
	case c >= '0' && c <= '9', c == '.' && len(s) > 1 && s[1] >= '0' && s[1] <= '9':
		return scanNumber(s)
	case isWord(c):
		return Token{Kind: NameToken, Text: s[:wordLength(s, 0)]}
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
func scanText(s string, n int) Token {
	raw := strings.ContainsAny(s[:n], "rR")
	quote := s[n : n+1]
	if triple := strings.Repeat(quote, 3); strings.HasPrefix(s[n:], triple) {
		quote = triple
	}
	t := Token{Kind: TextToken}
	for at := n + len(quote); at < len(s); at++ {
		switch {
		case s[at] == '\\' && !raw:
			at++
			if t.Flaw == "" && at < len(s) {
				t.Flaw = escapeFlaw(s[at:])
			}
		case strings.HasPrefix(s[at:], quote):
			t.Text = s[:at+len(quote)]
			return t
		case len(quote) == 1 && s[at] == '\n':
			return Token{Kind: TextToken, Text: s[:at], Flaw: "this text is not closed on its line: write the closing " + quote + ", or \\n for a line break"}
		}
	}
	return Token{Kind: TextToken, Text: s, Flaw: "this text is never closed: write the closing " + quote}
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
func scanQuoted(s string) Token {
	i := strings.IndexAny(s[1:], "`\n")
	switch {
	case i < 0 || s[1+i] == '\n':
		line, _, _ := strings.Cut(s, "\n")
		return Token{Kind: QuotedToken, Text: line, Flaw: "this name is never closed: write the closing backquote"}
	case i == 0:
		return Token{Kind: QuotedToken, Text: s[:2], Flaw: "a name is missing between the backquotes"}
	}
	return Token{Kind: QuotedToken, Text: s[:i+2]}
}

var number = regexp.MustCompile(`^(0[xX][0-9A-Fa-f]+[uU]?|[0-9]+[uU]?|[0-9]*(\.[0-9]+)?([eE][+-]?[0-9]+)?)$`)

// scanNumber scans a number, with all letters and digits that stand right after it.
func scanNumber(s string) Token {
	n := wordLength(s, 0)
	if n+1 < len(s) && s[n] == '.' && s[n+1] >= '0' && s[n+1] <= '9' {
		n += 1 + wordLength(s, n+1)
	}
	if last := s[n-1] | 0x20; last == 'e' && n < len(s) && (s[n] == '+' || s[n] == '-') && !strings.HasPrefix(s, "0x") {
		n += 1 + wordLength(s, n+1)
	}
	t := Token{Kind: NumberToken, Text: s[:n]}
	if !number.MatchString(t.Text) {
		t.Flaw = "this is no number"
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

func scanSymbol(s string) Token {
	known := slices.ContainsFunc(symbols, func(symbol string) bool { return strings.HasPrefix(s, symbol) })
	for _, f := range foreign {
		if strings.HasPrefix(s, f.text) && !(len(f.text) == 1 && known) {
			return Token{Kind: SymbolToken, Text: f.text, Flaw: "CEL has no " + strconv.Quote(f.text) + "; " + f.instead}
		}
	}
	if known {
		return Token{Kind: SymbolToken, Text: s[:2]}
	}
	r, size := utf8.DecodeRuneInString(s)
	t := Token{Kind: SymbolToken, Text: s[:size]}
	switch {
	case strings.ContainsRune("()[]{}.,:?+-*/%<>!", r):
	case strings.ContainsRune("“”„«»‘’", r):
		t.Flaw = `text stands between plain quotes: "..." or '...'`
	case unicode.IsLetter(r):
		t.Flaw = "letters other than a to z stand in text, or in backquotes in the name of a field: x.`größe`"
	default:
		t.Flaw = "this character has no meaning in CEL"
	}
	return t
}

// TokenAt returns the index of the token that holds the byte at offset, or of the first after it.
func TokenAt(tokens []Token, offset int) int {
	i := sort.Search(len(tokens), func(i int) bool { return offset < tokens[i].End })
	return min(i, len(tokens)-1)
}

// EndsValue reports whether a value can end with t, so that an operator, and no value, can follow.
func (t Token) EndsValue() bool {
	switch t.Kind {
	case NameToken:
		return t.Text != "in"
	case QuotedToken, NumberToken, TextToken:
		return true
	}
	return t.Text == ")" || t.Text == "]" || t.Text == "}"
}

// name is the name that a NameToken or a QuotedToken stands for.
func (t Token) name() string { return strings.Trim(t.Text, "`") }

// wordLength is the length of the identifier or number at offset, or 0.
func wordLength(text string, offset int) int {
	i := offset
	for i < len(text) && isWord(text[i]) {
		i++
	}
	return i - offset
}

func isWord(c byte) bool {
	return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}
