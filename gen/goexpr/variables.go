package goexpr

import (
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/sculpt/ir"
)

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
