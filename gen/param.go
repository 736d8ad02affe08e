package gen

import (
	"cmp"
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
	style := o.runtime.Upstream(cmp.Or(map[string]string{"label": "Label", "matrix": "Matrix"}[p.Style], "Simple"))
	if scalar := p.Type.Kind != ir.List && !gotype.IsPairs(p.Type); scalar && (p.Style == "label" || p.Style == "matrix") {
		chain.Dot("Scalar").Call(gocode.Lit(p.Name), style, o.text(p.Type, value))
		return
	}
	o.addTo(chain, p, value, "Value", "", style, gocode.Lit(p.Explode))
}

// queryStyles are the names that the run-time library has for the styles of query parameters and fields, without form, which is its zero.
var queryStyles = map[string]string{"spaceDelimited": "SpaceDelimited", "pipeDelimited": "PipeDelimited", "deepObject": "DeepObject"}

// parameter returns the statement that adds a parameter that is not in the path: call.Query.List("area", upstream.Form, true, p.Area), or, of a value of
// any kind,
//
//	call.Query.Styled(upstream.Field{Name: "created", Style: upstream.DeepObject}, p.Created)
func (o operationPrinter) parameter(p *plan.Param, value *jen.Statement) *jen.Statement {
	explode := gocode.Lit(p.Explode)
	switch {
	case p.In == "header" && gotype.IsPairs(p.Type):
		return o.addTo(o.code("call.Header"), p, value, "Set", "", explode)
	case p.In == "header":
		return o.addTo(o.code("call.Header"), p, value, "Set", "")
	case p.In == "cookie":
		return o.addTo(o.code("call.Cookie"), p, value, "Set", "", explode)
	case p.Styled:
		field := o.field(&plan.Field{Name: p.Name, Style: p.Style, Explode: p.Explode, Reserved: p.AllowReserved})
		return o.code("call.Query.Styled(upstream.Field{$1}, $2)", jen.List(field...), value)
	}
	suffix := ""
	if p.AllowReserved {
		suffix = "Reserved"
	}
	return o.addTo(o.code("call.Query"), p, value, "Add", suffix, o.runtime.Upstream(cmp.Or(queryStyles[p.Style], "Form")), explode)
}

// addTo returns a call of a method of part, which is a part of the call, that adds a parameter: Object or List with settings, or single for one value. suffix
// ends the method's name.
func (o operationPrinter) addTo(part *jen.Statement, p *plan.Param, value *jen.Statement, single, suffix string, settings ...jen.Code) *jen.Statement {
	args := append([]jen.Code{gocode.Lit(p.Name)}, settings...)
	switch {
	case gotype.IsPairs(p.Type):
		return part.Dot("Object" + suffix).Call(append(args, value)...)
	case p.Type.Kind == ir.List:
		return part.Dot("List" + suffix).Call(append(args, o.texts(p.Type.Elem, value))...)
	}
	return part.Dot(single+suffix).Call(gocode.Lit(p.Name), o.text(p.Type, value))
}

// formats are the functions that spell values of a type in a request. A string is spelled as it is.
var formats = map[ir.Kind]string{ir.Int: "FormatInt", ir.Uint: "FormatUint", ir.Double: "FormatFloat", ir.Bool: "FormatBool"}

// text returns a single value as it is spelled in a request.
func (o operationPrinter) text(t *ir.Type, value *jen.Statement) *jen.Statement {
	if f := formats[t.Kind]; f != "" {
		return o.runtime.Upstream(f).Call(value)
	}
	return value
}

// texts returns a list of single values as they are spelled in a request.
func (o operationPrinter) texts(t *ir.Type, value *jen.Statement) *jen.Statement {
	if f := formats[t.Kind]; f != "" {
		return o.runtime.Upstream("Strings").Call(value, o.runtime.Upstream(f))
	}
	return value
}
