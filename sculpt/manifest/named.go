package manifest

import "go.yaml.in/yaml/v4"

// Named is a name with its description: an enum value or a failure.
type Named struct{ Name, Description Value[string] }

// failures is the target of a mapping from names to descriptions.
func failures(dst *[]*Named) target {
	return named("failure", capitals, func(r *reader, name Value[string], what string, n *yaml.Node) {
		if n.Kind != yaml.ScalarNode && r.tooFarRight(what) {
			return
		}
		f := &Named{Name: name, Description: Value[string]{Pos: name.Pos}}
		value(&f.Description, text(atMost(maxDescription))).read(r, "the description of "+what, n)
		*dst = append(*dst, f)
	})
}

// enumValues is the target of the values of an enum: a mapping from names to descriptions, which may be empty, or a
// list of names.
func enumValues(dst *[]*Named) target {
	described := named("value", capitals, func(r *reader, name Value[string], what string, n *yaml.Node) {
		v := &Named{Name: name, Description: Value[string]{Pos: name.Pos}}
		if n.Tag != "!!null" {
			value(&v.Description, text(atMost(maxDescription))).read(r, "the description of "+what, n)
		}
		*dst = append(*dst, v)
	})
	bare := list(func(r *reader, what string, n *yaml.Node) {
		name, ok := readValue(r, what, n, text(capitals))
		if ok && isNew(r, what, name, *dst, func(v *Named) Value[string] { return v.Name }) {
			*dst = append(*dst, &Named{Name: name, Description: Value[string]{Pos: name.Pos}})
		}
	})
	return target{read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind == yaml.SequenceNode {
			bare.read(r, what, n)
			return
		}
		described.read(r, what, n)
	}}
}
