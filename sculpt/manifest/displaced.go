package manifest

import (
	"slices"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// level is a mapping with fixed keys that is being read.
type level struct {
	what   string // how messages call it
	node   *yaml.Node
	fields []field
	before int // how many mappings had ended when it began
}

// has reports whether a key is one of those that the mapping may have.
func (l level) has(key string) bool {
	return slices.ContainsFunc(l.fields, func(f field) bool { return f.key == key && !f.elsewhere && f.instead == "" })
}

// displaced reports an entry of a mapping from names that is no such entry, but a key with the wrong indentation: its name is a
// key of a mapping around it, or one of the entry before it, and it has none of the keys that an entry needs. What it belongs to
// lacks it, and much of what could be said of the rest would follow from that.
func (r *reader) displaced(n *yaml.Node, what string, fields []field) bool {
	if r.entry.node != n || !lacksAll(n, fields) {
		return false
	}
	name := r.entry.name
	own := level{fields: fields}
	if own.has(name.V) {
		r.errorf(name.place(), "displaced-key", "%s stands too far to the left, where it is read as %s; indent it as a key of the entry that it belongs to", diag.Quote(name.V), what)
		r.broken = true
		return true
	}
	return r.tooFarRight(what)
}

// tooFarRight reports the entry of a mapping from names that is read if its name is a key of a mapping around it; its value is none
// that such an entry has.
func (r *reader) tooFarRight(what string) bool {
	name := r.entry.name
	for _, l := range slices.Backward(r.within) {
		if l.has(name.V) {
			r.errorf(name.place(), "displaced-key", "%s stands too far to the right, where it is read as %s; it is a key of %s", diag.Quote(name.V), what, l.what)
			r.broken = true
			return true
		}
	}
	return false
}

// lacksAll reports whether n has none of the keys that are required; if none is, whether it has other keys and none of all.
func lacksAll(n *yaml.Node, fields []field) bool {
	written := keyNodes(n)
	required := 0
	for _, f := range fields {
		if !f.required {
			continue
		}
		required++
		if slices.ContainsFunc(append([]string{f.key}, f.unless...), func(key string) bool { return written[key] != nil }) {
			return false
		}
	}
	return required > 0 || len(written) > 0 && !slices.ContainsFunc(fields, func(f field) bool { return written[f.key] != nil })
}

// around returns what messages call the nearest mapping around the one that is read that may have a key, and does not.
func (r *reader) around(key string) (what string, found bool) {
	if len(r.within) == 0 {
		return "", false
	}
	for _, l := range slices.Backward(r.within[:len(r.within)-1]) {
		if l.has(key) && keyNodes(l.node)[key] == nil {
			return l.what, true
		}
	}
	return "", false
}

// insideReach bounds how many mappings are looked at for the one that a key belongs to.
const insideReach = 100

// inside returns what messages call the last mapping within the one that is read that may have a key, if it does not.
func (r *reader) inside(key string) (what string, found bool) {
	if len(r.within) == 0 {
		return "", false
	}
	outer := r.within[len(r.within)-1]
	if outer.node.Style&yaml.FlowStyle != 0 {
		return "", false
	}
	for i := len(r.ended) - 1; i >= max(outer.before, len(r.ended)-insideReach); i-- {
		if l := r.ended[i]; l.has(key) {
			return l.what, keyNodes(l.node)[key] == nil
		}
	}
	return "", false
}
