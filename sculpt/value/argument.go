package value

import (
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/shape"
	"github.com/nactgen/nactgen/spec"
)

// Argument is the value that a step passes for a parameter, of type want or an Optional of it. It is nil if the value does
// not fit, with the reason reported.
func (s *Scope) Argument(n *manifest.Node, p *spec.Parameter, want *ir.Type) ir.Node {
	a := argument{s, p}
	switch {
	case n.Kind == manifest.Wrong:
		return nil
	case p.ContentType != "":
		return a.document(n)
	case operation.Styled(p):
		return a.styled(n)
	case want == ir.PairsType:
		return a.pairs(n)
	case want.Kind == ir.List && n.Kind == manifest.List:
		return a.list(n, want)
	case want.Kind == ir.List && (n.IsLiteral() || n.Kind == manifest.Map):
		return s.found.refuse(n, "type", "the parameter %s is %s; give a list, as in [a, b]", p.Name, shape.Describe(p.Schema))
	case n.Kind != manifest.Scalar && p.Schema.Kind == spec.Any:
		return s.found.refuse(n, "type", "the parameter %s can be of several kinds, and such a one is a single value in this release", p.Name)
	case n.Kind != manifest.Scalar:
		return s.found.refuse(n, "type", "the parameter %s is %s; give one value", p.Name, shape.Describe(p.Schema))
	}
	return a.slot(p.Schema, p.Name).scalar(n, want, p.Required)
}

// argument reads the value of one parameter.
type argument struct {
	*Scope
	parameter *spec.Parameter
}

// slot is the place of the parameter's value, or of an element or a member of that.
func (a argument) slot(schema *spec.Schema, name string) slot {
	to := slot{Scope: a.Scope, schema: schema, name: name}
	switch a.parameter.In {
	case "path":
		to.http = []wireLimit{fitsPath}
	case "header":
		to.http = []wireLimit{fitsHeader}
	}
	return to
}

// list is a list that is written out. An element that may be absent is left out if it is.
func (a argument) list(n *manifest.Node, want *ir.Type) ir.Node {
	lit := &ir.ListLit{T: want, OptionalAt: map[int]bool{}}
	for i, item := range n.Items {
		switch item.Kind {
		case manifest.Wrong:
			return nil
		case manifest.List, manifest.Map:
			return a.found.refuse(item, "type", "the parameter %s is %s; its elements are single values", a.parameter.Name, shape.Describe(a.parameter.Schema))
		}
		value := a.slot(a.parameter.Schema.Items, a.parameter.Name).scalar(item, want.Elem, false)
		if value == nil {
			return nil
		}
		if value.Type().Kind == ir.Optional {
			lit.OptionalAt[i] = true
		}
		lit.Elems = append(lit.Elems, value)
	}
	if why := (slot{Scope: a.Scope, schema: a.parameter.Schema}).excludedElements(lit); why != "" {
		return a.found.refuse(n, "constraint", "%s", why)
	}
	return lit
}

// pairs is an object, its members written out: each is encoded as text.
func (a argument) pairs(n *manifest.Node) ir.Node {
	if n.Kind != manifest.Map {
		return a.found.refuse(n, "type", "the parameter %s is an object; write its members out", a.parameter.Name)
	}
	pairs := &ir.Pairs{}
	given := map[string]bool{}
	ok := true
	for _, e := range n.Entries {
		given[e.Key.V] = true
		value := a.pair(e)
		ok = ok && value != nil
		pairs.Members = append(pairs.Members, ir.RecordMember{Name: e.Key.V, Value: value})
	}
	if !complete(a.Scope, n, "the parameter "+a.parameter.Name, operation.Object(a.parameter), given) || !ok {
		return nil
	}
	return pairs
}

// pair is the text of a member of an object.
func (a argument) pair(e *manifest.Entry) ir.Node {
	object := operation.Object(a.parameter)
	schema := object.Additional
	if property := object.Property(e.Key.V); property != nil {
		schema = property.Schema
		if property.ReadOnly {
			a.warnReadOnly(e.Key, e.Key.V, schema)
		}
	} else if (len(object.Properties) > 0 || object.Closed) && schema == nil {
		return a.found.refuse(e.Key, "unknown-parameter", "the parameter %s has no member %q%s", a.parameter.Name, e.Key.V, diag.Known(e.Key.V, operation.MemberNames(object)))
	}
	if schema == nil {
		schema = Anything
	}
	switch e.Value.Kind {
	case manifest.Wrong:
		return nil
	case manifest.List, manifest.Map:
		return a.found.refuse(e.Value, "type", "a member of the parameter %s is a single value", a.parameter.Name)
	}
	value := a.slot(schema, e.Key.V).scalar(e.Value, operation.ScalarType(schema), true)
	if value == nil {
		return nil
	}
	if c, ok := value.(*ir.Const); ok {
		return &ir.Const{T: ir.StringType, Value: show(c.Value)}
	}
	text, err := expr.Text(value)
	if err != nil {
		return a.found.refuse(e.Value, "type", "%s", err)
	}
	return text
}

// document is a parameter that travels as a document of its own.
func (a argument) document(n *manifest.Node) ir.Node {
	p := a.parameter
	if !operation.IsJSON(p.ContentType) {
		if n.Kind == manifest.Scalar {
			return a.slot(p.Schema, p.Name).scalar(n, ir.StringType, p.Required)
		}
		return a.found.refuse(n, "type", "the parameter %s travels as %s, which is not built from a tree in this release; give its text", p.Name, p.ContentType)
	}
	return a.slot(Anything, p.Name).guarded(a.json(n, a.JSON(n, p.Schema, p.Name)))
}

// styled is a parameter that may be a single value, a list or an object.
func (a argument) styled(n *manifest.Node) ir.Node {
	p := a.parameter
	value := a.JSON(n, p.Schema, p.Name)
	if value == nil {
		return nil
	}
	f := formField{Scope: a.Scope, name: p.Name, field: &plan.Field{Name: p.Name, Styled: true, Style: p.Style, Explode: p.Explode}}
	if !f.canHold(n, value) || !f.canWrite(n, 0, Anything) {
		return nil
	}
	return a.json(n, value)
}

// json is a value as JSON text, or as an optional of that.
func (a argument) json(n *manifest.Node, value ir.Node) ir.Node {
	p := a.parameter
	switch {
	case value == nil:
		return nil
	case p.Required && value.Type().Kind == ir.Optional:
		return a.found.refuse(n, "type", "this may be absent, and a value is required; say what stands for it, with .orValue(...)")
	}
	return Encoded(value)
}

// Encoded is a value as JSON text, or an optional as an optional of that.
func Encoded(value ir.Node) ir.Node {
	if value.Type().Kind == ir.Optional {
		return perhaps(value, "value", encoded)
	}
	return encoded(value)
}

// encoded is a value as JSON text.
func encoded(value ir.Node) ir.Node {
	if c, ok := value.(*ir.Const); ok {
		switch c.Value.(type) {
		case string, int64, bool:
			return ir.Text(string(jsontext.AppendValue(nil, c.Value)))
		}
	}
	return ir.FnEncodeJSON.Call(value)
}
