package spec

// keyword reads the value of a keyword into facts or, if it contains schemas, into keywords. An error says why it is left out.
type keyword func(k *keywords, f *facts, has field) *Error

// own reads nothing: the keyword is read together with others, from the node itself.
func own(*keywords, *facts, field) *Error { return nil }

// schemaKeywords are the keywords that matter here. All others are examples, extensions, and keywords without a meaning for a service.
var schemaKeywords = map[string]keyword{
	"type": own, "enum": own, "const": own, "default": own, "required": own, "discriminator": own,
	"exclusiveMinimum": own, "exclusiveMaximum": own,

	"format":           text(func(f *facts) *string { return &f.format }),
	"title":            text(func(f *facts) *string { return &f.title }),
	"description":      text(func(f *facts) *string { return &f.description }),
	"pattern":          text(func(f *facts) *string { return &f.pattern }),
	"contentMediaType": text(func(f *facts) *string { return &f.contentType }),
	"contentEncoding":  text(func(f *facts) *string { return &f.contentEncoding }),

	"nullable":    flag(func(k *keywords, _ *facts) *bool { return &k.nullable }),
	"deprecated":  flag(func(_ *keywords, f *facts) *bool { return &f.deprecated }),
	"readOnly":    flag(func(_ *keywords, f *facts) *bool { return &f.readOnly }),
	"writeOnly":   flag(func(_ *keywords, f *facts) *bool { return &f.writeOnly }),
	"uniqueItems": flag(func(_ *keywords, f *facts) *bool { return &f.uniqueItems }),

	"minimum":    bound(func(f *facts, x float64) { f.minimum = &x }),
	"maximum":    bound(func(f *facts, x float64) { f.maximum = &x }),
	"multipleOf": bound(func(f *facts, x float64) { f.multipleOf = positive(x) }),
	"minLength":  count(func(f *facts) **int64 { return &f.minLength }),
	"maxLength":  count(func(f *facts) **int64 { return &f.maxLength }),
	"minItems":   count(func(f *facts) **int64 { return &f.minItems }),
	"maxItems":   count(func(f *facts) **int64 { return &f.maxItems }),

	"properties":           schemaTable(func(k *keywords) *[]field { return &k.properties }),
	"patternProperties":    schemaTable(func(k *keywords) *[]field { return &k.patternProperties }),
	"additionalProperties": schema(func(k *keywords) **node { return &k.additionalProperties }),
	"items":                schema(func(k *keywords) **node { return &k.element }),
	"contentSchema":        schema(func(k *keywords) **node { return &k.contentSchema }),
	"allOf":                schemaList(func(k *keywords) *[]*node { return &k.allOf }),
	"oneOf":                schemaList(func(k *keywords) *[]*node { return &k.oneOf }),
	"anyOf":                schemaList(func(k *keywords) *[]*node { return &k.anyOf }),
}

// positive returns multipleOf as a list, which is empty for a value that no number is a multiple of.
func positive(x float64) []float64 {
	if x > 0 {
		return []float64{x}
	}
	return nil
}

// single is a keyword with a single value; null is none.
func single(read func(k *keywords, f *facts, has field) *Error) keyword {
	return func(k *keywords, f *facts, has field) *Error {
		switch has.value.kind {
		case nullNode:
			return nil
		case faultNode:
			return has.value.fault
		case mapNode, listNode:
			return errorAt(has.value.pos(), "%s must not be %s", has.name, has.value.kind)
		}
		return read(k, f, has)
	}
}

func text(of func(*facts) *string) keyword {
	return single(func(_ *keywords, f *facts, has field) *Error {
		*of(f) = has.value.text
		return nil
	})
}

func flag(of func(*keywords, *facts) *bool) keyword {
	return single(func(k *keywords, f *facts, has field) (err *Error) {
		*of(k, f), err = has.value.boolean(has.name)
		return err
	})
}

func bound(set func(*facts, float64)) keyword {
	return single(func(_ *keywords, f *facts, has field) *Error {
		x, err := has.value.number(has.name)
		if err == nil {
			set(f, x.float)
		}
		return err
	})
}

func count(of func(*facts) **int64) keyword {
	return single(func(_ *keywords, f *facts, has field) *Error {
		x, err := has.value.count(has.name)
		if err == nil {
			*of(f) = &x
		}
		return err
	})
}

func schema(of func(*keywords) **node) keyword {
	return func(k *keywords, _ *facts, has field) *Error {
		*of(k) = has.value
		return nil
	}
}

// schemaTable is a keyword that gives names to schemas. An empty array is an empty table: that is how PHP writes one.
func schemaTable(of func(*keywords) *[]field) keyword {
	return func(k *keywords, _ *facts, has field) *Error {
		n, err := k.container(has.value)
		if n == nil || err != nil || n.kind == listNode && len(n.items) == 0 {
			return err
		}
		*of(k) = n.fields
		return n.must(mapNode, has.name)
	}
}

func schemaList(of func(*keywords) *[]*node) keyword {
	return func(k *keywords, _ *facts, has field) *Error {
		n, err := k.container(has.value)
		if n == nil || err != nil {
			return err
		}
		*of(k) = n.items
		return n.must(listNode, has.name)
	}
}

// container returns a value that may be a reference, or nil for null.
func (k *keywords) container(n *node) (*node, *Error) {
	n, err := k.lib.deref(n)
	if err != nil || n.kind == nullNode {
		return nil, err
	}
	return n, nil
}
