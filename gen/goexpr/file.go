// Package goexpr prints the expressions of a plan as Go.
//
// In come expressions as package analysis leaves them: every node says whether it can fail, what was computed before, in
// which order sides are computed. Out come Go expressions and the statements before them:
//
//	body.results[0].name
//
// is, where nothing has shown that there is a first result,
//
//	result, err := cel.Elem(place.Results, 0)
//	if err != nil {
//		return out, nact.AnswerFault("outputs.name", err)
//	}
//	... result.Name
//
// A [File] prints the expressions of one file: the functions that were moved out of them, the variables that they need, and, by
// way of a [Body], what stands in the function of a tool. What takes branches or loops is a function of its own.
package goexpr

import (
	"strconv"
	"strings"

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

// variables are variables of a file that are made once, as the service starts, in the order of their first use.
type variables[K comparable] struct {
	keys  []K
	names map[K]string
}

// name returns the variable for a key; a new one is named by f.
func (v *variables[K]) name(key K, f func() string) string {
	if name, ok := v.names[key]; ok {
		return name
	}
	if v.names == nil {
		v.names = map[K]string{}
	}
	v.names[key] = f()
	v.keys = append(v.keys, key)
	return v.names[key]
}

// declaration returns the variables with what is said of them, or nothing if there are none.
func (v *variables[K]) declaration(what string, value func(key K) *jen.Statement) []jen.Code {
	switch len(v.keys) {
	case 0:
		return nil
	case 1:
		name := v.names[v.keys[0]]
		return []jen.Code{gocode.Doc(name + " was checked when this file was generated.").Line().Var().Id(name).Op("=").Add(value(v.keys[0]))}
	}
	var defs []jen.Code
	for _, key := range v.keys {
		defs = append(defs, jen.Id(v.names[key]).Op("=").Add(value(key)))
	}
	return []jen.Code{gocode.Doc(what + " They were checked when this file was generated.").Line().Var().Defs(defs...)}
}

// address is an IP address or a CIDR block.
type address struct {
	kind ir.Kind
	text string
}

// pattern returns the variable that holds a compiled regular expression.
func (f *File) pattern(text string) *jen.Statement {
	return jen.Id(f.patterns.name(text, func() string {
		return f.Names.Function(f.owner.Prefix, "pattern"+strconv.Itoa(len(f.patterns.keys)+1))
	}))
}

// zone returns the variable that holds a time zone.
func (f *File) zone(n *ir.Zone) *jen.Statement {
	return jen.Id(f.zones.name(n.Name, func() string { return f.Names.Function(f.owner.Prefix, zoneHint(n)) }))
}

// zoneHint names the variable of a zone after its city: berlinZone.
func zoneHint(n *ir.Zone) string {
	if n.IsOffset() {
		return "zone"
	}
	return n.Name[strings.LastIndexByte(n.Name, '/')+1:] + "_zone"
}

// address returns the variable that holds an address or a block.
func (f *File) address(n *ir.Address) *jen.Statement {
	return jen.Id(f.addresses.name(address{n.T.Kind, n.Text}, func() string {
		hint, count := "ip_", 1
		if n.T.Kind == ir.CIDR {
			hint = "cidr_"
		}
		for _, a := range f.addresses.keys {
			if a.kind == n.T.Kind {
				count++
			}
		}
		return f.Names.Function(f.owner.Prefix, hint+strconv.Itoa(count))
	}))
}

// Variables returns the variables that what was printed so far needs:
//
//	// The regular expressions of lookup_weather_by_city. They were checked when this file was generated.
//	var (
//		lookupWeatherByCityPattern1 = regexp.MustCompile(`^[A-Z]`)
//	)
func (f *File) Variables() []jen.Code {
	decls := f.patterns.declaration("The regular expressions of "+f.owner.Name+".", func(text string) *jen.Statement {
		return jen.Qual("regexp", "MustCompile").Call(gocode.Lit(text))
	})
	decls = append(decls, f.zones.declaration("The time zones of "+f.owner.Name+".", func(name string) *jen.Statement {
		return f.Runtime.Cel("MustLocation").Call(gocode.Lit(name))
	})...)
	return append(decls, f.addresses.declaration("The networks of "+f.owner.Name+".", func(a address) *jen.Statement {
		parse := "MustParseAddr"
		if a.kind == ir.CIDR {
			parse = "MustParsePrefix"
		}
		return jen.Qual("net/netip", parse).Call(gocode.Lit(a.text))
	})...)
}
