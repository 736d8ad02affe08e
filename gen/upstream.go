package gen

import (
	"fmt"
	"net/http"
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// upstreamFile returns the file of an upstream: its client, then each operation with its parameters and what is read of
// its answer, then the decoders.
func (g *generator) upstreamFile(u *plan.Upstream) *jen.File {
	f := g.newFile()
	add(f, g.clientType(u))
	add(f, g.constructor(u)...)
	var decoders []jen.Code
	for _, op := range u.Operations {
		if len(op.Params) > 0 {
			add(f, g.paramsType(op))
		}
		for _, s := range g.structsOf(op) {
			add(f, g.answerType(op, s)...)
			decoders = append(decoders, g.decoder(s))
			if s.Dyn {
				decoders = append(decoders, g.dynMethods(s)...)
			}
		}
		add(f, g.operation(op))
	}
	add(f, decoders...)
	return f
}

// clientType returns
//
//	// weather calls the operations of the upstream weather that the tools use (openapi/nws.yaml).
//	type weather struct {
//		client *upstream.Client
//	}
func (g *generator) clientType(u *plan.Upstream) *jen.Statement {
	name := g.names.upstream(u)
	text := fmt.Sprintf("%s calls those operations of the upstream %s that the tools use (%s).", name, u.Name, u.Document)
	return doc(text).Line().Type().Id(name).Struct(jen.Id("client").Op("*").Add(g.upstreamPkg("Client")))
}

// paramsType returns
//
//	// weatherPointParams are the parameters of point.
//	type weatherPointParams struct {
//		Latitude float64
//	}
func (g *generator) paramsType(op *plan.Operation) *jen.Statement {
	fields := make([]jen.Code, len(op.Params))
	for i, p := range op.Params {
		fields[i] = member(jen.Id(g.names.param(op, p)).Add(g.paramType(p)), p.Doc)
	}
	name := g.names.paramsType(op)
	return doc(name + " are the parameters of " + g.names.method(op) + ".").Line().Type().Id(name).Struct(fields...)
}

func (g *generator) paramType(p *plan.Param) *jen.Statement {
	t := p.Type.Plain()
	if p.Optional {
		t = ir.OptionalOf(t)
	}
	return g.goType(t)
}

// operation returns
//
//	// point is GET /points/{latitude},{longitude}: Metadata about a point.
//	func (u *weather) point(ctx context.Context, p weatherPointParams) (*weatherPoint, error) {
//		call := upstream.Call{Operation: "weather.point", Method: http.MethodGet, Accept: "application/geo+json"}
//		call.Path.Text("/points/").Value("latitude", ...)
//		answer := new(weatherPoint)
//		if _, err := u.client.Do(ctx, &call, answer.decode); err != nil {
//			return nil, err
//		}
//		return answer, nil
//	}
func (g *generator) operation(op *plan.Operation) *jen.Statement {
	name := g.names.method(op)
	text := name + " is " + op.Method + " " + op.Path
	if op.Summary != "" {
		text += ": " + op.Summary
	}
	arguments := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if len(op.Params) > 0 {
		arguments = append(arguments, jen.Id("p").Id(g.names.paramsType(op)))
	}
	if op.HasBody {
		arguments = append(arguments, jen.Id("body").Any())
	}
	results, do := g.do(op)
	body := []jen.Code{jen.Id("call").Op(":=").Add(g.call(op))}
	body = append(body, g.parameters(op)...)
	if op.HasBody {
		body = append(body, encodeBody(results)...)
	}
	return doc(sentence(text)).Line().
		Func().Params(jen.Id("u").Op("*").Id(g.names.upstream(op.Upstream))).Id(name).
		Params(arguments...).Add(results.signature).Block(append(body, do...)...)
}

// call returns upstream.Call{Operation: "weather.point", Method: http.MethodGet, Accept: "application/geo+json"}.
func (g *generator) call(op *plan.Operation) *jen.Statement {
	fields := []jen.Code{keyed("Operation", lit(op.ID)), keyed("Method", method(op.Method))}
	if op.Accept != "" {
		fields = append(fields, keyed("Accept", lit(op.Accept)))
	}
	if op.HasBody {
		fields = append(fields, keyed("ContentType", lit(op.BodyType)))
	}
	return g.upstreamPkg("Call").Values(fields...)
}

// method returns net/http's name for a method, or its text.
func method(name string) *jen.Statement {
	constants := map[string]string{
		http.MethodGet: "MethodGet", http.MethodHead: "MethodHead", http.MethodPost: "MethodPost", http.MethodPut: "MethodPut",
		http.MethodPatch: "MethodPatch", http.MethodDelete: "MethodDelete", http.MethodOptions: "MethodOptions", http.MethodTrace: "MethodTrace",
	}
	if constant, ok := constants[name]; ok {
		return jen.Qual("net/http", constant)
	}
	return lit(name)
}

// results are what an operation's method returns.
type results struct {
	signature *jen.Statement
	failed    []jen.Code // what to return before err if the call cannot be made
	named     bool
}

// encodeBody returns
//
//	var err error
//	if call.Body, err = json.Marshal(body); err != nil {
//		return nil, err
//	}
func encodeBody(r results) []jen.Code {
	assign := jen.List(jen.Id("call").Dot("Body"), jen.Err()).Op("=").Qual("encoding/json", "Marshal").Call(jen.Id("body"))
	encode := jen.If(assign, jen.Err().Op("!=").Nil()).Block(jen.Return(append(slices.Clone(r.failed), jen.Err())...))
	if r.named {
		return []jen.Code{encode}
	}
	return []jen.Code{jen.Var().Err().Error(), encode}
}

// do returns the results of an operation's method and the statements that make the call. Where the answer is no
// struct, or more than the answer is wanted, the results are named:
//
//	func ... (answer []geoListItem, err error) {
//		_, err = u.client.Do(ctx, &call, func(d *upstream.Decoder) {
//			answer = upstream.Structs(d, (*geoListItem).decode)
//		})
//		return answer, err
//	}
func (g *generator) do(op *plan.Operation) (results, []jen.Code) {
	send := func(decode jen.Code) *jen.Statement {
		return jen.Id("u").Dot("client").Dot("Do").Call(jen.Id("ctx"), jen.Op("&").Id("call"), decode)
	}
	meta := g.upstreamPkg("Answer")
	assign := ":="
	if op.HasBody {
		assign = "=" // encodeBody declares err
	}
	switch {
	case op.Answer == nil && op.Meta:
		return results{jen.Params(jen.Id("meta").Add(meta), jen.Err().Error()), []jen.Code{jen.Id("meta")}, true}, []jen.Code{jen.Return(send(jen.Nil()))}
	case op.Answer == nil:
		return results{jen.Error(), nil, false}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op(assign).Add(send(jen.Nil())),
			jen.Return(jen.Err()),
		}
	}
	typ := op.Answer.Type
	if !op.Meta && byValue(typ) {
		return results{jen.Params(g.goType(typ), jen.Error()), []jen.Code{jen.Nil()}, false}, []jen.Code{
			jen.Id("answer").Op(":=").New(jen.Id(g.names.structName(typ.Object))),
			jen.If(jen.List(jen.Id("_"), jen.Err()).Op(assign).Add(send(jen.Id("answer").Dot("decode"))), jen.Err().Op("!=").Nil()).
				Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Id("answer"), jen.Nil()),
		}
	}
	decode := jen.Func().Params(jen.Id("d").Op("*").Add(g.upstreamPkg("Decoder"))).Block(g.decodeInto(jen.Id("answer"), typ)...)
	if !op.Meta {
		return results{jen.Params(jen.Id("answer").Add(g.goType(typ)), jen.Err().Error()), []jen.Code{jen.Id("answer")}, true}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op("=").Add(send(decode)),
			jen.Return(jen.Id("answer"), jen.Err()),
		}
	}
	signature := jen.Params(jen.Id("answer").Add(g.goType(typ)), jen.Id("meta").Add(meta), jen.Err().Error())
	return results{signature, []jen.Code{jen.Id("answer"), jen.Id("meta")}, true}, []jen.Code{
		jen.List(jen.Id("meta"), jen.Err()).Op("=").Add(send(decode)),
		jen.Return(jen.Id("answer"), jen.Id("meta"), jen.Err()),
	}
}
