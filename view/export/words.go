package export

import (
	"fmt"
	"slices"
	"strings"
)

// eachProperty is the schema of an object with other schemas of its properties.
func eachProperty(schema object, change func(id string, property object) object) object {
	properties := object{}
	for _, m := range schema.get("properties").(object) {
		properties.add(m.key, change(m.key, m.value.(object)))
	}
	changed := slices.Clone(schema)
	changed.set("properties", properties)
	return changed
}

// inWords is the schema of an input with some keywords alone. What the others say its description does, in a line of its own that ends in further
// sentences. byDefault is the sentence about a default, with a place for its value.
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

// literal is a single value as JSON has it.
func literal(v any) string {
	text, _ := encoded(v) // of a value that was read of JSON
	return string(text)
}
