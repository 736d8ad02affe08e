package docdiff

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// body compares the body that a step sends.
func (o *operation) body(s *plan.Step) {
	old, new := o.old.Body, o.new.Body
	switch {
	case s.Body == nil:
		if new != nil && new.Required && (old == nil || !old.Required) {
			o.breaks("body-required", pair{o.old.Pos, new.Pos}, "send one, under body", "%s needs a body now", o.plan.ID)
		}
		return
	case old == nil:
		return
	case new == nil:
		o.breaks("body-gone", pair{old.Pos, o.new.Pos}, "leave the body out, or call what replaces the operation", "%s takes no body any more", o.plan.ID)
		return
	}
	from, to := media(old.Content, o.plan.BodyType), media(new.Content, o.plan.BodyType)
	if from == nil {
		return
	}
	if to == nil {
		o.breaks("body-media-type", pair{old.Pos, new.Pos}, generateAnew, "%s takes %s no more, but %s", o.plan.ID, o.plan.BodyType, mediaTypes(new.Content))
		if to = firstJSON(new.Content); to == nil {
			return
		}
	}
	r := newRequest(o, "the body of "+o.plan.ID, "member")
	r.compare(s.Body, from.Schema, to.Schema, pair{old.Pos, new.Pos})
}

// request compares the schemas of a value that a step sends.
type request struct {
	*operation
	name   string // of the value, for messages
	member string // "parameter" or "member", with which the names of the rules begin

	followed map[followed]bool // shared by the requests for the parts of a value
}

// followed identifies a comparison of the value of a var, which is made only once for a name in messages and a pair of schemas.
type followed struct {
	name, of string
	old, new *spec.Schema
}

func newRequest(o *operation, name, member string) *request {
	return &request{operation: o, name: name, member: member, followed: map[followed]bool{}}
}

// below returns the request for a part of the value.
func (r *request) below(name string) *request {
	return &request{operation: r.operation, name: name, member: r.member, followed: r.followed}
}

// compare reports what the new schema no longer allows of the value n, and of its parts.
func (r *request) compare(n ir.Node, old, new *spec.Schema, at pair) {
	if r.single(n, old, new, at, n.Type().Nullable) {
		r.parts(n, old, new)
	}
}

// single compares everything but the parts of a value, and reports whether these are still to be compared. The value can be one of the literals of n.
func (r *request) single(n ir.Node, old, new *spec.Schema, at pair, nullable bool) bool {
	if !accepts(old.Kind, new.Kind) {
		r.breaks(r.member+"-retyped", at, changeStep, "%s was %s and is %s", r.name, shape.Describe(old), shape.Describe(new))
		return false
	}
	if old.Nullable && !new.Nullable && new.Kind != spec.Any && nullable {
		r.breaks(r.member+"-not-null", at, changeStep, "%s must not be null any more", r.name)
	}
	r.values(n, old, new, at)
	if tightened := tightened(old, new); tightened != "" {
		r.warns(r.member+"-tightened", at, "see that what the step sends stays within", "%s is limited more: %s", r.name, tightened)
	}
	return true
}

// accepts reports whether a value of one kind can be sent where another is asked for.
func accepts(old, new spec.Kind) bool {
	return old == new || new == spec.Any || old == spec.Any || old == spec.Integer && new == spec.Number
}

// values reports the values that the step may send and that the new enum lacks.
func (r *request) values(n ir.Node, old, new *spec.Schema, at pair) {
	gone := lost(old.Enum, new.Enum)
	if len(new.Enum) == 0 || len(gone) == 0 && len(old.Enum) > 0 {
		return
	}
	sent := r.uses.literals(n)
	refused := lost(sent.values, new.Enum)
	switch {
	case len(refused) > 0:
		r.breaks(r.member+"-enum", at, changeStep, "%s does not take %s any more", r.name, list(refused))
	case !sent.complete && len(gone) > 0:
		r.warns(r.member+"-enum", at, "see that the step does not send them", "%s does not take %s any more", r.name, list(gone))
	case !sent.complete:
		r.warns(r.member+"-enum", at, "see that the step sends no other", "%s takes only %s now", r.name, list(new.Enum))
	}
}

// parts compares the members and elements of a value, if the manifest writes them out.
func (r *request) parts(n ir.Node, old, new *spec.Schema) {
	switch n := n.(type) {
	case *ir.Record:
		r.members(n.Members, old, new)
		return
	case *ir.Pairs:
		r.members(n.Members, old, new)
		return
	case *ir.Cond:
		r.parts(n.Then, old, new)
		r.parts(n.Else, old, new)
		return
	case *ir.ListLit:
		if members := ir.PartMembers(n); members != nil {
			r.members(members, old, new)
			return
		}
		if old.Kind == spec.Array && new.Kind == spec.Array {
			for _, elem := range n.Elems {
				r.below("an element of "+r.name).compare(elem, old.Items, new.Items, pair{old.Items.Pos, new.Items.Pos})
			}
		}
		return
	case *ir.Root:
		if v := r.uses.behind.Source(n); n.Kind == ir.VarRoot && v != nil {
			if f := (followed{n.Name, r.name, old, new}); !r.followed[f] {
				r.followed[f] = true
				r.parts(v, old, new)
			}
			return
		}
	}
	if below := ir.Content(n); below != nil {
		r.parts(below, old, new)
		return
	}
	r.opaque(n, old, new)
}

// opaque compares the members and elements of a value that an expression computes.
func (r *request) opaque(n ir.Node, old, new *spec.Schema) {
	if old.Kind == spec.Array && new.Kind == spec.Array && scalar(old.Items) {
		r.below("an element of "+r.name).single(n, old.Items, new.Items, pair{old.Items.Pos, new.Items.Pos}, false)
	}
	if old.Kind != spec.Object || new.Kind != spec.Object {
		return
	}
	for _, p := range new.Properties {
		was := old.Property(p.Name)
		if !p.Required || p.ReadOnly || was != nil && was.Required {
			continue
		}
		r.warns("member-required", pair{old.Pos, p.Schema.Pos}, "see that the expression gives it", "%s requires %s now", r.name, p.Name)
	}
}

// members compares the members that the manifest writes out, and reports required ones that it lacks.
func (r *request) members(given []ir.RecordMember, old, new *spec.Schema) {
	for _, m := range given {
		r.memberOf(m, old, new)
	}
	if new.Kind != spec.Object {
		return
	}
	for _, p := range new.Properties {
		missing := !slices.ContainsFunc(given, func(m ir.RecordMember) bool { return m.Name == p.Name })
		if was := old.Property(p.Name); p.Required && !p.ReadOnly && missing && (was == nil || !was.Required || was.ReadOnly) {
			r.breaks("member-required", pair{old.Pos, p.Schema.Pos}, "give it, in the step", "%s requires %s now (%s)", r.name, p.Name, shape.Describe(p.Schema))
		}
	}
}

// memberOf compares a member that the manifest writes out.
func (r *request) memberOf(m ir.RecordMember, old, new *spec.Schema) {
	was, is := old.Property(m.Name), new.Property(m.Name)
	name := m.Name + " in " + r.name
	switch {
	case was == nil:
		return
	case is == nil && (new.Additional != nil || new.Kind == spec.Any || len(new.Properties) == 0 && !new.Closed):
		r.warns("member-gone", pair{was.Schema.Pos, new.Pos}, "see whether it is still meant", "%s is not described any more", name)
		return
	case is == nil:
		r.breaks("member-gone", pair{was.Schema.Pos, new.Pos}, "leave it out, or use what replaces it", "%s is gone", name)
		return
	case is.ReadOnly && !was.ReadOnly:
		r.warns("member-read-only", pair{was.Schema.Pos, is.Schema.Pos}, "leave it out", "%s is read-only now", name)
	case is.Required && !was.Required && m.Value.Type().Kind == ir.Optional:
		r.breaks("member-required", pair{was.Schema.Pos, is.Schema.Pos}, "say what stands for an absent value, with .orValue(...)",
			"%s is required now, and the step may leave it out", name)
	}
	r.below(name).compare(m.Value, was.Schema, is.Schema, pair{was.Schema.Pos, is.Schema.Pos})
}

func scalar(s *spec.Schema) bool {
	switch s.Kind {
	case spec.String, spec.Integer, spec.Number, spec.Boolean:
		return true
	}
	return false
}

// mostListed is how many values a message lists.
const mostListed = 8

// list joins values for a message.
func list(values []any) string {
	var texts []string
	for _, v := range values[:min(len(values), mostListed)] {
		texts = append(texts, fmt.Sprint(v))
	}
	text := strings.Join(texts, ", ")
	if more := len(values) - mostListed; more > 0 {
		text += fmt.Sprintf(" and %d more", more)
	}
	return text
}
