package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/spec"
)

// call is the one step of a tool.
type call struct {
	basis
	step    string
	request *request
	rules   list // of on_error
}

// yaml returns the step as an entry of a manifest.
func (c *call) yaml() mapping {
	var with mapping
	for _, p := range c.request.parameters {
		if v := c.passed(p, "with."+p.key); v != nil {
			with.Annotate(p.key, v, p.note)
		}
	}
	var body, pages value
	if c.request.body != nil {
		body = c.passed(c.request.body, "body")
	}
	if scheme := c.op.answer().pages; scheme != nil {
		pages = paginate(scheme)
	}
	m := yamlout.Map("call", text(c.op.Call), "with", with, "body", body, "idempotency", c.request.idempotency,
		"paginate", pages, "on_error", c.rules)
	m[0].Comments = proposal(c.op.looks())
	return m
}

// passed returns the value that the call passes for a part, or nil if it passes none. at is where in the step it stands; with a blank if no manifest
// can name that.
func (c *call) passed(p *part, at string) value {
	switch p.use {
	case fixed:
		return p.fixed
	case asked:
		return text(c.expression(p, at))
	case single:
		return list{c.passed(p.elements[0], at)}
	case object:
		m := mapping{}
		for _, member := range p.members {
			if v := c.passed(member, at+"."+strings.ReplaceAll(member.key, ".", " ")); v != nil {
				m.Annotate(member.key, v, member.note)
			}
		}
		keyed := slices.ContainsFunc(p.members, func(member *part) bool { return member.use == keyed })
		if len(m) == 0 && c.op.Body != nil && p == c.request.body && !c.op.Body.Required && !keyed {
			return nil
		}
		return m
	}
	return nil
}

// expression returns the expression that passes an input, converted to what the API takes, at a place of the step.
func (c *call) expression(p *part, at string) string {
	in := p.input
	convert := c.conversion(p, at)
	maybe := in.Optional && in.Default == nil
	switch {
	case convert == nil && maybe:
		return "${inputs.?" + in.ID + "}"
	case convert == nil:
		return "${inputs." + in.ID + "}"
	case maybe:
		return "${inputs.?" + in.ID + ".optMap(v, " + convert("v") + ")}"
	}
	return "${" + convert("inputs."+in.ID) + "}"
}

// conversion returns the function that wraps the expression of an input in its conversion, or nil if the input is passed as it is.
func (c *call) conversion(p *part, at string) func(x string) string {
	if p.json {
		return func(x string) string { return "json.parse(" + x + ").value()" }
	}
	if len(p.input.values) == 0 {
		return nil
	}
	if respelled(p.input.values) && p.named() && manifest.IsSentPlace("steps."+c.step+"."+at) && c.sent(at) == p.schema {
		p.input.from = "steps." + c.step + "." + at
		return nil
	}
	id := c.shared.translation(p.input.values, p.input.ID, c.name.nounWords())
	switch {
	case id == "":
		return nil
	case p.input.Type == nact.List:
		return func(x string) string { return x + ".map(e, tables." + id + "[e])" }
	}
	return func(x string) string { return "tables." + id + "[" + x + "]" }
}

// sent returns the schema of what is sent at a place of the step as values_of finds it, which looks into no unions; nil if it finds none.
func (c *call) sent(at string) *spec.Schema {
	place, path, _ := strings.Cut(at, ".")
	if place == "with" {
		p := lists.Find(c.op.Parameters, func(p *spec.Parameter) bool { return c.op.ParameterKey(p) == path })
		if p == nil {
			return nil
		}
		return p.Schema
	}
	media, _ := operation.BodyMedia(c.op.Operation, "")
	if media == nil {
		return nil
	}
	schema, _ := operation.MemberAt(media.Schema, strings.Split(path, "."))
	return schema
}

// paginate returns the value of the key paginate.
func paginate(s *paging.Scheme) value {
	var next mapping
	switch {
	case s.Link != "":
		next = yamlout.Map("link", s.Link)
	case s.URL != "":
		next = yamlout.Map("url", s.URL)
	case s.From != "":
		next = yamlout.Map("param", s.Param, "from", s.From)
	case s.By != "" && s.Start == 0:
		next = yamlout.Map("param", s.Param, "by", s.By)
	default:
		next = yamlout.Map("param", s.Param, "by", s.By, "start", s.Start)
	}
	return yamlout.Map("items", s.Items, "next", next, "while", s.While, "limit", mostItems)
}
