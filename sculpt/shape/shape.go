// Package shape makes types of the schemas of an OpenAPI document: what expressions see of an answer.
//
//	{type: object, required: [name], properties: {name: {type: string}, size: {type: [number, "null"]}}}
//
// is an object type with a field name, a string that is there, and a field size, a double that may be null and may be absent.
package shape

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// Shapes makes types of the schemas of one answer. Schemas that are one schema become one type, so that a recursive
// schema becomes a recursive type, and two places that refer to one component have values of one type.
type Shapes struct {
	name   string // what the answer is called: weather.point
	memo   map[*spec.Schema]*ir.Type
	unions *Unions
	arrays map[string]bool // unions of arrays, by their branches
	taken  map[string]bool
}

// New returns Shapes whose object types are named after name.
func New(name string) *Shapes {
	return &Shapes{name: name, memo: map[*spec.Schema]*ir.Type{}, unions: NewUnions(), arrays: map[string]bool{}, taken: map[string]bool{}}
}

// Type returns the type of the values that s describes.
func (sh *Shapes) Type(s *spec.Schema) *ir.Type { return sh.at(s, "") }

// at is Type for a schema at a path of fields below the answer.
func (sh *Shapes) at(s *spec.Schema, path string) *ir.Type {
	if s == nil {
		return ir.DynType
	}
	if t, ok := sh.memo[s]; ok {
		return t
	}
	t := sh.base(s, path)
	if s.Nullable || anyNullable(branchesOf(s)) {
		t = t.OrNull()
	}
	sh.memo[s] = t
	return t
}

func (sh *Shapes) base(s *spec.Schema, path string) *ir.Type {
	switch s.Kind {
	case spec.String:
		return ir.StringType
	case spec.Integer:
		return ir.IntType
	case spec.Number:
		return ir.DoubleType
	case spec.Boolean:
		return ir.BoolType
	case spec.Null:
		return ir.NullType
	case spec.Array:
		if sh.cyclicArray(s) {
			return ir.ListOf(ir.DynType)
		}
		return ir.ListOf(sh.at(s.Items, path))
	case spec.Object:
		return sh.object(s, path)
	}
	return sh.union(s, path)
}

// cyclicArray reports whether s is an array of itself, by way of arrays only: a type that no Go type and no CEL type names.
func (sh *Shapes) cyclicArray(s *spec.Schema) bool {
	seen := map[*spec.Schema]bool{}
	for s != nil && s.Kind == spec.Array {
		if seen[s] {
			return true
		}
		seen[s] = true
		s = s.Items
	}
	return false
}

func (sh *Shapes) object(s *spec.Schema, path string) *ir.Type {
	if len(s.Properties) == 0 {
		return sh.mapOf(s, path)
	}
	return sh.declare(&ir.ObjectType{Name: sh.objectName(s, path)}, s, path)
}

// declare gives an object type its fields: the members that s has. The type is also that of the schemas in alike.
func (sh *Shapes) declare(object *ir.ObjectType, s *spec.Schema, path string, alike ...*spec.Schema) *ir.Type {
	t := ir.ObjectOf(object)
	memo := t
	if s.Nullable {
		memo = t.OrNull()
	}
	for _, s := range append(alike, s) {
		sh.memo[s] = memo // before the fields: one of them may lead back here
	}
	for _, p := range s.Properties {
		object.Add(&ir.Field{
			Name:     p.Name,
			Type:     sh.at(p.Schema, join(path, p.Name)),
			Required: p.Required && !p.WriteOnly,
			Values:   allowedTexts(p.Schema),
			Doc:      firstLine(p.Schema.Description),
		})
	}
	if s.Additional != nil {
		object.Open = sh.at(s.Additional, join(path, "*"))
	}
	return t
}

// mapOf is the type of an object that declares no members. A map that contains itself is dyn inside.
func (sh *Shapes) mapOf(s *spec.Schema, path string) *ir.Type {
	if s.Additional == nil {
		return ir.MapOf(ir.StringType, ir.DynType)
	}
	sh.memo[s] = ir.DynType
	return ir.MapOf(ir.StringType, sh.at(s.Additional, join(path, "*")))
}

// objectName is the component's name, or the path for an inline schema; unique among the object types of the answer.
func (sh *Shapes) objectName(s *spec.Schema, path string) string {
	name := sh.name + ":body" // a colon, so that no expression can take the name for that of a value
	switch {
	case s.Ref != "":
		name = sh.name + ":" + s.Ref
	case path != "":
		name = sh.name + ":" + path
	}
	unique := name
	for n := 2; sh.taken[unique]; n++ {
		unique = name + "#" + strconv.Itoa(n)
	}
	sh.taken[unique] = true
	return unique
}

func join(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(strings.TrimSpace(s), "\n")
	return strings.TrimSpace(line)
}

// allowedTexts are the texts that a document allows for a string; none if it allows any.
func allowedTexts(s *spec.Schema) []string {
	if s.Kind != spec.String {
		return nil
	}
	var texts []string
	for _, v := range s.Enum {
		if text, ok := v.(string); ok {
			texts = append(texts, text)
		}
	}
	return texts
}

// Describe names the type that a schema asks for, as messages show it.
func Describe(s *spec.Schema) string {
	names := map[spec.Kind]string{spec.Any: "any value", spec.String: "string", spec.Integer: "integer", spec.Number: "number",
		spec.Boolean: "boolean", spec.Object: "object", spec.Array: "array", spec.Null: "null"}
	d := names[s.Kind]
	if s.Kind == spec.Array && s.Items != nil {
		d = "array of " + Describe(&spec.Schema{Kind: s.Items.Kind})
	}
	if s.Ref != "" {
		d = fmt.Sprintf("%s (%s)", d, s.Ref)
	}
	return d
}
