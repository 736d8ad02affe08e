package draft

import (
	"math"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/signature"
	constraint "github.com/nactgen/nactgen/sculpt/value"

	"github.com/nactgen/nactgen/spec"
)

// bounds returns the bounds of a whole number. Without a maximum in the document it is that of its format, since the default of N-ACT is too small.
func bounds(s *spec.Schema) (least, most *int64) {
	greatest := int64(math.MaxInt32)
	if s.Format == "int64" {
		greatest = widest
	}
	if s.Maximum != nil {
		greatest = int64(math.Floor(min(max(*s.Maximum, -widest), widest)))
	}
	if len(s.Enum) > 0 {
		first, last := int64(widest), int64(-widest)
		for _, v := range s.Enum {
			if n, ok := v.(int64); ok {
				first, last = min(first, n), max(last, n)
			}
		}
		if first <= last {
			return &first, &last
		}
	}
	if s.Minimum != nil {
		smallest := int64(math.Ceil(min(max(*s.Minimum, -widest), widest)))
		if smallest > greatest {
			greatest = smallest
		}
		return &smallest, &greatest
	}
	if greatest < 0 {
		smallest := int64(-widest)
		return &smallest, &greatest
	}
	return nil, &greatest
}

// bounded returns a whole number, moved into the bounds of a schema.
func bounded(s *spec.Schema, n int64) int64 {
	if s.Maximum != nil {
		n = min(n, int64(math.Floor(min(*s.Maximum, widest))))
	}
	if s.Minimum != nil {
		n = max(n, int64(math.Ceil(max(*s.Minimum, -widest))))
	}
	return n
}

// lengths returns how many characters a text has at least and at most; 0: any number. Lengths that exclude each other are none.
func lengths(s *spec.Schema) (least, most int) {
	if s.MaxLength != nil && *s.MaxLength > 0 && *s.MaxLength < math.MaxInt32 {
		most = int(*s.MaxLength)
	}
	if s.MinLength != nil && *s.MinLength > 0 && *s.MinLength < math.MaxInt32 && (most == 0 || *s.MinLength <= int64(most)) {
		least = int(*s.MinLength)
	}
	return least, most
}

// patternOf returns the pattern of a text if an input can have it: if it means the same in RE2 as to the document, and is a line that people can read.
func patternOf(s *spec.Schema) string {
	p := s.Pattern
	if p != visible(p) || p != strings.TrimSpace(p) || strings.ContainsAny(p, "\n\r\t") || signature.PatternProblem(p) != "" {
		return ""
	}
	return p
}

// fits reports whether a schema allows a value.
func fits(s *spec.Schema, v any) bool {
	is := func(kinds ...spec.Kind) bool { return slices.Contains(kinds, s.Kind) }
	ok := false
	switch v.(type) {
	case string:
		ok = is(spec.String, spec.Any)
	case int64:
		ok = is(spec.Integer, spec.Number)
	case float64:
		ok = is(spec.Number)
	case bool:
		ok = is(spec.Boolean)
	}
	return ok && constraint.Allows(s, v)
}

// numberBounds returns the bounds of a number that need not be whole, and how many digits it may have behind the point; 0: any. What an input cannot have
// as the document has it is left to the checks of the call.
func numberBounds(s *spec.Schema) (least, most *float64, decimals int) {
	for digits := range mostDecimals {
		if len(s.MultipleOf) == 1 && s.MultipleOf[0] == math.Pow10(-digits-1) {
			decimals = digits + 1
		}
	}
	allowed := func(bound *float64) *float64 {
		if bound == nil || signature.Violation(nact.Input{Name: "bound", Type: nact.Number, Decimals: decimals}, *bound) != "" {
			return nil
		}
		return bound
	}
	return allowed(s.Minimum), allowed(s.Maximum), decimals
}

// mostDecimals is how many digits an input may have behind the point at most that says so.
const mostDecimals = 15
