package operation

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// AnswerType is the type of an answer, as [Answer] has it. Text and bytes are raw.
func AnswerType(shapes *shape.Shapes, media *spec.Media) (t *ir.Type, raw bool) {
	form, schema := Answer(media)
	return typeOf(shapes, form, schema), form.Raw()
}

// Answer returns the form in which an answer is read, and the schema of what expressions read of it: the schema of the media type, or of the
// JSON that is made of an answer in another notation. It is for steps that say no more of the answer than the document.
func Answer(media *spec.Media) (plan.AnswerForm, *spec.Schema) { return read(media, "") }

// typeOf is the type of an answer in a form.
func typeOf(shapes *shape.Shapes, form plan.AnswerForm, s *spec.Schema) *ir.Type {
	switch form {
	case plan.TextAnswer:
		return ir.StringType
	case plan.BytesAnswer:
		return ir.BytesType
	}
	return shapes.Type(s)
}

// read returns the form in which an answer is read, and the schema of what is read of it. header is what a step says of the names of a
// table's columns: present or absent; empty: nothing.
func read(media *spec.Media, header string) (plan.AnswerForm, *spec.Schema) {
	form := answerForm(media.Type)
	var made *spec.Schema // describes the JSON that is made of the answer; nil: none is made
	switch form {
	case plan.JSONAnswer:
		made = media.Schema
	case plan.CSVAnswer, plan.TSVAnswer:
		made = tableSchema(media, header)
	case plan.LinesAnswer, plan.SequenceAnswer:
		made = valuesSchema(media)
	case plan.EventsAnswer:
		made = eventsSchema(media)
	case plan.FormAnswer:
		made = formSchema(media.Schema)
	}
	switch {
	case made != nil:
		return form, made
	case form == plan.BytesAnswer:
		return form, media.Schema
	}
	return plan.TextAnswer, media.Schema
}

// linesTypes are the media types of JSON on each line.
var linesTypes = []string{
	"application/x-ndjson", "application/ndjson", "application/jsonl", "application/x-jsonl", "application/jsonlines", "application/x-jsonlines",
	"application/json-lines", "application/x-json-stream", "application/stream+json", "text/x-ndjson", "text/jsonl",
}

// answerForm is the form of answers of a media type, whatever the document says of their values.
func answerForm(mediaType string) plan.AnswerForm {
	switch t := Essence(mediaType); {
	case slices.Contains(linesTypes, t):
		return plan.LinesAnswer
	case IsJSON(mediaType), isOpen(mediaType):
		return plan.JSONAnswer
	case t == "text/csv", t == "application/csv", t == "text/x-csv":
		return plan.CSVAnswer
	case t == "text/tab-separated-values", t == "text/tsv":
		return plan.TSVAnswer
	case t == "application/json-seq", strings.HasSuffix(t, "+json-seq"):
		return plan.SequenceAnswer
	case t == "text/event-stream":
		return plan.EventsAnswer
	case isForm(mediaType):
		return plan.FormAnswer
	case IsText(mediaType):
		return plan.TextAnswer
	}
	return plan.BytesAnswer
}

// tableSchema is the schema of the rows of a table, or nil if it is read as text: the document has text for it, or no table.
func tableSchema(media *spec.Media, header string) *spec.Schema {
	s := media.Schema
	header = cmp.Or(header, headerOf(media.Type))
	rows := rowsOf(s)
	switch {
	case s.Unreadable() != nil:
		return listOf(s, s)
	case header == "absent" && (rows == nil || rows.Items.Kind != spec.Array):
		return listOf(s, listOf(s, textsOf(s)))
	case header == "present" && rows == nil:
		return listOf(s, mapOf(s, textsOf(s)))
	}
	return rows
}

// rowsOf is the schema of a list of rows that a schema describes, or nil if it describes none.
func rowsOf(s *spec.Schema) *spec.Schema {
	row := s
	if s.Kind == spec.Array {
		row = s.Items
	}
	switch {
	case row.Unreadable() != nil:
		return s
	case row.Kind == spec.Array && s.Kind == spec.Array && isOpenSchema(row.Items):
		return listOf(s, listOf(row, textsOf(row)))
	case row.Kind == spec.Array && s.Kind == spec.Array:
		return s
	case isOpenSchema(row):
		return listOf(s, mapOf(row, textsOf(row)))
	case row.Kind != spec.Object && (row.Kind != spec.Any || s.Kind != spec.Array):
		return nil
	case s.Kind == spec.Array:
		return s
	case slices.ContainsFunc(row.Properties, func(p *spec.Property) bool { return p.Schema.Kind == spec.Object || p.Schema.Kind == spec.Array }):
		return nil // it is what another media type has
	}
	return listOf(s, row)
}

// headerOf is the parameter header of a media type (RFC 4180), in lower case, or an empty string.
func headerOf(mediaType string) string { return strings.ToLower(parameter(mediaType, "header")) }

// tableHeader is a media type that a step accepts as the document has it, and what the step says of the names of a table's columns: the type
// has the parameter header, and the document has a table without it.
func tableHeader(accept string, content []*spec.Media) (mediaType, header string) {
	essence, form := Essence(accept), answerForm(accept)
	if ofType(content, accept) != nil || form != plan.CSVAnswer && form != plan.TSVAnswer {
		return accept, ""
	}
	listed := lists.Find(content, func(m *spec.Media) bool { return Essence(m.Type) == essence })
	if header = headerOf(accept); listed == nil || header != "present" && header != "absent" {
		return accept, ""
	}
	return listed.Type, header
}

// valuesSchema is the schema of the list of values that an answer holds one behind the other, or nil if the document has text for it. A
// schema of an array is that of the list, any other that of a value.
func valuesSchema(media *spec.Media) *spec.Schema {
	switch {
	case media.Item != nil:
		return listOf(media.Item, media.Item)
	case media.Schema.Kind == spec.Array:
		return media.Schema
	case media.Schema.Kind == spec.String:
		return nil
	}
	return listOf(media.Schema, media.Schema)
}

// eventsSchema is the schema of the events of a stream. A document describes events, or what they have as their data.
func eventsSchema(media *spec.Media) *spec.Schema {
	s := media.Schema
	if media.Item != nil {
		s = media.Item
	} else if s.Kind == spec.Array {
		s = s.Items
	}
	if isEvent(s) {
		return listOf(s, withContent(s, map[*spec.Schema]*spec.Schema{}))
	}
	data := s
	if isOpenSchema(s) && s.Kind == spec.Any {
		data = textsOf(s)
	}
	text := func(description string) *spec.Schema {
		return &spec.Schema{Kind: spec.String, Description: description, Pos: s.Pos}
	}
	event := &spec.Schema{Kind: spec.Object, Pos: s.Pos, Properties: []*spec.Property{
		{Name: "event", Required: true, Schema: text("What kind of event it is; message where the stream does not say.")},
		{Name: "data", Required: true, Schema: data},
		{Name: "id", Schema: text("The last id that the stream has given.")},
		{Name: "retry", Schema: &spec.Schema{Kind: spec.Integer, Description: "After how many milliseconds to connect again.", Pos: s.Pos}},
	}}
	return listOf(s, event)
}

// isEvent reports whether a schema is that of an event, or each of its branches is: it has data, and nothing else that an event has not.
func isEvent(s *spec.Schema) bool {
	branches := s.Alternatives()
	return len(branches) > 0 && !slices.ContainsFunc(branches, func(b *spec.Schema) bool {
		return b.Property("data") == nil || slices.ContainsFunc(b.Properties, func(p *spec.Property) bool {
			return !slices.Contains([]string{"event", "data", "id", "retry"}, p.Name)
		})
	})
}

// withContent is the schema of events whose data hold JSON, where the document describes that: the data are what it holds. made are the schemas
// that it has made, by what they are made of.
func withContent(s *spec.Schema, made map[*spec.Schema]*spec.Schema) *spec.Schema {
	if s.Discriminator != nil {
		return s // it knows the branches
	}
	if made[s] != nil {
		return made[s]
	}
	event := *s
	made[s] = &event
	event.OneOf, event.Properties = slices.Clone(s.OneOf), slices.Clone(s.Properties)
	for i, branch := range s.OneOf {
		event.OneOf[i] = withContent(branch, made)
	}
	for i, p := range s.Properties {
		if p.Name == "data" && p.Schema.Content != nil && IsJSON(p.Schema.ContentType) && p.Schema.ContentEncoding == "" {
			data := *p
			data.Schema = p.Schema.Content
			event.Properties[i] = &data
		}
	}
	return &event
}

// formSchema is the schema of the fields of a form, or nil if the document has none for it.
func formSchema(s *spec.Schema) *spec.Schema {
	switch {
	case isOpenSchema(s):
		return mapOf(s, textsOf(s))
	case s.Kind == spec.Object, s.Unreadable() != nil:
		return s
	}
	return nil
}

// isOpenSchema reports whether a schema says nothing of a value but perhaps that it is an object.
func isOpenSchema(s *spec.Schema) bool {
	open := s.Kind == spec.Any && len(s.OneOf) == 0 || s.Kind == spec.Object && len(s.Properties) == 0 && s.Additional == nil
	return open && s.Unreadable() == nil
}

// listOf is the schema of a list, in the place of s.
func listOf(s, items *spec.Schema) *spec.Schema {
	return &spec.Schema{Kind: spec.Array, Items: items, Description: s.Description, Pos: s.Pos}
}

// mapOf is the schema of an object that has members of any names, in the place of s.
func mapOf(s, values *spec.Schema) *spec.Schema {
	return &spec.Schema{Kind: spec.Object, Additional: values, Pos: s.Pos}
}

// textsOf is the schema of the texts in what s stands for.
func textsOf(s *spec.Schema) *spec.Schema { return &spec.Schema{Kind: spec.String, Pos: s.Pos} }
