// Package ir holds what the checker decided about expressions: types, and typed trees that the
// emitter prints as Go. Everything in it is plain data without reference to CEL or OpenAPI.
package ir

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Kind is the kind of a type.
type Kind int

// The kinds. A Dyn value is only known as the service runs.
const (
	Dyn Kind = iota
	Null
	Bool
	Int
	Uint
	Double
	String
	Bytes
	Timestamp
	Duration
	List
	Map
	Object
	Optional
	TypeName
	IP
	CIDR
)

var kindNames = [...]string{
	Dyn: "dyn", Null: "null", Bool: "bool", Int: "int", Uint: "uint", Double: "double", String: "string", Bytes: "bytes",
	Timestamp: "timestamp", Duration: "duration", List: "list", Map: "map", Object: "object", Optional: "optional", TypeName: "type",
	IP: "net.IP", CIDR: "net.CIDR",
}

func (k Kind) String() string { return kindNames[k] }

// Type is the type of a value. Types are compared with [Same], never by pointer.
type Type struct {
	Kind     Kind
	Nullable bool        // the value may be null
	Elem     *Type       // List: element; Map: value; Optional: content
	Least    int64       // List: how many elements a document promises; it does not tell types apart, and holds for what is read of an answer alone
	Key      *Type       // Map
	Object   *ObjectType // Object
	Enum     *Enum       // String: the value has a Go type of its own
}

// The types without parameters.
var (
	DynType       = &Type{Kind: Dyn}
	NullType      = &Type{Kind: Null}
	BoolType      = &Type{Kind: Bool}
	IntType       = &Type{Kind: Int}
	UintType      = &Type{Kind: Uint}
	DoubleType    = &Type{Kind: Double}
	StringType    = &Type{Kind: String}
	BytesType     = &Type{Kind: Bytes}
	TimestampType = &Type{Kind: Timestamp}
	DurationType  = &Type{Kind: Duration}
	TypeNameType  = &Type{Kind: TypeName}
	IPType        = &Type{Kind: IP}
	CIDRType      = &Type{Kind: CIDR}
	ZoneType      = &Type{Kind: Dyn} // of a time zone, an argument of functions
	PatternType   = &Type{Kind: Dyn} // of a regular expression, an argument of functions
	OpenType      = &Type{Kind: Dyn} // any type, the same wherever it stands in what a function takes and returns: see [Function.Generic]
)

// ListOf returns the type of lists of elem.
func ListOf(elem *Type) *Type { return &Type{Kind: List, Elem: elem} }

// MapOf returns the type of maps from key to elem.
func MapOf(key, elem *Type) *Type { return &Type{Kind: Map, Key: key, Elem: elem} }

// MapFrom returns the type of a map whose keys, which are never null, are of type key. One whose keys are of several types, or of
// one that no Go map has, is a map from dyn to dyn.
func MapFrom(key, elem *Type) *Type {
	switch key.Kind {
	case String, Int, Uint, Bool:
		return MapOf(key.Plain(), elem)
	}
	return MapOf(DynType, DynType)
}

// OptionalOf returns the type of optionals of elem.
func OptionalOf(elem *Type) *Type { return &Type{Kind: Optional, Elem: elem} }

// ObjectOf returns the type of values of object.
func ObjectOf(object *ObjectType) *Type { return &Type{Kind: Object, Object: object} }

// Enum is a set of strings with a Go type of its own: that of an enum input.
type Enum struct {
	Owner  string // what it belongs to: the id of the input
	Values []string
	Names  []string // those by which agents give the values, in their order; nil: the values themselves
}

// Given returns the names by which agents give the values, in their order.
func (e *Enum) Given() []string {
	if e.Names == nil {
		return e.Values
	}
	return e.Names
}

// ObjectType is a type with named fields. Two values have the same object type if the pointers are equal.
type ObjectType struct {
	Name   string // as messages show it: the component's name, or a path
	Place  Place  // of an answer's object: where the document has it
	Union  *Union // if the document has several objects here; nil otherwise
	Sole   bool   // it has one field, and Go has the field in the place of the object, or an optional of it if the field may be absent
	fields []*Field
	byName map[string]*Field
	open   *Type

	describe func(*ObjectType)  // gives it its fields; nil: it has them
	whole    func() *ObjectType // see Whole; nil: no document describes it
}

// Described returns an object type of a document. describe adds its fields when they are first asked for: objects in objects of a document can be without
// number, and expressions read a few. whole is what [ObjectType.Whole] calls; nil: it returns the type itself.
func Described(name string, place Place, describe func(*ObjectType), whole func() *ObjectType) *ObjectType {
	o := &ObjectType{Name: name, Place: place, describe: describe, whole: whole}
	if whole == nil {
		o.whole = func() *ObjectType { return o }
	}
	return o
}

// Described reports whether a document describes the object.
func (o *ObjectType) Described() bool { return o.whole != nil }

// Whole returns the type that the document describes, with all fields. It is one and the same for an object that several answers hold, whatever is read of
// it there.
func (o *ObjectType) Whole() *ObjectType { return o.whole() }

// complete gives the object its fields, if it does not have them yet.
func (o *ObjectType) complete() {
	if describe := o.describe; describe != nil {
		o.describe = nil
		describe(o)
	}
}

// Fields returns the declared fields, in their order.
func (o *ObjectType) Fields() []*Field {
	o.complete()
	return o.fields
}

// Open returns the type of members that no field declares; nil if there are none to speak of.
func (o *ObjectType) Open() *Type {
	o.complete()
	return o.open
}

// OpenTo lets the object have members of a type that no field declares.
func (o *ObjectType) OpenTo(t *Type) { o.open = t }

// Place says where a document describes an object. It depends on the document alone, not on what is read of an answer.
type Place struct {
	Component string // the name of the component that the object is, or that it is inline in; empty: it is inline in the answer
	Path      string // the names of the fields that lead to it from there, as JSON Pointer has them: /properties/periods; empty: it is that itself
	Element   bool   // it is an element of the list, or a value of the map, that the path leads to
}

// Names returns the names of the fields in the path.
func (p Place) Names() []string {
	if p.Path == "" {
		return nil
	}
	names := strings.Split(p.Path[1:], "/")
	for i, name := range names {
		names[i] = unescaper.Replace(name)
	}
	return names
}

// Below returns the place of the field of that name in the object at p.
func (p Place) Below(name string) Place {
	return Place{Component: p.Component, Path: p.Path + "/" + escaper.Replace(name)}
}

// String names the place: Forecast.periods, or periods for what is inline in an answer.
func (p Place) String() string {
	path := strings.Join(p.Names(), ".")
	if p.Component == "" || path == "" {
		return p.Component + path
	}
	return p.Component + "." + path
}

var (
	escaper   = strings.NewReplacer("~", "~0", "/", "~1")
	unescaper = strings.NewReplacer("~1", "/", "~0", "~")
)

// Union tells the objects apart that an object type is made of: its fields are those of all of them, and a value has the
// fields of one.
type Union struct {
	Tag      string // the field whose value says which one
	Variants []*Variant
}

// Variant is one of the objects of a union.
type Variant struct {
	Name   string   // the component's name, or empty
	Values []any    // values of the tag, string or int64
	Fields []string // the names of its fields
	Open   bool     // it has members that no field declares
}

// Variant returns the variant for a value of the tag, or nil.
func (u *Union) Variant(value any) *Variant {
	for _, v := range u.Variants {
		if slices.Contains(v.Values, value) {
			return v
		}
	}
	return nil
}

// Has reports whether the variant has a field of that name.
func (v *Variant) Has(field string) bool { return v.Open || slices.Contains(v.Fields, field) }

// Field is a field of an object type.
type Field struct {
	Name     string // as in JSON
	Type     *Type
	Required bool     // the document guarantees that it is there
	Values   []string // of a string, those that the document has for it; none: any
	Doc      string
	At       diag.Position // where the document declares it; zero: it declares it nowhere
	Unread   string        // where the document calls it write-only, so that answers lack it; empty: nowhere
}

// OfBody reports whether a field that is in no struct is the body of an answer that may lack it. Other fields that are in no struct are always there.
func (f *Field) OfBody() bool { return !f.Required && f.Type.Kind != Optional }

// Add appends a field and returns it. A field of the same name stays, and is returned instead.
func (o *ObjectType) Add(f *Field) *Field {
	if have := o.Field(f.Name); have != nil {
		return have
	}
	if o.byName == nil {
		o.byName = map[string]*Field{}
	}
	o.fields = append(o.fields, f)
	o.byName[f.Name] = f
	return f
}

// Field returns the declared field of that name, or nil.
func (o *ObjectType) Field(name string) *Field {
	o.complete()
	return o.byName[name]
}

// Names returns the names of the declared fields, in their order.
func (o *ObjectType) Names() []string {
	names := make([]string, len(o.Fields()))
	for i, f := range o.Fields() {
		names[i] = f.Name
	}
	return names
}

// Plain returns t without Nullable and Enum.
func (t *Type) Plain() *Type {
	if !t.Nullable && t.Enum == nil {
		return t
	}
	plain := *t
	plain.Nullable, plain.Enum = false, nil
	return &plain
}

// OrNull returns t with Nullable set. Dyn and null hold null anyway.
func (t *Type) OrNull() *Type {
	if t.Nullable || t.Kind == Dyn || t.Kind == Null {
		return t
	}
	nullable := *t
	nullable.Nullable = true
	return &nullable
}

// NotNull returns t without Nullable.
func (t *Type) NotNull() *Type {
	if !t.Nullable {
		return t
	}
	plain := *t
	plain.Nullable = false
	return &plain
}

// Held returns the type of the JSON of t in a list or a map, or as a dyn: an optional without a value is null there.
func (t *Type) Held() *Type {
	if t.Kind == Optional {
		return t.Elem.OrNull()
	}
	return t
}

// Content returns the type that Go has in the place of t: of an object that stands for its only field, the field's, or an optional of
// it if the field may be absent.
func (t *Type) Content() *Type {
	for t.Kind == Object && t.Object.Sole {
		f := t.Object.Fields()[0]
		if !f.Required {
			return OptionalOf(f.Type)
		}
		t = f.Type
	}
	return t
}

// ByValue reports whether Go has values of t as the struct itself in a list or an enclosing struct, and a pointer to it elsewhere.
func (t *Type) ByValue() bool {
	t = t.Content()
	return t.Kind == Object && !t.Nullable
}

// Sole is the object that stands for its only field and that values of t are, or hold. It is nil if they hold none.
func (t *Type) Sole() *ObjectType {
	for ; t != nil; t = t.Elem {
		if t.Kind == Object && t.Object.Sole {
			return t.Object
		}
	}
	return nil
}

// Scalar reports whether values of t are single values of Go: no list, map, object, optional or dyn.
func (t *Type) Scalar() bool {
	switch t.Kind {
	case List, Map, Object, Optional, Dyn, Null:
		return false
	}
	return true
}

// Comparable reports whether Go's == on values of t that are not null is CEL's.
func (t *Type) Comparable() bool {
	switch t.Kind {
	case Bool, Int, Uint, Double, String, Duration, TypeName, IP, CIDR:
		return true
	}
	return false
}

// Same reports whether a and b are the same type.
func Same(a, b *Type) bool {
	if a == b {
		return true
	}
	if a == nil || b == nil || a.Kind != b.Kind || a.Nullable != b.Nullable || a.Enum != b.Enum || a.Object != b.Object {
		return false
	}
	return Same(a.Elem, b.Elem) && Same(a.Key, b.Key)
}

// String returns the type as messages show it.
func (t *Type) String() string {
	var s string
	switch t.Kind {
	case List:
		s = "list(" + t.Elem.String() + ")"
	case Map:
		s = "map(" + t.Key.String() + ", " + t.Elem.String() + ")"
	case Optional:
		s = "optional(" + t.Elem.String() + ")"
	case Object:
		s = t.Object.Name
	default:
		s = t.Kind.String()
	}
	if t.Enum != nil {
		s = "enum(" + strings.Join(t.Enum.Values, ", ") + ")"
	}
	if t.Nullable {
		s += " or null"
	}
	return s
}
