package value

import (
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Form is a tree of the manifest as the body of a form: like [Scope.Body], but what the fields of a form cannot express is reported, such as
// null or a list in a list. Values that are known only as the service runs are checked then.
func (s *Scope) Form(n *manifest.Node, op *operation.Operation, name string, more ...Added) ir.Node {
	schema := op.BodyMedia().Schema
	if n.Kind == manifest.List || n.IsLiteral() {
		return s.found.refuse(n, "type", "this is %s where a form has its members; write them out", phrase(n))
	}
	body := s.Body(n, schema, name, more...)
	if body == nil || !isObject(n, body, s.found.List) {
		return nil
	}
	ok := true
	for _, e := range n.Entries {
		f := formField{Scope: s, name: e.Key.V, field: op.FieldOf(e.Key.V)}
		ok = f.check(e, body, schema) && ok
	}
	if !ok {
		return nil
	}
	return body
}

// isObject reports whether a body can be an object. One that is known to be none is a finding.
func isObject(n *manifest.Node, body ir.Node, found *diag.List) bool {
	switch t := body.Type(); {
	case n.Kind == manifest.Map, t.Kind == ir.Object, t.Kind == ir.Map, t.Kind == ir.Dyn, t.Kind == ir.Optional:
		return true
	default:
		found.ErrorAt(n, "type", "this is %s where the body has members", t.Phrase())
		return false
	}
}

// formField is a member of a body that is written as one field or several.
type formField struct {
	*Scope
	name  string
	field *plan.Field // nil: it is written by its type
	part  bool        // the member is a part of a multipart body
}

func (f formField) styled() bool { return f.field != nil && f.field.Styled }

func (f formField) deep() bool { return f.styled() && f.field.Style == "deepObject" }

// check reports what the fields of a form cannot express of a member of the body that is written out.
func (f formField) check(e *manifest.Entry, body ir.Node, schema *spec.Schema) bool {
	if f.field == nil && strings.ContainsAny(f.name, "[]") {
		f.found.ErrorAt(e.Key, "form", "a field of this name would be read as a part of another one; the document has no member %q", f.name)
		return false
	}
	if record, ok := body.(*ir.Record); ok && !f.canHold(e.Value, record.Member(f.name)) {
		return false
	}
	return f.canWrite(e.Value, 0, schema)
}

// canHold reports whether fields can express a value of that type. What they cannot is a finding.
func (f formField) canHold(n *manifest.Node, value ir.Node) bool {
	switch t := present(value.Type()); {
	case t.Kind == ir.Null && n.Kind == manifest.Scalar:
		f.found.ErrorAt(n, "form", "a field cannot be null: leave %s out, or send an empty text if that is what empties it", f.name)
		return false
	case f.part && hasBytes(t, map[*ir.ObjectType]bool{}):
		f.found.ErrorAt(n, "form", "this has bytes, and the document does not call %s a file; if it is one, write {file: ..., filename: ...}", f.name)
		return false
	case hasBytes(t, map[*ir.ObjectType]bool{}):
		f.found.ErrorAt(n, "form", "a field is text, and this has bytes; write base64.encode(...) if the upstream takes that")
		return false
	case f.styled() && !f.deep() && n.Kind == manifest.Scalar && !flatType(t):
		f.nested(n)
		return false
	}
	return true
}

func (f formField) nested(n *manifest.Node) {
	f.found.ErrorAt(n, "form", "the document writes %s in the style %s, which has no form for lists and objects in others; give single values", f.name, f.field.Style)
}

// canWrite reports whether fields can express the names and literals of a tree. What they cannot is a finding.
func (f formField) canWrite(n *manifest.Node, depth int, schema *spec.Schema) bool {
	if depth > 0 && n.Kind != manifest.Scalar && f.styled() && !f.deep() {
		f.nested(n)
		return false
	}
	ok := true
	for _, e := range n.Entries {
		ok = f.canName(e.Key, depth, schema) && ok
		ok = f.canWrite(e.Value, depth+1, schema) && ok
	}
	for _, item := range n.Items {
		ok = f.canWrite(item, depth+1, schema) && ok
	}
	text, isText := n.Literal.(string)
	if separator := f.separator(); depth > 0 && isText && separator != "" && strings.Contains(text, separator) {
		f.found.ErrorAt(n, "form", "the document separates the values of %s by %q, so that this would be read as several", f.name, separator)
		return false
	}
	return ok
}

// canName reports whether fields can express the name of a member, which stands depth objects deep. If not, that is a finding.
func (f formField) canName(name manifest.Value[string], depth int, schema *spec.Schema) bool {
	brackets := strings.ContainsAny(name.V, "[]")
	switch {
	case f.deep() && (name.V == "" || brackets), f.exploded() && brackets:
		f.found.ErrorAt(name, "form", "a member of this name would be read as another one, since the name of its field has brackets; rename it")
	case f.exploded() && depth == 0 && name.V != f.name && schema.Property(name.V) != nil:
		f.found.ErrorAt(name, "form", "the members of %s become fields of the body, which has a field %s of its own", f.name, name.V)
	default:
		return true
	}
	return false
}

// exploded reports whether the members of an object are fields of the body.
func (f formField) exploded() bool { return f.styled() && !f.deep() && f.field.Explode }

// separator is what separates values in a field and could not be told from the same character in a value; "" if there is none.
func (f formField) separator() string {
	if !f.styled() || f.field.Explode {
		return ""
	}
	return map[string]string{"spaceDelimited": " ", "pipeDelimited": "|"}[f.field.Style]
}

// flatType reports whether values of t are single values, or lists or objects of such. A dyn may be.
func flatType(t *ir.Type) bool {
	switch t.Kind {
	case ir.List, ir.Map:
		return singleType(t.Elem)
	case ir.Object:
		for _, f := range t.Object.Fields() {
			if !singleType(f.Type) {
				return false
			}
		}
	}
	return true
}

func singleType(t *ir.Type) bool {
	t = present(t)
	return t.Scalar() || t.Kind == ir.Dyn || t.Kind == ir.Null
}

// hasBytes reports whether values of t have bytes in them.
func hasBytes(t *ir.Type, seen map[*ir.ObjectType]bool) bool {
	switch {
	case t == nil:
		return false
	case t.Kind == ir.Bytes:
		return true
	case t.Kind != ir.Object:
		return hasBytes(t.Elem, seen)
	case seen[t.Object]:
		return false
	}
	seen[t.Object] = true
	for _, f := range t.Object.Fields() {
		if hasBytes(f.Type, seen) {
			return true
		}
	}
	return false
}
