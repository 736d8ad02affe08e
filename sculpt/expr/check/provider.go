package check

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
)

// provider tells CEL's checker about object types: those of the scope of the expression that is being checked.
type provider struct {
	*types.Registry
	scope *Scope
}

func newProvider() (*provider, error) {
	registry, err := types.NewRegistry()
	if err != nil {
		return nil, err
	}
	return &provider{Registry: registry}, nil
}

var _ types.Provider = (*provider)(nil)

// FindStructType implements [types.Provider].
func (p *provider) FindStructType(name string) (*types.Type, bool) {
	if p.scope.object(name) != nil {
		return types.NewTypeTypeWithParam(types.NewObjectType(name)), true
	}
	return p.Registry.FindStructType(name)
}

// FindStructFieldNames implements [types.Provider].
func (p *provider) FindStructFieldNames(name string) ([]string, bool) {
	if o := p.scope.object(name); o != nil {
		return o.Names(), true
	}
	return p.Registry.FindStructFieldNames(name)
}

// FindStructFieldType implements [types.Provider].
func (p *provider) FindStructFieldType(name, field string) (*types.FieldType, bool) {
	if p.scope.object(name) == nil {
		return p.Registry.FindStructFieldType(name, field)
	}
	if t := p.scope.field(name, field); t != nil {
		return &types.FieldType{Type: p.scope.types.celType(t)}, true
	}
	return nil, false
}

// NewValue implements [types.Provider]: object types have no literals.
func (p *provider) NewValue(name string, _ map[string]ref.Val) ref.Val {
	return types.NewErr("%s has no literals", name)
}
