package gen

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// parameters returns the statements that put the parameters of an operation into call:
//
//	call.Path.Text("/points/").Value("latitude", upstream.FormatFloat(p.Latitude))
//	if p.Units.Has {
//		call.Query.Add("units", p.Units.Value)
//	}
func (o operationPrinter) parameters() []jen.Code {
	list := []jen.Code{o.path()}
	for _, q := range o.op.Fixed {
		list = append(list, o.code("call.Query.Add($1, $2)", gocode.Lit(q.Name), gocode.Lit(q.Value)))
	}
	for _, p := range o.op.Params {
		field := o.code("p.$1", o.ids.Fields[p])
		switch {
		case p.In == "path":
		case p.Optional:
			list = append(list, o.code("if $1.Has {\n$2\n}", field, o.parameter(p, field.Clone().Dot("Value"))))
		default:
			list = append(list, o.parameter(p, field))
		}
	}
	return list
}

// path returns
//
//	call.Path.Text("/points/").Value("latitude", upstream.FormatFloat(p.Latitude))
//
// on one line, or with many parameters on one line for each.
func (o operationPrinter) path() *jen.Statement {
	params := map[string]*plan.Param{}
	for _, p := range o.op.Params {
		if p.In == "path" {
			params[p.Name] = p
		}
	}
	chain := jen.Id("call").Dot("Path")
	for _, piece := range templatePieces(o.op.Route) {
		p := params[piece.param]
		if piece.param == "" || p == nil {
			const many = 3
			if len(params) >= many {
				chain.Op(".").Line().Id("Text").Call(gocode.Lit(piece.text))
			} else {
				chain.Dot("Text").Call(gocode.Lit(piece.text))
			}
			continue
		}
		value := jen.Id("p").Dot(o.ids.Fields[p])
		if p.Optional {
			value.Dot("Value")
		}
		o.pathParameter(chain, p, value)
	}
	return chain
}

// piece is a piece of a path template: literal text, or a parameter and its spelling.
type piece struct{ text, param string }

// templatePieces splits a path template: /a/{b},{c} is /a/, b, a comma, c.
func templatePieces(template string) []piece {
	var pieces []piece
	for template != "" {
		open := strings.IndexByte(template, '{')
		length := strings.IndexByte(template[max(open, 0):], '}')
		if open < 0 || length < 0 {
			return append(pieces, piece{text: template})
		}
		if open > 0 {
			pieces = append(pieces, piece{text: template[:open]})
		}
		end := open + length + 1
		pieces = append(pieces, piece{text: template[open:end], param: template[open+1 : end-1]})
		template = template[end:]
	}
	return pieces
}

func (o operationPrinter) pathParameter(chain *jen.Statement, p *plan.Param, value *jen.Statement) {
	style := map[string]string{"label": "Label", "matrix": "Matrix"}[p.Style]
	if style == "" {
		style = "Simple"
	}
	name := gocode.Lit(p.Name)
	switch {
	case gotype.IsPairs(p.Type):
		chain.Dot("Object").Call(name, o.runtime.Upstream(style), gocode.Lit(p.Explode), value)
	case p.Type.Kind == ir.List:
		chain.Dot("List").Call(name, o.runtime.Upstream(style), gocode.Lit(p.Explode), o.texts(p.Type.Elem, value))
	case style == "Simple":
		chain.Dot("Value").Call(name, o.text(p.Type, value))
	default:
		chain.Dot("Scalar").Call(name, o.runtime.Upstream(style), o.text(p.Type, value))
	}
}

// parameter returns the statement that adds a parameter that is not in the path.
func (o operationPrinter) parameter(p *plan.Param, value *jen.Statement) *jen.Statement {
	switch p.In {
	case "header":
		return o.headerParameter(p, value)
	case "cookie":
		return o.cookieParameter(p, value)
	}
	return o.queryParameter(p, value)
}

// queryStyles are the names that the run-time library has for the styles of query parameters and fields, without form, which is its zero.
var queryStyles = map[string]string{"spaceDelimited": "SpaceDelimited", "pipeDelimited": "PipeDelimited", "deepObject": "DeepObject"}

// queryParameter returns call.Query.List("area", upstream.Form, true, p.Area), or, of what may be of any kind,
//
//	call.Query.Styled(upstream.Field{Name: "created", Style: upstream.DeepObject}, p.Created)
func (o operationPrinter) queryParameter(p *plan.Param, value *jen.Statement) *jen.Statement {
	if p.Styled {
		field := o.field(&plan.Field{Name: p.Name, Style: p.Style, Explode: p.Explode, Reserved: p.AllowReserved})
		return jen.Id("call").Dot("Query").Dot("Styled").Call(o.runtime.Upstream("Field").Values(field...), value)
	}
	suffix := ""
	if p.AllowReserved {
		suffix = "Reserved"
	}
	style := queryStyles[p.Style]
	if style == "" {
		style = "Form"
	}
	query := jen.Id("call").Dot("Query")
	name := gocode.Lit(p.Name)
	switch {
	case gotype.IsPairs(p.Type):
		return query.Dot("Object"+suffix).Call(name, o.runtime.Upstream(style), gocode.Lit(p.Explode), value)
	case p.Type.Kind == ir.List:
		return query.Dot("List"+suffix).Call(name, o.runtime.Upstream(style), gocode.Lit(p.Explode), o.texts(p.Type.Elem, value))
	}
	return query.Dot("Add"+suffix).Call(name, o.text(p.Type, value))
}

func (o operationPrinter) headerParameter(p *plan.Param, value *jen.Statement) *jen.Statement {
	header := jen.Id("call").Dot("Header")
	name := gocode.Lit(p.Name)
	switch {
	case gotype.IsPairs(p.Type):
		return header.Dot("Object").Call(name, gocode.Lit(p.Explode), value)
	case p.Type.Kind == ir.List:
		return header.Dot("List").Call(name, o.texts(p.Type.Elem, value))
	}
	return header.Dot("Set").Call(name, o.text(p.Type, value))
}

func (o operationPrinter) cookieParameter(p *plan.Param, value *jen.Statement) *jen.Statement {
	cookie := jen.Id("call").Dot("Cookie")
	name := gocode.Lit(p.Name)
	switch {
	case gotype.IsPairs(p.Type):
		return cookie.Dot("Object").Call(name, gocode.Lit(p.Explode), value)
	case p.Type.Kind == ir.List:
		return cookie.Dot("List").Call(name, gocode.Lit(p.Explode), o.texts(p.Type.Elem, value))
	}
	return cookie.Dot("Set").Call(name, o.text(p.Type, value))
}

// format returns the name of the function that spells a value of t, or "" for a string.
func format(t *ir.Type) string {
	switch t.Kind {
	case ir.Int:
		return "FormatInt"
	case ir.Uint:
		return "FormatUint"
	case ir.Double:
		return "FormatFloat"
	case ir.Bool:
		return "FormatBool"
	}
	return ""
}

// text returns a single value as it is spelled in a request.
func (o operationPrinter) text(t *ir.Type, value *jen.Statement) *jen.Statement {
	if f := format(t); f != "" {
		return o.runtime.Upstream(f).Call(value)
	}
	return value
}

// texts returns a list of single values as they are spelled in a request.
func (o operationPrinter) texts(t *ir.Type, value *jen.Statement) *jen.Statement {
	if f := format(t); f != "" {
		return o.runtime.Upstream("Strings").Call(value, o.runtime.Upstream(f))
	}
	return value
}
