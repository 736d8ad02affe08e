package cel

import "strings"

func wanted(want Type, v any) error {
	return overload("a value of type %s where %s is wanted", TypeOf(v), want)
}

// noOverload says that an operator or a function has no overload for its operands.
func noOverload(function string, operands ...any) error {
	types := make([]string, len(operands))
	for i, operand := range operands {
		types[i] = string(TypeOf(operand))
	}
	return overload("%s on %s", function, strings.Join(types, " and "))
}
