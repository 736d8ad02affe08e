package expr

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr/check"
	"github.com/nactgen/nactgen/sculpt/expr/source"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Member is what an expression can read of a value, or a name with which it can begin.
type Member struct {
	Name     string
	Type     *ir.Type // nil: of a container, which is no value itself
	Doc      string   // what a document says of it, in a line
	Required bool
	At       diag.Position // where a document declares it; zero: none does
}

func memberOf(f *ir.Field) Member {
	return Member{Name: f.Name, Type: f.Type, Doc: f.Doc, Required: f.Required, At: f.At}
}

// Roots returns the names with which a read can begin in the scope: the containers that have members, and the element of a loop.
func (s *Scope) Roots() []Member {
	var roots []Member
	for _, name := range check.Containers {
		switch o := s.names.Container(name); {
		case name == check.This && s.names.ThisReturned():
			roots = append(roots, Member{Name: name, Type: s.names.Steps.Field(s.names.Step).Type, Required: true})
		case o != nil && len(o.Fields()) > 0:
			roots = append(roots, Member{Name: name, Required: true})
		}
	}
	if _, f := s.names.Element(); f != nil {
		roots = append(roots, memberOf(f))
	}
	return roots
}

// Members returns what can be read of the value of an expression, which may also be the name of a container; nothing if the expression does not
// compile, or has a value without members.
func (s *Scope) Members(text string) []Member {
	o := s.names.Container(strings.TrimSpace(text))
	if o == nil {
		o = object(s.Type(text))
	}
	if o == nil {
		return nil
	}
	var members []Member
	for _, f := range o.Fields() {
		members = append(members, memberOf(f))
	}
	return members
}

// Member returns the member of that name of the value of an expression.
func (s *Scope) Member(text, name string) (Member, bool) {
	if text == "" {
		return find(s.Roots(), name)
	}
	return find(s.Members(text), name)
}

func find(members []Member, name string) (Member, bool) {
	i := slices.IndexFunc(members, func(m Member) bool { return m.Name == name })
	if i < 0 {
		return Member{}, false
	}
	return members[i], true
}

// Functions returns the names of the functions that only manifests have, sorted. Those of a namespace have its name in front.
func Functions() []string {
	var names []string
	for _, f := range ir.Functions() {
		if f.Declares != "" && f.Generic == nil {
			names = append(names, f.Declares)
		}
	}
	slices.Sort(names)
	return slices.Compact(names)
}

// FieldSource is the name of a member as an expression has it.
func FieldSource(name string) string { return source.FieldSource(name) }

// Type returns the type of the value of an expression; nil if it does not compile. Whether what it reads may be absent is not asked.
func (s *Scope) Type(text string) *ir.Type {
	if t := s.path(text); t != nil {
		return t
	}
	compiled, problems := s.Compile(text)
	if len(problems) > 0 || compiled.Node == nil {
		return nil
	}
	return compiled.Node.Type()
}

// path is the type of what names alone lead to, of which not every part has to be a value by itself, as the outcome of a step is none: steps.find.body.name.
func (s *Scope) path(text string) *ir.Type {
	names := strings.Split(strings.ReplaceAll(strings.TrimSpace(text), ".?", "."), ".")
	o := s.names.Container(names[0])
	if o == nil && len(names) > 0 {
		if _, f := s.names.Element(); f != nil && f.Name == names[0] {
			return below(f.Type, names[1:])
		}
	}
	if o == nil || len(names) < 2 {
		return nil
	}
	return below(ir.ObjectOf(o), names[1:])
}

// below is the type of what names lead to from a value of type t.
func below(t *ir.Type, names []string) *ir.Type {
	for _, name := range names {
		o := object(t)
		if o == nil {
			return nil
		}
		f := o.Field(name)
		if f == nil {
			return nil
		}
		t = f.Type
	}
	return t
}

// object is the object that a value of type t is, or may be; nil if it is none.
func object(t *ir.Type) *ir.ObjectType {
	switch {
	case t == nil:
		return nil
	case t.Kind == ir.Optional:
		return object(t.Elem)
	case t.Kind == ir.Object:
		return t.Object
	}
	return nil
}

// Named returns where an expression reads a member of a container: inputs.city, or inputs.?city. What stands in a text is passed over.
func Named(text, container, name string) []int {
	tokens := source.Scan(text)
	is := func(i int, s string) bool { return i < len(tokens) && tokens[i].Text == s }
	var found []int
	for i := range tokens {
		if !is(i, container) || !is(i+1, ".") || i > 0 && is(i-1, ".") {
			continue
		}
		at := i + 2
		if is(at, "?") {
			at++
		}
		if is(at, name) {
			found = append(found, tokens[at].At)
		}
	}
	return found
}

// Token is a word of an expression.
type Token = source.Token

// The kinds of tokens that are told apart: texts, numbers, and what is neither of them nor a name.
const (
	TextToken   = source.TextToken
	NumberToken = source.NumberToken
	SymbolToken = source.SymbolToken
)

// Tokens returns the tokens of an expression, without blanks and comments.
func Tokens(text string) []Token {
	tokens := source.Scan(text)
	return tokens[:len(tokens)-1]
}
