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
		if slices.Contains(keywords, m.key) {
			kept.add(m.key, m.value)
			continue
		}
		switch m.key {
		case "maxLength":
			sentences = append(sentences, fmt.Sprintf("At most %s characters.", literal(m.value)))
		case "format":
			sentences = append(sentences, fmt.Sprintf("Format: %s.", m.value))
		case "default":
			sentences = append(sentences, fmt.Sprintf(byDefault, literal(m.value)))
		case "examples":
			var list []string
			for _, v := range m.value.([]any) {
				list = append(list, literal(v))
			}
			sentences = append(sentences, fmt.Sprintf("Examples: %s.", strings.Join(list, ", ")))
		}
	}
	if sentences = append(sentences, further...); len(sentences) > 0 {
		text, _ := kept.get("description").(string)
		kept.set("description", strings.TrimPrefix(text+"\n"+strings.Join(sentences, " "), "\n"))
	}
	return kept
}

// literal returns a scalar as JSON.
func literal(v any) string {
	text, _ := encoded(v) // which cannot fail for a value that comes from JSON
	return string(text)
}
