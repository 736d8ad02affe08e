// Package shape makes types of the schemas of an OpenAPI document: what expressions see of an answer.
//
//	{type: object, required: [name], properties: {name: {type: string}, size: {type: [number, "null"]}}}
//
// is an object type with a field name, a string that is there, and a field size, a double that may be null and may be absent.
package shape

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/spec"
)

// Shapes makes types of the schemas of one answer. Schemas that are one schema become one type, so that a recursive
// schema becomes a recursive type, and two places that refer to one component have values of one type.
type Shapes struct {
	name   string  // what the answer is called: weather.point
	whole  *Shapes // those of the whole document; nil: these are of the whole document
	memo   map[*spec.Schema]*ir.Type
	unions *Unions
	arrays map[string]*ir.Type          // unions of arrays, by their branches
	taken  map[string]bool              // the names of object types
	of     map[*ir.Field]*spec.Property // see [Shapes.Property]
}

// New returns Shapes whose object types are named after name.
func New(name string) *Shapes {
	return &Shapes{name: name, memo: map[*spec.Schema]*ir.Type{}, unions: NewUnions(), arrays: map[string]*ir.Type{}, taken: map[string]bool{}, of: map[*ir.Field]*spec.Property{}}
}

// Answer returns Shapes for an answer of the document that sh is for: the types that its object types are as a whole are those of sh.
func (sh *Shapes) Answer(name string) *Shapes {
	answer := New(name)
	answer.whole = sh
	return answer
}

// Property returns the property that a field of an object type is made of. Of several that a union has by one name, it is one
// that stands for all of them.
func (sh *Shapes) Property(f *ir.Field) *spec.Property { return sh.of[f] }

// site is where a schema stands.
type site struct {
	path string // the fields that lead to the schema, for messages: properties.periods
	ir.Place
}

// field is the site of a field of the object at the site.
func (at site) field(name string) site { return site{join(at.path, name), at.Place.Below(name)} }

// element is the site of the elements of the list, or of the values of the map, at the site.
func (at site) element() site {
	at.Element = true
	return at
}

// member is the site of the values of a map, or of the members that an object does not declare.
func (at site) member() site {
	at.path = join(at.path, "*")
	return at.element()
}

// inside is the site from which what s contains is named: a component of its own begins at s if it is one.
func (at site) inside(s *spec.Schema) site {
	if s.Ref != "" {
		at.Place = ir.Place{Component: s.Ref}
	}
	return at
}

// Type returns the type of the values that s describes.
func (sh *Shapes) Type(s *spec.Schema) *ir.Type { return sh.typeOf(s, site{}) }

// typeOf is Type for a schema at a site of the answer.
func (sh *Shapes) typeOf(s *spec.Schema, at site) *ir.Type {
	if s == nil {
		return ir.DynType
	}
	if t, ok := sh.memo[s]; ok {
		return t
	}
	t := sh.base(s, at.inside(s))
	if s.Nullable || anyNullable(branchesOf(s)) {
		t = t.OrNull()
	}
	sh.memo[s] = t
	return t
}

func (sh *Shapes) base(s *spec.Schema, at site) *ir.Type {
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
		list := ir.ListOf(sh.typeOf(s.Items, at.element()))
		if s.MinItems != nil {
			list.Least = *s.MinItems
		}
		return list
	case spec.Object:
		return sh.object(s, at)
	}
	return sh.union(s, at)
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

func (sh *Shapes) object(s *spec.Schema, at site) *ir.Type {
	if len(s.Properties) == 0 {
		return sh.mapOf(s, at)
	}
	return sh.declare(s, s, at)
}

// declare returns the type of the objects that s describes, which has the members that merged has: those of all branches where s is a union.
func (sh *Shapes) declare(s, merged *spec.Schema, at site) *ir.Type {
	var object *ir.ObjectType
	var whole func() *ir.ObjectType
	if sh.whole != nil {
		whole = func() *ir.ObjectType { return cmp.Or(sh.whole.typeOf(s, at).Object, object) } // a document can have too many unions
	}
	object = ir.Described(sh.objectName(merged, at.path), at.Place, func(o *ir.ObjectType) { sh.describe(o, merged, at) }, whole)
	t := ir.ObjectOf(object)
	memo := t
	if merged.Nullable {
		memo = t.OrNull()
	}
	sh.memo[s], sh.memo[merged] = memo, memo
	return t
}

// describe gives an object type its fields: the members that s has.
func (sh *Shapes) describe(object *ir.ObjectType, s *spec.Schema, at site) {
	for _, p := range s.Properties {
		field := object.Add(&ir.Field{
			Name:     p.Name,
			Type:     sh.typeOf(p.Schema, at.field(p.Name)),
			Required: p.Required && !p.WriteOnly,
			Values:   allowedTexts(p.Schema),
			Doc:      firstLine(p.Schema.Description),
			At:       diag.Position(p.Schema.Pos),
			Unread:   writeOnlyAt(p),
		})
		sh.of[field] = p
	}
	if s.Additional != nil {
		object.OpenTo(sh.typeOf(s.Additional, at.member()))
	}
}

// mapOf is the type of an object that declares no members. A map that contains itself is dyn inside.
func (sh *Shapes) mapOf(s *spec.Schema, at site) *ir.Type {
	if s.Additional == nil {
		return ir.MapOf(ir.StringType, ir.DynType)
	}
	sh.memo[s] = ir.DynType
	return ir.MapOf(ir.StringType, sh.typeOf(s.Additional, at.member()))
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

// writeOnlyAt is where the document calls a property write-only, or "".
func writeOnlyAt(p *spec.Property) string {
	if !p.WriteOnly {
		return ""
	}
	return p.Schema.Pos.String()
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
	if branches := s.Alternatives(); len(s.OneOf) > 0 && len(branches) > 0 {
		return describeBranches(branches)
	}
	if s.Kind == spec.Array && s.Items != nil {
		d = "array of " + Describe(&spec.Schema{Kind: s.Items.Kind})
	}
	if s.Ref != "" {
		d = fmt.Sprintf("%s (%s)", d, s.Ref)
	}
	return d
}

// describeBranches names what the branches of a union ask for.
func describeBranches(branches []*spec.Schema) string {
	const most = 4
	var names []string
	for _, b := range branches {
		if name := Describe(&spec.Schema{Kind: b.Kind, Items: b.Items, Ref: b.Ref}); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if more := len(names) - most; more > 0 {
		names = append(names[:most], fmt.Sprintf("%d more", more))
	}
	return strings.Join(names, " or ")
}
