package exprtest

import (
	"cmp"
	"reflect"
	"slices"
	"strings"

	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

// orderedMaps is a type adapter whose maps are run over in the order of their keys. CEL leaves the order open, and the
// reference interpreter takes Go's, which is another one each time: results could not be compared.
type orderedMaps struct{ types.Adapter }

// NativeToValue implements [types.Adapter].
func (a orderedMaps) NativeToValue(value any) ref.Val {
	switch value := value.(type) {
	case ref.Val:
		return inOrder(value)
	case []byte:
		return types.Bytes(value)
	}
	switch reflect.ValueOf(value).Kind() {
	case reflect.Map:
		return inOrder(a.mapping(value))
	case reflect.Slice:
		return types.NewDynamicList(a, value)
	}
	return a.Adapter.NativeToValue(value)
}

// mapping returns a Go map as a value.
func (a orderedMaps) mapping(m any) ref.Val {
	switch m := m.(type) {
	case map[string]any:
		return types.NewStringInterfaceMap(a, m)
	case map[ref.Val]ref.Val:
		return types.NewRefValMap(a, m)
	}
	return types.NewDynamicMap(a, m)
}

// orderedMap is a map that is run over in the order of its keys.
type orderedMap struct{ traits.Mapper }

// inOrder returns a map as an orderedMap, and any other value as it is. A map that a comprehension is filling stays one.
func inOrder(v ref.Val) ref.Val {
	switch m := v.(type) {
	case orderedMap, traits.MutableMapper:
		return v
	case traits.Mapper:
		return orderedMap{m}
	}
	return v
}

// Iterator implements [traits.Iterable].
func (m orderedMap) Iterator() traits.Iterator {
	var keys []ref.Val
	for it := m.Mapper.Iterator(); it.HasNext() == types.True; {
		keys = append(keys, it.Next())
	}
	slices.SortFunc(keys, compareKeys)
	return types.NewRefValList(types.DefaultTypeAdapter, keys).Iterator()
}

// Equal implements [ref.Val]: the map below does not know this type.
func (m orderedMap) Equal(other ref.Val) ref.Val {
	if o, ok := other.(orderedMap); ok {
		other = o.Mapper
	}
	return m.Mapper.Equal(other)
}

// IsZeroValue implements [traits.Zeroer].
func (m orderedMap) IsZeroValue() bool { return m.Size() == types.IntZero }

// withKeys is v, or an error for a map with a key that is neither a bool, a number nor a string. The reference makes maps
// of untyped keys whatever they are.
func withKeys(v ref.Val) ref.Val {
	m, ok := v.(orderedMap)
	if !ok {
		return v
	}
	for it := m.Mapper.Iterator(); it.HasNext() == types.True; {
		switch key := it.Next().(type) {
		case types.Bool, types.Int, types.Uint, types.Double, types.String:
		default:
			return types.NewErr("%s cannot be a key", key.Type().TypeName())
		}
	}
	return v
}

// compareKeys puts bools before numbers, and numbers before strings. Numbers that are equal are ordered by type.
func compareKeys(a, b ref.Val) int {
	if order := cmp.Compare(keyRank(a), keyRank(b)); order != 0 {
		return order
	}
	if order, ok := a.(traits.Comparer).Compare(b).(types.Int); ok && order != 0 {
		return int(order)
	}
	return strings.Compare(a.Type().TypeName(), b.Type().TypeName())
}

func keyRank(key ref.Val) int {
	switch key.(type) {
	case types.Bool:
		return 0
	case types.String:
		return 2
	}
	return 1
}
