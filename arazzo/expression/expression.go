// Package expression parses the languages in which the strings of an Arazzo document are written: runtime expressions ($steps.find.outputs.id),
// templates, which embed such expressions (/pets/{$inputs.id}), simple conditions ($statusCode == 200) and queries of JSONPath. It knows nothing of
// documents.
package expression

import (
	"fmt"
	"strings"
)

// Kind is the word after the dollar sign of a runtime expression.
type Kind string

// The kinds.
const (
	URL                Kind = "url"
	Method             Kind = "method"
	StatusCode         Kind = "statusCode"
	Request            Kind = "request"
	Response           Kind = "response"
	Message            Kind = "message"
	Inputs             Kind = "inputs"
	Outputs            Kind = "outputs"
	Steps              Kind = "steps"
	Workflows          Kind = "workflows"
	SourceDescriptions Kind = "sourceDescriptions"
	Components         Kind = "components"
	Self               Kind = "self"
)

// minSegments has all kinds, each with the number of segments that have to follow it.
var minSegments = map[Kind]int{
	URL: 0, Method: 0, StatusCode: 0, Request: 0, Response: 0, Message: 0, Inputs: 1, Outputs: 1, Steps: 3, Workflows: 3, SourceDescriptions: 2, Components: 2, Self: 0,
}

// Expr is a runtime expression.
type Expr struct {
	Kind   Kind
	Source string // of Request, Response and Message: header, query, path, body or payload
	Name   string // of the header or parameter that is read, of the step, the workflow or the source description
	Text   string // the expression as it is written

	// Path has the remaining segments, whether the expression separates them by dots, brackets or a JSON pointer. For a body they lead to the part that
	// is read. For Inputs and Outputs the first is the name of the input or output, for Steps and Workflows the first two are "outputs" or "inputs" and
	// that name; the others lead into its value.
	Path []string
}

// sources are the parts of requests, responses and messages that can be read.
var sources = []string{"header", "query", "path", "body", "payload"}

// Parse parses a text that is a runtime expression as a whole.
func Parse(text string) (*Expr, error) {
	rest, ok := strings.CutPrefix(text, "$")
	if !ok {
		return nil, fmt.Errorf("%q is no runtime expression: it does not begin with a dollar sign", text)
	}
	word := rest[:wordEnd(rest)]
	kind := Kind(word)
	least, ok := minSegments[kind]
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
	if len(e.Path) < least {
		return nil, fmt.Errorf("%q ends too early", text)
	}
	switch kind {
	case Steps, Workflows, SourceDescriptions:
		e.Name, e.Path = e.Path[0], e.Path[1:]
	}
	return e, nil
}

const letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"

// wordEnd returns the length of the word of ASCII letters at the start of s.
func wordEnd(s string) int { return len(s) - len(strings.TrimLeft(s, letters)) }

// source parses what follows $request, $response and $message.
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

// segments splits the rest of an expression: .name, [0] and, up to the end, #/json/pointer.
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

// Pointer returns the reference tokens of a JSON pointer (RFC 6901), unescaped.
func Pointer(text string) ([]string, error) {
	if text == "" {
		return nil, nil
	}
	if text[0] != '/' {
		return nil, fmt.Errorf("%q is no JSON pointer: it starts with a slash, or is empty", text)
	}
	tokens := strings.Split(text[1:], "/")
	for i, token := range tokens {
		if strings.Count(token, "~") != strings.Count(token, "~0")+strings.Count(token, "~1") {
			return nil, fmt.Errorf("%q is no JSON pointer: a tilde is written ~0, a slash in a name ~1", text)
		}
		tokens[i] = unescaper.Replace(token)
	}
	return tokens, nil
}

var (
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
)

// Token escapes a name as a reference token of a JSON pointer.
func Token(name string) string { return escaper.Replace(name) }
