package value

import (
	"cmp"
	"fmt"
	"math"
	"regexp"
	"strconv"
	"unicode/utf8"

	runtime "github.com/nactgen/nactgen/nact/cel"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Refusal says why a document does not allow a text where the schema stands, or returns "".
func Refusal(s *spec.Schema, text string) string {
	if s.Kind != spec.Any && s.Kind != spec.String {
		return "it is " + shape.Describe(s)
	}
	return forbidden(s, text)
}

// Allows reports whether a document allows a single value where the schema stands.
func Allows(s *spec.Schema, value any) bool { return forbidden(s, value) == "" }

// forbidden says why a document does not allow a single value where the schema stands, or returns "".
func forbidden(s *spec.Schema, value any) string {
	return (&refusals{value: value, known: map[*spec.Schema]string{}, open: map[*spec.Schema]bool{}}).of(s)
}

// refusals are why schemas do not allow a single value.
type refusals struct {
	value any
	known map[*spec.Schema]string // by union
	open  map[*spec.Schema]bool   // the unions that are being looked at
}

func (r *refusals) of(s *spec.Schema) string {
	if why := allowed(s, r.value); why != "" {
		return why
	}
	if s.Kind == spec.Any {
		return r.ofUnion(s)
	}
	if text, ok := r.value.(string); ok && s.Kind == spec.String {
		return forbiddenText(s, text)
	}
	if n, ok := spec.Float(r.value); ok && (s.Kind == spec.Integer || s.Kind == spec.Number) {
		return forbiddenNumber(s, n)
	}
	return ""
}

// ofUnion says why no branch of a union allows the value, or returns "". The branches of its kind count, and no union that leads back to this
// one.
func (r *refusals) ofUnion(s *spec.Schema) string {
	if why, ok := r.known[s]; ok {
		return why
	}
	r.open[s] = true
	first := ""
	for _, b := range s.OneOf {
		if r.open[b] || b.Kind != spec.Any && !takes(b.Kind, r.value) {
			continue
		}
		why := r.of(b)
		if why == "" {
			first = ""
			break
		}
		first = cmp.Or(first, why)
	}
	delete(r.open, s)
	r.known[s] = first
	return first
}

// takes reports whether a schema of a kind is one of single values of the kind that a value has.
func takes(kind spec.Kind, value any) bool {
	switch value.(type) {
	case string:
		return kind == spec.String
	case bool:
		return kind == spec.Boolean
	case float64:
		return kind == spec.Number || kind == spec.Integer
	case nil:
		return kind == spec.Null
	}
	return kind == spec.Integer || kind == spec.Number
}

func forbiddenNumber(s *spec.Schema, n float64) string {
	refuse := func(keyword string, bound float64) string {
		return fmt.Sprintf("%s is not allowed: the document has %s %s for it", decimal(n), keyword, decimal(bound))
	}
	switch {
	case s.Above != nil && n <= *s.Above:
		return refuse("exclusiveMinimum", *s.Above)
	case s.Below != nil && n >= *s.Below:
		return refuse("exclusiveMaximum", *s.Below)
	case s.Minimum != nil && n < *s.Minimum:
		return refuse("minimum", *s.Minimum)
	case s.Maximum != nil && n > *s.Maximum:
		return refuse("maximum", *s.Maximum)
	case s.Format == "int32" && n != float64(int32(n)):
		return fmt.Sprintf("%s is not allowed: the document has format int32 for it", decimal(n))
	}
	for _, of := range s.MultipleOf {
		if !runtime.IsMultiple(n, of) {
			return refuse("multipleOf", of)
		}
	}
	return ""
}

// decimal is a number as people write it.
func decimal(n float64) string {
	const longest = 1e15
	if math.Abs(n) < longest {
		return strconv.FormatFloat(n, 'f', -1, 64)
	}
	return strconv.FormatFloat(n, 'g', -1, 64)
}

func forbiddenText(s *spec.Schema, text string) string {
	length := int64(utf8.RuneCountInString(text))
	switch {
	case s.MinLength != nil && length < *s.MinLength:
		return fmt.Sprintf("%s has %s: the document has minLength %d for it", diag.Quote(text), counted(length, "character"), *s.MinLength)
	case s.MaxLength != nil && length > *s.MaxLength:
		return fmt.Sprintf("%s has %s: the document has maxLength %d for it", diag.Quote(text), counted(length, "character"), *s.MaxLength)
	case !matches(s.Pattern, text):
		return fmt.Sprintf("%s does not match the document's pattern %s", diag.Quote(text), diag.Clip(s.Pattern))
	}
	if !runtime.HasFormat(text, s.Format) {
		return fmt.Sprintf("%s does not have the document's format %s, as in %s", diag.Quote(text), s.Format, formatExamples[s.Format])
	}
	return ""
}

// matches reports whether a text matches a pattern. One that Go does not know, such as one that looks ahead, is taken to match.
func matches(pattern, text string) bool {
	re, err := regexp.Compile(pattern)
	return err != nil || re.MatchString(text)
}

// forbiddenLength says why a document does not allow a list of at least so many elements and at most so many, or returns "".
func forbiddenLength(s *spec.Schema, least, most int64) string {
	switch {
	case s.MinItems != nil && most < *s.MinItems:
		return fmt.Sprintf("this has %s: the document has minItems %d for it", counted(most, "element"), *s.MinItems)
	case s.MaxItems != nil && least > *s.MaxItems:
		return fmt.Sprintf("this has %s: the document has maxItems %d for it", counted(least, "element"), *s.MaxItems)
	}
	return ""
}

func counted(n int64, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.FormatInt(n, 10) + " " + noun + "s"
}

// formatExamples are the formats of texts that are checked, by their names in documents, each with a text that has it.
var formatExamples = map[string]string{
	"date":      "2026-01-31",
	"date-time": "2026-01-31T14:30:00Z",
	"time":      "14:30:00Z",
	"email":     "jane@example.com",
	"uuid":      "0479a45d-ad0a-49d4-94db-75edf00d2ca4",
	"uri":       "https://example.com/page",
	"ipv4":      "192.0.2.1",
	"ipv6":      "2001:db8::1",
	"hostname":  "api.example.com",
	"duration":  "P1DT12H",
}
