package spec

import (
	"cmp"
	"slices"
)

// facts are the keywords of a schema, with those of its allOf merged in. Unions
// are not decided yet.
type facts struct {
	kinds kindSet
	clash bool // types that exclude each other were merged
	null  ternary
	ref   string // name of the component to which the schema only adds remarks, null or a default; or empty

	format, title, description   string
	example                      string
	contentType, contentEncoding string
	pattern                      string
	deprecated                   bool
	readOnly, writeOnly          bool

	members    []property
	required   []string
	additional *site
	closed     bool
	items      *site
	content    *site

	enum     []scalar
	texts    []ValueText // of values of an enum
	limited  bool        // the schema has an enum, which may be empty
	fallback *scalar

	minimum, maximum     *float64
	above, below         *float64 // exclusive bounds
	multipleOf           []float64
	minLength, maxLength *int64
	minItems, maxItems   *int64
	uniqueItems          bool

	unions []union

	broken *Error   // why the schema cannot be read at all, or nil
	lost   *Error   // why a schema that it inherits from cannot be read, or nil
	slips  []*Error // mistakes that were left out or interpreted
}

// brokenFacts returns the facts of a schema that cannot be read.
func brokenFacts(err *Error) *facts { return &facts{broken: err} }

// whole decides what it means that an inherited schema cannot be read: if
// nothing else says what a value is, the whole schema cannot be read. Described
// says that something outside of the facts does.
func (f *facts) whole(described bool) *facts {
	switch {
	case f.lost == nil:
	case f.silent() && !described:
		return brokenFacts(f.lost)
	default:
		f.slips, f.lost = append(slices.Clip(f.slips), f.lost), nil
	}
	return f
}

// faults returns the faults of the schema.
func (f *facts) faults() []Fault {
	if f.broken != nil {
		return []Fault{unreadable(f.broken)}
	}
	return slips(f.slips)
}

// property is a member of an object before its schema is resolved.
type property struct {
	name string
	site *site
}

// union is a oneOf or anyOf.
type union struct {
	branches      []*site
	discriminator *node // the object, or nil
}

// scalar is a value of an enum or a default, not converted to its schema's
// kind yet.
type scalar struct {
	kind nodeKind
	text string
}

// ternary says whether a schema allows null. Of two schemas that both apply,
// the greater value decides.
type ternary uint8

const (
	unstated ternary = iota
	yes
	no
)

// kindSet is a set of kinds, one bit each. It is empty if the schema states no
// type.
type kindSet uint16

func setOf(kinds ...Kind) kindSet {
	var s kindSet
	for _, k := range kinds {
		s |= 1 << k
	}
	return s
}

// numeric are the kinds that type: number allows.
var numeric = setOf(Integer, Number)

// kind returns the only kind of a set, or Any if it has several. Integer and Number together are Number.
func (s kindSet) kind() Kind {
	if s == numeric {
		return Number
	}
	for k := String; k <= Null; k++ {
		if s == setOf(k) {
			return k
		}
	}
	return Any
}

// scalar reports whether the set has one kind, and that of a scalar.
func (s kindSet) scalar() bool {
	k := s.kind()
	return k == String || k == Integer || k == Number || k == Boolean
}

// silent reports whether the schema does not restrict the type of a value. It
// may still require members, or allow null.
func (f *facts) silent() bool {
	return f.kinds == 0 && !f.clash && len(f.members) == 0 && f.additional == nil && !f.closed &&
		f.items == nil && !f.limited && len(f.unions) == 0
}

// onlyRemarks reports whether the schema restricts nothing, apart from null.
func (f *facts) onlyRemarks() bool {
	return f.silent() && len(f.required) == 0 && f.format == "" && f.pattern == "" &&
		f.minimum == nil && f.maximum == nil && f.above == nil && f.below == nil &&
		f.minLength == nil && f.maxLength == nil && len(f.multipleOf) == 0 &&
		f.minItems == nil && f.maxItems == nil && !f.uniqueItems
}

// onlyNull reports whether null is the only value.
func (f *facts) onlyNull() bool {
	if f.kinds != 0 {
		return f.kinds == setOf(Null)
	}
	return f.limited && len(f.enum) > 0 &&
		!slices.ContainsFunc(f.enum, func(s scalar) bool { return s.kind != nullNode })
}

// and merges another schema that applies as well. Where both have a remark, such
// as a title, that of f stays.
func (r *resolver) and(f, g *facts, pos Position) *Error {
	steps := 1 + len(g.members) + len(f.members) + len(g.enum) + len(f.enum) + len(g.required)
	if err := r.spend(steps, pos); err != nil {
		return err
	}
	f.lost = cmp.Or(f.lost, g.broken, g.lost)
	for _, slip := range g.slips {
		if !slices.Contains(f.slips, slip) {
			f.slips = append(slices.Clip(f.slips), slip)
		}
	}
	f.andKinds(g)
	f.andRemarks(g)
	r.andMembers(f, g)
	f.closed = f.closed || g.closed
	f.additional = r.both(f.additional, g.additional)
	f.items = r.both(f.items, g.items)
	f.content = r.both(f.content, g.content)
	f.andEnum(g)
	f.andBounds(g)
	f.unions = append(slices.Clip(f.unions), g.unions...)
	return nil
}

func (f *facts) andKinds(g *facts) {
	switch {
	case f.kinds == 0:
		f.kinds = g.kinds
	case g.kinds != 0 && f.kinds&g.kinds == 0:
		f.clash = true
	case g.kinds != 0:
		f.kinds &= g.kinds
	}
	f.clash = f.clash || g.clash
	f.null = max(f.null, g.null)
}

func (f *facts) andRemarks(g *facts) {
	f.format = or(f.format, g.format)
	f.contentType, f.contentEncoding = or(f.contentType, g.contentType), or(f.contentEncoding, g.contentEncoding)
	f.title = or(f.title, g.title)
	f.description = or(f.description, g.description)
	f.pattern = or(f.pattern, g.pattern)
	f.example = or(f.example, g.example)
	f.deprecated = f.deprecated || g.deprecated
	f.readOnly = f.readOnly || g.readOnly
	f.writeOnly = f.writeOnly || g.writeOnly
	if f.fallback == nil {
		f.fallback = g.fallback
	}
	if len(f.texts) == 0 {
		f.texts = g.texts
	}
}

func or(a, b string) string {
	if a == "" {
		return b
	}
	return a
}

func (r *resolver) both(a, b *site) *site {
	switch {
	case a == nil:
		return b
	case b == nil:
		return a
	}
	return r.join(a, b)
}

func (r *resolver) andMembers(f, g *facts) {
	f.required = append(slices.Clip(f.required), g.required...)
	if len(g.members) == 0 {
		return
	}
	at := make(map[string]int, len(f.members))
	for i, m := range f.members {
		at[m.name] = i
	}
	members := slices.Clone(f.members)
	for _, m := range g.members {
		if i, ok := at[m.name]; ok {
			members[i].site = r.join(members[i].site, m.site)
			continue
		}
		members = append(members, m)
	}
	f.members = members
}

func (f *facts) andEnum(g *facts) {
	if !g.limited {
		return
	}
	if !f.limited {
		f.enum, f.limited = g.enum, true
		return
	}
	allowed := make(map[scalar]bool, len(g.enum))
	for _, s := range g.enum {
		allowed[s] = true
	}
	common := slices.DeleteFunc(slices.Clone(f.enum), func(s scalar) bool { return !allowed[s] })
	if len(common) > 0 {
		f.enum = common
	}
}

func (f *facts) andBounds(g *facts) {
	f.minimum, f.above = higher(f.minimum, g.minimum), higher(f.above, g.above)
	f.maximum, f.below = lower(f.maximum, g.maximum), lower(f.below, g.below)
	f.minLength, f.maxLength = higher(f.minLength, g.minLength), lower(f.maxLength, g.maxLength)
	f.minItems, f.maxItems = higher(f.minItems, g.minItems), lower(f.maxItems, g.maxItems)
	f.uniqueItems = f.uniqueItems || g.uniqueItems
	for _, n := range g.multipleOf {
		if !slices.Contains(f.multipleOf, n) {
			f.multipleOf = append(slices.Clip(f.multipleOf), n)
		}
	}
}

func higher[T int64 | float64](a, b *T) *T {
	if a == nil || b != nil && *b > *a {
		return b
	}
	return a
}

func lower[T int64 | float64](a, b *T) *T {
	if a == nil || b != nil && *b < *a {
		return b
	}
	return a
}
