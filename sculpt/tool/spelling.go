package tool

import (
	"fmt"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/spec"
)

// spelled are the values of an enum: as agents give them, and as expressions have them.
type spelled struct {
	allowed   []nact.AllowedValue
	spellings []string // those of the API, in the order of allowed; nil: the names themselves
}

// enum returns the type of the values in expressions.
func (s spelled) enum(owner string) *ir.Type {
	names := valueNames(s.allowed)
	e := &ir.Enum{Owner: owner, Values: names}
	if s.spellings != nil && !slices.Equal(s.spellings, names) {
		e.Values, e.Names = s.spellings, names
	}
	return &ir.Type{Kind: ir.String, Enum: e}
}

// spellings returns the values of an enum that the manifest takes from a document. ok is false if something is wrong with it.
func (c *inputChecker) spellings(m *manifest.Domain) (s spelled, ok bool) {
	schema := c.sent(m.ValuesOf)
	if schema == nil {
		return s, false
	}
	if schema.Kind == spec.Array && schema.Items != nil {
		schema = schema.Items
	}
	byName, names := map[string][]string{}, []string{}
	var unnamed []string
	for _, v := range schema.Enum {
		text, isText := v.(string)
		switch name := manifest.CapitalsOf(text); {
		case v == nil:
		case !isText || name == "":
			unnamed = append(unnamed, diag.Quote(fmt.Sprint(v)))
		case !slices.Contains(byName[name], text):
			if byName[name] == nil {
				names = append(names, name)
			}
			byName[name] = append(byName[name], text)
		}
	}
	if len(names) == 0 {
		c.found.ErrorAt(m.ValuesOf, "values-of", "the document lists no values here of which names could be made; write \"values\", and a table to what the API takes")
		return s, false
	}
	wanted := m.Values
	if len(wanted) == 0 {
		if len(unnamed) > 0 {
			c.found.ErrorAt(m.ValuesOf, "values-of", "no name in capitals can be made of %s; list those that agents may give under \"values\"", strings.Join(unnamed, ", "))
			return s, false
		}
		wanted = lists.Map(names, func(name string) *manifest.Named {
			return &manifest.Named{Name: manifest.Value[string]{V: name, Pos: m.ValuesOf.Pos, Length: m.ValuesOf.Length}}
		})
	}
	s.allowed, ok = allowedValues(wanted), true
	for _, v := range wanted {
		texts := byName[v.Name.V]
		switch len(texts) {
		case 0:
			c.found.ErrorAt(v.Name, "values-of", "%s is the name of no value that the document lists%s", v.Name.V, diag.Known(v.Name.V, names))
		case 1:
			s.spellings = append(s.spellings, texts[0])
			continue
		default:
			c.found.ErrorAt(v.Name, "values-of", "%s would be the name of each of %s; leave \"values_of\" out, and write \"values\" and a table to what the API takes",
				v.Name.V, strings.Join(lists.Map(texts, diag.Quote), " and "))
		}
		ok = false
	}
	return s, ok
}

// sent returns the schema of what a step sends at a place: steps.orders.with.status, parts.located.steps.find.body.kind. It is nil if
// there is none, which is reported, or if the step has an error.
func (c *inputChecker) sent(at manifest.Value[string]) *spec.Schema {
	path, of := strings.Split(at.V, "."), c.tool
	if path[0] == "parts" {
		part := c.service.Manifest.Part(path[1])
		if part == nil {
			return c.unknown(at, "there is no part %s%s", path[1], diag.Known(path[1], lists.Map(c.service.Manifest.Parts, func(p *manifest.SharedPart) string { return p.Name.V })))
		}
		path, of = path[2:], part.Tool
	}
	name, key := path[1], manifest.Value[string]{V: strings.Join(path[3:], "."), Pos: at.Pos, Length: at.Length, Set: true}
	step := lists.Find(of.Steps, func(s *manifest.Step) bool { return s.Name.V == name })
	switch {
	case step == nil:
		return c.unknown(at, "there is no step %s%s", name, diag.Known(name, of.StepNames()))
	case step.Use.Set:
		return c.unknown(at, "the step %s uses a part; name the step of the part, as in parts.%s.steps.NAME.with.PARAMETER", name, step.Use.V)
	case step.Go.Set:
		return c.unknown(at, "the step %s calls a function, of which no document lists values", name)
	}
	op := c.service.Calls.Of(step)
	switch {
	case op == nil:
		return nil
	case path[2] == "with":
		if p := parameter(op, key, c.found); p != nil {
			return p.Schema
		}
		return nil
	case op.Spec.Body == nil || op.BodyMedia() == nil:
		return c.unknown(at, "%s takes no body", op.ID)
	}
	return c.member(at, op, path[3:])
}

// member returns the schema of a member of the body of an operation, by its path. Lists are passed through.
func (c *inputChecker) member(at manifest.Value[string], op *operation.Operation, path []string) *spec.Schema {
	schema, missing := operation.MemberAt(op.BodyMedia().Schema, path)
	if missing != "" {
		return c.unknown(at, "the document has no member %q here%s", missing, diag.Known(missing, operation.MemberNames(schema)))
	}
	return schema
}

func (c *inputChecker) unknown(at manifest.Value[string], format string, args ...any) *spec.Schema {
	c.found.ErrorAt(at, "values-of", format, args...)
	return nil
}
