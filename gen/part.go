package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/goexpr"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// partPrinter prints the file of a part: what it takes and returns, the method that runs its steps, and the functions of its longer expressions.
type partPrinter struct {
	*pkg
	function *plan.Function
	ids      naming.Tool
}

func newPartPrinter(p *pkg, f *plan.Function) partPrinter {
	return partPrinter{pkg: p, function: f, ids: p.names.Tool(f.Part)}
}

func (p partPrinter) file() *jen.File {
	t := p.function.Part
	expressions := p.expressions().NewFile(goexpr.Owner{
		Name: t.Signature.Name, Prefix: p.ids.Method, InputType: p.ids.Input, Inputs: p.ids.Inputs, MaxWork: t.MaxWork,
	}, t.Functions)
	run := runPrinter{p.pkg, t, p.ids}.part(p.function, expressions)
	functions := gocode.Each(t.Functions, expressions.Function)
	f := p.files.New()
	gocode.Add(f, p.structs()...)
	gocode.Add(f, expressions.Variables()...)
	gocode.Add(f, run)
	gocode.Add(f, functions...)
	return f
}

// structs returns the structs of what the part takes and returns, and of the objects that its expressions spell out.
func (p partPrinter) structs() []jen.Code {
	var decls []jen.Code
	name := p.function.Part.Signature.Name
	if p.ids.Input != "" {
		fields := gocode.Each(p.function.Args, func(arg *plan.FunctionArg) jen.Code {
			return gocode.Member(jen.Id(p.ids.Inputs[arg.Name]).Add(p.types.Elem(arg.Type)), arg.Description)
		})
		decls = append(decls, structType(p.ids.Input, "a step gives the part "+name, fields))
	}
	for _, object := range p.ids.Types {
		decls = append(decls, p.recordStruct(object, "is an object that the part "+name+" takes")...)
	}
	decls = append(decls, p.recordStruct(p.function.Result.Object, "is what the part "+name+" returns")...)
	for _, s := range p.function.Structs {
		if s.Dyn {
			decls = append(decls, newStructPrinter(p.pkg, &plan.AnswerStruct{Struct: s}).dynMethods()...)
		}
	}
	for _, object := range p.ids.Records {
		decls = append(decls, p.recordStruct(object, "is an object that the part "+name+" makes")...)
	}
	return decls
}

// part returns the method of a part:
//
//	func (s *Service) placeOf(ctx context.Context, in placeOfInput) (out *placeOfOutput, err error) {
//		...
//		out = new(placeOfOutput)
//		out.Latitude = place.Results[0].Latitude
//		return out, nil
//	}
func (p runPrinter) part(f *plan.Function, expressions *goexpr.File) *jen.Statement {
	b := p.block(expressions)
	b.actions(p.tool.Actions)
	b.paragraph()
	b.body.Add(p.code("out = new($1)", p.ids.Output))
	for i, out := range p.tool.Outputs {
		b.failIn(out.Where)
		to := jen.Id("out").Dot(p.ids.Outputs[out.ID])
		if f.Result.Object.Fields()[i].Type.ByValue() {
			b.body.Add(to.Op("=").Add(b.body.Structure(out.Value)))
			continue
		}
		b.body.Assign(to, out.Value)
	}
	b.body.Add(jen.Return(jen.Id("out"), jen.Nil()))
	takes := jen.Id("ctx").Qual("context", "Context")
	if f.Writes {
		takes.Op(",").Add(p.code("writes *flow.Writes"))
	}
	if p.ids.Input != "" {
		takes.Op(",").Add(p.code("in $1", p.ids.Input))
	}
	return p.code("$1\nfunc (s *Service) $2($3) (out *$4, err error) {\n$5\n}", p.doc(), p.ids.Method, takes, p.ids.Output, b.body.Statements())
}

// use adds
//
//	place, err := s.placeOf(ctx, placeOfInput{City: in.City})
//	if err != nil {
//		return out, nact.PartError("place", err, nact.Given{Input: "city", Inputs: []string{"city"}})
//	}
func (p goStepPrinter) use() {
	ids := p.names.Tool(p.step.Part())
	arguments := []jen.Code{jen.Id("ctx")}
	var writes *jen.Statement
	if p.step.Writes() {
		writes = p.writesIn()
		if p.leave != nil {
			own := jen.Id(p.body.Name(p.step.Name + "_writes"))
			p.paragraph()
			p.body.Add(own.Clone().Op(":=").Add(writes))
			writes = own
		}
		arguments = append(arguments, writes.Clone())
	}
	if ids.Input != "" {
		arguments = append(arguments, p.structOf(ids.Input, func(arg *plan.FunctionArg) string { return ids.Inputs[arg.Name] }))
	}
	call := p.code("s.$1", ids.Method).Call(arguments...)
	if p.leave == nil || !p.step.Writes() {
		p.paragraph()
	}
	result := p.variables.Binding(plan.FunctionResult)
	p.body.Add(jen.List(p.target(result), jen.Err()).Op(assignment(result)).Add(call))
	p.leaveOut(writes)
	failed := append([]jen.Code{gocode.Lit(p.step.Name), jen.Err()}, p.given()...)
	p.body.Add(jen.If(jen.Err().Op("!=").Nil()).Block(p.exit.fault(p.runtime.Nact("PartError").Call(failed...))))
}

// given says whose fault it is if the part cannot use what it was given: that of whoever gave it. Of what is neither made of answers nor of
// inputs it is the service's.
func (p goStepPrinter) given() []jen.Code {
	var list []jen.Code
	for _, arg := range p.step.Args {
		if !p.blamed[p.step.Part()][arg.Arg.Name] || !arg.Where.Answers && len(arg.Where.Inputs) == 0 {
			continue
		}
		var fields gocode.Fields
		fields.Set("Input", gocode.Lit(arg.Arg.Name))
		fields.SetLit("Answers", arg.Where.Answers)
		if len(arg.Where.Inputs) > 0 {
			fields.Set("Inputs", gocode.Strings(arg.Where.Inputs))
			p.blame(p.tool, arg.Where.Inputs)
		}
		list = append(list, p.runtime.Nact("Given").Values(fields...))
	}
	return list
}

// blame notes that a tool or a part can fail on inputs of its own. Parts are printed before what uses them.
func (p *pkg) blame(t *plan.Tool, inputs []string) {
	if p.blamed[t] == nil {
		p.blamed[t] = map[string]bool{}
	}
	for _, id := range inputs {
		p.blamed[t][id] = true
	}
}
