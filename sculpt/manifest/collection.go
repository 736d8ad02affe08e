package manifest

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// named is the target of a mapping from names to values. Kind is what messages call one of them ("tool"), check what a
// name must be. A wrong name is reported, and its value read all the same: under the name that was probably meant, so that
// whoever follows one message is not sent back by another.
func named(kind string, name check, entries entryReader) target {
	return target{form: names(name, entries.form), read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode && r.wrongForm(n, what, "a mapping") {
			r.broken = true
			return
		}
		pairs, _ := r.pairs(n, what)
		for _, p := range pairs {
			label := kind + " " + diag.Quote(p.key.V)
			problem := name.refuse(p.key.V)
			meant := p.key
			if problem != nil && problem.instead != "" && !slices.ContainsFunc(pairs, func(other pair) bool { return other.key.V == problem.instead }) {
				meant.V = problem.instead
			}
			r.entry.node, r.entry.name = p.value, p.key
			before := r.all
			entries.read(r, meant, label, p.value)
			if problem != nil && !(r.broken && r.all > before) {
				r.errorf(p.key.place(), problem.rule, "%s %s", label, problem.text)
			}
		}
	}}
}

// forms are how values are written that are lists and mappings of mappings, by their keys in quotes.
var forms = map[string]string{
	`"config"`:    `{key: {env: API_KEY}}`,
	`"upstreams"`: `{api: {openapi: api.yaml}}`,
	`"tables"`:    `{zones: {a: first, b: second}}`,
	`"functions"`: `{quote_price: {description: The price., args: {kind: {type: string}}, returns: {type: integer}}}`,
	`"parts"`:     `{place_of: {description: Where a city is., inputs: {city: {type: string}}, steps: {find: {call: api.find}}}}`,
	`"tools"`:     `{find_city: {description: Find a city.}}`,
	`"inputs"`:    `{city: {description: The name of a city.}}`,
	`"failures"`:  `{NOT_FOUND: There is none.}`,
	`"steps"`:     `{find: {call: api.find}}`,
	`"vars"`:      `{first: "${steps.find.body[0]}"}`,
	`"outputs"`:   `{name: {description: Its name., value: "${vars.first.name}"}}`,
	`"upstream"`:  `{find: {file: find.json}}`,
	`"require"`:   `[{that: "inputs.city != ''", fail: NOT_FOUND}]`,
	`"expect"`:    `[{that: "size(this.body) > 0", fail: NOT_FOUND}]`,
	`"after"`:     `[find]`,
	`"on_error"`:  `[{status: 404, fail: NOT_FOUND}]`,
	`"accept"`:    `[{rule: no-examples, because: Its answers are secret.}]`,
	`"examples"`:  `[{name: a city, inputs: {city: Bern}, outputs: {name: Bern}}]`,
}

// wrongForm reports a list that must be a mapping, or the other way round, with the form that it should have. It reports false
// where there is none to show.
func (r *reader) wrongForm(n *yaml.Node, what, want string) bool {
	form := forms[what]
	if form == "" || r.refused[n] {
		return false
	}
	r.errorf(r.place(n), "wrong-kind", "%s must be %s, not %s; write it as in %s: %s", what, want, kindOf(n), strings.Trim(what, `"`), form)
	return true
}

// list is the target of a list, whose entries have one target after the other. A mapping in its place is read as the one entry that it is.
func list(each target) target {
	return target{form: sequence(each.form), read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.MappingNode && r.wrongForm(n, what, "a list") {
			each.read(r, "an entry of "+what, n)
			return
		}
		if n.Kind != yaml.SequenceNode {
			r.wrongKind(n, what, "a list")
			return
		}
		for _, item := range n.Content {
			each.read(r, "an entry of "+what, resolve(item))
		}
	}}
}

// texts is the target of a list of texts.
func texts(dst *[]Value[string], p parser[string]) target { return list(appendText(dst, p)) }

// appendText is the target of a text that is appended.
func appendText(dst *[]Value[string], p parser[string]) target {
	return target{form: leaf(p.form), read: func(r *reader, what string, n *yaml.Node) {
		if v, ok := readValue(r, what, n, p); ok {
			*dst = append(*dst, v)
		}
	}}
}

// oneOrMore is the target of one value or a list of them. A list without entries is refused with the advice of empty, if there is one.
func oneOrMore(empty string, each target) target {
	several := sequence(each.form)
	if empty != "" {
		several = several.filled()
	}
	return target{form: either(each.form, several), read: func(r *reader, what string, n *yaml.Node) {
		switch {
		case n.Kind != yaml.SequenceNode:
			each.read(r, what, n)
		case len(n.Content) == 0 && empty != "":
			r.errorf(r.place(n), "empty", "%s is empty; %s", what, empty)
		default:
			list(each).read(r, what, n)
		}
	}}
}

// isNew reports whether no earlier entry of a list has a value. One that is there already is a finding.
func isNew[T any](r *reader, what string, v Value[string], earlier []T, valueOf func(T) Value[string]) bool {
	for _, e := range earlier {
		if other := valueOf(e); other.V == v.V {
			r.errorf(v.place(), "duplicate-value", "%s is %s, which stands at %d:%d already", what, diag.Quote(v.V), other.Pos.Line, other.Pos.Column)
			return false
		}
	}
	return true
}

// entryReader reads the values of a mapping from names.
type entryReader struct {
	form sketch
	read func(r *reader, name Value[string], what string, n *yaml.Node)
}

// each reads the values of a mapping from names, and appends what is made of each.
func each[T any](dst *[]T, form sketch, read func(r *reader, name Value[string], what string, n *yaml.Node) T) entryReader {
	return entryReader{form, func(r *reader, name Value[string], what string, n *yaml.Node) {
		*dst = append(*dst, read(r, name, what, n))
	}}
}

// section is the target of a mapping with fixed keys that stands at a fixed place of the manifest.
func section(pos *diag.Position, what string, fields ...field) target {
	return target{
		form: func(b *book) *Form { return b.keys(what, fields) },
		unset: func(at diag.Position) {
			*pos = at
			for _, f := range fields {
				f.leaveUnset(at)
			}
		},
		read: func(r *reader, _ string, n *yaml.Node) {
			r.mapping(n, diag.Quote(what), r.place(n), fields...)
		},
	}
}

// description is the text that says what something is.
var description = text(atMost(maxDescription))

// Named is a name with its description: an enum value or a failure.
type Named struct{ Name, Description Value[string] }

// failures is the target of a mapping from names to descriptions.
func failures(dst *[]*Named) target {
	return named("failure", capitals, entryReader{leaf(description.form), func(r *reader, name Value[string], what string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode && r.tooFarRight(what) {
			return
		}
		f := &Named{Name: name, Description: Value[string]{Pos: name.Pos}}
		value(&f.Description, description).read(r, "the description of "+what, n)
		*dst = append(*dst, f)
	}})
}

// enumValues is the target of the values of an enum: a mapping from names to descriptions, which may be empty, or a
// list of names.
func enumValues(dst *[]*Named) target {
	described := named("value", capitals, entryReader{either(leaf(description.form), leaf(Form{Kind: Null})), func(r *reader, name Value[string], what string, n *yaml.Node) {
		v := &Named{Name: name, Description: Value[string]{Pos: name.Pos}}
		if n.Tag != "!!null" {
			value(&v.Description, description).read(r, "the description of "+what, n)
		}
		*dst = append(*dst, v)
	}})
	bare := list(target{form: leaf(text(capitals).form), read: func(r *reader, what string, n *yaml.Node) {
		name, ok := readValue(r, what, n, text(capitals))
		if ok && isNew(r, what, name, *dst, func(v *Named) Value[string] { return v.Name }) {
			*dst = append(*dst, &Named{Name: name, Description: Value[string]{Pos: name.Pos}})
		}
	}})
	return target{form: either(described.form, bare.form.unique()), read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode {
			bare.read(r, what, n)
			return
		}
		described.read(r, what, n)
	}}
}
