package draft

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// The limits of what is made of a request.
const (
	mostOptional = 3   // optional inputs: an agent fills only few of them in well
	deepest      = 10  // objects and lists around a member
	mostParts    = 60  // parameters and members that one call passes
	longestKey   = 200 // characters of a name: YAML has no longer keys than 1,024
)

// request has the parameters and the body of the call of a tool as parts, and decides what is passed for each.
type request struct {
	basis
	form        *form // the inputs that the tool asks for
	parameters  []*part
	body        *part   // nil if the call sends none
	parts       int     // members of the body so far
	idempotency mapping // where the upstream takes an idempotency key; empty if it takes none
}

// newRequest decides what the call of a tool passes.
func newRequest(on basis) (*request, error) {
	r := &request{basis: on, form: &form{basis: on, taken: map[string]bool{}}}
	for _, p := range r.op.Parameters {
		made := r.parameter(p)
		if err := r.decide(made, 0, nil); err != nil {
			return nil, err
		}
		r.parameters = append(r.parameters, made)
	}
	if err := r.bodyParts(); err != nil {
		return nil, err
	}
	r.choose()
	r.form.sort()
	return r, nil
}

func (r *request) parameter(p *spec.Parameter) *part {
	return &part{
		key: r.op.ParameterKey(p), words: split(p.Name), in: p.In, schema: p.Schema, description: cmp.Or(p.Description, p.Schema.Description),
		example: cmp.Or(p.Example, p.Schema.Example), required: p.Required, deprecated: p.Deprecated || p.Schema.Deprecated, media: p.ContentType,
		faults: p.Faults,
	}
}

// bodyParts decides what is passed for the body.
func (r *request) bodyParts() error {
	body := r.op.Body
	media, _ := operation.BodyMedia(r.op.Operation, "")
	if body == nil || media == nil {
		return nil
	}
	p := &part{key: "body", words: []string{"content"}, schema: media.Schema, description: body.Description, required: body.Required, faults: body.Faults}
	if _, form := operation.BodyForm(media.Type, media.Schema); form == plan.RawBody {
		if !body.Required {
			return nil
		}
		p.schema = &spec.Schema{Kind: spec.String}
		p.description = cmp.Or(p.description, "What is sent, as "+media.Type+".")
		r.body = p
		r.form.ask(p)
		return nil
	}
	p.required = true // so that its members are looked at; without any it is not sent
	if err := r.decide(p, 0, nil); err != nil {
		if body.Required {
			return err
		}
		return nil
	}
	r.body = p
	return nil
}

// decide decides what is passed for a part and its members. Around are the schemas of the objects and lists that it is in.
func (r *request) decide(p *part, depth int, around []*spec.Schema) error {
	if len(p.words) == 0 {
		p.words = []string{"value"}
	}
	switch fault := p.unreadable(); {
	case p.deprecated && !p.required:
		r.leave(p, "deprecated")
		return nil
	case fault != nil && !p.required:
		r.leave(p, "the document is wrong about it")
		return nil
	case fault != nil:
		return fmt.Errorf("it needs %s, which the document is wrong about: %s: %s", oneLine(p.key, 60), fault.Pos, fault.Message)
	}
	stated := p.schema
	s := r.branch(p)
	nests := s.Kind == spec.Object || s.Kind == spec.Array
	switch itself := nests && (slices.Contains(around, stated) || depth > deepest); {
	case itself && p.required:
		return r.form.askJSON(p)
	case itself:
		r.leave(p, "it holds itself")
		return nil
	case nests:
		around = append(around[:len(around):len(around)], stated)
	}
	unwritable := p.unwritable()
	switch {
	case unwritable != "" && p.required:
		return fmt.Errorf("it needs a %s that no manifest can name: %s", p.kind(), unwritable)
	case unwritable != "":
		r.leave(p, unwritable)
		return nil
	}
	return r.decideKind(p, s, depth, around)
}

// decideKind decides about a part by its schema.
func (r *request) decideKind(p *part, s *spec.Schema, depth int, around []*spec.Schema) error {
	switch {
	case r.turnsPages(p):
		r.leave(p, "asks for a page, which the step does itself")
	case p.in != "" && p.in != spec.InPath && r.op.isCredential(p):
		r.leave(p, "the credential of the upstream")
	case p.media != "" && !operation.IsJSON(p.media):
		return r.decideSingle(p)
	case s.Kind == spec.Object:
		return r.decideObject(p, s, depth, around)
	case s.Kind == spec.Array:
		return r.decideList(p, s, depth, around)
	case s.Kind == spec.Null && p.required:
		p.use, p.fixed, p.note = fixed, literal("null"), "all that the document allows"
	case s.Kind == spec.Null:
		r.leave(p, "never anything but null")
	default:
		return r.decideSingle(p)
	}
	return nil
}

// decideObject decides about an object and its members.
func (r *request) decideObject(p *part, s *spec.Schema, depth int, around []*spec.Schema) error {
	if p.in != "" && !p.required {
		r.leave(p, "an object, for which there is no input")
		return nil
	}
	if !p.required {
		r.leave(p, "an object of its own")
		return nil
	}
	wrapper := len(s.Properties) == 1
	for _, property := range s.Properties {
		if property.ReadOnly {
			continue
		}
		m := &part{
			key: property.Name, words: split(property.Name), around: p.words, schema: property.Schema,
			description: property.Schema.Description, example: property.Schema.Example,
			required: property.Required || wrapper && property.Schema.Kind == spec.Object && depth == 0, deprecated: property.Schema.Deprecated,
		}
		if err := r.decide(m, depth+1, around); err != nil {
			return err
		}
		if m.use == unasked && p.in != "" {
			r.leave(m, "optional, in an object that a parameter is")
		}
		p.members = append(p.members, m)
		if r.parts++; r.parts > mostParts*10 {
			return errors.New("its body has too many members")
		}
	}
	p.use = object
	if len(s.Properties) == 0 && depth > 0 {
		p.note = "any members; the document names none"
	}
	if len(s.Properties) == 0 && depth == 0 && p.in == "" {
		return r.form.askJSON(p)
	}
	return nil
}

// decideList decides about a list.
func (r *request) decideList(p *part, s *spec.Schema, depth int, around []*spec.Schema) error {
	items := &part{element: true, words: withLast(p.words, singular), around: p.around, schema: s.Items, description: s.Items.Description, required: true}
	inner := r.branch(items)
	switch {
	case inner.Kind == spec.Object && !p.required:
		r.leave(p, "a list of objects")
		return nil
	case p.required && p.in == "" && s.MinItems != nil && *s.MinItems > 1 && (inner.Kind == spec.Object || len(inner.Enum) > 0):
		return r.form.askJSON(p)
	case inner.Kind == spec.Object && p.in == "":
		if err := r.decide(items, depth+1, around); err != nil {
			return err
		}
		p.use, p.elements = single, []*part{items}
		p.note = "one alone"
		r.notes.review("%s can be several; the tool sends one", strings.Join(p.words, " "))
		return nil
	case inner.Kind == spec.Array || inner.Kind == spec.Object:
		if !p.required {
			r.leave(p, "lists in a list")
			return nil
		}
		return r.form.askJSON(p)
	}
	return r.decideSingle(p)
}

// decideSingle decides about a part for which a single input can be passed.
func (r *request) decideSingle(p *part) error {
	as := r.op.role(p.words, p.schema, p.in)
	if place := r.keyPlace(p); as == retryKey && r.op.Writes() && place != "" && len(r.idempotency) == 0 {
		p.use = keyed
		r.idempotency = yamlout.Map(place, p.key)
		return nil
	}
	if p.required {
		r.require(p, as)
		return nil
	}
	if as == identifier && !r.identifies(p) {
		p.lister = r.resources.lister(r.op.Upstream, p.words)
	}
	if as != semantic && p.lister == nil && !(as == identifier && r.identifies(p)) {
		r.leave(p, reasons[as])
		return nil
	}
	if len(p.schema.Enum) == 1 {
		r.leave(p, "always "+oneLine(fmt.Sprint(p.schema.Enum[0]), 40))
		return nil
	}
	if reason := p.unaskable(); reason != "" {
		r.leave(p, reason)
		return nil
	}
	p.use = unasked
	return nil
}

// keyPlace returns what the place of a part is called that can hold an idempotency key: a header, a parameter of the query, or a member of a body that is
// an object in JSON or a form. It is empty for other parts, and for what cannot be a UUID.
func (r *request) keyPlace(p *part) string {
	switch {
	case p.schema.Kind != spec.String && p.schema.Kind != spec.Any, p.schema.MaxLength != nil && *p.schema.MaxLength < 36,
		p.schema.Pattern != "", len(p.schema.Enum) > 0, p.schema.Format != "" && p.schema.Format != "uuid":
	case p.in == spec.InHeader:
		return "header"
	case p.in == spec.InQuery:
		return "query"
	case p.in == "" && slices.Equal(p.around, []string{"content"}):
		media, _ := operation.BodyMedia(r.op.Operation, "")
		if _, form := operation.BodyForm(media.Type, media.Schema); form == plan.JSONBody || form == plan.FormBody {
			return "body"
		}
	}
	return ""
}

// identifies reports whether a member of a body is the id of what the operation changes, which otherwise would be in the path.
func (r *request) identifies(p *part) bool {
	name := strings.Join(p.words, "_")
	method := r.op.Method
	return p.in == "" && len(p.around) > 0 && slices.Equal(p.around, []string{"content"}) && (method == "PUT" || method == "PATCH") &&
		!strings.Contains(r.op.Target.Path, "{") && (name == "id" || name == "uuid" || name == strings.Join(r.name.nounWords(), "_")+"_id")
}

// leave decides that a part is not passed, and records the reason.
func (r *request) leave(p *part, reason string) {
	p.use = left
	r.notes.leftOut.add(reason, p.path())
}

// turnsPages reports whether the step sets a parameter itself to collect pages.
func (r *request) turnsPages(p *part) bool {
	pages := r.op.answer().pages
	return pages != nil && p.in == spec.InQuery && pages.Param == p.key
}

// choose makes inputs of the optional parts that matter most, as many as an agent fills in well.
func (r *request) choose() {
	var candidates []*part
	r.each(func(p *part) {
		if p.use == unasked {
			candidates = append(candidates, p)
		}
	})
	slices.SortStableFunc(candidates, func(a, b *part) int { return cmp.Compare(b.weight(), a.weight()) })
	chosen := candidates[:min(len(candidates), max(mostOptional-r.form.optional, 0))]
	r.each(func(p *part) {
		switch {
		case p.use != unasked:
		case slices.Contains(chosen, p):
			r.form.ask(p)
		default:
			r.leave(p, "optional, and an agent fills few inputs in well")
		}
	})
}

// each calls f for all parts, at any depth.
func (r *request) each(f func(*part)) {
	var visit func(parts []*part)
	visit = func(parts []*part) {
		for _, p := range parts {
			f(p)
			visit(p.members)
			visit(p.elements)
		}
	}
	visit(r.parameters)
	if r.body != nil {
		visit([]*part{r.body})
	}
}
