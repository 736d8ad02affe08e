package golden

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/getkin/kin-openapi/openapi3"
)

// values makes values of the schemas of a document.
type values struct {
	document *openapi3.T
	answer   bool // they are answered: without what is only written; otherwise sent, without what is only read
	sparse   bool // optional members are left out

	made   int      // members so far
	demand []string // members that the schemas around require, of which the one at hand is a part
}

// Bounds of what is made that the document does not require.
const (
	deepest = 6 // levels
	most    = 300
)

// Bounds of what it requires: a schema that requires itself has no values.
const (
	deepestRequired = 24
	mostRequired    = 3000
)

// of returns a value that a schema allows, as far as that is easily found.
func (v *values) of(s *openapi3.SchemaRef, depth int) any {
	if s == nil || s.Value == nil || depth > deepestRequired {
		return "text"
	}
	schema := s.Value
	if fixed, ok := v.fixed(schema, depth); ok {
		return fixed
	}
	stated := schema.Type != nil && len(*schema.Type) > 0
	switch {
	case len(schema.AllOf) > 0 || len(schema.OneOf) > 0 || len(schema.AnyOf) > 0:
		return v.composed(schema, depth)
	case is(schema, "object") || !stated && len(schema.Properties) > 0:
		return v.object(schema, depth)
	case is(schema, "array") || !stated && schema.Items != nil:
		return v.array(schema, depth)
	case is(schema, "string"):
		return textOf(schema)
	case is(schema, "integer"):
		return math.Trunc(numberOf(schema))
	case is(schema, "number"):
		return numberOf(schema)
	case is(schema, "boolean"):
		return true
	case is(schema, "null"):
		return nil
	case schema.AdditionalProperties.Schema != nil:
		return v.object(schema, depth)
	}
	return textOf(schema)
}

// is reports whether a schema names a type.
func is(s *openapi3.Schema, kind string) bool { return s.Type != nil && slices.Contains(*s.Type, kind) }

// fixed returns a value that the document itself gives.
func (v *values) fixed(s *openapi3.Schema, depth int) (any, bool) {
	if s.Const != nil {
		return s.Const, true
	}
	if i := slices.IndexFunc(s.Enum, func(e any) bool { return e != nil }); i >= 0 {
		return s.Enum[i], true
	}
	for _, given := range append([]any{s.Example, s.Default}, s.Examples...) {
		if given != nil && v.allows(s, given) {
			return given, true
		}
	}
	return nil, false
}

// allows reports whether a schema allows a value.
func (v *values) allows(s *openapi3.Schema, value any) bool {
	as := openapi3.VisitAsRequest()
	if v.answer {
		as = openapi3.VisitAsResponse()
	}
	return v.document.ValidateSchemaJSON(s, value, as) == nil
}

// composed returns a value of allOf, oneOf and anyOf.
func (v *values) composed(s *openapi3.Schema, depth int) any {
	demanded := slices.Concat(v.demand, s.Required)
	for _, part := range s.AllOf {
		if part.Value != nil {
			demanded = append(demanded, part.Value.Required...)
		}
	}
	part := func(s *openapi3.SchemaRef, depth int) any {
		v.demand = demanded
		return v.of(s, depth)
	}
	var whole any
	merge := func(part any) {
		object, ok := part.(map[string]any)
		if all, merged := whole.(map[string]any); ok && merged {
			maps.Copy(all, object)
			return
		}
		if whole == nil || ok {
			whole = part
		}
	}
	if len(s.Properties) > 0 || is(s, "object") && len(s.AllOf) > 0 {
		v.demand = demanded
		merge(v.object(s, depth))
	}
	for _, each := range s.AllOf {
		merge(part(each, depth))
	}
	for _, branches := range []openapi3.SchemaRefs{s.OneOf, s.AnyOf} {
		if branch := v.branch(branches, depth); branch != nil {
			value := part(branch, depth+1)
			if object, ok := value.(map[string]any); ok && s.Discriminator != nil {
				object[s.Discriminator.PropertyName] = discriminating(s.Discriminator, branch, object)
			}
			merge(value)
		}
	}
	return whole
}

// branch is the branch of a union that values are of: the first that is not null; deep down one that is no object if there is any.
func (v *values) branch(branches openapi3.SchemaRefs, depth int) *openapi3.SchemaRef {
	var first *openapi3.SchemaRef
	for _, b := range branches {
		if b.Value == nil || b.Value.Type.Is("null") || len(b.Value.Enum) == 1 && b.Value.Enum[0] == nil {
			continue
		}
		if single := b.Value.Type != nil && !is(b.Value, "object") && !is(b.Value, "array"); depth > deepest && single {
			return b
		}
		first = cmp.Or(first, b)
	}
	if first == nil && len(branches) > 0 {
		return branches[0]
	}
	return first
}

// discriminating is the value of a discriminator by which a branch is chosen.
func discriminating(d *openapi3.Discriminator, branch *openapi3.SchemaRef, made map[string]any) any {
	for _, name := range slices.Sorted(maps.Keys(d.Mapping)) {
		if d.Mapping[name].Ref == branch.Ref {
			return name
		}
	}
	if own, ok := made[d.PropertyName]; ok && len(d.Mapping) == 0 && branch.Ref == "" {
		return own
	}
	return branch.Ref[strings.LastIndexByte(branch.Ref, '/')+1:]
}

func (v *values) object(s *openapi3.Schema, depth int) any {
	made, demanded := map[string]any{}, v.demand
	v.demand = nil
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		member := s.Properties[name]
		required := slices.Contains(s.Required, name) || slices.Contains(demanded, name)
		switch {
		case member.Value == nil, !required && (v.sparse || depth > deepest || v.made > most), depth > deepestRequired, v.made > mostRequired:
		case v.answer && member.Value.WriteOnly, !v.answer && member.Value.ReadOnly:
		case !required && member.Value.Nullable && depth > 2:
		default:
			v.made++
			made[name] = v.of(member, depth+1)
		}
	}
	if more := s.AdditionalProperties.Schema; more != nil && uint64(len(made)) < max(s.MinProps, 1) && depth <= deepest {
		made["key"] = v.of(more, depth+1)
	}
	return made
}

func (v *values) array(s *openapi3.Schema, depth int) any {
	v.demand = nil
	list := []any{}
	n := max(s.MinItems, 1)
	if s.Items != nil && s.Items.Value != nil && s.Items.Value.Extensions[holdsItself] != nil {
		return list
	}
	if s.MinItems == 0 && (v.sparse || depth > deepest) || s.MaxItems != nil && *s.MaxItems == 0 {
		n = 0
	}
	for range min(n, 50) {
		item := v.of(s.Items, depth+1)
		if text, ok := item.(string); ok && len(list) > 0 && s.UniqueItems {
			item = text + string(rune('a'+len(list)))
		}
		if number, ok := item.(float64); ok && s.UniqueItems {
			item = number + float64(len(list))
		}
		list = append(list, item)
	}
	return list
}

// numberOf is a number within the bounds of a schema.
func numberOf(s *openapi3.Schema) float64 {
	n := 1.0
	if s.Max != nil {
		n = min(n, *s.Max)
	}
	if s.ExclusiveMax.Value != nil {
		n = min(n, *s.ExclusiveMax.Value-1)
	}
	if s.Min != nil {
		n = max(n, math.Ceil(*s.Min))
	}
	if s.ExclusiveMin.Value != nil {
		n = max(n, *s.ExclusiveMin.Value+1)
	}
	if s.MultipleOf != nil {
		n = math.Ceil(n / *s.MultipleOf) * *s.MultipleOf
	}
	return n
}

// texts are values of formats.
var texts = map[string]string{
	"date-time": "2026-11-22T09:30:00Z", "date": "2026-11-22", "time": "09:30:00Z", "duration": "PT1H", "email": "someone@example.com", "uri": "https://example.com/a", "url": "https://example.com/a",
	"uuid": "3f2504e0-4f89-41d3-9a0c-0305e82c3301", "ipv4": "192.0.2.1", "ipv6": "2001:db8::1", "hostname": "example.com", "byte": "dGV4dA==", "uri-template": "https://example.com/{id}", "ip": "192.0.2.1",
	"int64": "1", "int32": "1", "snowflake": "1", "decimal": "1.5", "unix-time": "1", "cidr": "192.0.2.0/24", "json": "{}",
}

// textOf is a text that a schema allows.
func textOf(s *openapi3.Schema) string {
	text := cmp.Or(texts[s.Format], "text")
	if s.Pattern != "" {
		if matching, ok := matchOf(s.Pattern, int(min(s.MinLength, 1<<16))); ok {
			return matching
		}
	}
	if missing := int(min(s.MinLength, 1<<16)) - len(text); missing > 0 {
		text += strings.Repeat("x", missing)
	}
	if s.MaxLength != nil && uint64(len(text)) > *s.MaxLength {
		text = text[:*s.MaxLength]
	}
	return text
}
