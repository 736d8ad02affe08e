// Package function checks the section functions of a manifest: what the vendor's own code is called with, and what it returns. From
//
//	quote_price:
//	  description: The price of a visit.
//	  args: {kind: {type: string}, slots: {type: integer, optional: true}}
//	  returns: {type: object, required: [cents], properties: {cents: {type: integer}}}
//
// comes a function of a string and an optional int, whose result is an object type with a field cents, an int that is there.
package function

import (
	"slices"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Functions are those of a manifest, in its order.
type Functions []*plan.Function

// Check checks the functions of a manifest. What is wrong with them is added to found.
func Check(declared []*manifest.Function, found *diag.List) Functions {
	return lists.Map(declared, func(m *manifest.Function) *plan.Function {
		c := &checker{found: found}
		f := &plan.Function{Name: m.Name.V, Description: m.Description.V, Writes: m.Writes.V, Signs: m.Signs.V}
		f.Args = Arguments(m.Args, f.Name, found)
		if f.Signs {
			c.signing(m)
			f.Result = ir.DynType // so that nothing more is said of a step that calls it
			return f
		}
		c.result = true
		f.Result = c.typeOf(m.Returns, "the result of "+f.Name)
		f.Structs = c.structs
		return f
	})
}

// Arguments checks the arguments that are declared of something. What is wrong with them is added to found.
func Arguments(declared []*manifest.Argument, of string, found *diag.List) []*plan.FunctionArg {
	c := &checker{found: found}
	return lists.Map(declared, func(arg *manifest.Argument) *plan.FunctionArg { return c.argument(arg, of) })
}

// Of returns the function of that name, or nil.
func (f Functions) Of(name string) *plan.Function {
	return lists.Find(f, func(f *plan.Function) bool { return f.Name == name })
}

// Names returns the names of the functions.
func (f Functions) Names() []string {
	return lists.Map(f, func(f *plan.Function) string { return f.Name })
}

// Called returns the functions that a step of the tools calls, or that sign the requests of an upstream.
func (f Functions) Called(tools []*plan.Tool, upstreams []*plan.Upstream) Functions {
	called := map[*plan.Function]bool{}
	for _, u := range upstreams {
		for _, c := range u.Auth {
			called[c.Sign] = true
		}
	}
	for _, t := range tools {
		for _, s := range t.GoSteps() {
			called[s.Function] = true
		}
	}
	return slices.DeleteFunc(slices.Clone(f), func(f *plan.Function) bool { return !called[f] })
}

// checker makes types of what one function takes and returns.
type checker struct {
	result  bool // the type is that of a result: its objects become structs
	structs []*plan.Struct
	found   *diag.List
}

func (c *checker) argument(m *manifest.Argument, function string) *plan.FunctionArg {
	t := c.typeOf(m.Type, "the argument "+m.Name.V+" of "+function)
	if m.Optional.V {
		t = ir.OptionalOf(t)
	}
	return &plan.FunctionArg{Name: m.Name.V, Description: m.Type.Description.V, Type: t}
}

// signing checks the arguments of a function that signs: what it signs with is text.
func (c *checker) signing(m *manifest.Function) {
	for _, arg := range m.Args {
		if arg.Type.Kind.V != "" && arg.Type.Kind.V != "string" || arg.Optional.V {
			c.found.ErrorAt(arg.Name, "signs", "%s signs requests, and its arguments are strings that are always there; the argument %s is not", m.Name.V, arg.Name.V)
		}
	}
}

// scalars are the types of single values.
var scalars = map[string]*ir.Type{"string": ir.StringType, "integer": ir.IntType, "number": ir.DoubleType, "boolean": ir.BoolType}

// typeOf is a type that was declared, what says of what. One that was written wrongly is dyn, so that nothing more is said of it.
func (c *checker) typeOf(m *manifest.Type, what string) *ir.Type {
	switch {
	case m == nil || m.Kind.V == "":
		return ir.DynType
	case m.Kind.V == "array":
		return ir.ListOf(c.typeOf(m.Items, "an element of "+what))
	case m.Kind.V == "object":
		return c.object(m, what)
	}
	return scalars[m.Kind.V]
}

func (c *checker) object(m *manifest.Type, what string) *ir.Type {
	object := &ir.ObjectType{Name: what}
	s := &plan.Struct{Objects: []*ir.ObjectType{object}, Encode: true}
	if c.result {
		c.structs = append(c.structs, s)
	}
	required := c.required(m)
	for _, p := range m.Properties {
		t := c.typeOf(p.Type, p.Name.V+" in "+what)
		if !c.result && !required[p.Name.V] {
			t = ir.OptionalOf(t)
		}
		f := object.Add(&ir.Field{
			Name: p.Name.V, Type: t, Required: !c.result || required[p.Name.V], Doc: p.Type.Description.V,
		})
		s.Fields = append(s.Fields, &plan.StructField{Fields: []*ir.Field{f}, Always: f.Required})
	}
	if len(m.Properties) == 0 {
		c.found.Errorf(m.Pos, 0, "empty", "%s has no properties", what)
	}
	return ir.ObjectOf(object)
}

// required checks which properties are there in any case.
func (c *checker) required(m *manifest.Type) map[string]bool {
	names := lists.Map(m.Properties, func(p *manifest.Property) string { return p.Name.V })
	required := map[string]bool{}
	for _, name := range m.Required {
		if !slices.Contains(names, name.V) {
			c.found.ErrorAt(name, "unknown-name", "there is no property %s%s", name.V, diag.Known(name.V, names))
		}
		required[name.V] = true
	}
	return required
}
