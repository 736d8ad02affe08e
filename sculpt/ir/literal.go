package ir

// Const is a literal. Value is a string, int64, uint64, float64, bool, []byte, time.Time in UTC, time.Duration or nil for null;
// with a type that has an Enum it is one of its values.
type Const struct {
	Marks
	T     *Type
	Value any
}

// Int64 returns the literal of an int.
func Int64(i int64) *Const { return &Const{T: IntType, Value: i} }

// Text returns the literal of a string.
func Text(s string) *Const { return &Const{T: StringType, Value: s} }

// True and False return the literals of bools.
func True() *Const  { return &Const{T: BoolType, Value: true} }
func False() *Const { return &Const{T: BoolType, Value: false} }

// ListLit is a list literal. An element with an Optional type and OptionalAt is left out if absent.
type ListLit struct {
	Marks
	Priced
	T          *Type
	Elems      []Node
	OptionalAt map[int]bool
}

// MapLit is a map literal. Keys are distinct.
type MapLit struct {
	Marks
	Priced
	T          *Type
	Keys       []Node
	Values     []Node
	OptionalAt map[int]bool
}

// Record is an object that the author spells out: a map literal at a JSON output, a request body, a stand-in for an answer.
type Record struct {
	Marks
	Priced
	Name    string // what the outermost record it stands in is, for its Go type: the output's id, "body"
	Members []RecordMember
	T       *Type // an Object type whose fields are the members; of a stand-in, that of the answer: fields that are no members are absent
}

// Member returns the value of the member of that name, or nil.
func (n *Record) Member(name string) Node {
	for _, m := range n.Members {
		if m.Name == name {
			return m.Value
		}
	}
	return nil
}

// RecordMember is a member of a Record. One with an Optional type is left out if absent.
type RecordMember struct {
	Name  string
	Value Node
}

// Pairs is the value of a parameter that is an object: its members, encoded, in the author's order. Member values are
// strings or optionals of strings.
type Pairs struct {
	Marks
	Members []RecordMember
}

// PairsType is the type of Pairs.
var PairsType = &Type{Kind: Map, Key: StringType, Elem: StringType, Object: &ObjectType{Name: "parameter object"}}
