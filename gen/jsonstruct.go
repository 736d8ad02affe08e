package gen

import (
	"slices"
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

// plainStruct returns a struct that is never encoded. text is its comment.
func plainStruct(text, name string, fields []jsonField) *jen.Statement {
	return gocode.Doc(text).Line().Type().Id(name).Struct(gocode.Each(fields, func(f jsonField) jen.Code { return jen.Id(f.goName).Add(f.typ) })...)
}

// jsonStruct returns a struct that can be encoded as JSON, its members in the order of fields:
//
//	type alert struct {
//		Event    string           `json:"event"`
//		Headline nact.Opt[string] `json:"headline,omitzero"`
//	}
//
// Where a member has a name that no tag can hold, the struct gets a method MarshalJSON instead.
func (p *pkg) jsonStruct(text, name string, fields []jsonField) []jen.Code {
	if slices.ContainsFunc(fields, func(f jsonField) bool { return !fitsTag(f.jsonName) }) {
		return []jen.Code{plainStruct(text, name, fields), marshalFunc(p, name, fields)}
	}
	members := gocode.Each(fields, func(f jsonField) jen.Code {
		tag := f.jsonName
		if f.has() != nil {
			tag += ",omitzero"
		}
		return jen.Id(f.goName).Add(f.typ).Tag(map[string]string{"json": tag})
	})
	return []jen.Code{gocode.Doc(text).Line().Type().Id(name).Struct(members...)}
}

// fitsTag reports whether encoding/json takes name from a tag as it stands, and go vet finds nothing wrong with it.
func fitsTag(name string) bool {
	unfit := func(r rune) bool {
		return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("_-.@$:/#+*!?&%~", r)
	}
	return name != "" && name != "-" && !strings.ContainsFunc(name, unfit)
}

// marshalFunc returns the method that encodes a struct whose names do not fit into tags.
func marshalFunc(p *pkg, name string, fields []jsonField) *jen.Statement {
	members := gocode.Each(fields, func(f jsonField) jen.Code {
		if has := f.has(); has != nil {
			return p.code("if $1 {\nmembers.Add($2, v.$3)\n}", has, gocode.Lit(f.jsonName), f.goName)
		}
		return p.code("members.Add($1, v.$2)", gocode.Lit(f.jsonName), f.goName)
	})
	return p.code(`// MarshalJSON encodes v. A name of its members does not fit into a tag.
		func (v $1) MarshalJSON() ([]byte, error) {
			var members cel.Members
			$2
			return members.MarshalJSON()
		}`, name, members)
}
