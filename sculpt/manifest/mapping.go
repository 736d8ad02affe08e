package manifest

import (
	"slices"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// A target is where the value of a key goes. Form says what the value can be, for those who ask what manifests have ([Schema]). Read
// reports what is wrong with the value; what it is called in messages is given. Unset, which may be nil, is called instead where the key is
// not written.
type target struct {
	form  sketch
	read  func(r *reader, what string, n *yaml.Node)
	unset func(pos diag.Position)
}

// field is one key that a mapping may have.
type field struct {
	key       string
	required  bool
	unless    []string // keys of which the presence of one excuses a required one
	hint      string   // what a message about the lack of a required one says besides
	elsewhere bool     // a key that the manifest alone may have, and no file that it includes
	instead   string   // what is written for this key of other formats, which does not exist here
	target    target
}

func required(key string, t target) field { return field{key: key, required: true, target: t} }
func optional(key string, t target) field { return field{key: key, target: t} }
func elsewhere(key string) field          { return field{key: key, elsewhere: true} }

// elseCalled is a key by which other formats say what this one says otherwise.
func elseCalled(key, instead string) field { return field{key: key, instead: instead} }

// except excuses the absence of a required key where one of others is written.
func (f field) except(keys ...string) field {
	f.unless = keys
	return f
}

// pair is a key of a mapping with its value, which is no alias.
type pair struct {
	key   Value[string]
	name  *yaml.Node // the key, which is no alias
	value *yaml.Node
}

// mapping reads a mapping with fixed keys. What is how messages call it, owner is the place to blame for missing keys.
func (r *reader) mapping(n *yaml.Node, what string, owner place, fields ...field) {
	if r.displaced(n, what, fields) {
		return
	}
	own := level{what, n, fields, len(r.ended)}
	r.within = append(r.within, own)
	defer func() {
		r.within = r.within[:len(r.within)-1]
		r.ended = append(r.ended, own)
	}()
	pairs, ok := r.pairs(n, what)
	if !ok {
		for _, f := range fields {
			f.leaveUnset(r.place(n).pos)
		}
		return
	}
	keysRefused := len(pairs) < len(n.Content)/2
	accounted := map[string]bool{} // written, or the likely meaning of a key that is
	for _, p := range pairs {
		accounted[p.key.V] = true
		if meant := r.field(p, what, fields); meant != "" {
			accounted[meant] = true
		}
	}
	for _, f := range fields {
		if !slices.ContainsFunc(pairs, func(p pair) bool { return p.key.V == f.key }) {
			f.leaveUnset(owner.pos)
		}
		if f.required && !accounted[f.key] && !slices.ContainsFunc(f.unless, func(key string) bool { return accounted[key] }) && !keysRefused {
			r.errorf(owner, "missing-key", "missing key %q in %s%s", f.key, what, f.hint)
		}
	}
}

func (f field) leaveUnset(pos diag.Position) {
	if f.target.unset != nil {
		f.target.unset(pos)
	}
}

// field reads the value of one key. Of an unknown one it returns the key that was probably meant, or "".
func (r *reader) field(p pair, what string, fields []field) (meant string) {
	i := slices.IndexFunc(fields, func(f field) bool { return f.key == p.key.V })
	switch {
	case i < 0:
		return r.unknownKey(p, what, fields)
	case fields[i].instead != "":
		r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s; write %s", p.key.V, what, fields[i].instead)
	case fields[i].elsewhere:
		r.errorf(p.key.place(), "misplaced-key", "%q belongs into the manifest, not into a file that it includes", p.key.V)
	default:
		fields[i].leaveUnset(r.place(p.value).pos)
		if r.optional = nil; !fields[i].required {
			r.optional = p.value
		}
		fields[i].target.read(r, diag.Quote(p.key.V), p.value)
	}
	return ""
}

// unknownKey reports a key that does not exist: another one is misspelled, or a comma stands in an unquoted value.
func (r *reader) unknownKey(p pair, what string, fields []field) (meant string) {
	if p.value.Tag == "!!null" && strings.ContainsAny(p.key.V, `()[]"'$ `) {
		r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s; quote the value before it if the comma is part of that", diag.Clip(p.key.V), what)
		return ""
	}
	if r.full() {
		return "" // a suggestion costs too much to be made in vain
	}
	if outer, found := r.around(p.key.V); found {
		r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s; it is a key of %s, which stands further to the left", diag.Clip(p.key.V), what, outer)
		return ""
	}
	if inner, found := r.inside(p.key.V); found {
		r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s; it is a key of %s, which stands further to the right: indent it", diag.Clip(p.key.V), what, inner)
		return ""
	}
	if section := sectionOf(p.value); section != "" && len(r.within) == 1 {
		r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s; its value reads like one of %q: indent it below that key", diag.Clip(p.key.V), what, section)
		return ""
	}
	own := slices.DeleteFunc(slices.Clone(fields), func(f field) bool { return f.instead != "" })
	keys := lists.Map(own, func(f field) string { return f.key })
	r.errorf(p.key.place(), "unknown-key", "unknown key %q in %s%s", diag.Clip(p.key.V), what, diag.DidYouMean(p.key.V, keys))
	return diag.Suggest(p.key.V, keys)
}

// sectionOf returns the section of a manifest whose entries have a key that a value has, or "".
func sectionOf(n *yaml.Node) string {
	keys := keyNodes(n)
	switch {
	case keys["outputs"] != nil || keys["steps"] != nil:
		return "tools"
	case keys["openapi"] != nil:
		return "upstreams"
	case keys["env"] != nil:
		return "config"
	}
	return ""
}

// pairs returns the keys and values of a mapping in the author's order, each key once. It reports false, with a
// finding, if n is no mapping.
func (r *reader) pairs(n *yaml.Node, what string) ([]pair, bool) {
	if r.refused[n] {
		return nil, false
	}
	if n.Tag == "!!null" {
		r.errorf(r.place(n), "wrong-kind", "%s must be a mapping, and is empty; indent what belongs to it below", what)
		return nil, false
	}
	if n.Kind != yaml.MappingNode {
		r.wrongKind(n, what, "a mapping")
		return nil, false
	}
	var pairs []pair
	first := map[string]diag.Position{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, ok := r.key(n.Content[i], what)
		if !ok {
			continue
		}
		if at, twice := first[key.V]; twice {
			r.errorf(key.place(), "duplicate-key", "the key %q is given twice in %s; it stands at %d:%d already", diag.Clip(key.V), what, at.Line, at.Column)
			continue
		}
		first[key.V] = key.Pos
		pairs = append(pairs, pair{key, resolve(n.Content[i]), resolve(n.Content[i+1])})
	}
	return pairs, true
}

// key returns the key n of a mapping.
func (r *reader) key(n *yaml.Node, what string) (key Value[string], ok bool) {
	at := r.place(n)
	n = resolve(n)
	switch {
	case r.refused[n]:
		return key, false
	case n.Kind != yaml.ScalarNode:
		r.errorf(at, "wrong-kind", "a key of %s must be text, not %s", what, kindOf(n))
		return key, false
	case n.Tag == "!!merge":
		r.errorf(at, "merge-key", "the merge key << is not part of the manifest's format; write the keys out, or repeat whole values with an alias")
		return key, false
	case n.Value == "":
		r.errorf(at, "wrong-kind", "a key of %s is empty", what)
		return key, false
	}
	return Value[string]{V: n.Value, Pos: at.pos, Length: at.length, Set: true}, true
}

// keyNodes returns the keys of the mapping n by their text; of a key that is given twice, the first. It is empty for
// other nodes.
func keyNodes(n *yaml.Node) map[string]*yaml.Node {
	keys := map[string]*yaml.Node{}
	if n.Kind != yaml.MappingNode {
		return keys
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		if text := resolve(key).Value; keys[text] == nil {
			keys[text] = key
		}
	}
	return keys
}

// keys are those of a mapping, to check which of them stand together.
type keys struct {
	reader *reader
	nodes  map[string]*yaml.Node // see keyNodes
}

func (r *reader) keysOf(n *yaml.Node) keys { return keys{r, keyNodes(n)} }

// has reports whether a key is written.
func (k keys) has(key string) bool { return k.nodes[key] != nil }

// refuse reports a key that is written where it must not be.
func (k keys) refuse(key string, misplaced bool, format string, args ...any) {
	if k.has(key) && misplaced {
		k.reader.errorf(k.reader.place(k.nodes[key]), "conflicting-keys", format, args...)
	}
}

// resolve returns the node that n stands for if it is an alias.
func resolve(n *yaml.Node) *yaml.Node {
	if n.Kind == yaml.AliasNode {
		return n.Alias
	}
	return n
}

// wrongKind reports that n is not what it must be.
func (r *reader) wrongKind(n *yaml.Node, what, want string) {
	if !r.refused[n] {
		r.errorf(r.place(n), "wrong-kind", "%s must be %s, not %s", what, want, kindOf(n))
	}
}

// kindOf says what n is, in words.
func kindOf(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	}
	switch n.Tag {
	case "!!null":
		return "empty"
	case "!!bool":
		return "the boolean " + diag.Clip(n.Value)
	case "!!int", "!!float":
		return "the number " + diag.Clip(n.Value)
	}
	return "the text " + diag.Quote(n.Value)
}
