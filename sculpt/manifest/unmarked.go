package manifest

import (
	"regexp"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// unmarked says what in the text of a template was meant as an expression, or returns "": inputs.city without ${}, or what
// other tools write, {{inputs.city}}, $.city and $API_KEY. It names what to write instead, and what means the text itself.
func (t *Template) unmarked() string {
	if text, literal := t.Literal(); literal {
		text = strings.TrimSpace(text)
		if variable := environment.FindStringSubmatch(text); variable != nil {
			return diag.Clip(text) + " is text here, and reads like a variable of the environment, which config values alone read: config: {key: {env: " +
				variable[1] + variable[2] + "}}, which is ${config.key} here" + verbatim(text)
		}
		if expression := meant(text); readsLikeExpression(expression) {
			return diag.Clip(text) + " is text here, and reads like an expression: write ${" + expression + "}" + verbatim(text)
		}
	}
	for _, p := range t.Parts {
		expression, found := foreign(p.Text)
		if found == "" {
			continue
		}
		instead := "an expression is ${...}, and reads inputs, steps, vars, tables and config, as in ${inputs.city}"
		if expression != "" {
			instead = "write ${" + expression + "}"
		}
		return diag.Clip(found) + " is text here, and reads like a template of another language: " + instead + verbatim(found)
	}
	return ""
}

// ExpressionIn returns what in a text without expressions reads like one, as such, in ${} or in other marks, or "".
func ExpressionIn(text string) string {
	whole := strings.TrimSpace(text)
	if readsLikeExpression(meant(whole)) && !fileName.MatchString(whole) || environment.MatchString(whole) {
		return whole
	}
	for at, rest := range strings.SplitAfter(text, "${") {
		length, ok := expressionEnd(rest)
		if at == 0 || !ok {
			continue
		}
		if inner := strings.TrimSpace(rest[:length]); readsLikeExpression(meant(inner)) || shellName.MatchString(inner) {
			return "${" + rest[:length] + "}"
		}
	}
	if expression, found := foreign(text); expression != "" {
		return found
	}
	return ""
}

// verbatim says how to write text that is none of the expressions it reads like.
func verbatim(text string) string {
	return "; if the text itself is meant, write ${" + strconv.Quote(text) + "}"
}

// Escaped says of an expression that stands behind $${ that it is text, and how to write its value behind a dollar sign.
func (e *Expr) Escaped() string {
	text := "${" + e.Text + "}"
	return "$${ is a literal ${, so that this is text and is not computed; for its value behind a dollar sign write ${'$'}" + diag.Clip(text) + verbatim(text)
}

// readable matches what expressions read.
const readable = `(?:inputs|steps|vars|tables|config|this)`

// singular and stepless match roots as they are often written: input.city, and the answer of a step without steps.
var (
	singular = regexp.MustCompile(`^(input|step|var)(\.\??\s*[A-Za-z_]|\[)`)
	stepless = regexp.MustCompile(`^[A-Za-z_]\w*\.body(?:\.\??[A-Za-z_]|\[)`)
)

// environment matches variables of the environment, alone or as the token of an Authorization header. A name of which nothing
// says that it is a variable's has none: $TSLA is text.
var environment = regexp.MustCompile(`^(?:(?i:bearer|basic|token)\s+)?(?:` +
	`\$(?:env:)?([A-Z][A-Z0-9]*_[A-Z0-9_]+|[A-Z0-9]*(?:KEY|TOKEN|SECRET|PASSWORD|USER|HOST|HOME|URL))|` +
	`\$?(?:process\.)?env\.([A-Z][A-Z0-9_]*))$`)

// fileName matches names of files that read like expressions: config.yaml.
var fileName = regexp.MustCompile(`^\w+\.(?:ya?ml|json|toml|ini|xml|csv|txt)$`)

// shellName matches what stands in ${} where a shell has a variable of the environment.
var shellName = regexp.MustCompile(`^(?:env\.)?[A-Z][A-Z0-9_]*(?::?-[^}]*)?$`)

// formula matches the sign that spreadsheets and some tools put before an expression.
var formula = regexp.MustCompile(`^:?=\s*`)

// meant returns the expression that the author of a text probably had in mind: without the sign = before it, and with steps or
// inputs where the text begins with input or with the name of a step.
func meant(text string) string {
	text = formula.ReplaceAllString(text, "")
	switch {
	case startsLikeExpression.MatchString(text):
		return text
	case singular.MatchString(text):
		return singular.ReplaceAllString(text, "${1}s${2}")
	case stepless.MatchString(text):
		return "steps." + text
	}
	return text
}

// startsLikeExpression matches text that starts with something read of a root, behind negations, parentheses, names of
// functions and what a literal is joined with.
var startsLikeExpression = regexp.MustCompile(`^(?:(?:'[^']*'|"[^"]*"|true|false|[0-9.]+)\s*(?:\+|==|!=|&&|\|\|)\s*)*[!(\-]*(?:[A-Za-z_][\w.]*\()*` + readable + `\s*(?:\.\s*\??\s*[A-Za-z_` + "`" + `]|\[)`)

// readsLikeExpression reports whether text could be an expression that reads something, and is no sentence: in CEL no two
// names or literals follow each other without an operator.
func readsLikeExpression(s string) bool {
	if !startsLikeExpression.MatchString(s) {
		return false
	}
	depth, operand := 0, false
	for at := 0; at < len(s); {
		c, length := s[at], 1
		starts := false // an operand
		switch {
		case c == '"' || c == '\'':
			length, starts = stringLength(s[at:], false), true
		case c == '`':
			length = nameLength(s[at:])
		case isWord(c):
			length = wordLength(s[at:])
			word := s[at : at+length]
			starts = word != "in"
			operand = operand && word != "in"
		case strings.IndexByte("([{", c) >= 0:
			depth++
			operand = false
		case strings.IndexByte(")]}", c) >= 0:
			depth--
			operand = depth >= 0
		case c == ',' && depth == 0, strings.IndexByte(";#@$\\", c) >= 0, c >= 0x80:
			return false
		case c != ' ' && c != '\t' && c != '\n':
			operand = false
		}
		if starts {
			if operand {
				return false
			}
			operand = true
		}
		at += length
	}
	return depth == 0 && operand
}

// foreignForms are the marks of other template languages. The submatch is what stands between them.
var foreignForms = []*regexp.Regexp{
	regexp.MustCompile(`\{\{-?\s*(\S[^{}]*?)\s*-?\}\}`),                                                // Mustache, Jinja, Handlebars
	regexp.MustCompile(`<%=?\s*(.*?)\s*%>`),                                                            // ERB
	regexp.MustCompile(`(?:^|[^$])\{\s*\$?(` + readable + `\s*[.\[][^{}]*?)\s*\}`),                     // RFC 6570 and others, #{} too
	regexp.MustCompile(`\$\(\s*(` + readable + `(?:\.[\w.\-\[\]]+|\[[^\]]*\]))\s*\)`),                  // shells, Tekton
	regexp.MustCompile(`\$(` + readable + `(?:\.[\w.\-\[\]]+|\[[^\]]*\]))`),                            // Arazzo
	regexp.MustCompile(`^\s*(\$(?:response|request|outputs|statusCode|url|method)\b(?:[.#]\S*)?)\s*$`), // Arazzo
	regexp.MustCompile(`^\s*(\$(?:\.[A-Za-z_*]|\[)\S*)\s*$`),                                           // JSONPath
}

// foreign returns the first template of another language in text, and the expression that it stands for if that is known.
func foreign(text string) (expression, found string) {
	for _, form := range foreignForms {
		m := form.FindStringSubmatchIndex(text)
		if m == nil {
			continue
		}
		found = strings.TrimSpace(text[m[0]:m[1]])
		if expression = strings.TrimLeft(text[m[2]:m[3]], "$."); !readsLikeExpression(expression) {
			expression = ""
		}
		return expression, found
	}
	return "", ""
}
