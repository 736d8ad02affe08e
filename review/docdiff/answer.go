package docdiff

import (
	"cmp"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	calls "github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// answer compares the parts of the answer to a successful call that expressions read.
func (o *operation) answer() {
	old, from := success(o.old, o.plan.Accept)
	new, to := success(o.new, o.plan.Accept)
	if old == nil {
		return
	}
	at := pair{old.Pos, o.new.Pos}
	if new != nil {
		at.new = new.Pos
	}
	reads := o.plan.Answer != nil
	if from != nil && to == nil {
		new, to = success(o.new, "")
		o.mediaType(new, to, at, reads)
	}
	if new != nil && new.Status != old.Status {
		o.status(old, new)
	}
	if !reads || from == nil || to == nil {
		return
	}
	form, was := calls.Answer(from)
	_, is := calls.Answer(to)
	if form == o.plan.Notation.Form { // else the step says more of it than the document
		o.answerBody(o.plan.Answer, was, is)
	}
}

// problems compares the parts of the answers to errors that rules of on_error read.
func (o *operation) problems() {
	for _, a := range o.plan.Problems {
		old, new := declared(o.old, a.Status), declared(o.new, a.Status)
		if old == nil {
			continue
		}
		from := firstJSON(old.Content)
		if from == nil {
			continue
		}
		at := pair{old.Pos, o.new.Pos}
		if new != nil {
			at.new = new.Pos
			if to := firstJSON(new.Content); to != nil {
				o.answerBody(a, from.Schema, to.Schema)
				continue
			}
		}
		o.breaks("error-answer", at, "read it from where the document has it, or leave it out", "%s has no body of JSON for the status %s any more, which on_error reads", o.plan.ID, a.Status)
	}
}

// answerBody compares the body of an answer.
func (o *operation) answerBody(a *plan.Answer, from, to *spec.Schema) {
	w := &walk{operation: o, structs: map[*ir.ObjectType]*plan.Struct{}, unions: shape.NewUnions(), seen: map[visit]bool{}}
	if a.Status != "" {
		w.with = " with the status " + a.Status
	}
	for _, s := range a.Structs {
		for _, object := range s.Objects {
			w.structs[object] = s
		}
	}
	w.value(nil, a.Type, from, to, "")
}

// success returns the first answer of a success that has an entry for a media type, with that entry. An empty media type stands for any JSON. Without
// such an entry it returns the first answer of a success alone.
func success(op *spec.Operation, mediaType string) (*spec.Response, *spec.Media) {
	var first *spec.Response
	for _, r := range op.Responses {
		if r.Status[0] != '2' && (r.Status != "default" || first != nil) {
			continue
		}
		entry := media(r.Content, mediaType)
		if mediaType == "" {
			entry = firstJSON(r.Content)
		}
		if entry != nil {
			return r, entry
		}
		if first == nil {
			first = r
		}
	}
	return first, nil
}

// mediaType reports that the answer no longer has the media type that the service asks for.
func (o *operation) mediaType(answer *spec.Response, entry *spec.Media, at pair, reads bool) {
	offers := "nothing"
	if answer != nil {
		at.new, offers = answer.Pos, mediaTypes(answer.Content)
	}
	switch {
	case !reads:
		o.warns("media-type", at, "generate anew, so that it is not asked for", "%s does not answer %s any more, but %s", o.plan.ID, o.plan.Accept, offers)
	case entry == nil:
		o.breaks("media-type", at, "read the answer of another operation", "%s does not answer %s any more, but %s", o.plan.ID, o.plan.Accept, offers)
	default:
		o.breaks("media-type", at, generateAnew+"; a step that says accept has to say the new one", "%s does not answer %s any more, but %s", o.plan.ID, o.plan.Accept, offers)
	}
}

// status reports another status of success. The service takes any of them for one, so that only expressions that read the status break.
func (o *operation) status(old, new *spec.Response) {
	at := pair{old.Pos, new.Pos}
	if o.uses.status[o.step.Name] {
		o.breaks("success-status", at, "change the expressions that read the status", "%s answered %s and answers %s", o.plan.ID, old.Status, new.Status)
		return
	}
	o.warns("success-status", at, "see what the new status means; the service takes it for a success", "%s answered %s and answers %s", o.plan.ID, old.Status, new.Status)
}

// walk compares the parts of an answer that are read.
type walk struct {
	*operation
	structs map[*ir.ObjectType]*plan.Struct
	unions  *shape.Unions
	seen    map[visit]bool
	with    string // how messages tell an answer to an error from that of a success, such as " with the status 404"; otherwise empty
}

// visit identifies a comparison of an object, which is made only once: schemas may contain themselves.
type visit struct {
	object   *ir.ObjectType
	old, new *spec.Schema
}

// readField is a field that is read.
type readField struct {
	*ir.Field
	always bool // the decoder fails without it
}

// value compares a value of type t at a path of fields. Field is the field whose value it is, or nil for the answer itself.
func (w *walk) value(field *ir.Field, t *ir.Type, old, new *spec.Schema, path string) {
	if t.Kind == ir.Object {
		old, new = w.object(old), w.object(new)
	}
	if !w.same(old, new, path) {
		return
	}
	if field != nil {
		w.enum(field, old, new, path)
	}
	switch {
	case t.Kind == ir.Optional:
		w.value(field, t.Elem, old, new, path)
	case t.Kind == ir.List && old.Items != nil && new.Items != nil:
		w.value(field, t.Elem, old.Items, new.Items, path+"[]")
	case t.Kind == ir.Map && old.Additional != nil && new.Additional != nil:
		w.value(nil, t.Elem, old.Additional, new.Additional, path+"[]")
	case t.Kind == ir.Object && !w.seen[visit{t.Object, old, new}]:
		w.seen[visit{t.Object, old, new}] = true
		for _, read := range w.read(t.Object) {
			w.member(read, old, new, strings.TrimPrefix(path+"."+read.Name, "."))
		}
	}
}

// read returns the fields of an object that are read: all fields, if the object is handed on as a whole.
func (w *walk) read(o *ir.ObjectType) []readField {
	var fields []readField
	if s := w.structs[o]; s != nil && s.CopyOf == "" {
		for _, f := range s.Fields {
			fields = append(fields, readField{o.Field(f.Name()), f.Always})
		}
		return fields
	}
	if o.Described() {
		o = o.Whole()
	}
	for _, f := range o.Fields() {
		fields = append(fields, readField{f, false})
	}
	return fields
}

// object returns the object with which a union of objects is read, or the schema itself if it is no such union.
func (w *walk) object(s *spec.Schema) *spec.Schema {
	if merged := w.unions.Object(s); merged != nil {
		return merged
	}
	return s
}

// same compares the type of a value, and reports whether its parts are still to be compared.
func (w *walk) same(old, new *spec.Schema, path string) bool {
	at := pair{old.Pos, new.Pos}
	name := w.named(path)
	switch {
	case old.Kind == spec.Number && new.Kind == spec.Integer, old.Kind == spec.Any && new.Kind != spec.Any:
		w.warns("field-retyped", at, "generate anew, and see that the expressions still mean the same", "%s was %s and is %s", name, shape.Describe(old), shape.Describe(new))
	case old.Kind != new.Kind:
		w.breaks("field-retyped", at, "change the expressions that read it, and generate anew", "%s was %s and is %s", name, shape.Describe(old), shape.Describe(new))
		return false
	case old.Kind == spec.Any && len(more(old, new)) > 0:
		w.warns("field-retyped", at, "see that the expressions take that too", "%s may be %s now, too", name, strings.Join(more(old, new), " or "))
	case old.Format != new.Format && old.Kind == spec.String && old.Format != "":
		w.warns("field-format", at, "see that the expressions still read it rightly", "%s had the format %s and has %s", name, old.Format, cmp.Or(new.Format, "none"))
	}
	if new.Nullable && !old.Nullable && old.Kind != spec.Any && new.Kind != spec.Any {
		w.warns("field-nullable", at, "say what stands for null; until then a null is a fault of the upstream", "%s may be null now", name)
	}
	return true
}

// named returns a part of the answer for messages.
func (w *walk) named(path string) string {
	if path == "" {
		return "the answer of " + w.plan.ID + w.with
	}
	return path + " in the answer of " + w.plan.ID + w.with
}

// member compares a field that is read.
func (w *walk) member(f readField, old, new *spec.Schema, path string) {
	was, is := old.Property(f.Name), new.Property(f.Name)
	switch {
	case was == nil:
		w.undeclared(f, old, new, path)
	case is == nil && new.Additional == nil:
		w.gone(f, was, new, path)
	case is == nil:
		w.warns("field-undeclared", pair{was.Schema.Pos, new.Pos}, "see that the API still answers it",
			"%s is not declared by name any more, only as one of any members", w.named(path))
		w.value(f.Field, f.Type, was.Schema, new.Additional, path)
	default:
		at := pair{was.Schema.Pos, is.Schema.Pos}
		if answered(was) && !answered(is) && f.always {
			w.warns("field-optional", at, "say what stands for it, with .? and .orValue(...); until then its absence is a fault of the upstream",
				"%s may be absent now", w.named(path))
		}
		w.value(f.Field, f.Type, was.Schema, is.Schema, path)
	}
}

// answered reports whether the document says that a member is always there.
func answered(p *spec.Property) bool { return p.Required && !p.WriteOnly }

// undeclared compares a field that the old document did not declare, but allowed as an additional member.
func (w *walk) undeclared(f readField, old, new *spec.Schema, path string) {
	now := new.Additional
	if p := new.Property(f.Name); p != nil {
		now = p.Schema
	}
	if old.Additional == nil {
		return
	}
	if now == nil {
		w.breaks("field-gone", pair{old.Additional.Pos, new.Pos}, "read another field", "%s is gone", w.named(path))
		return
	}
	w.value(f.Field, f.Type, old.Additional, now, path)
}

// gone reports a field that the new document does not have.
func (w *walk) gone(f readField, was *spec.Property, new *spec.Schema, path string) {
	at := pair{was.Schema.Pos, new.Pos}
	if w.uses.named[f.Field] {
		w.breaks("field-gone", at, "read another field", "%s is gone", w.named(path))
		return
	}
	w.warns("field-gone", at, "see that an agent can do without it", "%s is gone, from an object that is passed on whole", w.named(path))
}

// enum reports values that expressions compare a field with and that it can no longer have, and new values for which a table or an output has no entry.
func (w *walk) enum(field *ir.Field, old, new *spec.Schema, path string) {
	at := pair{old.Pos, new.Pos}
	for _, v := range w.uses.compared[field] {
		if len(new.Enum) > 0 && len(lost([]any{v}, old.Enum)) == 0 && len(lost([]any{v}, new.Enum)) > 0 {
			w.breaks("field-enum", at, "compare it with what replaces the value", "%s is never %v any more, which an expression compares it with", w.named(path), v)
		}
	}
	if len(old.Enum) == 0 {
		return
	}
	for _, c := range w.uses.closed[field] {
		var known []any
		for _, v := range c.values {
			known = append(known, v)
		}
		if more := lost(lost(new.Enum, old.Enum), known); len(more) > 0 {
			w.warns("field-enum", at, "add what they mean", "%s can be %s now, which %s does not have", w.named(path), list(more), c.what)
		}
	}
}
