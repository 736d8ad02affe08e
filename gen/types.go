package gen

import (
	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// goType returns the Go type of a value of t: of a variable, a parameter, a list's element or a map's value.
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
//
// A list holds objects that cannot be null by value.
func (g *generator) goType(t *ir.Type) *jen.Statement {
	if t.Nullable && t.Scalar() {
		return g.nact("Null").Types(g.plainType(t))
	}
	return g.plainType(t)
}

// plainType is goType for a value that is not null.
func (g *generator) plainType(t *ir.Type) *jen.Statement {
	switch t.Kind {
	case ir.List:
		return jen.Index().Add(g.elemType(t.Elem))
	case ir.Map:
		if isPairs(t) {
			return jen.Index().Add(g.upstreamPkg("Pair"))
		}
		return jen.Map(g.goType(t.Key)).Add(g.goType(t.Elem))
	case ir.Optional:
		return g.nact("Opt").Types(g.goType(t.Elem))
	case ir.Object:
		return jen.Op("*").Id(g.names.structName(t.Object))
	case ir.TypeName:
		return g.cel("Type")
	}
	if t.Enum != nil {
		return jen.Id(g.names.enumType(t.Enum))
	}
	return scalarType(t.Kind)
}

func scalarType(kind ir.Kind) *jen.Statement {
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

// elemType is the Go type of an element of a list whose elements are of type t.
func (g *generator) elemType(t *ir.Type) *jen.Statement {
	if byValue(t) {
		return jen.Id(g.names.structName(t.Object))
	}
	return g.goType(t)
}

// byValue reports whether a list or an enclosing struct holds values of t as the struct itself.
func byValue(t *ir.Type) bool { return t.Kind == ir.Object && !t.Nullable }

// isPairs reports whether t is ir.PairsType, the type of a parameter that is an object.
func isPairs(t *ir.Type) bool { return t.Kind == ir.Map && t.Object == ir.PairsType.Object }

// storage says how a struct's field holds its value.
type storage int

const (
	asValue     storage = iota // as it is, in its goType
	embedded                   // the struct itself: the value is its address
	nilIfAbsent                // in its goType, a slice, map or pointer; nil if the field is absent
	inOpt                      // in a nact.Opt of its goType
)

// storage returns how the field of an answer, record or row holds its value.
func (g *generator) storage(f *plan.StructField) storage {
	t := f.Field.Type
	switch {
	case f.Always && byValue(t) && !g.pointers[f.Field]:
		return embedded
	case f.Always || t.Kind == ir.Optional:
		return asValue
	case t.Nullable || t.Scalar() || t.Kind == ir.Dyn || t.Kind == ir.Null:
		return inOpt
	}
	return nilIfAbsent
}

// fieldType returns the Go type of a field of an answer, record or row.
func (g *generator) fieldType(f *plan.StructField) *jen.Statement {
	switch g.storage(f) {
	case embedded:
		return jen.Id(g.names.structName(f.Field.Type.Object))
	case inOpt:
		return g.nact("Opt").Types(g.goType(f.Field.Type))
	}
	return g.goType(f.Field.Type)
}

// structField returns how field of object is read. What is no answer's, the field of a record or of a table's row, is
// always there unless it is an optional.
func (g *generator) structField(_ *ir.ObjectType, field *ir.Field) *plan.StructField {
	if f, ok := g.fields[field]; ok {
		return f
	}
	return &plan.StructField{Field: field, Always: true}
}

// recursiveFields returns the fields that cannot be held by value because the struct would contain itself.
func recursiveFields(structs []*plan.Struct) map[*ir.Field]bool {
	inside := map[*ir.ObjectType][]*ir.Field{}
	for _, s := range structs {
		for _, f := range s.Fields {
			if f.Always && byValue(f.Field.Type) {
				inside[s.Object] = append(inside[s.Object], f.Field)
			}
		}
	}
	recursive := map[*ir.Field]bool{}
	for object, fields := range inside {
		for _, f := range fields {
			if reaches(inside, f.Type.Object, object, map[*ir.ObjectType]bool{}) {
				recursive[f] = true
			}
		}
	}
	return recursive
}

// reaches reports whether from holds to, directly or through others.
func reaches(inside map[*ir.ObjectType][]*ir.Field, from, to *ir.ObjectType, seen map[*ir.ObjectType]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	for _, f := range inside[from] {
		if reaches(inside, f.Type.Object, to, seen) {
			return true
		}
	}
	return false
}
