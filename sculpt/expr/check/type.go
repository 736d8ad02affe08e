package check

import (
	"slices"
	"strconv"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// objectTypes names the types of values to CEL, which tells object types apart by their names.
type objectTypes struct {
	objects map[string]*ir.ObjectType
	names   map[*ir.ObjectType]string
	alike   *alike
}

func newObjectTypes() *objectTypes {
	return &objectTypes{
		objects: map[string]*ir.ObjectType{}, names: map[*ir.ObjectType]string{},
		alike: &alike{byFields: map[string][]*ir.ObjectType{}, first: map[*ir.ObjectType]*ir.ObjectType{}},
	}
}

// name returns the name by which CEL knows an object type: that of messages, with a number where another type has it.
func (o *objectTypes) name(object *ir.ObjectType) string {
	if name, named := o.names[object]; named {
		return name
	}
	name := object.Name
	for n := 2; o.objects[name] != nil; n++ {
		name = object.Name + "#" + strconv.Itoa(n)
	}
	o.names[object], o.objects[name] = name, object
	return name
}

// FieldOf returns the field of that name. An open object has every field there can be: one is declared as it is asked for.
func FieldOf(o *ir.ObjectType, name string) *ir.Field {
	if f := o.Field(name); f != nil {
		return f
	}
	if o.Open() == nil {
		return nil
	}
	return o.Add(&ir.Field{Name: name, Type: o.Open()})
}

// CELType returns t, which holds no objects, as CEL names it. A time zone goes by its name, a regular expression by its text.
func CELType(t *ir.Type) *types.Type { return newObjectTypes().celType(t) }

// celType returns t as CEL names it, and makes its object types known to the checker.
func (o *objectTypes) celType(t *ir.Type) *types.Type {
	switch t {
	case ir.ZoneType, ir.PatternType:
		return types.StringType
	case ir.OpenType:
		return types.NewTypeParamType("T")
	}
	c := o.plainCELType(t)
	if t.Nullable && t.Kind != ir.Object { // an object can be compared with null anyway
		return types.NewNullableType(c)
	}
	return c
}

var celTypes = map[ir.Kind]*types.Type{
	ir.Dyn: types.DynType, ir.Null: types.NullType, ir.Bool: types.BoolType, ir.Int: types.IntType, ir.Uint: types.UintType,
	ir.Double: types.DoubleType, ir.String: types.StringType, ir.Bytes: types.BytesType, ir.Timestamp: types.TimestampType,
	ir.Duration: types.DurationType, ir.TypeName: types.TypeType, ir.IP: ext.IPType, ir.CIDR: ext.CIDRType,
}

func (o *objectTypes) plainCELType(t *ir.Type) *types.Type {
	switch t.Kind {
	case ir.List:
		return types.NewListType(o.celType(t.Elem))
	case ir.Map:
		return types.NewMapType(o.celType(t.Key), o.celType(t.Elem))
	case ir.Optional:
		return types.NewOptionalType(o.celType(t.Elem))
	case ir.Object:
		return types.NewObjectType(o.name(o.alike.of(t.Object)))
	}
	return celTypes[t.Kind]
}

// Type is the reverse of celType, for types that the checker inferred.
func (s *Scope) Type(c *types.Type) *ir.Type {
	t := s.plainType(c)
	if nullable(c) {
		return t.OrNull()
	}
	return t
}

var irKinds = map[types.Kind]*ir.Type{
	types.NullTypeKind: ir.NullType, types.BoolKind: ir.BoolType, types.IntKind: ir.IntType, types.UintKind: ir.UintType,
	types.DoubleKind: ir.DoubleType, types.StringKind: ir.StringType, types.BytesKind: ir.BytesType,
	types.TimestampKind: ir.TimestampType, types.DurationKind: ir.DurationType, types.TypeKind: ir.TypeNameType,
}

func (s *Scope) plainType(c *types.Type) *ir.Type {
	switch c.Kind() {
	case types.ListKind:
		return ir.ListOf(s.Type(c.Parameters()[0]))
	case types.MapKind:
		return ir.MapFrom(s.Type(c.Parameters()[0]), s.Type(c.Parameters()[1]))
	case types.StructKind:
		if o := s.object(c.TypeName()); o != nil {
			return ir.ObjectOf(o)
		}
	case types.OpaqueKind:
		switch c.TypeName() {
		case "optional_type":
			return ir.OptionalOf(s.Type(c.Parameters()[0]))
		case ext.IPType.TypeName():
			return ir.IPType
		case ext.CIDRType.TypeName():
			return ir.CIDRType
		}
	}
	if t, ok := irKinds[c.Kind()]; ok {
		return t
	}
	return ir.DynType // dyn, a type parameter that nothing fixed
}

// nullable reports whether c is a scalar, list or map type that also holds null.
func nullable(c *types.Type) bool {
	switch c.Kind() {
	case types.BoolKind, types.IntKind, types.UintKind, types.DoubleKind, types.StringKind, types.BytesKind,
		types.TimestampKind, types.DurationKind, types.ListKind, types.MapKind:
		return c.IsAssignableType(types.NullType)
	}
	return false
}

// HasTypeParam reports whether a type is, or holds, one that a call decides.
func HasTypeParam(t *types.Type) bool {
	return t.Kind() == types.TypeParamKind || slices.ContainsFunc(t.Parameters(), HasTypeParam)
}

// alike finds object types that are the same by structure, which are one type to CEL: two operations that answer with
// one component, or with objects that happen to have the same fields.
type alike struct {
	byFields map[string][]*ir.ObjectType // the first of each kind, by the names of their fields
	first    map[*ir.ObjectType]*ir.ObjectType
}

// of returns the first object type that has the structure of o. An object that has members which nothing declares, or no
// fields, is like no other.
func (a *alike) of(o *ir.ObjectType) *ir.ObjectType {
	if first, ok := a.first[o]; ok {
		return first
	}
	a.first[o] = o
	if o.Open() != nil || len(o.Fields()) == 0 {
		return o
	}
	key := strings.Join(slices.Sorted(slices.Values(o.Names())), "\x00")
	for _, other := range a.byFields[key] {
		if ir.Alike(ir.ObjectOf(o), ir.ObjectOf(other)) {
			a.first[o] = other
			return other
		}
	}
	a.byFields[key] = append(a.byFields[key], o)
	return o
}
