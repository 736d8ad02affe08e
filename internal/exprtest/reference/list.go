package reference

import (
	"cel.dev/cel-go/common/types"
	"cel.dev/cel-go/common/types/ref"
	"cel.dev/cel-go/common/types/traits"
)

func elements(v ref.Val) []ref.Val {
	var list []ref.Val
	for it := v.(traits.Lister).Iterator(); it.HasNext() == types.True; {
		list = append(list, it.Next())
	}
	return list
}

// take counts elements down.
func take(args ...ref.Val) ref.Val {
	left := integer(args[1])
	if left < 0 {
		return types.NewErr("take: %d elements", left)
	}
	taken := []ref.Val{}
	for _, element := range elements(args[0]) {
		if left == 0 {
			break
		}
		left--
		taken = append(taken, element)
	}
	return types.DefaultTypeAdapter.NativeToValue(taken)
}

// groupByKeys compares each key with those of all groups, by the interpreter's own operator.
func groupByKeys(args ...ref.Val) ref.Val {
	keys := elements(args[1])
	var groups [][]ref.Val
	var known []ref.Val
elements:
	for i, element := range elements(args[0]) {
		for g, key := range known {
			if types.Equal(key, keys[i]) == types.True {
				groups[g] = append(groups[g], element)
				continue elements
			}
		}
		known, groups = append(known, keys[i]), append(groups, []ref.Val{element})
	}
	list := make([]ref.Val, len(groups))
	for g, group := range groups {
		list[g] = types.DefaultTypeAdapter.NativeToValue(group)
	}
	return types.DefaultTypeAdapter.NativeToValue(list)
}
