package spec

// ValueText is the description of a value of an enum.
type ValueText struct {
	Value string // as text
	Text  string // as the document has it, any number of lines
}

// valueTexts returns the descriptions of the values of an enum. OpenAPI has no keyword for them, so vendors have their own: a list in the order of the
// values, an object by value, or Microsoft's list of objects.
func valueTexts(schema *node) []ValueText {
	if schema.kind != mapNode {
		return nil
	}
	for _, name := range []string{"x-enum-descriptions", "x-enumDescriptions", "x-enum-description"} {
		if texts := schema.field(name); texts != nil {
			return textsOf(texts, schema.field("enum"))
		}
	}
	if vendor := schema.field("x-ms-enum"); vendor != nil {
		if values := vendor.field("values"); values != nil {
			return describedIn(values)
		}
	}
	return nil
}

// textsOf pairs texts with the values of an enum.
func textsOf(texts, enum *node) []ValueText {
	var found []ValueText
	for _, f := range texts.fields {
		found = appendText(found, f.name, f.value)
	}
	for i, item := range texts.items {
		if enum != nil && i < len(enum.items) && len(enum.items) == len(texts.items) {
			found = appendText(found, enum.items[i].text, item)
		}
	}
	return found
}

func describedIn(values *node) []ValueText {
	var found []ValueText
	for _, v := range values.items {
		if description := v.field("description"); description != nil {
			found = appendText(found, v.str("value"), description)
		}
	}
	return found
}

func appendText(list []ValueText, value string, text *node) []ValueText {
	if text.kind != textNode || text.text == "" {
		return list
	}
	return append(list, ValueText{value, text.text})
}

// branchText returns the description of the only value that a branch of a union allows.
func branchText(f *facts) []ValueText {
	text := or(f.description, f.title)
	if !f.limited || len(f.enum) != 1 || text == "" {
		return f.texts
	}
	return []ValueText{{f.enum[0].text, text}}
}
