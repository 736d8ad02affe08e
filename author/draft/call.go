package draft

import (
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/operation/paging"
	"github.com/nactgen/nactgen/spec"
)

// call is the one step of a tool.
type call struct {
	basis
	request *request
	rules   list // of on_error
}

// yaml is the step as its manifest has it.
func (c *call) yaml() mapping {
	m := mapping{{Key: "call", Value: text(c.op.Call)}}
	with := mapping{}
	for _, p := range c.request.parameters {
		if v := c.passed(p); v != nil {
			with.Annotate(p.key, v, p.note)
		}
	}
	if len(with) > 0 {
		m.Add("with", with)
	}
	if c.request.body != nil {
		if v := c.passed(c.request.body); v != nil {
			m.Add("body", v)
		}
	}
	if c.request.idempotency != "" {
		m.Add("idempotency", mapping{{Key: "header", Value: text(c.request.idempotency)}})
	}
	if pages := c.op.answer().pages; pages != nil {
		m.Add("paginate", paginate(pages))
	}
	if len(c.rules) > 0 {
		m.Add("on_error", c.rules)
	}
	return m
}

// passed is the value of a part; nil: it is not passed.
func (c *call) passed(p *part) value {
	switch p.use {
	case fixed:
		return p.fixed
	case asked:
		return text(c.expression(p))
	case single:
		return list{c.passed(p.elements[0])}
	case object:
		m := mapping{}
		for _, member := range p.members {
			if v := c.passed(member); v != nil {
				m.Annotate(member.key, v, member.note)
			}
		}
		if len(m) == 0 && c.op.Body != nil && p == c.request.body && !c.op.Body.Required {
			return nil
		}
		return m
	}
	return nil
}

// expression is what passes an input: by itself, or translated.
func (c *call) expression(p *part) string {
	in := p.input
	of := c.conversion(p)
	maybe := in.Optional && in.Default == nil
	switch {
	case of == nil && maybe:
		return "${inputs.?" + in.ID + "}"
	case of == nil:
		return "${inputs." + in.ID + "}"
	case maybe:
		return "${inputs.?" + in.ID + ".optMap(v, " + of("v") + ")}"
	}
	return "${" + of("inputs."+in.ID) + "}"
}

// conversion makes of the expression of an input the one of what is passed; nil: they are the same.
func (c *call) conversion(p *part) func(x string) string {
	s, isArray := p.schema, p.schema.Kind == spec.Array
	if isArray {
		s = s.Items
	}
	single := c.singleConversion(p, s)
	switch {
	case p.json:
		return func(x string) string { return "json.parse(" + x + ").value()" }
	case isArray && p.input.Type == nact.Enum:
		return func(x string) string {
			if single != nil {
				x = single(x)
			}
			return "[" + x + "]"
		}
	case isArray:
		return func(x string) string {
			each := "e.trim()"
			switch s.Kind {
			case spec.Integer:
				each = "int(e.trim())"
			case spec.Number:
				each = "double(e.trim())"
			case spec.Boolean:
				each = "bool(e.trim())"
			}
			return x + ".split(\",\").map(e, " + each + ")"
		}
	}
	return single
}

func (c *call) singleConversion(p *part, s *spec.Schema) func(x string) string {
	switch {
	case p.input.Type == nact.Enum:
		id := c.shared.translation(p.input.values, p.input.ID, c.name.nounWords())
		if id == "" {
			return nil
		}
		return func(x string) string { return "tables." + id + "[" + x + "]" }
	case s.Kind == spec.Number:
		return func(x string) string { return "double(" + x + ")" }
	}
	return nil
}

// paginate is the value of paginate.
func paginate(s *paging.Scheme) value {
	next := mapping{}
	switch {
	case s.Link != "":
		next.Add("link", text(s.Link))
	case s.From != "":
		next = mapping{{Key: "param", Value: text(s.Param)}, {Key: "from", Value: text(s.From)}}
	case s.By == "":
		next = mapping{{Key: "param", Value: text(s.Param)}, {Key: "start", Value: constant(s.Start)}}
	default:
		next = mapping{{Key: "param", Value: text(s.Param)}, {Key: "by", Value: text(s.By)}}
		if s.Start != 0 {
			next.Add("start", constant(s.Start))
		}
	}
	m := mapping{{Key: "items", Value: text(s.Items)}, {Key: "next", Value: next}}
	if s.While != "" {
		m.Add("while", text(s.While))
	}
	m.Add("limit", constant(int64(mostItems)))
	return m
}
