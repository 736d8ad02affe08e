package plandiff

import (
	"reflect"
	"regexp"
	"slices"
	"strconv"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// value compares two values, which are nil if they are missing. Objects that the manifest writes out are compared member by member.
func (c *comparison) value(kind Kind, place string, was, is ir.Node) {
	before, after := ir.Members(was), ir.Members(is)
	if before == nil || after == nil {
		c.expression(kind, place, was, is)
		return
	}
	each(before, after, func(m *ir.RecordMember) string { return m.Name }, func(name string, was, is *ir.RecordMember) {
		c.value(kind, place+member(name), of(was, memberValue), of(is, memberValue))
	})
}

func memberValue(m *ir.RecordMember) ir.Node { return m.Value }

// expression adds a change if two expressions compute different values. Blanks, quotes, parentheses and the names of locals make no difference.
func (c *comparison) expression(kind Kind, place string, was, is ir.Node) {
	same := &sameness{locals: map[*ir.Local]*ir.Local{}}
	if !same.nodes(was, is) {
		c.add(kind, place, ir.Written(was), ir.Written(is))
	}
}

// sameness compares two expressions. Its map has, for each local of the first one, the local of the second one that is in the same place.
type sameness struct{ locals map[*ir.Local]*ir.Local }

// derived are the fields of nodes that the checker fills in from the documents. The manifest does not decide them.
var derived = []string{"Marks", "T", "Source", "Path", "Proven", "Tagged", "Implicit"}

func (s *sameness) nodes(x, y ir.Node) bool {
	x, y = bare(x), bare(y)
	if x == nil || y == nil {
		return x == y
	}
	a, b := reflect.ValueOf(x), reflect.ValueOf(y)
	return a.Type() == b.Type() && s.fields(a.Elem(), b.Elem())
}

// bare strips a node of the conversions and the checks of limits that the checker has put around it.
func bare(n ir.Node) ir.Node {
	for {
		switch at := n.(type) {
		case nil:
			return nil
		case *ir.Guard:
			n = at.X
		case *ir.Let:
			if _, limited := at.Body.(*ir.Guard); !limited {
				return n
			}
			n = at.Value
		default:
			inner := ir.Content(n)
			if inner == nil {
				return n
			}
			n = inner
		}
	}
}

func (s *sameness) fields(x, y reflect.Value) bool {
	for i := range x.NumField() {
		if !slices.Contains(derived, x.Type().Field(i).Name) && !s.values(x.Field(i), y.Field(i)) {
			return false
		}
	}
	return true
}

func (s *sameness) values(x, y reflect.Value) bool {
	switch a := x.Interface().(type) {
	case ir.Node:
		b, _ := y.Interface().(ir.Node)
		return s.nodes(a, b)
	case *ir.Local:
		b := y.Interface().(*ir.Local)
		counterpart, seen := s.locals[a]
		if !seen {
			s.locals[a], counterpart = b, b
		}
		return counterpart == b
	case *ir.Field:
		return a.Name == y.Interface().(*ir.Field).Name
	}
	switch x.Kind() {
	case reflect.Slice:
		if x.Len() != y.Len() {
			return false
		}
		for i := range x.Len() {
			if !s.values(x.Index(i), y.Index(i)) {
				return false
			}
		}
		return true
	case reflect.Struct:
		return s.fields(x, y)
	}
	return reflect.DeepEqual(x.Interface(), y.Interface())
}

// member returns the selection of a member: .name, or ["@id"].
func member(name string) string {
	if plainName.MatchString(name) {
		return "." + name
	}
	return "[" + strconv.Quote(name) + "]"
}

var plainName = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*$`)
