package gen

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// bodyParam returns the parameter of an operation's method that is the body of its request.
func (o operationPrinter) bodyParam() *jen.Statement {
	switch o.op.BodyForm {
	case plan.PartsBody:
		return jen.Id("parts").Index().Add(o.runtime.Upstream("Part"))
	case plan.RawBody:
		return jen.Id("body").Index().Byte()
	}
	if o.ids.Body != nil {
		return jen.Id("body").Add(o.types.Of(o.ids.Body))
	}
	return jen.Id("body").Any()
}

// encodeBody returns the statements that put the body into call:
//
//	var err error
//	if call.Body, err = json.Marshal(body); err != nil {
//		return nil, err
//	}
//
// or
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
	assign := jen.List(jen.Id("call").Dot("Body"), jen.Err()).Op("=").Qual("encoding/json", "Marshal").Call(jen.Id("body"))
	encode := jen.If(assign, jen.Err().Op("!=").Nil()).Block(failed)
	if r.named {
		return []jen.Code{encode}
	}
	return []jen.Code{jen.Var().Err().Error(), encode}
}

// encodeFields returns the statement that writes the members of the body as fields, by a method of call. A member whose type alone does not say how it is
// written is listed with how it is; several are a line each.
func (o operationPrinter) encodeFields(method, body string, failed jen.Code) *jen.Statement {
	arguments := []jen.Code{jen.Id(body)}
	for _, f := range o.op.Fields {
		arguments = append(arguments, o.runtime.Upstream("Field").Values(o.field(f)...))
	}
	call := jen.Id("call").Dot(method)
	if len(o.op.Fields) > 1 {
		call.Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, arguments...)
	} else {
		call.Call(arguments...)
	}
	return jen.If(jen.Err().Op(":=").Add(call), jen.Err().Op("!=").Nil()).Block(failed)
}

// field returns the fields of upstream.Field.
func (o operationPrinter) field(f *plan.Field) []jen.Code {
	fields := []jen.Code{gocode.Keyed("Name", gocode.Lit(f.Name))}
	flag := func(name string, set bool) {
		if set {
			fields = append(fields, gocode.Keyed(name, jen.True()))
		}
	}
	flag("Styled", f.Styled)
	if name := queryStyles[f.Style]; name != "" {
		fields = append(fields, gocode.Keyed("Style", o.runtime.Upstream(name)))
	}
	flag("Explode", f.Explode && f.Style != "deepObject") // which has no other form
	flag("Reserved", f.Reserved)
	if f.Type != "" {
		fields = append(fields, gocode.Keyed("Type", gocode.Lit(f.Type)))
	}
	if len(f.Headers) > 0 {
		headers := make([]jen.Code, len(f.Headers))
		for i, h := range f.Headers {
			headers[i] = jen.Values(gocode.Keyed("Name", gocode.Lit(h.Name)), gocode.Keyed("Value", gocode.Lit(h.Value)))
		}
		fields = append(fields, gocode.Keyed("Header", jen.Index().Add(o.runtime.Upstream("Pair")).Values(headers...)))
	}
	return fields
}

// doRaw returns what do does, for an answer that is read as text or bytes:
//
//	func ... (answer string, err error) {
//		answer, _, err = u.client.DoText(ctx, &call)
//		return answer, err
//	}
func (o operationPrinter) doRaw() (results, []jen.Code) {
	if o.op.Bodiless {
		return o.doRawWithout()
	}
	method := o.rawMethod()
	send := jen.Id("u").Dot("client").Dot(method).Call(jen.Id("ctx"), jen.Op("&").Id("call"))
	answer := jen.Id("answer").Add(o.types.Of(o.op.Answer.Type))
	if o.op.Meta {
		signature := jen.Params(answer, jen.Id("meta").Add(o.runtime.Upstream("Answer")), jen.Err().Error())
		return results{signature, []jen.Code{jen.Id("answer"), jen.Id("meta")}, true}, []jen.Code{jen.Return(send)}
	}
	return results{jen.Params(answer, jen.Err().Error()), []jen.Code{jen.Id("answer")}, true}, []jen.Code{
		jen.List(jen.Id("answer"), jen.Id("_"), jen.Err()).Op("=").Add(send),
		jen.Return(jen.Id("answer"), jen.Err()),
	}
}

// rawMethod returns the method of the client that reads text or bytes.
func (o operationPrinter) rawMethod() string {
	if o.op.Answer.Type.Kind == ir.Bytes {
		return "DoBytes"
	}
	return "DoText"
}

// doRawWithout returns what doRaw does, for an answer that may lack its body:
//
//	func ... (nact.Opt[string], error) {
//		answer, _, err := u.client.DoText(ctx, &call)
//		return cel.OfNonZero(answer), err
//	}
func (o operationPrinter) doRawWithout() (results, []jen.Code) {
	present := "OfNonZero"
	if o.op.Answer.Type.Kind == ir.Bytes {
		present = "OfNonEmpty"
	}
	none := o.types.Zero(o.op.AnswerType())
	send := jen.Id("u").Dot("client").Dot(o.rawMethod()).Call(jen.Id("ctx"), jen.Op("&").Id("call"))
	answer := o.runtime.Cel(present).Call(jen.Id("answer"))
	if o.op.Meta {
		signature := jen.Params(o.types.Of(o.op.AnswerType()), o.runtime.Upstream("Answer"), jen.Error())
		return results{signature, []jen.Code{none, o.runtime.Upstream("Answer").Values()}, false}, []jen.Code{
			jen.List(jen.Id("answer"), jen.Id("meta"), jen.Err()).Op(":=").Add(send),
			jen.Return(answer, jen.Id("meta"), jen.Err()),
		}
	}
	return results{jen.Params(o.types.Of(o.op.AnswerType()), jen.Error()), []jen.Code{none}, false}, []jen.Code{
		jen.List(jen.Id("answer"), jen.Id("_"), jen.Err()).Op(":=").Add(send),
		jen.Return(answer, jen.Err()),
	}
}
