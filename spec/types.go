package spec

import (
	"slices"
	"strings"
)

// types reads type and nullable. An enum that lists null means to allow it,
// whatever the type says.
func (k *keywords) types(f *facts) *Error {
	null := k.nullable || k.old && k.node.str("x-nullable") == "true" ||
		slices.ContainsFunc(f.enum, func(v scalar) bool { return v.kind == nullNode })
	if n := k.node.field("type"); n != nil {
		named := []*node{n}
		if n.kind == listNode {
			named = n.items
		}
		for _, name := range named {
			if err := k.addType(f, name); err != nil {
				return err
			}
		}
	}
	if f.kinds&setOf(Null) != 0 {
		null = true
		if f.kinds != setOf(Null) {
			f.kinds &^= setOf(Null)
		}
	}
	switch {
	case null:
		f.null = yes
	case f.kinds != 0:
		f.null = no
	}
	return nil
}

// addType adds a type of the list of types. What is no type of OpenAPI is
// taken for the one that is meant.
func (k *keywords) addType(f *facts, n *node) *Error {
	if n.kind == nullNode {
		if n.text == "null" {
			f.kinds |= setOf(Null)
			f.slip(n, "the type null is a text; write \"null\"")
		}
		return nil
	}
	if err := n.must(textNode, "a type"); err != nil {
		return err
	}
	if kinds, ok := kindNames[n.text]; ok {
		f.kinds |= kinds
		return nil
	}
	meant, ok := meantBy(n.text)
	if !ok {
		return errorAt(n.pos(), "unknown type %q", n.text)
	}
	f.slip(n, "%q is no type of OpenAPI; it is taken for %s", n.text, meant)
	f.kinds |= kindNames[meant.kind]
	f.format = or(f.format, meant.format)
	if meant.element != "" && f.items == nil {
		element := field{"type", &node{kind: textNode, text: meant.element, file: n.file, at: n.at}}
		f.items = k.newSite(site{node: &node{kind: mapNode, fields: []field{element}, file: n.file, at: n.at}})
	}
	return nil
}

// kindNames are the types of OpenAPI.
var kindNames = map[string]kindSet{
	"string": setOf(String), "integer": setOf(Integer), "number": numeric, "boolean": setOf(Boolean),
	"object": setOf(Object), "array": setOf(Array), "null": setOf(Null),
}

// meaning is the type of OpenAPI for a name that is none.
type meaning struct {
	kind    string // empty for any
	format  string
	element string // of an array, the type of its elements as written; empty for any
}

func (m meaning) String() string {
	text := or(m.kind, "any value")
	if m.format != "" {
		text += " with the format " + m.format
	}
	if m.element != "" {
		text += " of " + m.element
	}
	return text
}

// meantBy returns the meaning of a name as documents write it: int, Date,
// number(double), string[], array<integer>.
func meantBy(name string) (m meaning, ok bool) {
	folded := strings.ToLower(strings.TrimSpace(name))
	if element, list := strings.CutSuffix(folded, "[]"); list {
		return meaning{kind: "array", element: element}, element != ""
	}
	if base, inner, nested := inBrackets(folded); nested {
		if outer, _ := meantBy(base); base == "array" || outer.kind == "array" {
			return meaning{kind: "array", element: inner}, inner != ""
		}
		if m, ok = meantBy(base); m.kind != "object" {
			m.format = inner
		}
		return m, ok
	}
	if _, ok := kindNames[folded]; ok {
		return meaning{kind: folded}, true
	}
	m, ok = customary[strings.NewReplacer("-", "", "_", "", " ", "").Replace(folded)]
	return m, ok
}

// inBrackets splits number(double) and array<string>.
func inBrackets(name string) (base, inner string, ok bool) {
	open := strings.IndexAny(name, "(<[")
	if open <= 0 {
		return "", "", false
	}
	closing := map[byte]string{'(': ")", '<': ">", '[': "]"}[name[open]]
	inner, ok = strings.CutSuffix(name[open+1:], closing)
	return name[:open], inner, ok
}

// customary are names of types in published documents that OpenAPI does not
// define.
var customary = map[string]meaning{
	"int": {kind: "integer"}, "int32": {kind: "integer", format: "int32"}, "int64": {kind: "integer", format: "int64"},
	"uint": {kind: "integer"}, "uint32": {kind: "integer"}, "uint64": {kind: "integer"}, "long": {kind: "integer", format: "int64"},
	"short": {kind: "integer"}, "bigint": {kind: "integer"}, "bigdecimal": {kind: "number"},
	"float": {kind: "number", format: "float"}, "float32": {kind: "number", format: "float"}, "float64": {kind: "number", format: "double"},
	"double": {kind: "number", format: "double"}, "decimal": {kind: "number"}, "numeric": {kind: "number"},
	"bool": {kind: "boolean"},
	"str":  {kind: "string"}, "text": {kind: "string"}, "char": {kind: "string"},
	"date": {kind: "string", format: "date"}, "datetime": {kind: "string", format: "date-time"}, "time": {kind: "string", format: "time"},
	"uuid": {kind: "string", format: "uuid"}, "guid": {kind: "string", format: "uuid"}, "uri": {kind: "string", format: "uri"},
	"url": {kind: "string", format: "uri"}, "email": {kind: "string", format: "email"}, "password": {kind: "string", format: "password"},
	"byte": {kind: "string", format: "byte"}, "binary": {kind: "string", format: "binary"}, "file": {kind: "string", format: "binary"},
	"map": {kind: "object"}, "dict": {kind: "object"}, "dictionary": {kind: "object"}, "hash": {kind: "object"}, "json": {},
	"list": {kind: "array"}, "set": {kind: "array"}, "any": {}, "mixed": {}, "anytype": {},
}
