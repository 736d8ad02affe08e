package export

import (
	"fmt"
	"slices"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// strictKeywords are the keywords in the schemas of inputs that OpenAI documents for strict mode. Title is not documented, but is only a note.
var strictKeywords = []string{"type", "enum", "title", "description", "minimum", "maximum", "multipleOf", "pattern", "format", "items", "minItems", "maxItems"}

// strictFormats are the formats of inputs that strict mode takes.
var strictFormats = []string{"date", "date-time", "time", "email", "uuid"}

// The limits of a schema in strict mode.
const (
	mostProperties  = 5000
	mostValues      = 1000    // of all enums
	mostShortValues = 250     // values of an enum whose length is not limited
	longestValues   = 15_000  // characters of the values of an enum with more values
	longestStrings  = 120_000 // characters of all names and values
)

// strictly returns the schema of arguments in strict mode: every input is required, and optional ones can be null.
func strictly(s *nact.Signature, schema object) (object, error) {
	if err := strictSize(s); err != nil {
		return nil, err
	}
	required := []string{}
	byID := map[string]*nact.Input{}
	for i := range s.Inputs {
		required = append(required, s.Inputs[i].ID)
		byID[s.Inputs[i].ID] = &s.Inputs[i]
	}
	schema = eachProperty(schema, func(id string, property object) object { return strictProperty(byID[id], property) })
	schema = schema.without("additionalProperties").without("required")
	return append(schema, member{"required", required}, member{"additionalProperties", false}), nil
}

// strictProperty returns the schema of an input in strict mode.
func strictProperty(in *nact.Input, property object) object {
	keywords := strictKeywords
	for _, format := range []string{in.Format, itemsOf(in).Format} {
		if format != "" && !slices.Contains(strictFormats, format) {
			keywords = slices.DeleteFunc(slices.Clone(keywords), func(k string) bool { return k == "format" })
		}
	}
	switch {
	case in.Required():
		return inWords(property, keywords, "")
	case in.Default != nil:
		property = inWords(property, keywords, "null for the default: %s.")
	default:
		property = inWords(property, keywords, "", "null to leave it out.")
	}
	property.set("type", []any{property.get("type"), "null"})
	if values, ok := property.get("enum").([]any); ok {
		property.set("enum", append(slices.Clone(values), nil))
	}
	return property
}

// itemsOf returns what the elements of the list are that an input is, or of another input what it is.
func itemsOf(in *nact.Input) *nact.Input {
	if in.Items != nil {
		return in.Items
	}
	return in
}

// strictSize returns an error if the schema of a tool is too large for strict mode.
func strictSize(s *nact.Signature) error {
	values, characters := 0, 0
	for i := range s.Inputs {
		in := &s.Inputs[i]
		length := 0
		allowed := itemsOf(in).AllowedValues
		for _, v := range allowed {
			length += utf8.RuneCountInString(v.Name)
		}
		if n := len(allowed); n > mostShortValues && length > longestValues {
			return tooLarge(fmt.Sprintf("the %d values of %s have %d characters", n, in.ID, length), longestValues)
		}
		values += len(allowed)
		characters += length + utf8.RuneCountInString(in.ID)
	}
	switch {
	case len(s.Inputs) > mostProperties:
		return tooLarge(fmt.Sprintf("it has %d inputs", len(s.Inputs)), mostProperties)
	case values > mostValues:
		return tooLarge(fmt.Sprintf("its enums have %d values", values), mostValues)
	case characters > longestStrings:
		return tooLarge(fmt.Sprintf("the ids and values of its inputs have %d characters", characters), longestStrings)
	}
	return nil
}

func tooLarge(what string, most int) error {
	return fmt.Errorf("%s, and OpenAI's strict mode takes at most %d; export openai, which is not strict, or make an enum a string", what, most)
}
