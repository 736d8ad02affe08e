package value

import (
	"cmp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// fit makes the value of an expression fit the schema. An optional stays one: an absent member is left out.
func (s slot) fit(e *manifest.Expr, value ir.Node) ir.Node {
	from := value.Type()
	optional := from.Kind == ir.Optional
	if optional {
		from = from.Elem
	}
	want := converted(from, s.schema)
	if want == nil {
		return s.found.refuse(e, "type", "this is %s where the document has %s", from.Phrase(), shape.Describe(s.schema))
	}
	if len(s.schema.OneOf) > 0 && !anyNull(s.schema) {
		want = want.Plain()
	}
	if why := (&misfits{unions: s.decided.unions}).of(from, s.schema, ""); why != "" {
		return s.found.refuse(e, "type", "%s %s; spell the members out that it is to have", from.Phrase(), why)
	}
	s.warnReadOnlyIn(e, value)
	if optional {
		want = ir.OptionalOf(want)
	}
	s.compiled.Usage.Encode(want)
	return s.Assign(e, value, want)
}

// converted is the type to which a value of type from is converted where the schema s stands; nil if it does not fit.
func converted(from *ir.Type, s *spec.Schema) *ir.Type {
	switch {
	case s.Kind == spec.Any:
		return from
	case from.Kind == ir.Null && (s.Nullable || s.Kind == spec.Null):
		return from
	}
	want := convertedNonNull(from, s)
	if want != nil && s.Nullable && from.Nullable {
		return want.OrNull()
	}
	return want
}

// convertedNonNull is the type to which a value of type from that is not null is converted.
func convertedNonNull(from *ir.Type, s *spec.Schema) *ir.Type {
	switch s.Kind {
	case spec.Array:
		switch {
		case from.Kind == ir.Dyn:
			return ir.ListOf(ir.DynType)
		case from.Kind == ir.List && converted(from.Elem, s.Items) != nil:
			return from.Plain()
		}
		return nil
	case spec.Object:
		switch {
		case from.Kind == ir.Dyn:
			return ir.MapOf(ir.StringType, ir.DynType)
		case from.Kind == ir.Object, from.Kind == ir.Map && from.Key.Kind == ir.String:
			return from.Plain()
		}
		return nil
	case spec.Null:
		return nil
	}
	want := operation.ScalarType(s)
	if from.Kind == ir.Dyn || from.Kind == want.Kind || from.Kind == ir.Int && want.Kind == ir.Double {
		return want
	}
	return nil
}

// misfits compares the structure of objects that answers hold with that of schemas. They are sent as they are.
type misfits struct {
	unions   unions
	lenient  bool                  // it is enough that a value may fit, as for a branch of a union; otherwise it must be sure to
	compared map[comparison]string // what is wrong, by what was compared or is being compared: objects may contain themselves
}

// comparison is an object with the schema that it is compared with.
type comparison struct {
	object *ir.ObjectType
	schema *spec.Schema
}

// of says what is wrong with a value of type from at a path of fields for s, or returns "". Single values are compared only
// inside an object: elsewhere they are converted.
func (m *misfits) of(from *ir.Type, s *spec.Schema, path string) string {
	switch {
	case from.Kind == ir.Dyn:
		return ""
	case s.Kind == spec.Any:
		return m.ofUnion(from, s, path)
	case from.Nullable && !s.Nullable && path != "" && !m.lenient:
		return "may have null for " + path + ", which the document does not allow"
	case converted(from, s) == nil:
		return other(from, s, path)
	case from.Kind == ir.List || from.Kind == ir.Map && s.Additional != nil:
		if m.lenient {
			return "" // it may be empty
		}
		inner := s.Items
		if from.Kind == ir.Map {
			inner = s.Additional
		}
		return m.of(from.Elem, inner, path)
	case from.Kind == ir.Object:
		return m.ofObject(from.Object, s, path)
	}
	return ""
}

// other is the message that a value of type from is none that s describes.
func other(from *ir.Type, s *spec.Schema, path string) string {
	if path != "" {
		path = " for " + path
	}
	return "has " + from.Phrase() + path + " where the document has " + shape.Describe(s)
}

// ofUnion says what is wrong with a value of type from where the document has a union, or returns "": a value that may be one of the branches
// is sent.
func (m *misfits) ofUnion(from *ir.Type, s *spec.Schema, path string) string {
	if len(s.OneOf) == 0 || from.Kind == ir.Null && anyNull(s) {
		return ""
	}
	may := m
	if !m.lenient {
		may = &misfits{unions: m.unions, lenient: true}
	}
	why := ""
	for _, b := range m.unions.of(s).branches {
		if converted(from, b.schema) == nil {
			continue
		}
		this := may.of(from, b.schema, path)
		if this == "" {
			return ""
		}
		why = cmp.Or(why, this)
	}
	if why == "" {
		return other(from, s, path)
	}
	return why
}

func (m *misfits) ofObject(object *ir.ObjectType, s *spec.Schema, path string) string {
	this := comparison{object, s}
	if why, ok := m.compared[this]; ok {
		return why
	}
	if m.compared == nil {
		m.compared = map[comparison]string{}
	}
	m.compared[this] = ""
	m.compared[this] = m.ofMembers(object, s, path)
	return m.compared[this]
}

func (m *misfits) ofMembers(object *ir.ObjectType, s *spec.Schema, path string) string {
	for _, p := range s.Properties {
		if p.ReadOnly {
			continue
		}
		if why := m.ofMember(object, p, strings.TrimPrefix(path+"."+p.Name, ".")); why != "" {
			return why
		}
	}
	for _, f := range object.Fields() {
		if s.Closed && s.Property(f.Name) == nil && (f.Required || !m.lenient) {
			return "has the member " + strings.TrimPrefix(path+"."+f.Name, ".") + ", which the document does not allow"
		}
	}
	return ""
}

func (m *misfits) ofMember(object *ir.ObjectType, p *spec.Property, path string) string {
	f := object.Field(p.Name)
	switch {
	case f == nil && p.Required && object.Open() == nil:
		return "lacks " + path + " (" + shape.Describe(p.Schema) + "), which the document requires"
	case f == nil:
		return ""
	case m.lenient && !f.Required:
		return ""
	case m.lenient && never(f, p.Schema):
		return "has for " + path + " none of the values that the document allows"
	case p.Required && (!f.Required || f.Type.Kind == ir.Optional) && !m.lenient:
		return "may lack " + path + " (" + shape.Describe(p.Schema) + "), which the document requires"
	}
	t := f.Type
	if t.Kind == ir.Optional {
		t = t.Elem
	}
	return m.of(t, p.Schema, path)
}

// never reports whether a schema allows none of the texts that a field can have.
func never(f *ir.Field, s *spec.Schema) bool {
	if len(f.Values) == 0 || len(s.Enum) == 0 {
		return false
	}
	return !slices.ContainsFunc(f.Values, func(v string) bool { return slices.Contains(s.Enum, any(v)) })
}
