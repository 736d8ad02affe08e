package explain

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/cel"

	"github.com/nactgen/nactgen/sculpt/expr/source"
)

// syntax is an expression that the parser refuses.
type syntax struct {
	text      string
	tokens    []source.Token
	at        int    // the token at which the parser stopped
	complaint string // what the parser says, which speaks of its grammar
}

// Syntax says what is wrong with an expression that is no CEL, of which the parser says issues. The parser goes on after an error, and what it then
// finds follows from the first: that alone is reported.
func Syntax(text string, issues *cel.Issues) source.Problem {
	first, offset := "", len(text)+1
	for _, err := range issues.Errors() {
		if at := source.Locate(text, err.Location); at < offset {
			first, offset = strings.TrimPrefix(err.Message, "Syntax error: "), at
		}
	}
	tokens := source.Scan(text)
	s := syntax{text, tokens, source.TokenAt(tokens, offset), first}
	for _, find := range []func() (source.Problem, bool){s.limit, s.macro, s.filter, s.flaw, s.bracket, s.slice, s.choice, s.reserved, s.missingValue} {
		if p, found := find(); found {
			return p
		}
	}
	return s.missingOperator()
}

// problem is a problem at a token.
func (s syntax) problem(i int, message string) (source.Problem, bool) {
	t := s.tokens[i]
	return source.Problem{Span: source.Span{Offset: t.At, Length: max(len(t.Text), 1)}, Message: message}, true
}

// token is the token i places after the one at which the parser stopped; a token without text where there is none.
func (s syntax) token(i int) source.Token {
	if i += s.at; i < 0 || i >= len(s.tokens) {
		return source.Token{}
	}
	return s.tokens[i]
}

// limit finds an expression that is too large to be parsed.
func (s syntax) limit() (source.Problem, bool) {
	if !strings.Contains(s.complaint, "limit") {
		return source.Problem{}, false
	}
	message := "this expression is too long; make vars of its parts"
	if strings.Contains(s.complaint, "recursion") {
		message = "this expression is nested too deeply; make vars of its parts"
	}
	return source.Problem{Span: source.Span{Offset: 0, Length: max(len(s.text), 1)}, Message: message}, true
}

// macroRules are the complaints of the parser about macros and literals, and what each means.
var macroRules = []struct {
	complaint *regexp.Regexp
	plain     string
}{
	{regexp.MustCompile(`invalid argument to has`), "has asks for a field: has(x.field)"},
	{regexp.MustCompile(`not an identifier|must be (a )?simple|variable overwrites`), "a name of your own for the element stands here, as in list.map(x, x.name)"},
	{regexp.MustCompile(`^duplicate variable name`), "the two variables need different names"},
	{regexp.MustCompile(`sortBy can only`), "what sortBy sorts must be a list with a name, a field or a call"},
	{regexp.MustCompile(`requires at least one argument`), "this takes at least one number, as in math.greatest(a, b)"},
	{regexp.MustCompile(`invalid single argument|simple literal`), "this takes numbers, or one list of numbers"},
	{regexp.MustCompile(`of cel.block are`), "the first argument of cel.block is a list literal, of the values"},
	{regexp.MustCompile(`a literal number, from 0`), "this takes literal numbers, from 0 on"},
	{regexp.MustCompile(`^invalid int literal`), "this is no number that an int can hold: it goes from -9223372036854775808 to 9223372036854775807"},
	{regexp.MustCompile(`^invalid uint literal`), "this is no number that a uint can hold: it goes from 0u to 18446744073709551615u"},
	{regexp.MustCompile(`^invalid double literal`), "this number is too large for a double"},
	{regexp.MustCompile(`unable to unescape|[Uu]nicode code point`), "an escape in this text stands for no character"},
}

func (s syntax) macro() (source.Problem, bool) {
	for _, rule := range macroRules {
		if rule.complaint.MatchString(s.complaint) {
			return s.problem(s.at, rule.plain)
		}
	}
	return source.Problem{}, false
}

// filter finds the pipe of template languages: x | lower.
func (s syntax) filter() (source.Problem, bool) {
	name := 1
	if s.token(1).Text == ">" {
		name = 2
	}
	filter, behind := s.token(name), s.token(name+1)
	if s.token(0).Text != "|" || filter.Kind != source.NameToken || slices.Contains(source.Keywords, filter.Text) || behind.Kind != source.EndToken && !slices.Contains([]string{"|", "(", ")", ":"}, behind.Text) {
		return source.Problem{}, false
	}
	instead := foreignNames[filter.Text]
	if instead == "" {
		instead = "a function stands behind a dot, as in x." + filter.Text + "(), and or is written ||"
	}
	return s.problem(s.at, `CEL has no filters behind "|"; `+instead)
}

// flaw finds a token that is wrong by itself.
func (s syntax) flaw() (source.Problem, bool) {
	if message := s.token(0).Flaw; message != "" {
		return s.problem(s.at, message)
	}
	return source.Problem{}, false
}

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

// bracket finds a bracket without its other half.
func (s syntax) bracket() (source.Problem, bool) {
	var open []int
	for i, t := range s.tokens {
		switch {
		case t.Kind != source.SymbolToken:
		case closers[t.Text] != "":
			open = append(open, i)
		case t.Text != ")" && t.Text != "]" && t.Text != "}":
		case len(open) == 0:
			return s.problem(i, "this "+t.Text+" closes nothing; remove it")
		case closers[s.tokens[open[len(open)-1]].Text] != t.Text:
			opener := s.tokens[open[len(open)-1]].Text
			return s.problem(i, "this "+t.Text+" stands where the "+opener+" before it is to be closed, with "+closers[opener])
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return source.Problem{}, false
	}
	i := open[len(open)-1]
	return s.problem(i, "this "+s.tokens[i].Text+" is never closed; write the "+closers[s.tokens[i].Text])
}

// slice finds x[1:3] of other languages.
func (s syntax) slice() (source.Problem, bool) {
	for i := min(s.at, len(s.tokens)-1); i > 0; i-- {
		switch s.tokens[i].Text {
		case "?", "{", "(":
			return source.Problem{}, false
		case ":":
			if open := i - 2; open > 0 && s.tokens[open].Text == "[" && s.tokens[open-1].EndsValue() {
				return s.problem(i, "CEL has no slices; a part of a list is read with .slice(start, end), one of a text with .substring(start, end)")
			}
		}
	}
	return source.Problem{}, false
}

// choice finds a ?: that lacks a part, which also ?. and ?: of other languages are.
func (s syntax) choice() (source.Problem, bool) {
	if !strings.Contains(s.complaint, "':'") {
		if s.token(0).Text != ":" || s.token(-1).Text != "?" {
			return source.Problem{}, false
		}
		return s.problem(s.at-1, "what stands for an absent value is written .?field.orValue(...)")
	}
	for i := min(s.at, len(s.tokens)-1) - 1; i >= 0; i-- {
		switch {
		case s.tokens[i].Text != "?":
		case s.tokens[i+1].Text == "." && s.tokens[i+1].At == s.tokens[i].End:
			return s.problem(i, "an optional field is read with .?, as in x.?field")
		default:
			return s.problem(i, "a choice has a second value: condition ? value : value")
		}
	}
	if s.doubleBraces() {
		return s.problem(0, "${{...}} is how other tools write it; an expression has one pair of braces: ${...}")
	}
	return s.problem(s.at, "a : is missing before this, between the key and its value")
}

// doubleBraces reports whether the expression is a value in braces, which is no map: what stands in ${{...}}.
func (s syntax) doubleBraces() bool {
	first, last := s.tokens[0], s.token(0)
	return first.Text == "{" && last.Text == "}" && s.token(1).Kind == source.EndToken && s.depth(s.at) == 1
}

// foreignOperators are words that other languages have for operators, and what CEL has instead.
var foreignOperators = map[string]string{
	"and": "write &&", "or": "write ||", "not": "write !, as in !(x in list)", "mod": "the remainder is written %",
	"is": "equality is written ==, and != null asks for a value", "eq": "equality is written ==", "equals": "equality is written ==", "ne": "inequality is written !=",
	"then": "a choice is written condition ? value : value", "else": "a choice is written condition ? value : value",
	"contains": "it is a function, x.contains(y)", "like": `text is matched with .matches("...")`, "matches": `it is a function, .matches("...")`,
}

const (
	choiceUse  = "a choice is written condition ? value : value"
	loopUse    = "a list is run over with .map(x, ...) or .filter(x, ...)"
	bindingUse = "a value gets a name under vars, or with cel.bind(name, value, expression)"
)

// reservedWords are words that CEL keeps for itself, and what to write where other languages use them.
var reservedWords = map[string]string{
	"if": choiceUse, "else": choiceUse, "for": loopUse, "while": loopUse, "loop": loopUse, "let": bindingUse, "var": bindingUse, "const": bindingUse,
}

// reserved finds a word that names nothing.
func (s syntax) reserved() (source.Problem, bool) {
	t := s.token(0)
	switch {
	case t.Kind != source.NameToken:
		return source.Problem{}, false
	case slices.Contains(source.Keywords, t.Text) && s.afterDot():
		return s.problem(s.at, t.Text+" is a word of CEL; as the name of a field it stands in backquotes: x."+source.FieldSource(t.Text))
	case foreignOperators[t.Text] != "" && s.token(-1).EndsValue():
		return s.problem(s.at, "CEL has no operator "+strconv.Quote(t.Text)+"; "+foreignOperators[t.Text])
	case s.token(-1).EndsValue():
		return source.Problem{}, false
	case reservedWords[t.Text] != "":
		return s.problem(s.at, "CEL has no "+strconv.Quote(t.Text)+"; "+reservedWords[t.Text])
	case strings.HasPrefix(s.complaint, "reserved identifier"):
		return s.problem(s.at, t.Text+" is a word that CEL reserves; only a field can have it as its name")
	case t.Text == "in":
		return s.problem(s.at, "a value is needed before in")
	}
	return source.Problem{}, false
}

// afterDot reports whether the name of a field is to stand at the token.
func (s syntax) afterDot() bool {
	return s.token(-1).Text == "." || s.token(-1).Text == "?" && s.token(-2).Text == "."
}

// missingValue finds a place where a value or a name is needed, and something else stands.
func (s syntax) missingValue() (source.Problem, bool) {
	t, before := s.token(0), s.token(-1)
	switch {
	case s.afterDot() && s.token(-2).Kind == source.NumberToken:
		return s.problem(s.at-2, "a digit is needed after the point, as in 1.0")
	case s.afterDot() && t.Kind == source.EndToken:
		return s.problem(s.at-1, "the name of a field is missing after this")
	case s.afterDot():
		return s.problem(s.at, "the name of a field is needed after the dot, and here is "+t.Text)
	case before.Text == "?" && t.Text == "." && before.End == t.At:
		return s.problem(s.at-1, "an optional field is read with .?, as in x.?field")
	case t.Kind == source.QuotedToken && !before.EndsValue():
		return s.problem(s.at, "backquotes stand around the name of a field alone, after a dot; text stands between \" or '")
	case before.EndsValue():
		return source.Problem{}, false
	case t.Kind == source.EndToken && s.at == 0:
		return s.problem(s.at, "an expression is missing")
	case t.Kind == source.EndToken:
		return s.problem(s.at-1, "a value is missing after "+before.Text+", where the expression ends")
	case t.Text == "/":
		return s.problem(s.at, `a value is needed before /; a regular expression is text, as in "a+"`)
	case t.Kind == source.SymbolToken:
		return s.problem(s.at, "a value is needed before "+t.Text)
	}
	return source.Problem{}, false
}

// missingOperator says that two values stand side by side.
func (s syntax) missingOperator() source.Problem {
	t := s.token(0)
	message := "an operator is missing before this"
	switch {
	case t.Kind == source.EndToken:
		message = "the expression ends too early"
	case t.Text == "!":
		message = "! stands before what it negates, or in !="
	case t.Text == "(":
		message = "only a name can be called: x.name(...) or name(...)"
	case t.Text == ":":
		message = "a : belongs to a choice, condition ? value : value, or into a map"
	case t.Text == "{":
		message = "messages are Protobuf, which OpenAPI has not; a map is written {\"name\": value}"
	case t.Text == ",":
		message = "a comma stands in a list, a map or a call alone"
	case t.Kind == source.NumberToken && strings.HasPrefix(t.Text, "."):
		message = "an element of a list is read with brackets: [" + t.Text[1:] + "]"
	case s.nested():
		message = "an operator or a comma is missing before this"
	case t.Kind == source.SymbolToken:
		message = t.Text + " does not fit here"
	}
	p, _ := s.problem(s.at, message)
	return p
}

// nested reports whether the token stands within brackets.
func (s syntax) nested() bool { return s.depth(s.at) > 0 }

// depth is how many brackets are open before a token.
func (s syntax) depth(at int) int {
	depth := 0
	for _, t := range s.tokens[:at] {
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
	}
	return depth
}
