package value

import (
	"cmp"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// slot is a place in a request or an answer for which a document has a schema.
type slot struct {
	*Scope
	schema *spec.Schema
	name   string      // what stands there: the parameter, the member
	http   []wireLimit // what HTTP says of the value
}

// scalar is a scalar as a value of type want, or an Optional of it where it may be left out. The schema must allow what is known
// of its value.
func (s slot) scalar(n *manifest.Node, want *ir.Type, required bool) ir.Node {
	if n.IsLiteral() {
		return s.literal(n, want)
	}
	e := n.Scalar.Single()
	if e == nil {
		if want.Kind != ir.String {
			return s.found.refuse(n, "type", "this is text where %s is needed; write a single ${...}", want.Phrase())
		}
		return s.guarded(s.Text(n.Scalar))
	}
	return s.guarded(s.expression(e, want, required))
}

// literal is a literal as a value of type want that the schema allows.
func (s slot) literal(n *manifest.Node, want *ir.Type) ir.Node {
	value, message := s.Literal(n, want)
	if message != "" {
		return s.found.refuse(n, "type", "%s", message)
	}
	if message := s.unfit(value); message != "" {
		return s.found.refuse(n, "constraint", "%s", message)
	}
	return &ir.Const{T: want, Value: value}
}

// expression is the value of an expression as one of type want.
func (s slot) expression(e *manifest.Expr, want *ir.Type, required bool) ir.Node {
	value := s.Compile(e)
	if value == nil {
		return nil
	}
	if value.Type().Kind == ir.Optional {
		if required {
			return s.found.refuse(e, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
		}
		want = ir.OptionalOf(want)
	}
	if s.schema.Kind == spec.Any && want.Kind == ir.String {
		if text, err := expr.Text(value); err == nil {
			value = text
		}
	}
	if !s.allows(e, value) {
		return nil
	}
	return s.Assign(e, value, want)
}

// allows reports what an expression is known to come to in some case, and the schema does not allow.
func (s slot) allows(e *manifest.Expr, value ir.Node) bool {
	if message := s.excluded(value); message != "" {
		s.found.ErrorAt(e, "constraint", "%s", message)
		return false
	}
	return true
}

// excluded says why the schema does not allow a value that n can have, or returns "".
func (s slot) excluded(n ir.Node) string {
	switch n := n.(type) {
	case *ir.ListLit:
		return s.excludedList(n)
	case *ir.Record:
		return s.excludedMember(n)
	case *ir.Cond:
		return cmp.Or(s.excluded(n.Then), s.excluded(n.Else))
	case *ir.OrValue:
		return cmp.Or(s.excluded(n.X), s.excluded(n.Else))
	case *ir.Root:
		if n.Kind == ir.InputRoot && s.inputs[n.Name] != nil && !named(n.Type()) {
			if why := s.excludedDefault(s.inputs[n.Name]); why != "" {
				return why
			}
		}
	}
	if content := ir.Content(n); content != nil {
		return s.excluded(content)
	}
	for _, v := range s.Possible(n) {
		if why := s.unfit(v); why != "" {
			return why
		}
	}
	return s.excludedItems(plain(n.Type()))
}

// named reports whether a type is that of values which agents give by other names: a default is one of them.
func named(t *ir.Type) bool {
	for ; t.Elem != nil; t = t.Elem {
	}
	return t.Enum != nil && t.Enum.Names != nil
}

// excludedItems says why the schema does not allow a value of an enum in a list of such, or returns "".
func (s slot) excludedItems(t *ir.Type) string {
	if t.Kind != ir.List || t.Elem.Enum == nil || s.schema.Kind != spec.Array {
		return ""
	}
	for _, v := range t.Elem.Enum.Values {
		if why := (slot{Scope: s.Scope, schema: s.schema.Items}).unfit(v); why != "" {
			return why
		}
	}
	return ""
}

// excludedDefault says why the schema does not allow what an input is that a call leaves out, or returns "".
func (s slot) excludedDefault(in *nact.Input) string {
	if in.Default == nil {
		return ""
	}
	why := ""
	if list, isList := in.Default.([]any); isList {
		why = s.unfitList(list)
	} else {
		why = s.unfit(in.Default)
	}
	if why != "" {
		return "the default of the input " + in.ID + ": " + why
	}
	return ""
}

// unfitList says why a list of single values cannot stand here, or returns "".
func (s slot) unfitList(list []any) string {
	if s.schema.Kind != spec.Array {
		return ""
	}
	for _, element := range list {
		if why := (slot{Scope: s.Scope, schema: s.schema.Items, http: s.http}).unfit(element); why != "" {
			return why
		}
	}
	return forbiddenLength(s.schema, int64(len(list)), int64(len(list)))
}

// unfit says why a single value cannot stand here, or returns "".
func (s slot) unfit(value any) string {
	if why := forbidden(s.schema, value); why != "" {
		return why
	}
	text, isText := value.(string)
	for _, l := range s.http {
		if isText && !l.fits(text) {
			return diag.Quote(text) + " cannot stand here: " + l.must
		}
	}
	return ""
}

func (s slot) excludedList(n *ir.ListLit) string {
	if s.schema.Kind != spec.Array {
		return ""
	}
	for _, elem := range n.Elems {
		if why := (slot{Scope: s.Scope, schema: s.schema.Items}).excluded(elem); why != "" {
			return why
		}
	}
	return s.excludedElements(n)
}

func (s slot) excludedMember(n *ir.Record) string {
	for _, m := range n.Members {
		if p := s.schema.Property(m.Name); p != nil {
			if why := (slot{Scope: s.Scope, schema: p.Schema}).excluded(m.Value); why != "" {
				return why
			}
		}
	}
	return ""
}

// excludedElements says why the schema does not allow a list of that many elements, or one with two that are the same, or returns "".
func (s slot) excludedElements(n *ir.ListLit) string {
	most := int64(len(n.Elems))
	if why := forbiddenLength(s.schema, most-int64(len(n.OptionalAt)), most); why != "" || !s.schema.UniqueItems {
		return why
	}
	seen := map[any]bool{}
	for _, elem := range n.Elems {
		c, ok := elem.(*ir.Const)
		if !ok {
			continue
		}
		if seen[c.Value] {
			return show(c.Value) + " stands here twice: the document has uniqueItems for it"
		}
		seen[c.Value] = true
	}
	return ""
}

// Whole is a scalar as a whole number, for a place for which there is no schema.
func (s *Scope) Whole(n *manifest.Node) ir.Node {
	switch n.Kind {
	case manifest.Wrong:
		return nil
	case manifest.List, manifest.Map:
		return s.found.refuse(n, "type", "this must be a whole number")
	}
	return slot{Scope: s, schema: Anything}.scalar(n, ir.IntType, true)
}
