package mcp

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/schema"
)

// AppendTool appends the current version of a tool as tools/list has it: one Tool of the protocol. The tool must be one that [nact.Contracts] takes.
func AppendTool(b []byte, t *nact.Tool) []byte {
	s := t.Current()
	o := jsontext.NewObject(b)
	o.Text("name", s.Name)
	o.Text("title", title(s.Name))
	o.Text("description", s.Description)
	if s.Img != "" {
		o.List("icons", 1, func(b []byte, _ int) []byte {
			icon := jsontext.NewObject(b)
			icon.Text("src", s.Img)
			return icon.End()
		})
	}
	o.Append("inputSchema", func(b []byte) []byte { return schema.AppendInputs(b, s) })
	if len(s.Published()) > 0 {
		o.Append("outputSchema", func(b []byte) []byte { return schema.AppendOutputs(b, t) })
	}
	o.Object("annotations", func(o *jsontext.Object) { annotate(o, t) })
	return o.End()
}

// annotate says what the tool does to its environment. A hint that has no meaning for the tool is left out.
func annotate(o *jsontext.Object, t *nact.Tool) {
	o.Bool("readOnlyHint", !t.Writes)
	if t.Writes {
		o.Bool("destructiveHint", !t.Additive)
		o.Bool("idempotentHint", t.Idempotent)
	}
}

// title is a name for people: Look up weather for look_up_weather.
func title(name string) string {
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + strings.ReplaceAll(name[size:], "_", " ")
}

// implementation returns who the service is: an Implementation of the protocol.
func (c *Config) implementation() []byte {
	o := jsontext.NewObject(nil)
	o.Text("name", c.Name)
	o.Text("title", c.Title)
	o.Text("version", c.Version)
	return o.End()
}
