package expr

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/ext"

	"github.com/nactgen/nactgen/sculpt/ir"
)

// provider tells the CEL checker about object types.
type provider struct {
	*types.Registry
	objects map[string]*ir.ObjectType
	alike   *alike
}

func newProvider() (*provider, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	return &provider{Registry: registry, objects: map[string]*ir.ObjectType{}, alike: newAlike()}, nil
}

var _ types.Provider = (*provider)(nil)

// FindStructType implements [types.Provider].
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if _, ok := p.objects[name]; ok {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldNames implements [types.Provider].
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	if o, ok := p.objects[name]; ok {
		return o.Names(), true
	}
	return p.Registry.FindStructFieldNames(name)
}

// FindStructFieldType implements [types.Provider].
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	o, ok := p.objects[name]
	if !ok {
		return p.Registry.FindStructFieldType(name, field)
	}
	if f := fieldOf(o, field); f != nil {
		return &types.FieldType{Type: p.celType(f.Type)}, true
	}
	return nil, false
}

// NewValue implements [types.Provider]: object types have no literals.
func (p *provider) NewValue(name string, _ map[string]ref.Val) ref.Val {
	return types.NewErr("%s has no literals", name)
}

// fieldOf returns the field of that name. An open object has every field there can be: one is declared as it is asked for.
func fieldOf(o *ir.ObjectType, name string) *ir.Field {
	if f := o.Field(name); f != nil {
		return f
	}
	if o.Open == nil {
		return nil
	}
	return o.Add(&ir.Field{Name: name, Type: o.Open})
}

// celType returns t as CEL names it, and makes its object types known to the checker.
func (p *provider) celType(t *ir.Type) *types.Type {
	c := p.plainCELType(t)
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

func (p *provider) plainCELType(t *ir.Type) *types.Type {
	switch t.Kind {
	case ir.List:
		return types.NewListType(p.celType(t.Elem))
	case ir.Map:
		return types.NewMapType(p.celType(t.Key), p.celType(t.Elem))
	case ir.Optional:
		return types.NewOptionalType(p.celType(t.Elem))
	case ir.Object:
		object := p.alike.of(t.Object)
		p.objects[object.Name] = object
		return types.NewObjectType(object.Name)
	}
	return celTypes[t.Kind]
}

// irType is the reverse of celType, for types that the checker inferred.
func (p *provider) irType(c *types.Type) *ir.Type {
	t := p.plainIRType(c)
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

func (p *provider) plainIRType(c *types.Type) *ir.Type {
	switch c.Kind() {
	case types.ListKind:
		return ir.ListOf(p.irType(c.Parameters()[0]))
	case types.MapKind:
		return mapOf(p.irType(c.Parameters()[0]), p.irType(c.Parameters()[1]))
	case types.StructKind:
		if o, ok := p.objects[c.TypeName()]; ok {
			return ir.ObjectOf(o)
		}
	case types.OpaqueKind:
		switch c.TypeName() {
		case "optional_type":
			return ir.OptionalOf(p.irType(c.Parameters()[0]))
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
