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

// Object has the single values of an object of OpenAPI. Each kind of object has some of them; the others are empty.
type Object struct {
	Summary, Description, Name, In, Style, ContentType, URL, Default, Type, Scheme, TokenURL string
	Required, Deprecated, AllowReserved                                                      bool
	Explode                                                                                  *bool // nil if the document does not state it
}

// Read reads an object. libopenapi may panic on input that its authors did not think of; that is turned into an error.
func Read(members []Scalar) (o Object, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the OpenAPI model cannot be built: %v", r)
		}
	}()
	var m struct {
		Summary, Description, Name, In, Style, ContentType, URL, Default, Type, Scheme, TokenURL text
		Required, Deprecated, AllowReserved, Explode                                             boolean
	}
	err = low.BuildModel(nodeOf(members), &m)
	o = Object{
		Summary: m.Summary.Value, Description: m.Description.Value, Name: m.Name.Value, In: m.In.Value, Style: m.Style.Value,
		ContentType: m.ContentType.Value, URL: m.URL.Value, Default: m.Default.Value, Type: m.Type.Value, Scheme: m.Scheme.Value,
		TokenURL: m.TokenURL.Value, Required: m.Required.Value, Deprecated: m.Deprecated.Value, AllowReserved: m.AllowReserved.Value,
	}
	if !m.Explode.IsEmpty() {
		o.Explode = &m.Explode.Value
	}
	return o, err
}

// nodeOf returns members as the mapping that libopenapi reads.
func nodeOf(members []Scalar) *yaml.Node {
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
	return object
}
