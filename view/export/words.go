package export

import (
	"fmt"
	"slices"
	"strings"
)

// eachProperty returns the schema of an object with the schemas of its properties changed.
func eachProperty(schema object, change func(id string, property object) object) object {
	properties := object{}
	for _, m := range schema.get("properties").(object) {
		properties.add(m.key, change(m.key, m.value.(object)))
	}
	changed := slices.Clone(schema)
	changed.set("properties", properties)
	return changed
}

// inWords returns the schema of an input with only some keywords. The others are put into words in a line of the description, followed by further
// sentences. The format byDefault is for the sentence about a default.
func inWords(property object, keywords []string, byDefault string, further ...string) object {
	var kept object
	var sentences []string
	for _, m := range property {
		switch items, isSchema := m.value.(object); {
		case m.key == "items" && isSchema:
			kept.add(m.key, inWords(items, keywords, ""))
		case slices.Contains(keywords, m.key):
			kept.add(m.key, m.value)
		default:
			if sentence := inAWord(m, byDefault); sentence != "" {
				sentences = append(sentences, sentence)
			}
		}
	}
	if sentences = append(sentences, further...); len(sentences) > 0 {
		text, _ := kept.get("description").(string)
		kept.set("description", strings.TrimPrefix(text+"\n"+strings.Join(sentences, " "), "\n"))
	}
	return kept
}

// inAWord returns a keyword with its value as a sentence, or "" for one that is only a note.
func inAWord(m member, byDefault string) string {
	switch m.key {
	case "minLength":
		return fmt.Sprintf("At least %s characters.", literal(m.value))
	case "maxLength":
		return fmt.Sprintf("At most %s characters.", literal(m.value))
	case "pattern":
		return fmt.Sprintf("It matches the pattern %s.", m.value)
	case "multipleOf":
		return fmt.Sprintf("A multiple of %s.", literal(m.value))
	case "uniqueItems":
		return "Each element stands once."
	case "format":
		return fmt.Sprintf("Format: %s.", m.value)
	case "default":
		return fmt.Sprintf(byDefault, literal(m.value))
	case "examples":
		var list []string
		for _, v := range m.value.([]any) {
			list = append(list, literal(v))
		}
		return fmt.Sprintf("Examples: %s.", strings.Join(list, ", "))
	}
	return ""
}

// literal returns a scalar as JSON.
func literal(v any) string {
	text, _ := encoded(v) // which cannot fail for a value that comes from JSON
	return string(text)
}
