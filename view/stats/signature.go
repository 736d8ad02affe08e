package stats

import (
	"github.com/nactgen/nactgen/internal/tiktoken"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/schema"
)

// function is a tool as what agents that take lists of functions give a model: OpenAI's name, description and parameters. What the interface
// around it has besides, such as its type, no model reads.
func function(s *nact.Signature) []byte {
	object := jsontext.NewObject(nil)
	object.Text("name", s.Name)
	object.Text("description", s.Description)
	object.Append("parameters", func(b []byte) []byte { return schema.AppendInputs(b, s) })
	return object.End()
}

// form is a text whose tokens are counted.
type form struct {
	to   *int
	text []byte
}

// countForms counts the tokens of texts.
func (e *Encoding) countForms(forms ...form) (err error) {
	for _, f := range forms {
		if *f.to, err = e.Count(f.text); err != nil {
			return err
		}
	}
	return nil
}

// Encoding counts the tokens that a text is to the models that read it by these tables.
type Encoding struct {
	Name string // as tiktoken calls it

	tables *tiktoken.Encoding
}

// Encodings are those that there are, the one that counts if nothing is said first. The tables of others would make the command larger.
var Encodings = []*Encoding{
	{Name: "o200k_base", tables: tiktoken.O200kBase},
	{Name: "cl100k_base", tables: tiktoken.Cl100kBase},
}

// FindEncoding returns the encoding of a name; nil if there is none.
func FindEncoding(name string) *Encoding {
	for _, e := range Encodings {
		if e.Name == name {
			return e
		}
	}
	return nil
}

// EncodingNames are the names of [Encodings].
func EncodingNames() []string {
	var names []string
	for _, e := range Encodings {
		names = append(names, e.Name)
	}
	return names
}

// Count returns how many tokens a text is.
func (e *Encoding) Count(text []byte) (int, error) { return e.tables.Count(string(text)) }
