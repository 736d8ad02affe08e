package goexpr

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/gotype"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Package is what the expressions of a generated package share.
type Package struct {
	Names   *naming.Names
	Types   *gotype.Types
	Runtime gocode.Runtime
}

// Owner is what the expressions of a file belong to: a tool, or an upstream.
type Owner struct {
	Name      string            // in comments: lookup_weather_by_city, the upstream weather
	Prefix    string            // of the names of functions and variables: LookupWeatherByCity; or empty
	InputType string            // the struct of the inputs; empty if there are none
	Inputs    map[string]string // its fields, by the inputs' IDs
	MaxWork   int64             // what each expression may do again
}

// File prints the expressions of one file. It is not safe for concurrent use.
type File struct {
	Package
	owner     Owner
	functions map[*ir.Outlined]string // their names
	patterns  variables[string]
	zones     variables[string]
	addresses variables[address]
}

// NewFile returns a file without expressions, but with the functions that were moved out of them: their names are given
// in this order.
func (p Package) NewFile(owner Owner, functions []*ir.Outlined) *File {
	f := &File{Package: p, owner: owner, functions: map[*ir.Outlined]string{}}
	for _, o := range functions {
		f.functions[o] = p.Names.Function(owner.Prefix, functionHint(o))
	}
	return f
}

// function refers to a function of the table.
func (f *File) function(fn *ir.Function) *jen.Statement {
	switch {
	case fn.Package == ir.RuntimeCEL:
		return f.Runtime.Cel(fn.Name)
	case fn.Package == ir.RuntimeUpstream:
		return f.Runtime.Upstream(fn.Name)
	case fn == ir.FnBytes:
		return jen.Index().Byte()
	case fn.Package != "":
		return jen.Qual(fn.Package, fn.Name)
	}
	return jen.Id(fn.Name)
}

// functionHint names a function after the expression that it computes: vars.period is period, steps.place.expect[1] is
// placeExpect1. One that computes several is named after what it comes to.
func functionHint(o *ir.Outlined) string {
	if len(o.Places) > 1 {
		if name := hint(o.Body); name != unnamed {
			return name
		}
	}
	return placeHint(o.Places[0])
}
