// Package operation finds the operations that the steps of a manifest call. From the manifest and its documents come
// [Calls]: for each step the [Operation], with its parameters, the media type of its answer and the answer's type. Two steps
// that call one operation alike share it.
package operation

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Operation is an operation as some steps call it. Its plan lacks what expressions read of its answers, which package settle decides.
type Operation struct {
	*plan.Operation
	Spec *spec.Operation
	Body *ir.Type // the type of the answer's body where it has one; nil: no answer has one

	OwnServer string // the document's for this operation, where that is not the document's first; empty: it has none

	answer   *spec.Schema    // see AnswerSchema
	whole    *shape.Shapes   // of the document
	shapes   []*shape.Shapes // those of the answers, also to errors
	media    *spec.Media     // the media type of the body that is sent; nil: no body is sent
	index    int             // of its entry in the document
	params   map[*spec.Parameter]*plan.Param
	problems []*problem
}

// form tells the operations of one document apart: two steps that accept different media types have different answers,
// and one that sends a body and one that sends none make different requests.
type form struct {
	entry  spec.Entry
	answer *spec.Media // nil: there is none
	header string      // whether the step says that a table begins with the names of its columns: present, absent, or empty if it says nothing
	body   *spec.Media // nil: none is sent
	reads  bool        // see [plan.Operation]
	lacks  bool        // a success may have no body, although the document has one for another success
	accept stated      // the header Accept that the manifest states; zero where the step asks for a media type of the document's
	sent   stated      // the header Content-Type, likewise
}

// newOperation makes the operation of a form, without parameters.
func newOperation(upstream *plan.Upstream, f form, index int, resolved *spec.Operation, whole *shape.Shapes) *Operation {
	op := &Operation{Spec: resolved, whole: whole, index: index, params: map[*spec.Parameter]*plan.Param{}}
	op.Operation = &plan.Operation{
		Upstream: upstream, Name: resolved.ID, ID: upstream.Name + "." + resolved.ID,
		Method: resolved.Method, Reads: f.reads, Path: resolved.Path, Route: resolved.Target.Path, Summary: resolved.Summary,
		Fixed: lists.Map(resolved.Target.Query, func(q spec.QueryPair) plan.Pair { return plan.Pair(q) }),
	}
	if resolved.ID == "" {
		op.Name = strings.ToLower(resolved.Method) + " " + resolved.Path
		op.ID = upstream.Name + " " + resolved.Method + " " + resolved.Path
	}
	if f.answer != nil {
		op.Accept = acceptable(f.answer.Type)
		op.Notation.Form, op.answer = read(f.answer, f.header)
		op.Body = typeOf(op.newShapes(op.ID), op.Notation.Form, op.answer)
		op.Bodiless = f.lacks
	}
	if f.answer != nil && f.accept.set {
		op.Accept = f.accept.value
	}
	if f.body != nil {
		op.media, op.HasBody = f.body, true
		op.BodyType, op.BodyForm = BodyForm(f.body.Type, f.body.Schema)
		if own, form := BodyForm(f.sent.value, f.body.Schema); f.sent.value != "" && form == op.BodyForm {
			op.BodyType = own
		}
	}
	return op
}

// newShapes returns the shapes of an answer.
func (o *Operation) newShapes(name string) *shape.Shapes {
	shapes := o.whole.Answer(name)
	o.shapes = append(o.shapes, shapes)
	return shapes
}

// AnswerSchema is the schema of the answer that expressions read; nil if there is none.
func (o *Operation) AnswerSchema() *spec.Schema { return o.answer }

// FieldSchema is the schema of a field of one of the operation's answers; nil if the field is of something else.
func (o *Operation) FieldSchema(f *ir.Field) *spec.Schema {
	for _, shapes := range o.shapes {
		if p := shapes.Property(f); p != nil {
			return p.Schema
		}
	}
	return nil
}

// Read returns the type of the body that expressions read, an optional if the answer may lack it; nil if there is none.
func (o *Operation) Read() *ir.Type {
	if o.Bodiless {
		return ir.OptionalOf(o.Body)
	}
	return o.Body
}

// Parameters returns the parameters that a key names: by its name, or as query.name where one name stands in two places.
func (o *Operation) Parameters(key string) []*spec.Parameter {
	var named []*spec.Parameter
	for _, p := range o.Spec.Parameters {
		if calls(key, p) {
			named = append(named, p)
		}
	}
	return named
}

// calls reports whether a key is the name of a parameter, alone or behind its place.
func calls(key string, p *spec.Parameter) bool {
	place, name, _ := strings.Cut(key, ".")
	return p.Name == key || p.Name == name && string(p.In) == place
}

// Names reports whether a key names a parameter, and no other.
func (o *Operation) Names(key string, p *spec.Parameter) bool {
	return calls(key, p) && len(o.Parameters(key)) == 1
}

// KeyParameter returns the header or the parameter of the query that by its name takes a key, under which the operation is carried out once; nil if the
// document has none.
func (o *Operation) KeyParameter() *spec.Parameter {
	return lists.Find(o.Spec.Parameters, func(p *spec.Parameter) bool {
		return (p.In == spec.InHeader || p.In == spec.InQuery) && o.Writes() && NamesKey(p.Name)
	})
}

// KeyPlace returns where by the document's names the operation takes a key: in a header, in the query or in the body. It is empty if the document has no such
// name.
func (o *Operation) KeyPlace() (in, name string) {
	if p := o.KeyParameter(); p != nil {
		return string(p.In), p.Name
	}
	if media, _ := BodyMedia(o.Spec, ""); media != nil && o.Writes() {
		for _, member := range MemberNames(media.Schema) {
			if NamesKey(member) {
				return "body", member
			}
		}
	}
	return "", ""
}

// NamesKey reports whether a name is one of a key under which an upstream carries a call out once.
func NamesKey(name string) bool { return strings.Contains(strings.ToLower(name), "idempotency") }

// ParameterNames returns the names of the parameters, in the document's order.
func (o *Operation) ParameterNames() []string {
	return lists.Map(o.Spec.Parameters, func(p *spec.Parameter) string { return p.Name })
}

// MemberNames returns the names of the members that a schema has, in the document's order.
func MemberNames(s *spec.Schema) []string {
	return lists.Map(s.Properties, func(p *spec.Property) string { return p.Name })
}

// Param returns the plan of a parameter that some step passes.
func (o *Operation) Param(p *spec.Parameter) *plan.Param { return o.params[p] }

// pass takes the parameters over that a step passes by these keys, into the document's order.
func (o *Operation) pass(keys []manifest.Value[string]) {
	for _, key := range keys {
		if named := o.Parameters(key.V); len(named) == 1 && o.params[named[0]] == nil {
			o.params[named[0]] = newParam(named[0])
		}
	}
	o.Params = nil
	for _, p := range o.Spec.Parameters {
		if passed := o.params[p]; passed != nil {
			o.Params = append(o.Params, passed)
		}
	}
}

func newParam(p *spec.Parameter) *plan.Param {
	return &plan.Param{
		Name: p.Name, In: string(p.In), Style: p.Style, Explode: p.Explode, AllowReserved: p.AllowReserved,
		Doc: strings.TrimSpace(p.Description), Type: ParamType(p), Styled: Styled(p),
	}
}

// Styled reports whether what a parameter in a query is, a single value, a list or an object, shows with the value alone, or whether it nests, as
// the style deepObject can write it.
func Styled(p *spec.Parameter) bool {
	if p.In != spec.InQuery || p.ContentType != "" {
		return false
	}
	return p.Schema.Kind == spec.Any && compound(p.Schema) || p.Style == "deepObject" && nests(p.Schema)
}

// compound reports whether a schema, or a branch of it, is one of lists or objects.
func compound(s *spec.Schema) bool {
	return slices.ContainsFunc(s.Alternatives(), func(b *spec.Schema) bool { return b.Kind == spec.Array || b.Kind == spec.Object })
}

// nests reports whether what a list or an object holds can be a list or an object.
func nests(s *spec.Schema) bool {
	inner := func(s *spec.Schema) bool { return s != nil && compound(s) }
	return inner(s.Items) || inner(s.Additional) || slices.ContainsFunc(s.Properties, func(p *spec.Property) bool { return inner(p.Schema) })
}

// ParamType is the type of a parameter: a scalar, a list of scalars or an object. A value of no certain type is text, as is one that travels
// as a document of its own or is [Styled].
func ParamType(p *spec.Parameter) *ir.Type {
	if p.ContentType != "" || Styled(p) {
		return ir.StringType
	}
	switch {
	case Object(p) != nil:
		return ir.PairsType
	case p.Schema.Kind == spec.Array:
		return ir.ListOf(ScalarType(p.Schema.Items))
	}
	return ScalarType(p.Schema)
}

// Object returns the schema of a parameter whose value is an object, or nil.
func Object(p *spec.Parameter) *spec.Schema {
	if p.Schema.Kind == spec.Object {
		return p.Schema
	}
	return nil
}

// ScalarType returns the type of single values of a schema. A value of no certain type is text.
func ScalarType(s *spec.Schema) *ir.Type {
	switch s.Kind {
	case spec.Integer:
		return ir.IntType
	case spec.Number:
		return ir.DoubleType
	case spec.Boolean:
		return ir.BoolType
	}
	return ir.StringType
}

// MemberAt returns the schema of a member that names lead to from the schema of a body. Lists are passed through. Where a name is missing, it returns that, and
// the schema that lacks it.
func MemberAt(schema *spec.Schema, path []string) (at *spec.Schema, missing string) {
	for _, name := range path {
		for schema.Kind == spec.Array && schema.Items != nil {
			schema = schema.Items
		}
		p := schema.Property(name)
		if p == nil {
			return schema, name
		}
		schema = p.Schema
	}
	return schema, ""
}
