package nact

import (
	"fmt"

	"github.com/nactgen/nactgen/nact/jsontext"
)

// ReadList is the [Reader] of inputs of type List. What it returns is an []any of what inputs of the type of the elements are.
func ReadList(t *Tool, in *Input, v any, asText bool) (any, []Violation) {
	given, isList := v.([]any)
	if asText {
		text, isText := v.(string)
		if !isText {
			return nil, in.violation(RuleType, "%q must be a JSON array in a string, such as %s, not %s.", in.Name, in.sampleText(), kind(v))
		}
		s := jsontext.NewScanner(text)
		given, isList = s.Argument().([]any)
		if err := s.End(); err != nil || !isList {
			return nil, in.violation(RuleType, "%q must be a JSON array in a string, such as %s; this string holds none.", in.Name, in.sampleText())
		}
	}
	if !isList {
		return nil, in.violation(RuleType, "%q must be an array, not %s.", in.Name, kind(v))
	}
	var violations []Violation
	switch n := len(given); {
	case n > in.MaximumItems():
		violations = in.violation(RuleMaxItems, "%q has %d elements: it may have at most %d.", in.Name, n, in.MaximumItems())
	case n < in.MinItems:
		violations = in.violation(RuleMinItems, "%q has %d elements: it must have at least %d.", in.Name, n, in.MinItems)
	}
	elements, wrong := t.elements(in, given)
	if violations = append(violations, wrong...); violations != nil {
		return nil, violations
	}
	return elements, nil
}

// elements returns the elements of a list as the tool takes them, or what is wrong with them. Of very many violations the last ones are counted only.
func (t *Tool) elements(in *Input, given []any) ([]any, []Violation) {
	elements := make([]any, len(given))
	first := make(map[any]int) // where each element stands first
	var violations []Violation
	for i := range given {
		value, wrong := t.accept(in.Items, given[i], false)
		if wrong != nil { // said again, by the place of the element
			item := *in.Items
			item.Name = fmt.Sprintf("%s[%d]", in.Name, i)
			_, wrong = t.accept(&item, given[i], false)
		} else if at, seen := first[value]; seen && in.Unique {
			item := Input{Name: fmt.Sprintf("%s[%d]", in.Name, i)}
			wrong = item.violation(RuleUnique, "%q is the same as %q: each element may stand once.", item.Name, fmt.Sprintf("%s[%d]", in.Name, at))
		} else {
			first[value] = i
		}
		elements[i] = value
		violations = append(violations, wrong...)
	}
	if more := len(violations) - maxUnknown; more > 0 {
		violations = append(violations[:maxUnknown], Violation{Rule: RuleType, Message: fmt.Sprintf("%q has %d more elements that do not fit.", in.Name, more)})
	}
	for i := range violations {
		violations[i].Parameter = in.Name
	}
	return elements, violations
}

// ListOf returns argument i, a present list whose elements are of Go type T.
func ListOf[T any](a Arguments, i int) []T {
	return listOf(a[i], func(element any) T { return element.(T) })
}

// OptListOf returns argument i, a list as for [ListOf] that may be absent.
func OptListOf[T any](a Arguments, i int) Opt[[]T] {
	if a[i] == nil {
		return Opt[[]T]{}
	}
	return Some(ListOf[T](a, i))
}

// EnumsOf returns argument i, a present list of values of an enum.
func EnumsOf[T ~string](a Arguments, i int) []T {
	return listOf(a[i], func(element any) T { return T(element.(string)) })
}

// OptEnumsOf returns argument i, a list as for [EnumsOf] that may be absent.
func OptEnumsOf[T ~string](a Arguments, i int) Opt[[]T] {
	if a[i] == nil {
		return Opt[[]T]{}
	}
	return Some(EnumsOf[T](a, i))
}

// listOf copies a list, so that the tool may do with its own what it likes: a default is the same one in all calls.
func listOf[T any](v any, convert func(element any) T) []T {
	given := v.([]any)
	list := make([]T, len(given))
	for i := range given {
		list[i] = convert(given[i])
	}
	return list
}
