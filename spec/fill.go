package spec

import (
	"math"
	"strconv"
)

// fillSchema completes the schema that was handed out for a site.
func (r *resolver) fillSchema(s *site) {
	o, _ := r.outcomeOf(s, nil)
	f, schema := o.facts, s.schema
	schema.Ref, schema.Faults = o.ref, f.faults()
	schema.Kind, schema.Nullable = o.kind, o.nullable
	schema.Format, schema.Title, schema.Description = f.format, f.title, f.description
	schema.ContentType, schema.ContentEncoding = f.contentType, f.contentEncoding
	schema.Deprecated, schema.Example = f.deprecated, f.example
	schema.Closed = f.closed
	schema.Pattern = f.pattern
	schema.MinLength, schema.MaxLength = f.minLength, f.maxLength
	schema.Minimum, schema.Maximum = f.least(o.kind), f.greatest(o.kind)
	if o.kind == Number {
		schema.Above, schema.Below = f.above, f.below
	}
	schema.MultipleOf = f.multipleOf
	schema.MinItems, schema.MaxItems, schema.UniqueItems = f.minItems, f.maxItems, f.uniqueItems
	if f.limited {
		for _, v := range f.enum {
			schema.Enum = append(schema.Enum, v.as(o.kind))
		}
	}
	schema.ValueTexts = f.texts
	if f.fallback != nil {
		schema.Default = f.fallback.as(o.kind)
	}
	r.fillNested(schema, o)
}

// fillNested hands out the schemas that a schema contains.
func (r *resolver) fillNested(schema *Schema, o *outcome) {
	r.fillProperties(schema, o.facts)
	if o.facts.additional != nil {
		schema.Additional = r.schemaOf(o.facts.additional)
	}
	if o.kind == Array {
		schema.Items = &Schema{Pos: schema.Pos}
		if o.facts.items != nil {
			schema.Items = r.schemaOf(o.facts.items)
		}
	}
	if o.kind == String && o.facts.content != nil {
		schema.Content = r.schemaOf(o.facts.content)
	}
	for _, b := range o.branches {
		schema.OneOf = append(schema.OneOf, r.schemaOf(b))
	}
	if o.kind == Any && len(o.branches) == 0 && !o.facts.clash {
		schema.OneOf = r.kindBranches(schema, o.facts)
	}
	if o.discriminator != nil {
		r.discriminate(schema, o.discriminator)
	}
}

// kindBranches returns the branches of a schema with several types: one for each, with the keywords that apply to it.
func (r *resolver) kindBranches(schema *Schema, f *facts) []*Schema {
	var branches []*Schema
	for kind := String; kind <= Array; kind++ {
		if f.kinds&setOf(kind) == 0 || kind == Integer && f.kinds&numeric == numeric {
			continue
		}
		b := &Schema{Kind: kind, Pos: schema.Pos}
		switch kind {
		case Object:
			b.Properties, b.Additional, b.Closed = schema.Properties, schema.Additional, schema.Closed
		case Array:
			b.Items = &Schema{Pos: schema.Pos}
			if f.items != nil {
				b.Items = r.schemaOf(f.items)
			}
			b.MinItems, b.MaxItems, b.UniqueItems = f.minItems, f.maxItems, f.uniqueItems
		case String:
			b.Format, b.Pattern, b.MinLength, b.MaxLength = f.format, f.pattern, f.minLength, f.maxLength
		case Integer, Number:
			b.Format, b.MultipleOf, b.Minimum, b.Maximum = f.format, f.multipleOf, f.least(kind), f.greatest(kind)
			if kind == Number {
				b.Above, b.Below = f.above, f.below
			}
		}
		if f.enumFor(b, kind) {
			branches = append(branches, b)
		}
	}
	return branches
}

// enumFor gives a branch the values of the enum that are of its kind, and reports whether it allows any.
func (f *facts) enumFor(b *Schema, kind Kind) bool {
	if !f.limited {
		return true
	}
	for _, v := range f.enum {
		if of := kindOfEnum([]scalar{v}); of == kind || of == Integer && kind == Number {
			b.Enum = append(b.Enum, v.as(kind))
		}
	}
	return len(b.Enum) > 0
}

func (r *resolver) fillProperties(schema *Schema, f *facts) {
	required := make(map[string]bool, len(f.required))
	for _, name := range f.required {
		required[name] = true
	}
	for _, m := range f.members {
		o, _ := r.outcomeOf(m.site, nil)
		schema.Properties = append(schema.Properties, &Property{
			Name: m.name, Schema: r.schemaOf(m.site), Required: required[m.name],
			ReadOnly: o.facts.readOnly, WriteOnly: o.facts.writeOnly,
		})
	}
}

// discriminate resolves a discriminator. A value of its mapping is the name of
// a component or a reference; one that leads nowhere is left out.
func (r *resolver) discriminate(schema *Schema, n *node) {
	d := &Discriminator{Property: n.str("propertyName")}
	schema.Discriminator = d
	mapping := n.field("mapping")
	if mapping == nil {
		return
	}
	for _, m := range mapping.fields {
		s, err := r.mapped(m.value)
		if err != nil {
			schema.Faults = append(schema.Faults, Fault{Error: *err})
			continue
		}
		d.Mapping = append(d.Mapping, Mapping{Value: m.name, Schema: r.schemaOf(s)})
	}
}

func (r *resolver) mapped(value *node) (*site, *Error) {
	if err := value.must(textNode, "a value of a mapping"); err != nil {
		return nil, err
	}
	if named, err := value.file.scope().node([]string{"components", "schemas", value.text}); named != nil && err == nil {
		s := r.site(named)
		if s.node == named && s.ref == "" {
			s.ref = value.text
		}
		return s, nil
	}
	s := r.referred(value, 0)
	return s, s.fault
}

// least returns the inclusive lower bound. For integers an exclusive bound is
// one too; for other numbers it is the closest that can be said.
func (f *facts) least(kind Kind) *float64 {
	if f.above == nil {
		return f.minimum
	}
	bound := *f.above
	if kind == Integer {
		bound = math.Floor(bound) + 1
	}
	return higher(f.minimum, &bound)
}

// greatest is the upper bound, likewise.
func (f *facts) greatest(kind Kind) *float64 {
	if f.below == nil {
		return f.maximum
	}
	bound := *f.below
	if kind == Integer {
		bound = math.Ceil(bound) - 1
	}
	return lower(f.maximum, &bound)
}

// as converts a value to the kind of its schema where it can be read so:
// documents write strings without quotes and numbers in them. A value that
// cannot is returned as what it is.
func (v scalar) as(kind Kind) any {
	switch {
	case v.kind == nullNode:
		return nil
	case kind == String || v.kind == textNode && kind != Integer && kind != Number && kind != Boolean:
		return v.text
	case kind == Boolean || v.kind == boolNode:
		if b, err := strconv.ParseBool(v.text); err == nil {
			return b
		}
		return v.text
	}
	n, ok := parseNumber(v.text)
	switch {
	case !ok:
		return v.text
	case n.integral && kind != Number:
		return n.integer
	}
	return n.float
}
