package spec

import (
	"encoding/json"
	"strconv"
	"strings"
)

// maxExample is how long the JSON of an example can be, in bytes.
const maxExample = 1024

// exampleIn returns the example of an object of the document that can have
// one: that of example, else the first of examples, which is a list in a
// schema and a table of objects elsewhere.
func exampleIn(n *node) string {
	if n.kind != mapNode {
		return ""
	}
	if only := n.field("example"); only != nil {
		return only.json()
	}
	examples := n.field("examples")
	switch {
	case examples == nil:
	case len(examples.items) > 0:
		return examples.items[0].json()
	case len(examples.fields) > 0:
		if value := examples.fields[0].value.field("value"); value != nil {
			return value.json()
		}
	}
	return ""
}

// json returns the value as JSON, or "" if that has more than maxExample
// bytes.
func (n *node) json() string {
	text, ok := n.appendJSON(nil)
	if !ok {
		return ""
	}
	return string(text)
}

// appendJSON ends, and reports false, where the text gets too long.
func (n *node) appendJSON(text []byte) (_ []byte, ok bool) {
	if len(n.text) > maxExample {
		return nil, false
	}
	switch n.kind {
	case mapNode:
		text, ok = append(text, '{'), true
		for i, f := range n.fields {
			text = append(separated(text, i), quote(f.name)...)
			if text, ok = f.value.appendJSON(append(text, ':')); !ok {
				return nil, false
			}
		}
		text = append(text, '}')
	case listNode:
		text, ok = append(text, '['), true
		for i, item := range n.items {
			if text, ok = item.appendJSON(separated(text, i)); !ok {
				return nil, false
			}
		}
		text = append(text, ']')
	case faultNode:
		return nil, false
	default:
		text = append(text, n.scalarJSON()...)
	}
	return text, len(text) <= maxExample
}

func separated(text []byte, i int) []byte {
	if i > 0 {
		return append(text, ',')
	}
	return text
}

// scalarJSON returns a scalar as JSON. A number of YAML that JSON does not
// write is text.
func (n *node) scalarJSON() string {
	switch n.kind {
	case nullNode:
		return "null"
	case boolNode:
		if b, err := strconv.ParseBool(n.text); err == nil {
			return strconv.FormatBool(b)
		}
	case intNode, floatNode:
		if json.Valid([]byte(n.text)) {
			return n.text
		}
	}
	return quote(n.text)
}

func quote(text string) string {
	var quoted strings.Builder
	out := json.NewEncoder(&quoted)
	out.SetEscapeHTML(false)
	if err := out.Encode(text); err != nil {
		return `""` // no string has an error
	}
	return strings.TrimSuffix(quoted.String(), "\n")
}
