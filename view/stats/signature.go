package stats

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/schema"
)

// function returns a tool in the form that agents with lists of functions give a model: its name, description and parameters, without what the interface
// adds for programs.
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
