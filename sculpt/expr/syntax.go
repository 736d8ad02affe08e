package expr

import (
	"regexp"
	"slices"
	"strings"

	"cel.dev/cel-go/cel"
)

// syntax is an expression that the parser refuses.
type syntax struct {
	text   string
	tokens []token
	at     int    // the token at which the parser stopped
	said   string // by the parser, which speaks of its grammar
}

// syntaxProblem is what is wrong with an expression that is no CEL. The parser goes on after an error, and what it then
// finds follows from the first: that alone is reported.
func syntaxProblem(text string, issues *cel.Issues) Problem {
	first, offset := "", len(text)+1
	for _, err := range issues.Errors() {
		if at := locate(text, err.Location); at < offset {
			first, offset = strings.TrimPrefix(err.Message, "Syntax error: "), at
		}
	}
	tokens := scan(text)
	s := syntax{text, tokens, tokenAt(tokens, offset), first}
	for _, find := range []func() (Problem, bool){s.limit, s.macro, s.flaw, s.bracket, s.choice, s.reserved, s.missingValue} {
		if p, found := find(); found {
			return p
		}
	}
	return s.missingOperator()
}

// problem is a problem at a token.
func (s syntax) problem(i int, message string) (Problem, bool) {
	t := s.tokens[i]
	return Problem{Offset: t.at, Length: max(len(t.text), 1), Message: message}, true
}

// token is the token i places after the one at which the parser stopped; a token without text where there is none.
func (s syntax) token(i int) token {
	if i += s.at; i < 0 || i >= len(s.tokens) {
		return token{}
	}
	return s.tokens[i]
}

// limit finds an expression that is too large to be parsed.
func (s syntax) limit() (Problem, bool) {
	if !strings.Contains(s.said, "limit") {
		return Problem{}, false
	}
	message := "this expression is too long; make vars of its parts"
	if strings.Contains(s.said, "recursion") {
		message = "this expression is nested too deeply; make vars of its parts"
	}
	return Problem{Offset: 0, Length: max(len(s.text), 1), Message: message}, true
}

// macroRules are what the parser says of macros and literals, which it looks at itself, and what that means.
var macroRules = []struct {
	said  *regexp.Regexp
	plain string
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

func (s syntax) macro() (Problem, bool) {
	for _, rule := range macroRules {
		if rule.said.MatchString(s.said) {
			return s.problem(s.at, rule.plain)
		}
	}
	return Problem{}, false
}

// flaw finds a token that is wrong by itself.
func (s syntax) flaw() (Problem, bool) {
	if message := s.token(0).flaw; message != "" {
		return s.problem(s.at, message)
	}
	return Problem{}, false
}

var closers = map[string]string{"(": ")", "[": "]", "{": "}"}

// bracket finds a bracket without its other half.
func (s syntax) bracket() (Problem, bool) {
	var open []int
	for i, t := range s.tokens {
		switch {
		case t.kind != symbolToken:
		case closers[t.text] != "":
			open = append(open, i)
		case t.text != ")" && t.text != "]" && t.text != "}":
		case len(open) == 0:
			return s.problem(i, "this "+t.text+" closes nothing; remove it")
		case closers[s.tokens[open[len(open)-1]].text] != t.text:
			opener := s.tokens[open[len(open)-1]].text
			return s.problem(i, "this "+t.text+" stands where the "+opener+" before it is to be closed, with "+closers[opener])
		default:
			open = open[:len(open)-1]
		}
	}
	if len(open) == 0 {
		return Problem{}, false
	}
	i := open[len(open)-1]
	return s.problem(i, "this "+s.tokens[i].text+" is never closed; write the "+closers[s.tokens[i].text])
}

// choice finds a ?: that lacks a part, which also ?. and ?: of other languages are.
func (s syntax) choice() (Problem, bool) {
	if !strings.Contains(s.said, "':'") {
		if s.token(0).text != ":" || s.token(-1).text != "?" {
			return Problem{}, false
		}
		return s.problem(s.at-1, "what stands for an absent value is written .?field.orValue(...)")
	}
	for i := min(s.at, len(s.tokens)-1) - 1; i >= 0; i-- {
		switch {
		case s.tokens[i].text != "?":
		case s.tokens[i+1].text == "." && s.tokens[i+1].at == s.tokens[i].end:
			return s.problem(i, "an optional field is read with .?, as in x.?field")
		default:
			return s.problem(i, "a choice has a second value: condition ? value : value")
		}
	}
	return s.problem(s.at, "a : is missing before this, between the key and its value")
}

// foreignOperators are words that other languages have for operators, and what CEL has instead.
var foreignOperators = map[string]string{
	"and": "write &&", "or": "write ||", "not": "write !, as in !(x in list)", "mod": "the remainder is written %",
	"is": "equality is written ==", "eq": "equality is written ==", "equals": "equality is written ==", "ne": "inequality is written !=",
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
func (s syntax) reserved() (Problem, bool) {
	t := s.token(0)
	switch {
	case t.kind != nameToken:
		return Problem{}, false
	case slices.Contains(keywords, t.text) && s.afterDot():
		return s.problem(s.at, t.text+" is a word of CEL; as the name of a field it stands in backquotes: x."+fieldSource(t.text))
	case foreignOperators[t.text] != "" && s.token(-1).endsValue():
		return s.problem(s.at, "CEL has no operator "+quote(t.text)+"; "+foreignOperators[t.text])
	case s.token(-1).endsValue():
		return Problem{}, false
	case reservedWords[t.text] != "":
		return s.problem(s.at, "CEL has no "+quote(t.text)+"; "+reservedWords[t.text])
	case strings.HasPrefix(s.said, "reserved identifier"):
		return s.problem(s.at, t.text+" is a word that CEL reserves; only a field can have it as its name")
	case t.text == "in":
		return s.problem(s.at, "a value is needed before in")
	}
	return Problem{}, false
}

// afterDot reports whether the name of a field is to stand at the token.
func (s syntax) afterDot() bool {
	return s.token(-1).text == "." || s.token(-1).text == "?" && s.token(-2).text == "."
}

// missingValue finds a place where a value or a name is needed, and something else stands.
func (s syntax) missingValue() (Problem, bool) {
	t, before := s.token(0), s.token(-1)
	switch {
	case s.afterDot() && s.token(-2).kind == numberToken:
		return s.problem(s.at-2, "a digit is needed after the point, as in 1.0")
	case s.afterDot() && t.kind == endToken:
		return s.problem(s.at-1, "the name of a field is missing after this")
	case s.afterDot():
		return s.problem(s.at, "the name of a field is needed after the dot, and here is "+t.text)
	case before.text == "?" && t.text == "." && before.end == t.at:
		return s.problem(s.at-1, "an optional field is read with .?, as in x.?field")
	case t.kind == quotedToken && !before.endsValue():
		return s.problem(s.at, "backquotes stand around the name of a field alone, after a dot; text stands between \" or '")
	case before.endsValue():
		return Problem{}, false
	case t.kind == endToken && s.at == 0:
		return s.problem(s.at, "an expression is missing")
	case t.kind == endToken:
		return s.problem(s.at-1, "a value is missing after "+before.text+", where the expression ends")
	case t.text == "/":
		return s.problem(s.at, `a value is needed before /; a regular expression is text, as in "a+"`)
	case t.kind == symbolToken:
		return s.problem(s.at, "a value is needed before "+t.text)
	}
	return Problem{}, false
}

// missingOperator says that two values stand side by side.
func (s syntax) missingOperator() Problem {
	t := s.token(0)
	message := "an operator is missing before this"
	switch {
	case t.kind == endToken:
		message = "the expression ends too early"
	case t.text == "!":
		message = "! stands before what it negates, or in !="
	case t.text == "(":
		message = "only a name can be called: x.name(...) or name(...)"
	case t.text == ":":
		message = "a : belongs to a choice, condition ? value : value, or into a map"
	case t.text == "{":
		message = "messages are Protobuf, which OpenAPI has not; a map is written {\"name\": value}"
	case t.text == ",":
		message = "a comma stands in a list, a map or a call alone"
	case s.nested():
		message = "an operator or a comma is missing before this"
	case t.kind == symbolToken:
		message = t.text + " does not fit here"
	}
	p, _ := s.problem(s.at, message)
	return p
}

// nested reports whether the token stands within brackets.
func (s syntax) nested() bool {
	depth := 0
	for _, t := range s.tokens[:s.at] {
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
	}
	return depth > 0
}
