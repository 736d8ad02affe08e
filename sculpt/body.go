package sculpt

import (
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// anything is the schema of what no document describes: a JSON output.
var anything = &spec.Schema{Kind: spec.Any, Nullable: true}

// body checks the body that a step sends.
func (t *toolChecker) body(s *step) {
	n, body := s.manifest.Body, s.op.resolved.Body
	switch {
	case n == nil && body != nil && body.Required:
		t.errorf(s.manifest.Call, "missing-body", "%s needs a body; give it under \"body\"", s.op.plan.ID)
		return
	case n == nil:
		return
	case body == nil:
		t.nodeErrorf(n, "unknown-body", "%s takes no body", s.op.plan.ID)
		return
	}
	media := jsonMedia(body.Content)
	if media == nil {
		t.nodeErrorf(n, "not-implemented", "%s takes %s, which is not implemented yet in this release: bodies are JSON",
			s.op.plan.ID, strings.Join(mediaTypes(body.Content), " or "))
		return
	}
	s.op.plan.HasBody, s.op.plan.BodyType = true, acceptable(media.Type)
	s.plan.Body = t.json(n, media.Schema, s.manifest.Name.V+"_body")
	switch {
	case s.plan.Body == nil:
		return
	case s.plan.Body.Type().Kind == ir.Optional:
		t.nodeErrorf(n, "type", "this may be absent, and a body is sent with every call; say what stands for it, with .orValue(...)")
	}
	s.plan.BodyWhere = plan.Where{Name: "steps." + s.manifest.Name.V + ".body", Answers: t.readsAnswers(s.plan.Body)}
}

// json is a tree of the manifest as JSON that fits a schema. name is what it is, for the names of Go types. It is nil
// if something does not fit, with the reason reported.
func (t *toolChecker) json(n *manifest.Node, s *spec.Schema, name string) ir.Node {
	switch {
	case n.Kind == manifest.Map:
		return t.jsonObject(n, s, name)
	case n.Kind == manifest.List:
		return t.jsonList(n, s, name)
	case isLiteral(n):
		return t.jsonLiteral(n, s)
	}
	return t.jsonScalar(n, s, name)
}

func (t *toolChecker) mismatch(n *manifest.Node, what string, s *spec.Schema) ir.Node {
	t.nodeErrorf(n, "type", "this is %s where the document has %s", what, shape.Describe(s))
	return nil
}

func (t *toolChecker) jsonObject(n *manifest.Node, s *spec.Schema, name string) ir.Node {
	if s.Kind != spec.Object && s.Kind != spec.Any {
		return t.mismatch(n, "an object", s)
	}
	var members []ir.RecordMember
	ok := true
	given := map[string]bool{}
	for _, e := range n.Entries {
		given[e.Key.V] = true
		value := t.jsonMember(e, s, name)
		ok = ok && value != nil
		members = append(members, ir.RecordMember{Name: e.Key.V, Value: value})
	}
	for _, p := range s.Properties {
		if p.Required && !p.ReadOnly && !given[p.Name] {
			t.nodeErrorf(n, "missing-member", "this lacks the member %s (%s), which the document requires", p.Name, shape.Describe(p.Schema))
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return t.current.Record(name, members)
}

// jsonMember is a member of an object, which the document must know.
func (t *toolChecker) jsonMember(e *manifest.Entry, s *spec.Schema, name string) ir.Node {
	schema, required := s.Additional, false
	switch p := s.Property(e.Key.V); {
	case p != nil && p.ReadOnly:
		t.errorf(e.Key, "read-only", "%s is read-only: the upstream sets it", e.Key.V)
		return nil
	case p != nil:
		schema, required = p.Schema, p.Required
	case schema != nil:
	case s.Kind == spec.Any, len(s.Properties) == 0 && !s.Closed:
		schema = anything
	default:
		t.errorf(e.Key, "unknown-member", "the document has no member %q here%s", e.Key.V, known(e.Key.V, propertyNames(s)))
		return nil
	}
	value := t.json(e.Value, schema, name)
	if value != nil && required && value.Type().Kind == ir.Optional {
		t.nodeErrorf(e.Value, "type", "this may be absent, and the document requires %s; say what stands for it, with .orValue(...)", e.Key.V)
		return nil
	}
	return value
}

func (t *toolChecker) jsonList(n *manifest.Node, s *spec.Schema, name string) ir.Node {
	items := s.Items
	switch {
	case s.Kind == spec.Any:
		items = anything
	case s.Kind != spec.Array:
		return t.mismatch(n, "a list", s)
	}
	var elems []ir.Node
	ok := true
	for _, item := range n.Items {
		value := t.json(item, items, name)
		if value != nil && value.Type().Kind == ir.Optional {
			t.nodeErrorf(item, "type", "this may be absent, and an element of a list cannot be; say what stands for it, with .orValue(...)")
			ok = false
		}
		ok = ok && value != nil
		elems = append(elems, value)
	}
	if !ok {
		return nil
	}
	return t.current.List(elems)
}

// jsonScalar is a scalar with expressions.
func (t *toolChecker) jsonScalar(n *manifest.Node, s *spec.Schema, name string) ir.Node {
	e := n.Scalar.Single()
	if e == nil {
		if s.Kind != spec.String && s.Kind != spec.Any {
			return t.mismatch(n, "text", s)
		}
		return t.text(n.Scalar)
	}
	compiled, problems := t.current.CompileJSON(e.Text, name)
	value := t.compiled(e, compiled, problems)
	if value == nil || !t.allows(e, s, value) {
		return nil
	}
	return t.fit(e, value, s)
}

func (t *toolChecker) jsonLiteral(n *manifest.Node, s *spec.Schema) ir.Node {
	if n.Literal == nil {
		if !s.Nullable && s.Kind != spec.Null && s.Kind != spec.Any {
			return t.mismatch(n, "null", s)
		}
		return &ir.Const{T: ir.NullType}
	}
	switch s.Kind {
	case spec.Any:
		return t.literalOf(n, s, literalType(n.Literal))
	case spec.String, spec.Integer, spec.Number, spec.Boolean:
		return t.literalOf(n, s, scalarType(s))
	}
	return t.mismatch(n, strconv.Quote(literalText(n)), s)
}
