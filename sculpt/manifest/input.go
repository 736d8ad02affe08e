package manifest

import (
	"math"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"
)

// The limits of inputs that state none.
const (
	defaultMax      = 65535 // of an int
	defaultMaxItems = 100   // of how many elements a list has
)

// Input is one input of a tool. Default and Examples are literals without expressions; whether they fit the type and its
// constraints is not checked here.
type Input struct {
	ID          Value[string] // its key
	Name        Value[string] // default: derived from ID
	Description Value[string]
	Required    Value[bool] // default: true
	Default     *Node
	Examples    []*Node
	Domain

	Items              *Domain // list: what its elements are; strings, if that is not written
	MinItems, MaxItems Value[int64]
	Unique             Value[bool]
	Accepted           Accepts
}

// Domain is which values an input takes, or the elements of a list.
type Domain struct {
	Type        Value[string]  // string (default), int, number, boolean, enum; of an input list, too; empty if it was written wrongly, then without Default and Examples
	Min, Max    Value[int64]   // int; Max has the default 65535
	Least, Most Value[float64] // number: its min and max
	Decimals    Value[int64]
	MinLength   Value[int64] // in characters
	MaxLength   Value[int64] // in characters
	Pattern     Value[string]
	Format      Value[string]
	Values      []*Named
	ValuesOf    Value[string] // steps.NAME.with.PARAMETER, steps.NAME.body.MEMBER, or that behind parts.NAME
}

// itemTypes are the types of the elements of lists.
var itemTypes = []string{"string", "int", "number", "boolean", "enum"}

func newInput(r *reader, id Value[string], what string, n *yaml.Node) *Input {
	in := &Input{ID: id, Domain: newDomain(), Required: Value[bool]{V: true}}
	r.mapping(n, what, id.place(), in.fields(n)...)
	in.Accepted.reach(r, id.place(), n)
	if n.Kind == yaml.MappingNode {
		checkType(r, what, id.place(), in.Type.V, n, inputTypeKeys)
		checkInput(r, what, in)
	}
	return in
}

func inputForm(b *book) *Form {
	return b.keys("inputs", new(Input).fields(&yaml.Node{}), append(onlyOf(inputTypeKeys, "string"), needed("enum", "values", "values_of"))...)
}

// fields are the keys of an input, which is the node n.
func (in *Input) fields(n *yaml.Node) []field {
	return append(in.Domain.fields(n, append(slices.Clone(itemTypes), "list")),
		optional("name", value(&in.Name, text(oneLine, atMost(maxName)))),
		required("description", value(&in.Description, description)),
		optional("required", value(&in.Required, boolean)),
		optional("default", sampled(n, &in.Default)),
		optional("examples", list(target{form: sampled(n, nil).form, read: func(r *reader, what string, item *yaml.Node) {
			var one *Node
			if sampled(n, &one).read(r, what, item); one != nil {
				in.Examples = append(in.Examples, one)
			}
		}})),
		optional("items", target{form: itemsForm, read: func(r *reader, what string, n *yaml.Node) { in.Items = newItems(r, what, n) }}),
		optional("min_items", value(&in.MinItems, integer(1, maxItems))),
		optional("max_items", value(&in.MaxItems, integer(1, maxItems))),
		optional("unique", value(&in.Unique, boolean)),
		optional("accept", in.Accepted.target()),
		elseCalled("optional", "required: false"), elseCalled("title", "name"), elseCalled("uniqueItems", "unique"),
	)
}

func newDomain() Domain {
	return Domain{Type: Value[string]{V: "string"}, Max: Value[int64]{V: defaultMax}}
}

// newItems reads what the elements of a list are.
func newItems(r *reader, what string, n *yaml.Node) *Domain {
	d := newDomain()
	r.mapping(n, what, r.place(n), itemFields(&d, n)...)
	if n.Kind == yaml.MappingNode {
		checkType(r, what, r.place(n), d.Type.V, n, inputTypeKeys)
		d.check(r, what)
	}
	return &d
}

func itemsForm(b *book) *Form {
	own := slices.DeleteFunc(slices.Clone(inputTypeKeys), func(k typeKey) bool { return slices.Contains(k.kinds, "list") })
	return b.keys("inputs.items", itemFields(new(Domain), &yaml.Node{}), append(onlyOf(own, "string"), needed("enum", "values", "values_of"))...)
}

func itemFields(d *Domain, n *yaml.Node) []field {
	return append(d.fields(n, itemTypes), elseCalled("description", "what the elements are into the description of the input"))
}

// fields are the keys of which the values depend on the type, which is one of the given ones.
func (d *Domain) fields(n *yaml.Node, types []string) []field {
	least, most := d.bounds(n)
	return []field{
		optional("type", kind(&d.Type, types...)),
		optional("min", least),
		optional("max", most),
		optional("decimals", value(&d.Decimals, integer(1, mostDigits))),
		optional("min_length", value(&d.MinLength, integer(1, math.MaxInt32))),
		optional("max_length", value(&d.MaxLength, integer(1, math.MaxInt32))),
		optional("pattern", value(&d.Pattern, wholeText)),
		optional("format", value(&d.Format, text(oneOf("date", "date-time", "time", "email", "uri", "uuid")))),
		optional("values", enumValues(&d.Values)),
		optional("values_of", value(&d.ValuesOf, text(sentPlace))),
		elseCalled("enum", "type: enum, and the values under \"values\""), elseCalled("minimum", "min"), elseCalled("maximum", "max"),
		elseCalled("multipleOf", "decimals, the number of digits behind the point"),
	}
}

// sampled is the target of a literal that an input could be: a single value, or a list of such.
func sampled(input *yaml.Node, dst **Node) target {
	single := constant(dst)
	return target{form: either(single.form, constants(nil).form), read: func(r *reader, what string, n *yaml.Node) {
		if typeIn(input) != "list" {
			single.read(r, what, n)
			return
		}
		if n.Kind != yaml.SequenceNode {
			r.wrongKind(n, what, "a list")
			return
		}
		at := r.place(n)
		node := &Node{Kind: List, Pos: at.pos, Length: at.length}
		constants(&node.Items).read(r, what, n)
		*dst = node
	}}
}

// maxItems is how many elements a list can have at most.
const maxItems = 10_000

var sentPlaceForm = regexp.MustCompile(`^(parts\.[^.\s]+\.)?steps\.[^.\s]+\.(with\.\S+|body(\.[^.\s]+)+)$`)

// sentPlace is a place of what a step sends.
var sentPlace = matching(sentPlaceForm, "bad-value", "what a step sends, as in steps.orders.with.status or steps.order.body.shipping.speed")

// IsSentPlace reports whether values_of can name a place.
func IsSentPlace(s string) bool { return sentPlaceForm.MatchString(s) }

// bounds are the targets of the keys min and max of an input, which are numbers of its type.
func (d *Domain) bounds(n *yaml.Node) (least, most target) {
	if typeIn(n) == "number" {
		return value(&d.Least, digits), value(&d.Most, digits)
	}
	whole := integer(math.MinInt64, math.MaxInt64)
	whole.form = digits.form // which type there is, the key alone does not show
	return value(&d.Min, whole), value(&d.Max, whole)
}

// typeIn returns the type that is written in an input, whichever it is, or "".
func typeIn(n *yaml.Node) string {
	if n.Kind == yaml.MappingNode {
		for i := 0; i+1 < len(n.Content); i += 2 {
			if resolve(n.Content[i]).Value == "type" {
				return resolve(n.Content[i+1]).Value
			}
		}
	}
	return ""
}

// mostDigits is how many digits a number can have at most that is kept as it is written.
const mostDigits = 15

// digits is a number of at most so many digits.
var digits = parser[float64]{Form{Kind: Number}, func(n *yaml.Node) (float64, *problem) {
	f, p := number(-math.MaxFloat64, math.MaxFloat64).parse(n)
	if p != nil {
		return 0, p
	}
	mantissa, _, _ := strings.Cut(strings.ToLower(n.Value), "e")
	if have := len(strings.Trim(strings.NewReplacer("-", "", "+", "", ".", "").Replace(mantissa), "0")); have > mostDigits {
		return 0, problemf("bad-number", "has %d digits; at most %d are kept", have, mostDigits)
	}
	return f, nil
}}

// wholeText is a text as it is written, blanks around it included.
var wholeText = parser[string]{text().form, func(n *yaml.Node) (string, *problem) {
	if _, p := text().parse(n); p != nil {
		return "", p
	}
	return n.Value, nil
}}

// kind is the target of a type, of which only the given ones exist. A wrong one is left empty: what it allows of other
// keys is not known.
func kind(dst *Value[string], allowed ...string) target {
	t := value(dst, text(noObject(allowed), oneOf(allowed...)))
	return target{form: t.form, unset: t.unset, read: func(r *reader, what string, n *yaml.Node) {
		dst.V = ""
		t.read(r, what, n)
	}}
}

// noObject refuses the words for types that other formats have and this one has not, and says what there is instead.
func noObject(allowed []string) check {
	return check{refuse: func(s string) *problem {
		switch {
		case slices.Contains(allowed, s) || !slices.Contains(allowed, "enum") || slices.Contains(allowed, "json"): // what is no input has types of its own
			return nil
		case s == "object" || s == "json" || s == "map":
			return problemf("object-input", "must be %s, and not an object: models fill in single values, and go wrong in what they would have to put together; make an input of each member", alternatives(allowed))
		case s == "array" && slices.Contains(allowed, "list"):
			return problemf("bad-value", "must be %s, not \"array\"; write list, and what its elements are under \"items\"", alternatives(allowed))
		case s == "list" || s == "array":
			return problemf("object-input", "must be %s, and not a list: the elements of a list are single values; make inputs of its parts, or have the lists in calls of their own", alternatives(allowed))
		}
		return nil
	}}
}

// typeKey is a key that only some types of inputs or outputs have.
type typeKey struct {
	key   string
	kinds []string
}

var inputTypeKeys = []typeKey{
	{"min", []string{"int", "number"}}, {"max", []string{"int", "number"}}, {"decimals", []string{"number"}},
	{"min_length", []string{"string"}}, {"max_length", []string{"string"}}, {"pattern", []string{"string"}}, {"format", []string{"string"}},
	{"values", []string{"enum"}}, {"values_of", []string{"enum"}},
	{"items", []string{"list"}}, {"min_items", []string{"list"}}, {"max_items", []string{"list"}}, {"unique", []string{"list"}},
}

// checkType checks that the keys of the input or output n are those of its type.
func checkType(r *reader, what string, owner place, kind string, n *yaml.Node, typeKeys []typeKey) {
	if kind == "" {
		return
	}
	keys := r.keysOf(n)
	keys.ofType(what, kind, typeKeys)
	if kind == "enum" && !keys.has("values") && !keys.has("values_of") {
		r.errorf(owner, "missing-key", "missing key \"values\" in %s of type enum", what)
	}
}

// ofType refuses the keys that another type has than the one that is written.
func (k keys) ofType(what, kind string, typeKeys []typeKey) {
	for _, own := range typeKeys {
		only := "only the type " + own.kinds[0] + " has"
		if len(own.kinds) > 1 {
			only = "only the types " + strings.Join(own.kinds, " and ") + " have"
		}
		k.refuse(own.key, !slices.Contains(own.kinds, kind), "%s is of type %s; %s %q", what, kind, only, own.key)
	}
}

// checkInput checks that the bounds of an input agree. Of an input whose type was written wrongly it drops the values
// that only the type gives a meaning.
func checkInput(r *reader, what string, in *Input) {
	if in.Type.V == "" {
		in.Default, in.Examples = nil, nil
	}
	in.check(r, what)
	most, limit := in.MaxItems.V, "max_items"
	if !in.MaxItems.Set {
		most, limit = defaultMaxItems, "the default of max_items"
	}
	if in.MinItems.Set && in.MinItems.V > most {
		r.errorf(in.MinItems.place(), "bad-value", "\"min_items\" of %s is %d, above %s, which is %d", what, in.MinItems.V, limit, most)
	}
}

// check checks that bounds agree.
func (d *Domain) check(r *reader, what string) {
	if d.Min.Set && d.Min.V > d.Max.V {
		limit := "max"
		if !d.Max.Set {
			limit = "the default of max"
		}
		r.errorf(d.Min.place(), "bad-value", "\"min\" of %s is %d, above %s, which is %d", what, d.Min.V, limit, d.Max.V)
	}
	if d.Least.Set && d.Most.Set && d.Least.V > d.Most.V {
		r.errorf(d.Least.place(), "bad-value", "\"min\" of %s is %v, above max, which is %v", what, d.Least.V, d.Most.V)
	}
	if d.MaxLength.Set && d.MinLength.V > d.MaxLength.V {
		r.errorf(d.MinLength.place(), "bad-value", "\"min_length\" of %s is %d, above max_length, which is %d", what, d.MinLength.V, d.MaxLength.V)
	}
}
