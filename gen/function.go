package gen

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/templates"
)

// functionsPrinter prints what the vendor's own code is called with, and what it returns.
type functionsPrinter struct{ *pkg }

func (p functionsPrinter) file() *jen.File {
	f := p.files.New()
	gocode.Add(f, p.functionsInterface())
	if slices.ContainsFunc(p.plan.Functions, func(f *plan.Function) bool { return f.Signs }) {
		gocode.Add(f, p.code(`// Unsigned is a request that is about to be sent, for a function that signs it.
			type Unsigned = upstream.Unsigned`))
	}
	if p.traced() {
		gocode.Add(f, p.observedFunctions()...)
	}
	for _, function := range p.plan.Functions {
		printer := functionPrinter{pkg: p.pkg, function: function, ids: p.names.VendorFunction(function)}
		gocode.Add(f, printer.declarations()...)
	}
	return f
}

// functionsInterface returns
//
//	// Functions are what the vendor writes: ...
//	type Functions interface {
//		// QuotePrice: The price of a visit.
//		QuotePrice(ctx context.Context, args QuotePriceArgs) (*QuotePriceResult, error)
//	}
func (p functionsPrinter) functionsInterface() *jen.Statement {
	var methods []jen.Code
	for i, f := range p.plan.Functions {
		if i > 0 {
			methods = append(methods, jen.Line())
		}
		methods = append(methods, gocode.Doc(p.names.VendorFunction(f).Method+": "+gocode.Sentence(f.Description)), p.functionMethod(f))
	}
	signs := slices.ContainsFunc(p.plan.Functions, func(f *plan.Function) bool { return f.Signs })
	by := "steps call"
	if signs {
		by = "steps call, or what signs requests"
	}
	text := "Functions are what the vendor writes, and " + by + ". Several calls may run at the same time. " +
		"A method ends early when its context does. An error of " + p.fail() +
		" is a failure of the tool that calls, which has to declare it; any other is a fault of the service, whose text goes to the log alone."
	if signs {
		text += " Of the error of a method that signs nobody gets the text, since it may have what was signed with."
	}
	return gocode.Doc(text).Line().Type().Id("Functions").Interface(methods...)
}

// observedFunctions returns
//
//	// observedFunctions tells an observer which functions are called.
//	type observedFunctions struct {
//		Functions
//		observer nact.Observer
//	}
//
//	func (f observedFunctions) QuotePrice(ctx context.Context, args QuotePriceArgs) (*QuotePriceResult, error) {
//		return nact.Observed(ctx, f.observer, "quote_price", func(ctx context.Context) (*QuotePriceResult, error) {
//			return f.Functions.QuotePrice(ctx, args)
//		})
//	}
func (p functionsPrinter) observedFunctions() []jen.Code {
	decls := []jen.Code{p.code(`$1
		type observedFunctions struct {
			Functions
			observer nact.Observer
		}`, gocode.Doc("observedFunctions tells an observer which functions are called."))}
	for _, f := range p.plan.Functions {
		ids := p.names.VendorFunction(f)
		arguments := []jen.Code{jen.Id("ctx")}
		if ids.Args != "" {
			arguments = append(arguments, jen.Id("args"))
		}
		decls = append(decls, p.code(`func (f observedFunctions) $1 {
				return nact.Observed(ctx, f.observer, $2, func(ctx context.Context) ($3, error) {
					return f.Functions.$4($5)
				})
			}`, p.functionMethod(f), gocode.Lit(f.Name), p.types.Of(f.Result), ids.Method, jen.List(arguments...)))
	}
	return decls
}

// fail returns the name by which the vendor's code calls the function that makes a failure of a tool.
func (p functionsPrinter) fail() string {
	if p.plan.Go.CopyRuntime {
		return "Fail"
	}
	return "nact.Fail"
}

// functionMethod returns QuotePrice(ctx context.Context, args QuotePriceArgs) (*QuotePriceResult, error).
func (p *pkg) functionMethod(f *plan.Function) *jen.Statement {
	ids := p.names.VendorFunction(f)
	args := jen.Null()
	if ids.Args != "" {
		args = p.code(", args $1", ids.Args)
	}
	if f.Signs {
		return p.code("$1(ctx context.Context, request *Unsigned $2) error", ids.Method, args)
	}
	return p.code("$1(ctx context.Context $2) ($3, error)", ids.Method, args, p.types.Of(f.Result))
}

// functionPrinter prints the types of a function.
type functionPrinter struct {
	*pkg
	function *plan.Function
	ids      naming.Function
}

// declarations returns the struct of the arguments, and those of the objects in them and in the result.
func (p functionPrinter) declarations() []jen.Code {
	var decls []jen.Code
	if p.ids.Args != "" {
		decls = append(decls, p.argsType())
	}
	for _, object := range p.ids.Types {
		decls = append(decls, p.objectType(object))
	}
	for _, s := range p.function.Structs {
		if s.Dyn {
			decls = append(decls, newStructPrinter(p.pkg, &plan.AnswerStruct{Struct: s}).dynMethods()...)
		}
	}
	return decls
}

func (p functionPrinter) argsType() *jen.Statement {
	fields := gocode.Each(p.function.Args, func(arg *plan.FunctionArg) jen.Code {
		return taggedMember(p.ids.Fields[arg], p.types.Elem(arg.Type), arg.Name, arg.Type.Kind == ir.Optional, arg.Description)
	})
	text := fmt.Sprintf("%s are the arguments of %s.", p.ids.Args, p.ids.Method)
	return gocode.Doc(text).Line().Type().Id(p.ids.Args).Struct(fields...)
}

// objectType returns the struct of an object in an argument or in the result.
func (p functionPrinter) objectType(object *ir.ObjectType) *jen.Statement {
	fields := gocode.Each(object.Fields(), func(f *ir.Field) jen.Code {
		remark := gocode.Sentence(f.Doc)
		if p.types.Storage(f) == gotype.NilIfAbsent {
			remark = strings.TrimSpace(remark + " Nil: there is none.")
		}
		field := p.jsonField(f)
		return taggedMember(field.goName, field.typ, f.Name, field.has() != nil, remark)
	})
	name := p.names.Struct(object)
	return gocode.Doc(name + " is " + object.Name + ".").Line().Type().Id(name).Struct(fields...)
}

// taggedMember returns a field of a struct that is encoded as JSON. One that may be absent is then left out.
func taggedMember(name string, typ jen.Code, jsonName string, optional bool, remark string) jen.Code {
	if optional {
		jsonName += ",omitzero"
	}
	return gocode.Member(jen.Id(name).Add(typ).Tag(map[string]string{"json": jsonName}), remark)
}

// imported is the name by which files of the service outside of the package know it.
func (p functionsPrinter) imported() string { return templates.ImportName(p.plan.Go.Package) }

// template returns what the templates of a stand-alone service need to write a first version of a function, outside of the generated package.
func (p functionsPrinter) template(f *plan.Function) templates.Function {
	ids := p.names.VendorFunction(f)
	outside := templates.Function{Method: ids.Method, Description: gocode.Sentence(f.Description)}
	if f.Signs {
		outside.Request = "*" + p.imported() + ".Unsigned"
	} else {
		outside.Result, outside.Zero = p.outside(f.Result), p.types.Zero(f.Result).GoString()
	}
	if ids.Args != "" {
		outside.Args = p.imported() + "." + ids.Args
	}
	return outside
}

// outside returns the Go type of a result as code outside of the package spells it: *nwstools.QuotePriceResult.
func (p functionsPrinter) outside(t *ir.Type) string {
	switch {
	case t.Kind == ir.List && t.Elem.ByValue():
		return "[]" + p.imported() + "." + p.names.Struct(t.Elem.Object)
	case t.Kind == ir.List:
		return "[]" + p.outside(t.Elem)
	case t.Kind == ir.Object:
		return "*" + p.imported() + "." + p.names.Struct(t.Object)
	}
	return p.types.Of(t).GoString()
}
