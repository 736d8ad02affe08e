package ir

import (
	"strings"
	"unicode"
)

var kindNouns = [...]string{
	Dyn: "untyped value", Null: "null", Bool: "boolean", Int: "integer", Uint: "unsigned integer", Double: "number", String: "string",
	Bytes: "bytes", Timestamp: "timestamp", Duration: "duration", TypeName: "type", IP: "IP address", CIDR: "CIDR block",
}

// Noun names the type as OpenAPI does, without an article: "array of Place". It is for people, and two types can share it.
func (t *Type) Noun() string {
	var s string
	switch {
	case t.Enum != nil:
		s = "one of " + strings.Join(t.Enum.Values, ", ")
	case t.Kind == List:
		s = "array of " + t.Elem.Noun()
	case t.Kind == Map:
		s = "map of " + t.Elem.Noun()
	case t.Kind == Optional:
		s = "optional " + t.Elem.Noun()
	case t.Kind == Object:
		s = t.Object.Noun()
	default:
		s = kindNouns[t.Kind]
	}
	if t.Nullable {
		s += " or null"
	}
	return s
}

// Phrase is Noun with an article: "an array of Place", "an object (Place)".
func (t *Type) Phrase() string {
	s := t.Noun()
	switch {
	case t.Kind == Object && !articled(s):
		return "an object (" + s + ")"
	case articled(s) || t.Kind == Null || t.Kind == Bytes || t.Enum != nil:
		return s
	case strings.ContainsRune("aeiou", unicode.ToLower(rune(s[0]))):
		return "an " + s
	}
	return "a " + s
}

func articled(noun string) bool {
	return strings.HasPrefix(noun, "the ") || strings.HasPrefix(noun, "a ")
}

// Noun is the name of the component, or the path of what has none: Place for weather.point:Place.
func (o *ObjectType) Noun() string {
	answer, name, found := strings.Cut(o.Name, ":")
	if !found {
		return o.Name
	}
	if i := strings.LastIndexByte(name, '#'); i > 0 {
		name = name[:i]
	}
	if name == "body" {
		return "the body of " + answer
	}
	return name
}
