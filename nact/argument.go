package nact

import (
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/jsonscan"
)

// Argument is a named value of a call as a face decoded it, not checked yet.
// The value is a string, a bool, a [json.Number], an int64, an []any of those or nil for null;
// anything else is of a type that no input takes.
type Argument struct {
	Name  string
	Value any
}

// accept returns v as a value of the type of the input, which is one of the tool, or everything that is wrong with it.
func (t *Tool) accept(in *Input, v any, asText bool) (any, []Violation) {
	if v == nil {
		return nil, in.violation(RuleNull, "%q has no value: give one%s.", in.Name, in.omissible())
	}
	switch in.Type {
	case Int:
		return in.acceptInt(v)
	case Number:
		return t.Numbers(t, in, v, asText)
	case List:
		return t.Lists(t, in, v, asText)
	case Boolean:
		if b, ok := v.(bool); ok {
			return b, nil
		}
		return nil, in.violation(RuleType, "%q must be true or false, not %s.", in.Name, kind(v))
	case Enum:
		return in.acceptEnum(v)
	default:
		return t.acceptText(in, v)
	}
}

func (in *Input) acceptEnum(v any) (any, []Violation) {
	s, ok := v.(string)
	if !ok {
		return nil, in.violation(RuleType, "%q must be a string, not %s.", in.Name, kind(v))
	}
	if !allows(in.AllowedValues, s) {
		return nil, in.violation(RuleAllowedValues, "%q must be one of its allowed values: %s.%s",
			in.Name, list(valueNames(in.AllowedValues)), suggestion(s, valueNames(in.AllowedValues)))
	}
	return v, nil
}

func (t *Tool) acceptText(in *Input, v any) (any, []Violation) {
	s, ok := v.(string)
	if !ok {
		return nil, in.violation(RuleType, "%q must be a string, not %s.", in.Name, kind(v))
	}
	if violation := in.length(s); violation != nil {
		return nil, violation
	}
	if in.Pattern != "" && !t.Patterns(in.Pattern, s) {
		return nil, in.violation(RulePattern, "%q must match the pattern %s.", in.Name, in.Pattern)
	}
	if in.Format != "" {
		if wanted := t.Formats(in.Format, s); wanted != "" {
			return nil, in.violation(RuleFormat, "%q must be %s.", in.Name, wanted)
		}
	}
	return v, nil
}

// length is the violation of a text that is too long or too short.
func (in *Input) length(s string) []Violation {
	if len(s) >= in.MinLength*utf8.UTFMax && (in.MaxLength == 0 || len(s) <= in.MaxLength) {
		return nil
	}
	switch n := utf8.RuneCountInString(s); {
	case in.MaxLength > 0 && n > in.MaxLength:
		return in.violation(RuleMaxLength, "%q has %d characters: it may have at most %d.", in.Name, n, in.MaxLength)
	case n < in.MinLength && n == 0:
		return in.violation(RuleMinLength, "%q is empty: it must have at least %d characters.", in.Name, in.MinLength)
	case n < in.MinLength:
		return in.violation(RuleMinLength, "%q has %d characters: it must have at least %d.", in.Name, n, in.MinLength)
	}
	return nil
}

func (in *Input) acceptInt(v any) (any, []Violation) {
	n, ok := v.(int64)
	if literal, isNumber := v.(json.Number); isNumber {
		if n, ok = jsonscan.Int(string(literal)); ok {
			v = n
		}
	}
	switch {
	case !ok && kind(v) == "a number":
		return nil, in.violation(RuleType, "%q must be a whole number of at most %d; this one is fractional or too large.", in.Name, in.Maximum())
	case !ok:
		return nil, in.violation(RuleType, "%q must be a whole number, not %s.", in.Name, kind(v))
	case n > in.Maximum():
		return nil, in.violation(RuleMax, "%q is above its maximum of %d.", in.Name, in.Maximum())
	case in.Min != nil && n < *in.Min:
		return nil, in.violation(RuleMin, "%q is below its minimum of %d.", in.Name, *in.Min)
	}
	return v, nil
}

func (in *Input) violation(rule, format string, args ...any) []Violation {
	return []Violation{{Parameter: in.Name, Rule: rule, Message: fmt.Sprintf(format, args...)}}
}

// omissible is the end of a sentence that asks for a value: that none is needed, unless the input is required.
func (in *Input) omissible() string {
	if in.Required() {
		return ""
	}
	return " or leave the parameter out"
}

// kind says what a value that does not fit is.
func kind(v any) string {
	switch v.(type) {
	case string:
		return "a string"
	case bool:
		return "a boolean"
	case json.Number, int64, float64:
		return "a number"
	case []any:
		return "an array"
	}
	return "an object"
}

func allows(values []AllowedValue, name string) bool {
	return slices.ContainsFunc(values, func(v AllowedValue) bool { return v.Name == name })
}

// suggestion is a further sentence with the name that was probably meant, or empty.
func suggestion(given string, names []string) string {
	if name := Nearest(given, names); name != "" {
		return fmt.Sprintf(" Did you mean %q?", name)
	}
	return ""
}
