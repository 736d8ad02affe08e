package gen

import (
	"net/http"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// operationPrinter prints the method that calls an operation, and the struct of its parameters.
type operationPrinter struct {
	*pkg
	op  *plan.Operation
	ids naming.Operation
}

func newOperationPrinter(p *pkg, op *plan.Operation) operationPrinter {
	return operationPrinter{pkg: p, op: op, ids: p.names.Operation(op)}
}

// paramsType returns
//
//	// weatherPointParams are the parameters of point.
//	type weatherPointParams struct {
//		Latitude float64
//	}
func (o operationPrinter) paramsType() *jen.Statement {
	fields := make([]jen.Code, len(o.op.Params))
	for i, p := range o.op.Params {
		fields[i] = gocode.Member(jen.Id(o.ids.Fields[p]).Add(o.paramType(p)), p.Doc)
	}
	name := o.ids.Params
	return gocode.Doc(name + " are the parameters of " + o.ids.Method + ".").Line().Type().Id(name).Struct(fields...)
}

func (o operationPrinter) paramType(p *plan.Param) *jen.Statement {
	t := p.Type.Plain()
	if p.Optional {
		t = ir.OptionalOf(t)
	}
	return o.types.Of(t)
}

// method returns
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
func (o operationPrinter) method() *jen.Statement {
	name := o.ids.Method
	text := name + " is " + o.op.Method + " " + o.op.Path
	if o.op.Summary != "" {
		text += ": " + o.op.Summary
	}
	arguments := []jen.Code{jen.Id("ctx").Qual("context", "Context")}
	if len(o.op.Params) > 0 {
		arguments = append(arguments, jen.Id("p").Id(o.ids.Params))
	}
	if o.op.HasBody {
		arguments = append(arguments, o.bodyParam())
	}
	if o.op.Options {
		arguments = append(arguments, jen.Id("options").Add(o.runtime.Upstream("Options")))
	}
	results, do := o.do()
	body := []jen.Code{jen.Id("call").Op(":=").Add(o.call())}
	body = append(body, o.parameters()...)
	if o.op.HasBody {
		body = append(body, o.encodeBody(results)...)
	}
	return gocode.Doc(gocode.Sentence(text)).Line().
		Func().Params(jen.Id("u").Op("*").Id(o.names.Upstream(o.op.Upstream).Client)).Id(name).
		Params(arguments...).Add(results.signature).Block(append(body, do...)...)
}

// call returns upstream.Call{Operation: "weather.point", Method: http.MethodGet, Accept: "application/geo+json"}.
func (o operationPrinter) call() *jen.Statement {
	fields := []jen.Code{gocode.Keyed("Operation", gocode.Lit(o.op.ID)), gocode.Keyed("Method", httpMethod(o.op.Method))}
	if o.op.Accept != "" {
		fields = append(fields, gocode.Keyed("Accept", gocode.Lit(o.op.Accept)))
	}
	if o.op.Answer != nil && o.op.Bodiless {
		fields = append(fields, gocode.Keyed("MayLackBody", jen.True()))
	}
	if notation := o.notation(); notation != nil {
		fields = append(fields, gocode.Keyed("Notation", notation))
	}
	if o.op.HasBody && o.op.BodyForm != plan.PartsBody {
		fields = append(fields, gocode.Keyed("ContentType", gocode.Lit(o.op.BodyType)))
	}
	if o.op.HasBody && o.op.BodyForm == plan.RawBody {
		fields = append(fields, gocode.Keyed("Body", jen.Id("body")))
	}
	if o.op.Options {
		fields = append(fields, gocode.Keyed("Options", jen.Id("options")))
	}
	return o.runtime.Upstream("Call").Values(fields...)
}

// httpMethod returns net/http's name for a method, or its text.
func httpMethod(name string) *jen.Statement {
	constants := map[string]string{
		http.MethodGet: "MethodGet", http.MethodHead: "MethodHead", http.MethodPost: "MethodPost", http.MethodPut: "MethodPut",
		http.MethodPatch: "MethodPatch", http.MethodDelete: "MethodDelete", http.MethodOptions: "MethodOptions", http.MethodTrace: "MethodTrace",
	}
	if constant, ok := constants[name]; ok {
		return jen.Qual("net/http", constant)
	}
	return gocode.Lit(name)
}

// results are what an operation's method returns.
type results struct {
	signature *jen.Statement
	failed    []jen.Code // what to return before err if the call cannot be made
	named     bool
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
func (o operationPrinter) do() (results, []jen.Code) {
	send := func(decode jen.Code) *jen.Statement {
		return jen.Id("u").Dot("client").Dot("Do").Call(jen.Id("ctx"), jen.Op("&").Id("call"), decode)
	}
	meta := o.runtime.Upstream("Answer")
	assign := ":="
	if o.op.HasBody && o.op.BodyForm == plan.JSONBody {
		assign = "=" // encodeBody declares err
	}
	switch {
	case o.op.Answer != nil && o.op.Notation.Form.Raw():
		return o.doRaw()
	case o.op.Answer == nil && o.op.Meta:
		return results{jen.Params(jen.Id("meta").Add(meta), jen.Err().Error()), []jen.Code{jen.Id("meta")}, true}, []jen.Code{jen.Return(send(jen.Nil()))}
	case o.op.Answer == nil:
		return results{jen.Error(), nil, false}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op(assign).Add(send(jen.Nil())),
			jen.Return(jen.Err()),
		}
	}
	typ := o.op.AnswerType()
	if o.op.Lenient {
		return o.doLeniently(assign)
	}
	if !o.op.Meta && typ.ByValue() {
		return results{jen.Params(o.types.Of(typ), jen.Error()), []jen.Code{jen.Nil()}, false}, []jen.Code{
			jen.Id("answer").Op(":=").New(jen.Id(o.names.Struct(typ.Object))),
			jen.If(jen.List(jen.Id("_"), jen.Err()).Op(assign).Add(send(jen.Id("answer").Dot("decode"))), jen.Err().Op("!=").Nil()).
				Block(jen.Return(jen.Nil(), jen.Err())),
			jen.Return(jen.Id("answer"), jen.Nil()),
		}
	}
	decode := jen.Func().Params(decodePrinter{o.pkg}.param()).Block(o.decodeBody(jen.Id("answer"))...)
	if !o.op.Meta {
		return results{jen.Params(jen.Id("answer").Add(o.types.Of(typ)), jen.Err().Error()), []jen.Code{jen.Id("answer")}, true}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op("=").Add(send(decode)),
			jen.Return(jen.Id("answer"), jen.Err()),
		}
	}
	signature := jen.Params(jen.Id("answer").Add(o.types.Of(typ)), jen.Id("meta").Add(meta), jen.Err().Error())
	return results{signature, []jen.Code{jen.Id("answer"), jen.Id("meta")}, true}, []jen.Code{
		jen.List(jen.Id("meta"), jen.Err()).Op("=").Add(send(decode)),
		jen.Return(jen.Id("answer"), jen.Id("meta"), jen.Err()),
	}
}

// decodeBody returns the statements that read the body from d into target. One that the answer may lack is an optional:
//
//	answer = nact.Some(upstream.Struct(d, (*clinicBooking).decode))
func (o operationPrinter) decodeBody(target *jen.Statement) []jen.Code {
	t, decoded := o.op.Answer.Type, decodePrinter{o.pkg}
	switch {
	case !o.op.Bodiless:
		return decoded.into(target, t, 0)
	case t.Nullable || t.Kind == ir.Dyn || t.Kind == ir.Null:
		return append([]jen.Code{target.Clone().Dot("Has").Op("=").True()}, decoded.into(target.Clone().Dot("Value"), t, 0)...)
	case t.Kind == ir.Object:
		method := jen.Parens(jen.Op("*").Id(o.names.Struct(t.Object))).Dot("decode")
		return []jen.Code{target.Op("=").Add(o.runtime.Nact("Some")).Call(o.runtime.Upstream("Struct").Call(jen.Id("d"), method))}
	}
	return []jen.Code{target.Op("=").Add(o.runtime.Nact("Some")).Call(decoded.read(t, 0))}
}

// doLeniently returns what do does, for an answer that counts as one without members if its body cannot be read:
//
//	answer := new(clinicBooking)
//	_, err := upstream.DoLeniently(ctx, u.client, &call, answer, (*clinicBooking).decode)
//	return answer, err
func (o operationPrinter) doLeniently(assign string) (results, []jen.Code) {
	if o.op.Bodiless {
		return o.doLenientlyWithout()
	}
	name := o.names.Struct(o.op.Answer.Type.Object)
	answer := jen.Id("answer").Op(":=").New(jen.Id(name))
	send := o.runtime.Upstream("DoLeniently").Call(
		jen.Id("ctx"), jen.Id("u").Dot("client"), jen.Op("&").Id("call"), jen.Id("answer"), jen.Parens(jen.Op("*").Id(name)).Dot("decode"))
	if !o.op.Meta {
		return results{jen.Params(jen.Op("*").Id(name), jen.Error()), []jen.Code{jen.Nil()}, false}, []jen.Code{
			answer,
			jen.List(jen.Id("_"), jen.Err()).Op(assign).Add(send),
			jen.Return(jen.Id("answer"), jen.Err()),
		}
	}
	signature := jen.Params(jen.Op("*").Id(name), o.runtime.Upstream("Answer"), jen.Error())
	return results{signature, []jen.Code{jen.Nil(), o.runtime.Upstream("Answer").Values()}, false}, []jen.Code{
		answer,
		jen.List(jen.Id("meta"), jen.Err()).Op(":=").Add(send),
		jen.Return(jen.Id("answer"), jen.Id("meta"), jen.Err()),
	}
}

// doLenientlyWithout returns what doLeniently does, for an answer that may lack its body. One whose body cannot be read counts as one without a body:
//
//	_, err = upstream.DoLeniently(ctx, u.client, &call, &answer, func(answer *nact.Opt[*clinicBooking], d *upstream.Decoder) {
//		*answer = nact.Some(upstream.Struct(d, (*clinicBooking).decode))
//	})
//	return answer, err
func (o operationPrinter) doLenientlyWithout() (results, []jen.Code) {
	t := o.types.Of(o.op.AnswerType())
	decode := jen.Func().Params(jen.Id("answer").Op("*").Add(t.Clone()), decodePrinter{o.pkg}.param()).Block(o.decodeBody(jen.Op("*").Id("answer"))...)
	send := o.runtime.Upstream("DoLeniently").Call(
		jen.Id("ctx"), jen.Id("u").Dot("client"), jen.Op("&").Id("call"), jen.Op("&").Id("answer"), decode)
	if !o.op.Meta {
		return results{jen.Params(jen.Id("answer").Add(t), jen.Err().Error()), []jen.Code{jen.Id("answer")}, true}, []jen.Code{
			jen.List(jen.Id("_"), jen.Err()).Op("=").Add(send),
			jen.Return(jen.Id("answer"), jen.Err()),
		}
	}
	signature := jen.Params(jen.Id("answer").Add(t), jen.Id("meta").Add(o.runtime.Upstream("Answer")), jen.Err().Error())
	return results{signature, []jen.Code{jen.Id("answer"), jen.Id("meta")}, true}, []jen.Code{
		jen.List(jen.Id("meta"), jen.Err()).Op("=").Add(send),
		jen.Return(jen.Id("answer"), jen.Id("meta"), jen.Err()),
	}
}
