// Package gotype says what Go type a value of a plan has, and how the structs of answers, records and table rows hold it.
//
//	types := gotype.New(p, names, runtime)
//	types.Of(ir.ListOf(ir.StringType))  // []string
//	types.Field(f), types.Storage(f)    // nact.Opt[string] and InOpt, for a string that an answer may lack
//	types.Zero(ir.IntType)              // 0
package gotype

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/gocode"
	"github.com/nactgen/nactgen/gen/naming"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Types are the Go types of what a plan holds. They may be used by several goroutines at the same time.
type Types struct {
	names   *naming.Names
	runtime gocode.Runtime
	fields  map[*ir.Field]*plan.StructField // of answers
	cyclic  map[*plan.StructField]bool      // fields that would make a struct contain itself
}

// New returns the types of a plan, whose names are names, in a package that imports runtime.
func New(p *plan.Plan, names *naming.Names, runtime gocode.Runtime) *Types {
	t := &Types{names: names, runtime: runtime, fields: p.StructFields(), cyclic: map[*plan.StructField]bool{}}
	for _, u := range p.Upstreams {
		addCyclic(t.cyclic, u.Structs())
	}
	return t
}

// Of returns the Go type of a value of t: of a variable, a parameter, a list's element or a map's value.
//
//	bool, int, uint, double, string, bytes   bool, int64, uint64, float64, string, []byte
//	timestamp, duration                      time.Time, time.Duration
//	IP address, CIDR block                   netip.Addr, netip.Prefix
//	a string of an enum                      the enum's type
//	list(t), map(k, t)                       []T, map[K]T; nil is null
//	object                                   *Struct; nil is null
//	optional(t)                              nact.Opt[T]
//	a scalar or null                         nact.Null[T]
//	dyn, null                                any
//	ir.PairsType                             []upstream.Pair
//	ir.PartType                              upstream.Part
//	object that stands for its only field    that of the field
//
// A list holds objects that cannot be null by value: see Elem.
func (ts *Types) Of(t *ir.Type) *jen.Statement {
	t = t.Content()
	if t.Nullable && t.Scalar() {
		return ts.runtime.Nact("Null").Types(ts.plain(t))
	}
	return ts.plain(t)
}

// plain returns the Go type of values of t that are not null.
func (ts *Types) plain(t *ir.Type) *jen.Statement {
	switch t.Kind {
	case ir.List:
		return jen.Index().Add(ts.Elem(t.Elem))
	case ir.Map:
		if IsPairs(t) {
			return jen.Index().Add(ts.runtime.Upstream("Pair"))
		}
		return jen.Map(ts.Of(t.Key)).Add(ts.Of(t.Elem))
	case ir.Optional:
		return ts.runtime.Nact("Opt").Types(ts.Of(t.Elem))
	case ir.Object:
		return jen.Op("*").Id(ts.names.Struct(t.Object))
	case ir.TypeName:
		return ts.runtime.Cel("Type")
	}
	if ir.IsPart(t) {
		return ts.runtime.Upstream("Part")
	}
	if t.Enum != nil {
		return jen.Id(ts.names.Enum(t.Enum))
	}
	return Scalar(t.Kind)
}

// Elem returns the Go type of an element of a list whose elements are of type t.
func (ts *Types) Elem(t *ir.Type) *jen.Statement {
	t = t.Content()
	if t.ByValue() {
		return jen.Id(ts.names.Struct(t.Object))
	}
	return ts.Of(t)
}

// Zero returns the zero value of the Go type of t.
func (ts *Types) Zero(t *ir.Type) *jen.Statement {
	t = t.Content()
	switch {
	case t.Nullable && t.Scalar(), t.Kind == ir.Optional, t.Kind == ir.Timestamp, t.Kind == ir.IP, t.Kind == ir.CIDR:
		return ts.Of(t).Values()
	case t.Kind == ir.Bool:
		return jen.False()
	case t.Kind == ir.String, t.Kind == ir.TypeName:
		return jen.Lit("")
	case t.Kind == ir.Int, t.Kind == ir.Uint, t.Kind == ir.Double, t.Kind == ir.Duration:
		return jen.Lit(0)
	}
	return jen.Nil()
}

// Scalar returns the Go type of a kind of single values, any for the other kinds.
func Scalar(kind ir.Kind) *jen.Statement {
	switch kind {
	case ir.Bool:
		return jen.Bool()
	case ir.Int:
		return jen.Int64()
	case ir.Uint:
		return jen.Uint64()
	case ir.Double:
		return jen.Float64()
	case ir.String:
		return jen.String()
	case ir.Bytes:
		return jen.Index().Byte()
	case ir.Timestamp:
		return jen.Qual("time", "Time")
	case ir.Duration:
		return jen.Qual("time", "Duration")
	case ir.IP:
		return jen.Qual("net/netip", "Addr")
	case ir.CIDR:
		return jen.Qual("net/netip", "Prefix")
	}
	return jen.Any()
}

// IsPairs reports whether t is ir.PairsType, the type of a parameter that is an object.
func IsPairs(t *ir.Type) bool { return t.Kind == ir.Map && t.Object == ir.PairsType.Object }
