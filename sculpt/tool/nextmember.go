package tool

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
	"github.com/nactgen/nactgen/spec"
)

// member is the member of the body that asks for the next page, also one of an object in the body: page.cursor. It is nil if something is wrong.
func (n *nextPage) member(name manifest.Value[string], next ir.Node) []value.Added {
	media := n.op.BodyMedia()
	switch {
	case n.op.Spec.Body == nil:
		n.found.ErrorAt(name, "unknown-body", "%s takes no body", n.op.ID)
		return nil
	case n.op.BodyForm == plan.PartsBody || n.op.BodyForm == plan.RawBody:
		n.found.ErrorAt(name, "next", "the body of %s is %s; a member asks for the next page in JSON and in forms", n.op.ID, n.op.BodyType)
		return nil
	case media == nil:
		return nil // reported where the body is
	}
	path := operation.MemberPath(name.V, media.Schema)
	schema := n.objectAround(name, path, media.Schema)
	if schema == nil {
		return nil
	}
	property, ok := n.property(name, schema, path[len(path)-1])
	switch {
	case !ok:
		return nil
	case property == nil:
	case property.Required && next.Type().Kind == ir.Optional:
		n.found.ErrorAt(name, "next", "%s requires %s, and there is no cursor for the first page", n.op.ID, name.V)
		return nil
	default:
		next = n.fit(name, next, operation.ScalarType(property.Schema), property.Schema)
	}
	if next == nil {
		return nil
	}
	return []value.Added{{Path: path, Value: next}}
}

// objectAround is the schema of the object that the member at a path is added to. It is nil if the step does not write that
// out, or has the member in it.
func (n *nextPage) objectAround(name manifest.Value[string], path []string, schema *spec.Schema) *spec.Schema {
	if slices.Contains(path, "") {
		n.found.ErrorAt(name, "next", "%q names no member; write it like page.cursor", name.V)
		return nil
	}
	object := n.step.Body
	for i := 0; ; i++ {
		if object == nil || object.Kind != manifest.Map {
			what := strings.Join(append([]string{"body"}, path[:i]...), ".")
			n.found.ErrorAt(name, "next", "write the %s out under \"body\", as a mapping without %s; {} if it has nothing else", what, path[i])
			return nil
		}
		written := lists.Find(object.Entries, func(e *manifest.Entry) bool { return e.Key.V == path[i] })
		if i == len(path)-1 {
			if written != nil {
				n.found.ErrorAt(written.Key, "duplicate-key", "\"paginate\" sends the member %s; leave it out here", name.V)
				return nil
			}
			return schema
		}
		property, ok := n.property(name, schema, path[i])
		if !ok {
			return nil
		}
		object, schema = nil, value.Anything
		if written != nil {
			object = written.Value
		}
		if property != nil {
			schema = property.Schema
		}
	}
}

// property is what the document says of a member of an object; nil where it says nothing. ok is false where there can be no such
// member, which is reported.
func (n *nextPage) property(name manifest.Value[string], of *spec.Schema, member string) (property *spec.Property, ok bool) {
	property = of.Property(member)
	if property == nil && of.Kind == spec.Object && (len(of.Properties) > 0 || of.Closed) && of.Additional == nil {
		n.found.ErrorAt(name, "unknown-member", "the body of %s has no member %q%s", n.op.ID, name.V, diag.Known(member, operation.MemberNames(of)))
		return nil, false
	}
	return property, true
}
