// Package expression has the little languages of Arazzo's texts: runtime expressions ($steps.find.outputs.id), text with such expressions
// in it (/pets/{$inputs.id}), simple conditions ($statusCode == 200) and paths of JSONPath, as trees. It knows nothing of documents.
package expression

import (
	"fmt"
	"strings"
)

// Kind says what an Expr begins with.
type Kind int

// The kinds.
const (
	URL Kind = iota
	Method
	StatusCode
	Request
	Response
	Message
	Inputs
	Outputs
	Steps
	Workflows
	SourceDescriptions
	Components
	Self
)

// kinds are the kinds by the word behind the dollar sign.
var kinds = map[string]Kind{
	"url": URL, "method": Method, "statusCode": StatusCode, "request": Request, "response": Response, "message": Message, "inputs": Inputs, "outputs": Outputs,
	"steps": Steps, "workflows": Workflows, "sourceDescriptions": SourceDescriptions, "components": Components, "self": Self,
}

// Expr is a runtime expression.
type Expr struct {
	Kind   Kind
	Source string // of Request, Response and Message: header, query, path, body or payload
	Name   string // of a header, query or path: its name; of Steps and Workflows: the id; of SourceDescriptions: the name
	Text   string // as it is written

	// Path is what follows, in segments, whether by dots, brackets or a JSON pointer: of a body what leads into it, of Inputs and Outputs the name,
	// and then what leads into its value. Of Steps and Workflows it begins with outputs, or inputs, and the name.
	Path []string
}

// sources are what requests, answers and messages have.
var sources = []string{"header", "query", "path", "body", "payload"}

// Parse reads a runtime expression: the whole text is one.
func Parse(text string) (*Expr, error) {
	rest, ok := strings.CutPrefix(text, "$")
	if !ok {
		return nil, fmt.Errorf("%q is no runtime expression: it does not begin with a dollar sign", text)
	}
	word := rest[:wordEnd(rest)]
	kind, ok := kinds[word]
	if !ok {
		return nil, fmt.Errorf("%q is no runtime expression: there is nothing called $%s", text, word)
	}
	e := &Expr{Kind: kind, Text: text}
	rest = rest[len(word):]
	switch kind {
	case URL, Method, StatusCode, Self:
		if rest != "" {
			return nil, fmt.Errorf("%q goes on behind $%s, which has no parts", text, word)
		}
		return e, nil
	case Request, Response, Message:
		return e, e.source(rest)
	}
	var err error
	if e.Path, err = segments(rest); err != nil {
		return nil, fmt.Errorf("%q: %w", text, err)
	}
	least := map[Kind]int{Inputs: 1, Outputs: 1, Steps: 3, Workflows: 3, SourceDescriptions: 2, Components: 2}[kind]
	if len(e.Path) < least {
		return nil, fmt.Errorf("%q ends too early", text)
	}
	switch kind {
	case Steps, Workflows, SourceDescriptions:
		e.Name, e.Path = e.Path[0], e.Path[1:]
	}
	return e, nil
}

// wordEnd is where a word of letters ends.
func wordEnd(s string) int {
	for i, r := range s {
		if !('a' <= r && r <= 'z' || 'A' <= r && r <= 'Z') {
			return i
		}
	}
	return len(s)
}

// source reads what follows $request, $response and $message.
func (e *Expr) source(rest string) error {
	for _, name := range sources {
		behind, ok := strings.CutPrefix(rest, "."+name)
		if !ok {
			continue
		}
		e.Source = name
		if name == "header" || name == "query" || name == "path" {
			if behind = strings.TrimPrefix(behind, "."); behind == "" || len(rest) == len("."+name)+len(behind) {
				break
			}
			e.Name = behind
			return nil
		}
		var err error
		if e.Path, err = segments(behind); err != nil {
			return fmt.Errorf("%q: %w", e.Text, err)
		}
		return nil
	}
	return fmt.Errorf("%q reads no header.NAME, query.NAME, path.NAME, body or payload", e.Text)
}

// segments takes apart what leads into a value: .name, [0] and, to the end, #/json/pointer.
func segments(rest string) ([]string, error) {
	var path []string
	for rest != "" {
		switch rest[0] {
		case '#':
			tokens, err := Pointer(rest[1:])
			return append(path, tokens...), err
		case '.':
			end := strings.IndexAny(rest[1:], ".[#")
			if end < 0 {
				end = len(rest) - 1
			}
			if end == 0 {
				return nil, fmt.Errorf("a name is missing at %q", rest)
			}
			path = append(path, rest[1:1+end])
			rest = rest[1+end:]
		case '[':
			end := strings.IndexByte(rest, ']')
			if end < 2 {
				return nil, fmt.Errorf("an index is missing at %q", rest)
			}
			path = append(path, strings.Trim(rest[1:end], `'"`))
			rest = rest[end+1:]
		default:
			return nil, fmt.Errorf("%q is no part of a runtime expression", rest)
		}
	}
	return path, nil
}

// Pointer takes a JSON pointer apart (RFC 6901).
func Pointer(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	if text[0] != '/' {
		return nil, fmt.Errorf("%q is no JSON pointer: it starts with a slash, or is empty", text)
	}
	tokens := strings.Split(text[1:], "/")
	for i, token := range tokens {
		for at := 0; at < len(token); at++ {
			if token[at] == '~' && (at+1 == len(token) || token[at+1] != '0' && token[at+1] != '1') {
				return nil, fmt.Errorf("%q is no JSON pointer: a tilde is written ~0, a slash in a name ~1", text)
			}
		}
		tokens[i] = strings.ReplaceAll(strings.ReplaceAll(token, "~1", "/"), "~0", "~")
	}
	return tokens, nil
}
