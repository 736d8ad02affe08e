package manifest

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// named is the target of a mapping from names to values. Kind is what messages call one of them ("tool"), check what a
// name must be. A wrong name is reported, and its value read all the same: under the name that was probably meant, so that
// whoever follows one message is not sent back by another.
func named(kind string, check func(string) *problem, each func(r *reader, name Value[string], what string, n *yaml.Node)) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		pairs, _ := r.pairs(n, what)
		for _, p := range pairs {
			label := kind + " " + quote(p.key.V)
			problem := check(p.key.V)
			meant := p.key
			if problem != nil && problem.instead != "" && !slices.ContainsFunc(pairs, func(other pair) bool { return other.key.V == problem.instead }) {
				meant.V = problem.instead
			}
			r.entry.node, r.entry.name = p.value, p.key
			before := r.all
			each(r, meant, label, p.value)
			if problem != nil && !(r.broken && r.all > before) {
				r.errorf(p.key.place(), problem.rule, "%s %s", label, problem.text)
			}
		}
	}}
}

// list is the target of a list.
func list(each func(r *reader, what string, n *yaml.Node)) target {
	return target{read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			r.wrongKind(n, what, "a list")
			return
		}
		for _, item := range n.Content {
			each(r, "an entry of "+what, resolve(item))
		}
	}}
}

// texts is the target of a list of texts.
func texts(dst *[]Value[string], parse func(n *yaml.Node) (string, *problem)) target {
	return list(func(r *reader, what string, n *yaml.Node) {
		if v, ok := readValue(r, what, n, parse); ok {
			*dst = append(*dst, v)
		}
	})
}

// each reads the values of a mapping from names, and appends what is made of each.
func each[T any](dst *[]T, read func(r *reader, name Value[string], what string, n *yaml.Node) T) func(*reader, Value[string], string, *yaml.Node) {
	return func(r *reader, name Value[string], what string, n *yaml.Node) {
		*dst = append(*dst, read(r, name, what, n))
	}
}

// section is the target of a mapping with fixed keys that stands at a fixed place of the manifest.
func section(pos *diag.Position, what string, fields ...field) target {
	return target{
		unset: func(at diag.Position) {
			*pos = at
			for _, f := range fields {
				f.leaveUnset(at)
			}
		},
		read: func(r *reader, _ string, n *yaml.Node) {
			r.mapping(n, quote(what), r.place(n), fields...)
		},
	}
}
