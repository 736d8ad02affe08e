// Package model has libopenapi's builder of low-level models fill the objects of OpenAPI, one at a time, and returns them
// as plain types.
//
// No other package imports libopenapi, and nothing that this one exports mentions it: a package that mentions one of its
// types, even in an unexported member, compiles its generic types once more, which takes 12 s and 39 MB. For the same
// reason the objects are declared here, with the members that nactgen reads. libopenapi's own have all of OpenAPI in them.
package model

import (
	"fmt"

	"github.com/pb33f/libopenapi/datamodel/low"
	"go.yaml.in/yaml/v4"
)

// Scalar is a member of an object whose value is one: a text, or a boolean that is written as true or false.
type Scalar struct {
	Name, Text string
	Boolean    bool
}

// text and boolean are members as libopenapi fills them. It finds them by their names, in upper or lower case.
type (
	text    = low.NodeReference[string]
	boolean = low.NodeReference[bool]
)

// Operation is what an operation says of itself.
type Operation struct {
	Summary, Description string
	Deprecated           bool
}

// ReadOperation reads an operation.
func ReadOperation(members []Scalar) (Operation, error) {
	var m struct {
		Summary, Description text
		Deprecated           boolean
	}
	err := read(members, &m)
	return Operation{Summary: m.Summary.Value, Description: m.Description.Value, Deprecated: m.Deprecated.Value}, err
}

// Parameter is what a parameter says of itself, but for its value.
type Parameter struct {
	Name, In, Description, Style        string
	Required, Deprecated, AllowReserved bool
	Explode                             *bool // nil: not said
}

// ReadParameter reads a parameter.
func ReadParameter(members []Scalar) (Parameter, error) {
	var m struct {
		Name, In, Description, Style                 text
		Required, Deprecated, AllowReserved, Explode boolean
	}
	err := read(members, &m)
	return Parameter{
		Name: m.Name.Value, In: m.In.Value, Description: m.Description.Value, Style: m.Style.Value,
		Required: m.Required.Value, Deprecated: m.Deprecated.Value, AllowReserved: m.AllowReserved.Value,
		Explode: optional(m.Explode),
	}, err
}

// Body is a request body, but for its content.
type Body struct {
	Description string
	Required    bool
}

// ReadBody reads a request body.
func ReadBody(members []Scalar) (Body, error) {
	var m struct {
		Description text
		Required    boolean
	}
	err := read(members, &m)
	return Body{Description: m.Description.Value, Required: m.Required.Value}, err
}

// ReadResponse reads the description of an answer.
func ReadResponse(members []Scalar) (description string, err error) {
	var m struct{ Description text }
	err = read(members, &m)
	return m.Description.Value, err
}

// ReadHeader reads whether a header of a part is required.
func ReadHeader(members []Scalar) (required bool, err error) {
	var m struct{ Required boolean }
	err = read(members, &m)
	return m.Required.Value, err
}

// Encoding is how a member of a form or of a multipart body is written, but for its headers.
type Encoding struct {
	ContentType, Style string
	AllowReserved      bool
	Explode            *bool // nil: not said
}

// ReadEncoding reads an encoding.
func ReadEncoding(members []Scalar) (Encoding, error) {
	var m struct {
		ContentType, Style     text
		AllowReserved, Explode boolean
	}
	err := read(members, &m)
	return Encoding{
		ContentType: m.ContentType.Value, Style: m.Style.Value, AllowReserved: m.AllowReserved.Value, Explode: optional(m.Explode),
	}, err
}

// Server is a server, but for its variables.
type Server struct{ URL, Description string }

// ReadServer reads a server.
func ReadServer(members []Scalar) (Server, error) {
	var m struct{ URL, Description text }
	err := read(members, &m)
	return Server{URL: m.URL.Value, Description: m.Description.Value}, err
}

// ReadServerVariable reads the default of a variable of a server.
func ReadServerVariable(members []Scalar) (fallback string, err error) {
	var m struct{ Default text }
	err = read(members, &m)
	return m.Default.Value, err
}

// SecurityScheme is a security scheme, but for its flows.
type SecurityScheme struct{ Type, Name, In, Scheme string }

// ReadSecurityScheme reads a security scheme.
func ReadSecurityScheme(members []Scalar) (SecurityScheme, error) {
	var m struct{ Type, Name, In, Scheme text }
	err := read(members, &m)
	return SecurityScheme{Type: m.Type.Value, Name: m.Name.Value, In: m.In.Value, Scheme: m.Scheme.Value}, err
}

// ReadFlow reads the URL of the tokens of an OAuth flow.
func ReadFlow(members []Scalar) (tokenURL string, err error) {
	var m struct{ TokenURL text }
	err = read(members, &m)
	return m.TokenURL.Value, err
}

func optional(b boolean) *bool {
	if b.IsEmpty() {
		return nil
	}
	return &b.Value
}

// read fills a low-level model; into points to it. libopenapi may panic on input that its authors did not think of; that
// is turned into an error.
func read(members []Scalar, into any) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the OpenAPI model cannot be built: %v", r)
		}
	}()
	object := &yaml.Node{Kind: yaml.MappingNode, Tag: "!!map"}
	for _, m := range members {
		tag := "!!str"
		if m.Boolean {
			tag = "!!bool"
		}
		object.Content = append(object.Content,
			&yaml.Node{Kind: yaml.ScalarNode, Tag: "!!str", Value: m.Name},
			&yaml.Node{Kind: yaml.ScalarNode, Tag: tag, Value: m.Text})
	}
	return low.BuildModel(object, into)
}
