package gen

import (
	"net/http"
	"slices"

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

// paramsType returns the struct of the parameters:
//
//	// weatherPointParams are the parameters of point.
//	type weatherPointParams struct {
//		Latitude float64
//	}
func (o operationPrinter) paramsType() *jen.Statement {
	fields := gocode.Each(o.op.Params, func(p *plan.Param) jen.Code {
		return gocode.Member(jen.Id(o.ids.Fields[p]).Add(o.paramType(p)), p.Doc)
	})
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

// method returns the method of the upstream's client that calls the operation:
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
	params := []jen.Code{o.code("ctx context.Context")}
	if len(o.op.Params) > 0 {
		params = append(params, jen.Id("p").Id(o.ids.Params))
	}
	if o.op.HasBody {
		params = append(params, o.bodyParam())
	}
	if o.op.Options {
		params = append(params, o.code("options upstream.Options"))
	}
	results, do := o.do()
	body := append([]jen.Code{o.code("call := $1", o.call())}, o.parameters()...)
	if o.op.HasBody {
		body = append(body, o.encodeBody(results)...)
	}
	return gocode.Doc(gocode.Sentence(text)).Line().
		Func().Params(jen.Id("u").Op("*").Id(o.names.Upstream(o.op.Upstream).Client)).Id(name).
		Params(params...).Params(results.signature...).Block(append(body, do)...)
}

// call returns upstream.Call{Operation: "weather.point", Method: http.MethodGet, Accept: "application/geo+json"}.
func (o operationPrinter) call() *jen.Statement {
	var fields gocode.Fields
	fields.Set("Operation", gocode.Lit(o.op.ID))
	fields.Set("Method", httpMethod(o.op.Method))
	fields.SetLit("Reads", o.op.Reads)
	fields.SetLit("Accept", o.op.Accept)
	fields.SetLit("MayLackBody", o.op.Answer != nil && o.op.Bodiless)
	if notation := o.notation(); notation != nil {
		fields.Set("Notation", notation)
	}
	if o.op.HasBody && o.op.BodyForm != plan.PartsBody {
		fields.Set("ContentType", gocode.Lit(o.op.BodyType))
	}
	if o.op.HasBody && o.op.BodyForm == plan.RawBody {
		fields.Set("Body", jen.Id("body"))
	}
	if o.op.Auth != nil {
		fields.Set("Auth", gocode.Strings(o.op.Auth))
	}
	if o.op.Options {
		fields.Set("Options", jen.Id("options"))
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
	signature []jen.Code
	failed    []jen.Code // what to return before err if the call cannot be made
	named     bool
}

// namedResults are results with names: answer, which is of type typ, unless that is nil; meta, if expressions read that; err.
func (o operationPrinter) namedResults(typ *jen.Statement) results {
	r := results{named: true}
	if typ != nil {
		r.signature, r.failed = append(r.signature, jen.Id("answer").Add(typ)), append(r.failed, jen.Id("answer"))
	}
	if o.op.Meta {
		r.signature, r.failed = append(r.signature, o.code("meta upstream.Answer")), append(r.failed, jen.Id("meta"))
	}
	r.signature = append(r.signature, jen.Err().Error())
	return r
}

// unnamedResults are the same without names. zero is what is returned for the answer if the call cannot be made.
func (o operationPrinter) unnamedResults(typ, zero *jen.Statement) results {
	r := results{signature: []jen.Code{typ}, failed: []jen.Code{zero}}
	if o.op.Meta {
		r.signature, r.failed = append(r.signature, o.runtime.Upstream("Answer")), append(r.failed, o.runtime.Upstream("Answer").Values())
	}
	r.signature = append(r.signature, jen.Error())
	return r
}

// do returns the results of an operation's method and the statements that make the call.
func (o operationPrinter) do() (results, *jen.Statement) {
	meta, returned := "_", "answer, err"
	if o.op.Meta {
		meta, returned = "meta", "answer, meta, err"
	}
	assign := ":="
	if o.op.HasBody && o.op.BodyForm == plan.JSONBody {
		assign = "=" // encodeBody declares err
	}
	switch {
	case o.op.Answer == nil && o.op.Meta:
		return o.namedResults(nil), o.code("return u.client.Do(ctx, &call, nil)")
	case o.op.Answer == nil:
		return results{signature: []jen.Code{jen.Error()}}, o.code("_, err $1 u.client.Do(ctx, &call, nil)\nreturn err", assign)
	case o.op.Notation.Form.Raw():
		return o.doRaw()
	case o.op.Lenient && !o.op.Bodiless:
		// a body that cannot be read counts as an object without members
		name := o.names.Struct(o.op.Answer.Type.Object)
		if o.op.Meta {
			assign = ":="
		}
		return o.unnamedResults(jen.Op("*").Id(name), jen.Nil()), o.code(`answer := new($1)
			$2, err $3 upstream.DoLeniently(ctx, u.client, &call, answer, (*$1).decode)
			return `+returned, name, meta, assign)
	}
	typ := o.op.AnswerType()
	t := o.types.Of(typ)
	decoder := decodePrinter{o.pkg}.param()
	switch {
	case o.op.Lenient:
		// a body that cannot be read counts as none
		return o.namedResults(t), o.code(`$1, err = upstream.DoLeniently(ctx, u.client, &call, &answer, func(answer *$2, $3) {
				$4
			})
			return `+returned, meta, t.Clone(), decoder, o.decodeBody(jen.Op("*").Id("answer")))
	case !o.op.Meta && typ.ByValue():
		return o.unnamedResults(t, jen.Nil()), o.code(`answer := new($1)
			if _, err $2 u.client.Do(ctx, &call, answer.decode); err != nil {
				return nil, err
			}
			return answer, nil`, o.names.Struct(typ.Object), assign)
	}
	return o.namedResults(t), o.code(`$1, err = u.client.Do(ctx, &call, func($2) {
			$3
		})
		return `+returned, meta, decoder, o.decodeBody(jen.Id("answer")))
}

// doRaw returns what do does, for an answer that is read as text or bytes. One that may lack its body is an optional, which has no value for an empty
// body.
func (o operationPrinter) doRaw() (results, *jen.Statement) {
	method, present := "DoText", "OfNonZero"
	if o.op.Answer.Type.Kind == ir.Bytes {
		method, present = "DoBytes", "OfNonEmpty"
	}
	t := o.types.Of(o.op.AnswerType())
	switch {
	case o.op.Bodiless && o.op.Meta:
		return o.unnamedResults(t, o.types.Zero(o.op.AnswerType())),
			o.code("answer, meta, err := u.client.$1(ctx, &call)\nreturn $2(answer), meta, err", method, o.runtime.Cel(present))
	case o.op.Bodiless:
		return o.unnamedResults(t, o.types.Zero(o.op.AnswerType())),
			o.code("answer, _, err := u.client.$1(ctx, &call)\nreturn $2(answer), err", method, o.runtime.Cel(present))
	case o.op.Meta:
		return o.namedResults(t), o.code("return u.client.$1(ctx, &call)", method)
	}
	return o.namedResults(t), o.code("answer, _, err = u.client.$1(ctx, &call)\nreturn answer, err", method)
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
		return []jen.Code{o.code("$1 = nact.Some(upstream.Struct(d, (*$2).decode))", target, o.names.Struct(t.Object))}
	}
	return []jen.Code{o.code("$1 = nact.Some($2)", target, decoded.read(t, 0))}
}

// bodyParam returns the parameter of an operation's method that is the body of its request.
func (o operationPrinter) bodyParam() *jen.Statement {
	switch {
	case o.op.BodyForm == plan.PartsBody:
		return o.code("parts []upstream.Part")
	case o.op.BodyForm == plan.RawBody:
		return o.code("body []byte")
	case o.ids.Body != nil:
		return o.code("body $1", o.types.Of(o.ids.Body))
	}
	return o.code("body any")
}

// encodeBody returns the statements that put the body into call:
//
//	if err := call.Form(body, upstream.Field{Name: "metadata", Styled: true, Style: upstream.DeepObject}); err != nil {
//		return nil, err
//	}
func (o operationPrinter) encodeBody(r results) []jen.Code {
	failed := jen.Return(append(slices.Clone(r.failed), jen.Err())...)
	switch o.op.BodyForm {
	case plan.RawBody:
		return nil
	case plan.FormBody:
		return []jen.Code{o.encodeFields("Form", "body", failed)}
	case plan.PartsBody:
		return []jen.Code{o.encodeFields("Multipart", "parts", failed)}
	}
	declared := jen.Null()
	if !r.named {
		declared = o.code("var err error\n")
	}
	return []jen.Code{o.code("$1 if call.Body, err = json.Marshal(body); err != nil {\n$2\n}", declared, failed)}
}

// encodeFields returns the statement that writes the members of the body as fields, by a method of call. A member whose type alone does not say how it is
// written is listed with how it is; several are a line each.
func (o operationPrinter) encodeFields(method, body string, failed jen.Code) *jen.Statement {
	arguments := append([]jen.Code{jen.Id(body)}, gocode.Each(o.op.Fields, func(f *plan.Field) jen.Code {
		return o.runtime.Upstream("Field").Values(o.field(f)...)
	})...)
	list := jen.Options{Open: "(", Close: ")", Separator: ",", Multi: len(o.op.Fields) > 1}
	return o.code("if err := call.$1$2; err != nil {\n$3\n}", method, jen.Custom(list, arguments...), failed)
}

// field returns the fields of upstream.Field.
func (o operationPrinter) field(f *plan.Field) []jen.Code {
	var fields gocode.Fields
	fields.Set("Name", gocode.Lit(f.Name))
	fields.SetLit("Styled", f.Styled)
	if name := queryStyles[f.Style]; name != "" {
		fields.Set("Style", o.runtime.Upstream(name))
	}
	fields.SetLit("Explode", f.Explode && f.Style != "deepObject") // which has no other form
	fields.SetLit("Reserved", f.Reserved)
	fields.SetLit("Type", f.Type)
	if len(f.Headers) > 0 {
		headers := gocode.Each(f.Headers, func(h plan.PartHeader) jen.Code {
			return o.code("{Name: $1, Value: $2}", gocode.Lit(h.Name), gocode.Lit(h.Value))
		})
		fields.Set("Header", o.code("[]upstream.Pair{$1}", jen.List(headers...)))
	}
	return fields
}
