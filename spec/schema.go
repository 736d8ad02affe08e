package spec

// Kind is the JSON type that a schema describes.
type Kind int

// The kinds. Any is a schema that does not decide on one: no type, several
// types besides null, oneOf or anyOf of different kinds.
const (
	Any Kind = iota
	String
	Integer
	Number
	Boolean
	Object
	Array
	Null // only null
)

// Schema is a resolved JSON schema, reduced to what decides how a value is
// typed, checked and encoded. References are followed and allOf is merged, so
// a *Schema may be reached from itself: whoever walks it guards against
// cycles by pointer. Two references to one component yield one pointer. Where
// remarks, a default or null are put beside a reference, that is a schema of
// its own with the Ref of the component.
type Schema struct {
	Ref             string // name of the component it came from ("GridpointForecast"), or empty for an inline schema
	Kind            Kind
	Nullable        bool    // null is allowed: nullable: true, type: [.., null], or a null branch of oneOf or anyOf
	Format          string  // as written: date-time, int64, ...
	ContentType     string  // contentMediaType: what the text holds
	ContentEncoding string  // contentEncoding: how it is made text, as base64; empty: as it is
	Content         *Schema // String: contentSchema: of the value that the text holds; nil: the document says nothing of it
	Title           string
	Description     string
	Deprecated      bool

	Properties []*Property // Object: in the document's order
	Additional *Schema     // Object: schema of undeclared members; nil where the document says nothing or false
	Closed     bool        // Object: additionalProperties is false
	Items      *Schema     // Array: never nil

	Enum       []any       // string, int64, float64, bool or nil; a const is an enum of one. Empty: not restricted
	ValueTexts []ValueText // what vendors say of values of Enum, in their order
	Default    any         // string, int64, float64, bool or nil
	Example    string      // JSON of the first example that the document gives; empty: none, or one of more than 1 KiB

	OneOf         []*Schema // Any: the branches of oneOf or anyOf, null branches left out
	Discriminator *Discriminator

	Minimum, Maximum     *float64  // inclusive, and the closest that can be said of an exclusive bound
	Above, Below         *float64  // Number: exclusive bounds; those of an Integer are in Minimum and Maximum
	MultipleOf           []float64 // all of them
	MinLength, MaxLength *int64    // in characters
	Pattern              string    // a regular expression of ECMAScript that matches somewhere in the text
	MinItems, MaxItems   *int64
	UniqueItems          bool

	Pos    Position
	Faults []Fault // what is wrong with it, apart from what is in it; one that is unreadable is the only one, and the schema then says nothing
}

// Unreadable returns why nothing is known of what the schema describes, or
// nil.
func (s *Schema) Unreadable() *Fault {
	if len(s.Faults) > 0 && s.Faults[0].Unreadable {
		return &s.Faults[0]
	}
	return nil
}

// Alternatives returns the schemas one of which describes a value: the branches
// of a union, those of a branch that is a union in its place, each once; of
// what is no union the schema itself. A union that holds nothing but itself
// has none.
func (s *Schema) Alternatives() []*Schema {
	var leaves []*Schema
	seen := map[*Schema]bool{}
	var visit func(s *Schema)
	visit = func(s *Schema) {
		if seen[s] {
			return
		}
		seen[s] = true
		if len(s.OneOf) == 0 {
			leaves = append(leaves, s)
		}
		for _, b := range s.OneOf {
			visit(b)
		}
	}
	visit(s)
	return leaves
}

// Property is one member of an object.
type Property struct {
	Name      string
	Schema    *Schema
	Required  bool
	ReadOnly  bool
	WriteOnly bool
}

// Discriminator says which branch of a union a value is.
type Discriminator struct {
	Property string
	Mapping  []Mapping // in the document's order
}

// Mapping is one entry of a discriminator's mapping.
type Mapping struct {
	Value  string
	Schema *Schema
}

// Property returns the property of that name, or nil.
func (s *Schema) Property(name string) *Property {
	for _, p := range s.Properties {
		if p.Name == name {
			return p
		}
	}
	return nil
}
