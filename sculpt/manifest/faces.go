package manifest

import (
	"slices"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/sculpt/face"
)

// faces is the target of the protocols that a service speaks.
func faces(dst *[]Value[string]) target {
	each := list(func(r *reader, what string, n *yaml.Node) { addFace(r, dst, what, n) })
	return target{read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode && len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "%s is empty, and a service without a face cannot be called; name one, as in faces: [nact, mcp], or leave the key out", what)
			return
		}
		each.read(r, what, n)
	}}
}

// addFace appends a face, unless it is there.
func addFace(r *reader, dst *[]Value[string], what string, n *yaml.Node) {
	named, ok := readValue(r, what, n, text(oneOf(face.Names()...)))
	if !ok {
		return
	}
	if i := slices.IndexFunc(*dst, func(f Value[string]) bool { return f.V == named.V }); i >= 0 {
		at := (*dst)[i].Pos
		r.errorf(named.place(), "duplicate-value", "%s is %s, which stands at %d:%d already", what, quote(named.V), at.Line, at.Column)
		return
	}
	*dst = append(*dst, named)
}
