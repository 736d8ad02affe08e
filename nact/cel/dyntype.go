package cel

import (
	"net/netip"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Type is a type as a value of CEL: what type(x) answers.
type Type string

// The types that values have at run time. Elements of lists, maps and optionals do not
// count: type([1]) == type(['a']).
const (
	BoolType     Type = "bool"
	BytesType    Type = "bytes"
	CIDRType     Type = "net.CIDR"
	FloatType    Type = "double"
	DurationType Type = "google.protobuf.Duration"
	IPType       Type = "net.IP"
	IntType      Type = "int"
	ListType     Type = "list"
	MapType      Type = "map"
	NullType     Type = "null_type"
	OptionalType Type = "optional_type"
	StringType   Type = "string"
	TimeType     Type = "google.protobuf.Timestamp"
	TypeType     Type = "type"
	UintType     Type = "uint"

	unknownType Type = "unknown"
)

// TypeOf returns the type of a dyn value.
func TypeOf(v any) Type {
	switch plain(v).(type) {
	case nil:
		return NullType
	case bool:
		return BoolType
	case int64:
		return IntType
	case uint64:
		return UintType
	case float64:
		return FloatType
	case string:
		return StringType
	case []byte:
		return BytesType
	case time.Time:
		return TimeType
	case time.Duration:
		return DurationType
	case netip.Addr:
		return IPType
	case netip.Prefix:
		return CIDRType
	case Type:
		return TypeType
	case nact.Opt[any]:
		return OptionalType
	case anyList, typedList:
		return ListType
	case stringMap, objectMap, anyMap, typedMap:
		return MapType
	}
	return unknownType
}

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
