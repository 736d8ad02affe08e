package manifest

import (
	"regexp"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Access says who may call the tools of the service.
type Access struct {
	Pos      diag.Position
	Set      bool
	By       []Value[string] // how callers prove who they are: see [WaysIn]
	Scopes   []*Scope
	Required []Value[string] // scopes that callers of tools need which say nothing themselves
	Tags     []*TagAccess
}

// WaysIn are the ways in which callers prove who they are.
var WaysIn = []string{"api_keys", "oidc", "client_certificates"}

// Scope is something that a caller may be granted.
type Scope struct {
	Name        Value[string] // its key
	Description Value[string]
}

// TagAccess is the scopes that callers of tools with a tag need.
type TagAccess struct {
	Tag    Value[string] // its key
	Scopes []Value[string]
}

// ToolAccess says who may call one tool.
type ToolAccess struct {
	Pos    diag.Position
	Length int
	Set    bool
	Public bool            // anybody
	Scopes []Value[string] // all of which the caller needs; none: any caller who is known
}

// scopeForm is a scope-token of RFC 6749, section 3.3.
var scopeForm = regexp.MustCompile(`^[\x21\x23-\x5B\x5D-\x7E]{1,100}$`)

var scopeName = check{Form{Is: "scope", Patterns: []string{unanchored(scopeForm)}}, func(s string) *problem {
	if !scopeForm.MatchString(s) {
		return problemf("bad-name", "must be the name of a scope, up to 100 printable characters of ASCII without blanks, quotes and backslashes, as in weather.read, not %s", diag.Quote(s))
	}
	return nil
}}

// access is the target of the section.
func access(dst *Access) target {
	all := section(&dst.Pos, "access",
		required("by", words(&dst.By, WaysIn, "nobody could call the service; name one, as in by: [api_keys]")),
		optional("scopes", named("scope", scopeName, each(&dst.Scopes, leaf(description.form), newScope))),
		optional("required", scopes(&dst.Required)),
		optional("tags", named("tag", oneLine, each(&dst.Tags, scopes(nil).form, newTagAccess))),
	)
	return target{form: all.form, read: func(r *reader, what string, n *yaml.Node) {
		dst.Pos, dst.Set = r.place(n).pos, true
		all.read(r, what, n)
	}}
}

// scopes is the target of a list of names of scopes.
func scopes(dst *[]Value[string]) target { return distinct(dst, text(scopeName)) }

// distinct is the target of a list of texts that are all different.
func distinct(dst *[]Value[string], p parser[string]) target {
	all := list(target{form: leaf(p.form), read: func(r *reader, what string, n *yaml.Node) {
		v, ok := readValue(r, what, n, p)
		if ok && isNew(r, what, v, *dst, func(v Value[string]) Value[string] { return v }) {
			*dst = append(*dst, v)
		}
	}})
	all.form = all.form.unique()
	return all
}

func newScope(r *reader, name Value[string], what string, n *yaml.Node) *Scope {
	s := &Scope{Name: name}
	value(&s.Description, description).read(r, what, n)
	return s
}

func newTagAccess(r *reader, tag Value[string], what string, n *yaml.Node) *TagAccess {
	t := &TagAccess{Tag: tag}
	scopes(&t.Scopes).read(r, what, n)
	return t
}

// toolAccess is the target of the key access of a tool: public, or a mapping with scopes.
func toolAccess(dst *ToolAccess) target {
	fields := []field{required("scopes", scopes(&dst.Scopes))}
	form := func(b *book) *Form { return b.keys("tools.access", fields) }
	return target{form: either(leaf(Form{Kind: Text, Words: []string{"public"}, Closed: true}), form), read: func(r *reader, what string, n *yaml.Node) {
		at := r.place(n)
		dst.Pos, dst.Length, dst.Set = at.pos, at.length, true
		if n.Kind == yaml.MappingNode {
			r.mapping(n, what, at, fields...)
			return
		}
		word, ok := readValue(r, what, n, text())
		if ok && word.V != "public" {
			r.errorf(at, "bad-value", "%s must be public, or scopes that a caller needs, as in access: {scopes: [weather.read]}, not %s", what, diag.Quote(word.V))
		}
		dst.Public = ok && word.V == "public"
	}}
}
