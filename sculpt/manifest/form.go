package manifest

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// FormKind says what kind of value a Form is about.
type FormKind int

// The kinds. A Form of the kind Unsaid is one that nobody has stated.
const (
	Unsaid       FormKind = iota
	Text                  // text that is not empty; blanks around it do not count
	Boolean               // true or false
	Integer               // a whole number
	Number                // any number
	Single                // a single value that is not null: text, a number or a boolean, each as its text
	SingleOrNull          // any single value
	Tree                  // any value
	Null                  // nothing
	Refused               // no value is right: the key is there to say what is written instead
	Sequence              // a list
	Names                 // a mapping from names to values of one form
	Keys                  // a mapping with fixed keys
	Either                // a value of one of several forms
)

// Form says what a value of a manifest can be, as far as the value itself and what stands within it show that: what the reader
// of the value checks, as plain data. Forms lead to themselves where values nest.
type Form struct {
	Kind FormKind
	Is   string // what the reference calls such a value: "duration"; "" if Kind says it all

	Words     []string // texts that it can be; with Closed no others
	Closed    bool
	Not       []string // texts that it cannot be
	Patterns  []string // regular expressions for the whole text, without blanks around it, in the syntax that RE2 and ECMA-262 share
	MaxLength int      // characters of the text; 0: any
	Min, Max  *float64 // of numbers; nil: none

	Entry    *Form // what an entry of a Sequence, or a value of Names, is
	Name     *Form // of Names: what a name is; nil: any text
	Unique   bool  // of a Sequence: no two entries are equal
	NonEmpty bool  // of a list or a mapping: there is an entry

	Of    string     // of Keys: whose they are, as the headings of the reference name it
	Keys  []FormKey  // of Keys
	Rules []FormRule // of Keys

	Forms []*Form // of Either
}

// FormKey is one key of a mapping with fixed keys.
type FormKey struct {
	Name     string
	Required bool
	Form     *Form
}

// FormRule says which keys of a mapping stand together.
type FormRule struct {
	Key   string   // it is about mappings that have this key; "": about all
	Is    []string // and where it has one of these values; nil: any
	Needs []string // one of these keys is there; nil: none has to
	Not   []string // none of these keys is there
	Type  []string // the key "type" has one of these values, which it has where it is not written if "" is one; nil: any
}

// Key returns the key of a mapping with fixed keys by its name, or nil.
func (f *Form) Key(name string) *FormKey {
	for i := range f.Keys {
		if f.Keys[i].Name == name {
			return &f.Keys[i]
		}
	}
	return nil
}

// Schema returns the form of a manifest and that of a file that one includes, each made of what reads it.
func Schema() (manifest, included *Form) {
	b := &book{}
	m := &Manifest{}
	return b.keys("Top level", manifestFields(m, new(bool))), b.keys("Top level.include", sections(m))
}

// A sketch makes the form of a target. It stands beside what reads the value, and runs for a Schema only.
type sketch func(b *book) *Form

// book holds the forms of mappings that have been made, by whose they are: what nests in itself is one form.
type book struct{ forms map[string]*Form }

// keys returns the form of a mapping with fixed keys.
func (b *book) keys(of string, fields []field, rules ...rule) *Form {
	if f := b.forms[of]; f != nil {
		return f
	}
	f := &Form{Kind: Keys, Of: of}
	if b.forms == nil {
		b.forms = map[string]*Form{}
	}
	b.forms[of] = f
	for _, field := range fields {
		if field.elsewhere || field.instead != "" {
			continue
		}
		key := FormKey{Name: field.key, Required: field.required && field.unless == nil, Form: b.form(field.target.form)}
		if field.required && field.unless != nil {
			f.Rules = append(f.Rules, FormRule{Needs: append([]string{field.key}, field.unless...)})
		}
		if key.Form.Kind != Refused {
			f.Keys = append(f.Keys, key)
		}
	}
	f.Rules = append(f.Rules, lists.Map(rules, func(r rule) FormRule { return r.FormRule })...)
	return f
}

// form returns the form that a sketch makes; of none, one that says so.
func (b *book) form(s sketch) *Form {
	if s == nil {
		return &Form{Kind: Unsaid}
	}
	return s(b)
}

// leaf is the sketch of a form that needs nothing else.
func leaf(f Form) sketch { return func(*book) *Form { return &f } }

// either is the sketch of a value of several forms.
func either(forms ...sketch) sketch {
	return func(b *book) *Form {
		return &Form{Kind: Either, Forms: lists.Map(forms, func(s sketch) *Form { return b.form(s) })}
	}
}

// sequence is the sketch of a list.
func sequence(entry sketch) sketch {
	return func(b *book) *Form { return &Form{Kind: Sequence, Entry: b.form(entry)} }
}

// filled is a list, or a mapping from names, that is not empty.
func (s sketch) filled() sketch {
	return func(b *book) *Form {
		f := *b.form(s)
		f.NonEmpty = true
		return &f
	}
}

// unique is a list without equal entries.
func (s sketch) unique() sketch {
	return func(b *book) *Form {
		f := *b.form(s)
		f.Unique = true
		return &f
	}
}

// names is the sketch of a mapping from names.
func names(name check, value sketch) sketch {
	return func(b *book) *Form {
		return &Form{Kind: Names, Name: text(name).form.pointer(), Entry: b.form(value)}
	}
}

// anyNames is the sketch of a mapping from any texts.
func anyNames(value sketch) sketch {
	return func(b *book) *Form { return &Form{Kind: Names, Entry: b.form(value)} }
}

func (f Form) pointer() *Form { return &f }

// narrowed returns the form of what satisfies another one, too.
func (f Form) narrowed(by Form) Form {
	if by.Closed {
		f.Words, f.Closed = by.Words, true
	}
	f.Is = cmp.Or(by.Is, f.Is)
	f.Not = slices.Concat(f.Not, by.Not)
	f.Patterns = slices.Concat(f.Patterns, by.Patterns)
	f.MaxLength = cmp.Or(by.MaxLength, f.MaxLength)
	return f
}

// within returns the form of numbers within bounds.
func within(kind FormKind, low, high float64) Form { return Form{Kind: kind, Min: &low, Max: &high} }

// shaped returns the form of texts that a regular expression matches, anchored at both ends.
func shaped(is string, pattern *regexp.Regexp) Form {
	return Form{Kind: Text, Is: is, Patterns: []string{unanchored(pattern)}}
}

// unanchored returns a regular expression without the anchors that it has at its ends.
func unanchored(pattern *regexp.Regexp) string {
	return strings.TrimSuffix(strings.TrimPrefix(pattern.String(), "^"), "$")
}

// rule is a FormRule with what is said of a mapping that breaks it.
type rule struct {
	FormRule
	rule string // the name of the finding
	say  string // a format for what has the keys, and for the key
}

// apart is the rule that a key does not stand beside any of others.
func apart(key, say string, others ...string) rule {
	return rule{FormRule{Key: key, Not: others}, "conflicting-keys", say}
}

// beside is the rule that a key stands only beside one of others.
func beside(finding, key, say string, others ...string) rule {
	return rule{FormRule{Key: key, Needs: others}, finding, say}
}

// check reports the keys that break rules, in the order of these. What has the keys is how messages call it.
func (k keys) check(what string, rules []rule) {
	for _, rule := range rules {
		if k.has(rule.Key) && (slices.ContainsFunc(rule.Not, k.has) || rule.Needs != nil && !slices.ContainsFunc(rule.Needs, k.has)) {
			k.reader.errorf(k.reader.place(k.nodes[rule.Key]), rule.rule, rule.say, what, rule.Key)
		}
	}
}

// onlyOf are the rules of keys that only some types have.
func onlyOf(typeKeys []typeKey, unwritten string) []rule {
	return lists.Map(typeKeys, func(k typeKey) rule {
		types := k.kinds
		if slices.Contains(types, unwritten) {
			types = append(slices.Clone(types), "")
		}
		return rule{FormRule: FormRule{Key: k.key, Type: types}}
	})
}

// needed is the rule that mappings of a type have one of some keys.
func needed(kind string, keys ...string) rule {
	return rule{FormRule: FormRule{Key: "type", Is: []string{kind}, Needs: keys}}
}

// orKeys is the target of a single value, or of a mapping with fixed keys.
func orKeys(single, keys target) target {
	return target{form: either(single.form, keys.form), unset: single.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.MappingNode {
			keys.read(r, what, n)
			return
		}
		single.read(r, what, n)
	}}
}

// mappingTarget is the target of a mapping with fixed keys. Of is whose they are, as the headings of the reference name it.
func mappingTarget(of string, fields ...field) target {
	return target{
		form: func(b *book) *Form { return b.keys(of, fields) },
		read: func(r *reader, what string, n *yaml.Node) { r.mapping(n, what, r.place(n), fields...) },
	}
}

// record is the target of a mapping with fixed keys that becomes a value of its own: fields returns what it is read into. Rules are
// those of its keys; a mapping that breaks one is read all the same.
func record[T any](of string, dst **T, fields func(made *T, pos diag.Position) []field, rules ...rule) target {
	return target{
		form: func(b *book) *Form { return b.keys(of, fields(new(T), diag.Position{}), rules...) },
		read: func(r *reader, what string, n *yaml.Node) {
			at, made := r.place(n), new(T)
			r.mapping(n, what, at, fields(made, at.pos)...)
			r.keysOf(n).check(what, rules)
			*dst = made
		},
	}
}

// records is the target of a list of what [record] reads.
func records[T any](of string, dst *[]*T, fields func(made *T, pos diag.Position) []field, rules ...rule) target {
	var made *T
	one := record(of, &made, fields, rules...)
	return list(target{form: one.form, read: func(r *reader, what string, n *yaml.Node) {
		one.read(r, what, n)
		*dst = append(*dst, made)
	}})
}
