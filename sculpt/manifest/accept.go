package manifest

import (
	"cmp"
	"strings"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
)

// Acceptance says that a warning was considered and may stay.
type Acceptance struct{ Rule, Because Value[string] }

// Reason returns Because as one line.
func (a *Acceptance) Reason() string { return strings.Join(strings.Fields(a.Because.V), " ") }

// Accepts are the warnings that may stay in what has the key accept: those that stand in it and in nothing in it that has the key as well.
type Accepts struct {
	List   []*Acceptance
	within []stretch // none: it is the service, in which everything stands
}

// stretch is a part of a file, from a position to another one, both of which belong to it.
type stretch struct{ from, to diag.Position }

// Has reports whether a position is one of what the warnings are accepted in.
func (a *Accepts) Has(pos diag.Position) bool {
	for _, s := range a.within {
		if pos.File == s.from.File && !before(pos, s.from) && !before(s.to, pos) {
			return true
		}
	}
	return a.within == nil
}

// before reports whether one place of a file stands before another one.
func before(a, b diag.Position) bool {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column)) < 0
}

// reach says in what the warnings are accepted: in something that has a name, and stands in a node.
func (a *Accepts) reach(r *reader, name place, n *yaml.Node) {
	a.within = []stretch{{name.pos, name.pos}, {r.place(n).pos, r.end(n)}}
}

// target is that of the key accept.
func (a *Accepts) target() target { return list(target{form: acceptanceForm, read: a.read}) }

func acceptanceForm(b *book) *Form { return b.keys("accept", new(Acceptance).fields()) }

func (a *Acceptance) fields() []field {
	return []field{
		required("rule", value(&a.Rule, text(warning))),
		required("because", value(&a.Because, text())),
	}
}

// read reads an entry of accept.
func (a *Accepts) read(r *reader, what string, n *yaml.Node) {
	one := &Acceptance{}
	r.mapping(n, what, r.place(n), one.fields()...)
	if one.Rule.Set && isNew(r, "\"rule\"", one.Rule, a.List, func(a *Acceptance) Value[string] { return a.Rule }) {
		a.List = append(a.List, one)
	}
}

// acceptedByStep is the key accept of a step: the media type that it asks for, the warnings that may stay, or a list of both.
func acceptedByStep(s *Step) target {
	media := value(&s.Accept, text(mediaType))
	entry := either(media.form, acceptanceForm)
	return target{form: either(media.form, sequence(entry)), unset: media.unset, read: func(r *reader, what string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode && n.Kind != yaml.MappingNode {
			media.read(r, what, n)
			return
		}
		list(target{form: entry, read: func(r *reader, what string, n *yaml.Node) {
			switch {
			case n.Kind == yaml.MappingNode:
				s.Accepted.read(r, what, n)
			case s.Accept.Set:
				r.errorf(r.place(n), "duplicate-value", "%s is a second media type; a step asks for one, which stands at %d:%d already", what, s.Accept.Pos.Line, s.Accept.Pos.Column)
			default:
				media.read(r, what, n)
			}
		}}).read(r, what, n)
	}}
}

// warning is the name of a rule by which something is warned of.
var warning = check{warningForm, func(s string) *problem {
	if diag.WarningRule(s) != nil {
		return nil
	}
	names := lists.Map(diag.Warnings, func(r diag.Rule) string { return r.Name })
	return problemf("unknown-rule", "must be the rule of a warning, as nactgen lint --format json names it, and errors cannot be accepted; there is no warning %s%s", diag.Quote(s), diag.DidYouMean(s, names))
}}

var warningForm = Form{Is: "rule", Words: lists.Map(diag.Warnings, func(r diag.Rule) string { return r.Name }), Closed: true}

// end returns the position of the last byte of a node.
func (p *places) end(n *yaml.Node) diag.Position {
	for len(n.Content) > 0 {
		n = n.Content[len(n.Content)-1]
	}
	switch n.Kind {
	case yaml.ScalarNode:
		l := p.layout(n)
		return p.src.pos(max(l.start, l.end-1))
	default: // of an alias, what it stands for is written elsewhere
		return p.src.pos(p.offset(n))
	}
}

// Acceptable is something in a manifest that has the key accept.
type Acceptable struct {
	*Accepts
	Tool  string // the tool that it is, or is of; empty: it is of none
	Place string // in the manifest, below the tool if there is one: steps.points; empty: the tool itself
}

// Acceptables returns all that has the key accept, each before what stands in it.
func (m *Manifest) Acceptables() []Acceptable {
	all := []Acceptable{{&m.Service.Accepted, "", "service"}}
	for _, c := range m.Config {
		all = append(all, Acceptable{&c.Accepted, "", "config." + c.Name.V})
	}
	for _, u := range m.Upstreams {
		all = append(all, Acceptable{&u.Accepted, "", "upstreams." + u.Name.V})
	}
	for _, f := range m.Functions {
		all = append(all, Acceptable{&f.Accepted, "", "functions." + f.Name.V})
	}
	for _, p := range m.Parts {
		place := "parts." + p.Name.V
		all = append(all, Acceptable{&p.Accepted, "", place})
		all = append(all, p.acceptables("", place+".")...)
	}
	for _, t := range m.Tools {
		all = append(all, Acceptable{&t.Accepted, t.Name.V, ""})
		all = append(all, t.acceptables(t.Name.V, "")...)
	}
	return all
}

// acceptables returns what a tool, or a part, consists of that has the key accept.
func (t *Tool) acceptables(tool, place string) []Acceptable {
	var all []Acceptable
	for _, in := range t.Inputs {
		all = append(all, Acceptable{&in.Accepted, tool, place + "inputs." + in.ID.V})
	}
	for _, s := range t.Steps {
		all = append(all, Acceptable{&s.Accepted, tool, place + "steps." + s.Name.V})
	}
	for _, out := range t.Outputs {
		all = append(all, Acceptable{&out.Accepted, tool, place + "outputs." + out.ID.V})
	}
	for _, e := range t.Examples {
		all = append(all, Acceptable{&e.Accepted, tool, place + "examples." + e.Name.V})
	}
	return all
}
