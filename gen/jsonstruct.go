package gen

import (
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// jsonField is a field of a struct whose values have the form of a JSON object.
type jsonField struct {
	goName, jsonName string
	typ              jen.Code
	storage          gotype.Storage
	optional         bool // its type is a nact.Opt, whatever the storage
}

func (p *pkg) jsonField(f *ir.Field) jsonField {
	return jsonField{
		goName: p.names.Field(f), jsonName: f.Name, typ: p.types.Field(f),
		storage: p.types.Storage(f), optional: f.Type.Kind == ir.Optional,
	}
}

// has returns the condition that the field of v has a value, or nil if it always has one.
func (f jsonField) has() *jen.Statement {
	v := jen.Id("v").Dot(f.goName)
	switch {
	case f.storage == gotype.InOpt || f.optional:
		return v.Dot("Has")
	case f.storage == gotype.NilIfAbsent:
		return v.Op("!=").Nil()
	}
	return nil
}

// plainStruct returns a struct that is never encoded:
//
//	// weatherPoint is what the tools read of the answer of point.
//	type weatherPoint struct {
//		Properties weatherPointProperties
//	}
func plainStruct(text, name string, fields []jsonField) *jen.Statement {
	members := make([]jen.Code, len(fields))
	for i, f := range fields {
		members[i] = jen.Id(f.goName).Add(f.typ)
	}
	return gocode.Doc(text).Line().Type().Id(name).Struct(members...)
}

// jsonStruct returns a struct that can be encoded as JSON, its members in the order of fields:
//
//	type alert struct {
//		Event    string           `json:"event"`
//		Headline nact.Opt[string] `json:"headline,omitzero"`
//	}
//
// Where a member has a name that no tag can hold, the struct gets a method MarshalJSON instead.
func jsonStruct(text, name string, fields []jsonField) []jen.Code {
	members := make([]jen.Code, len(fields))
	for i, f := range fields {
		if !fitsTag(f.jsonName) {
			return []jen.Code{plainStruct(text, name, fields), marshalFunc(name, fields)}
		}
		tag := f.jsonName
		if f.has() != nil {
			tag += ",omitzero"
		}
		members[i] = jen.Id(f.goName).Add(f.typ).Tag(map[string]string{"json": tag})
	}
	return []jen.Code{gocode.Doc(text).Line().Type().Id(name).Struct(members...)}
}

// fitsTag reports whether encoding/json takes name from a tag as it stands, and go vet finds nothing wrong with it.
func fitsTag(name string) bool {
	unfit := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.@$:/#+*!?&%~", r)
	}
	return name != "" && name != "-" && !strings.ContainsFunc(name, unfit)
}

// marshalFunc returns
//
//	// MarshalJSON encodes v. The names of its members do not fit into tags.
//	func (v alert) MarshalJSON() ([]byte, error) {
//		members := map[string]any{
//			"what, when": v.WhatWhen,
//		}
//		if v.Headline.Has {
//			members["headline"] = v.Headline
//		}
//		return json.Marshal(members)
//	}
func marshalFunc(name string, fields []jsonField) *jen.Statement {
	var always, sometimes []jen.Code
	for _, f := range fields {
		value := jen.Id("v").Dot(f.goName)
		if has := f.has(); has != nil {
			sometimes = append(sometimes, jen.If(has).Block(jen.Id("members").Index(gocode.Lit(f.jsonName)).Op("=").Add(value)))
		} else {
			always = append(always, jen.Lit(f.jsonName).Op(":").Add(value))
		}
	}
	body := []jen.Code{jen.Id("members").Op(":=").Map(jen.String()).Any().Add(gocode.Lines(always...))}
	body = append(body, sometimes...)
	body = append(body, jen.Return(jen.Qual("encoding/json", "Marshal").Call(jen.Id("members"))))
	return gocode.Doc("MarshalJSON encodes v. A name of its members does not fit into a tag.").Line().
		Func().Params(jen.Id("v").Id(name)).Id("MarshalJSON").Params().Params(jen.Index().Byte(), jen.Error()).Block(body...)
}
