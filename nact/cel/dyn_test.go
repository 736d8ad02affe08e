package cel_test

import (
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

// period is like a generated struct that is used as dyn.
type period struct {
	Name string
	Wind nact.Opt[string]
	Gust nact.Null[float64]
}

func (p *period) Member(name string) (any, bool) {
	switch name {
	case "name":
		return p.Name, true
	case "wind":
		return p.Wind.Value, p.Wind.Has
	case "gust":
		return cel.DynNull(p.Gust), true
	}
	return nil, false
}

func (p *period) Members() []string {
	if p.Wind.Has {
		return []string{"gust", "name", "wind"}
	}
	return []string{"gust", "name"}
}

// day is like a generated enum.
type day string

type flag bool

// dyns are values of all kinds that dyn can hold.
var dyns = []any{
	nil, false, true,
	int64(0), int64(1), int64(-1), int64(2), int64(math.MaxInt64), int64(math.MinInt64), int64(1<<53 + 1),
	uint64(0), uint64(1), uint64(2), uint64(1 << 63), uint64(math.MaxUint64),
	0.0, math.Copysign(0, -1), 1.0, 1.5, -1.0, float64(1 << 53), float64(1 << 63), math.Inf(1), math.NaN(),
	"", "a", "b", "name", "1", "true", "1h", "2024-02-29T12:30:15+02:00", day("TODAY"),
	[]byte{}, []byte("a"), []byte{0xff},
	times[0], times[5], times[7], time.Duration(0), time.Hour, time.Duration(math.MaxInt64), time.Duration(math.MinInt64),
	cel.IntType, cel.StringType, cel.ListType,
	nact.Opt[any]{}, nact.Some[any](int64(1)), nact.Some[any](map[string]any{"a": int64(1)}), nact.Some[any](nil),
	[]any{}, []any{int64(1)}, []any{1.0, uint64(2)}, []any{"a", "b"}, []any{"a", int64(1)}, []any{nil}, []any{math.NaN(), 1.0}, []any{[]any{int64(1)}, "x", []any{[]any{2.0}}},
	[]any{nact.Some[any](int64(1)), nact.Opt[any]{}},
	[]int64{1, 2}, []string{"b", "a"}, [][]int64{{1}, {}, {2, 3}}, []bool{true, false}, []nact.Null[int64]{nact.NotNull(int64(1)), {}},
	map[string]any{}, map[string]any{"a": int64(1)}, map[string]any{"a": 1.0, "name": nil}, map[string]any{"a": map[string]any{"a": "b"}},
	map[string]int64{"a": 1}, map[int64]string{1: "a", 0: "b"}, map[uint64]string{1: "a"}, map[bool]int64{true: 1},
	map[any]any{"a": int64(1), int64(1): "one", true: nil}, map[any]any{int64(1): "a", int64(0): "b"}, map[any]any{uint64(2): "c", uint64(1 << 63): "d", "": false},
	&period{Name: "Tonight"}, &period{Name: "Tonight", Wind: nact.Some("5 mph"), Gust: nact.NotNull(7.5)}, (*period)(nil),
	map[string]any{"name": "Tonight", "gust": nil}, []period{{Name: "Tonight"}}, []*period{{Name: "Tonight"}, nil},
}

// hashable returns the values without bytes: the reference panics on looking for
// them among the keys of a map, and makes an error of it; here there is no such key.
func hashable(values []any) []any {
	return slices.DeleteFunc(slices.Clone(values), func(v any) bool { return cel.TypeOf(v) == cel.BytesType })
}

func TestDynOperators(t *testing.T) {
	diff2(t, "a == b", dyns, dyns, total2(cel.Equal))
	diff2(t, "a < b", dyns, dyns, fallible2(cel.DynLess))
	diff2(t, "a <= b", dyns, dyns, fallible2(cel.DynLessEqual))
	diff2(t, "a > b", dyns, dyns, fallible2(cel.DynGreater))
	diff2(t, "a >= b", dyns, dyns, fallible2(cel.DynGreaterEqual))
	diff2(t, "a + b", dyns, dyns, fallible2(cel.DynAdd))
	diff2(t, "a - b", dyns, dyns, fallible2(cel.DynSub))
	diff2(t, "a * b", dyns, dyns, fallible2(cel.DynMul))
	diff2(t, "a / b", dyns, dyns, fallible2(cel.DynDiv))
	diff2(t, "a % b", dyns, dyns, fallible2(cel.DynMod))
	diff1(t, "-a", dyns, fallible1(cel.DynNeg))
}

// The checker narrows the type of such an expression to that of the literal.
func TestDynBesideLiterals(t *testing.T) {
	diff1(t, "a + 1", dyns, func(a any) (any, error) { return cel.DynAdd(a, int64(1)) })
	diff1(t, "a < 1.5", dyns, func(a any) (any, error) { return either(cel.DynLess(a, 1.5)) })
	diff1(t, "a == 1", dyns, func(a any) (any, error) { return cel.Equal(a, int64(1)), nil })
}

func TestDynAccess(t *testing.T) {
	diff2(t, "a[b]", dyns, dyns, fallible2(cel.DynIndex))
	diff2(t, "a[?b]", dyns, dyns, fallible2(cel.DynOptIndex))
	diff2(t, "a in b", hashable(dyns), dyns, fallible2(cel.DynIn))
	for _, field := range []string{"a", "name", "wind", "gust"} {
		diff1(t, "a."+field, dyns, func(v any) (any, error) { return cel.DynSelect(v, field) })
		diff1(t, "a.?"+field, dyns, func(v any) (any, error) { return either(cel.DynOptSelect(v, field)) })
		diff1(t, "has(a."+field+")", dyns, func(v any) (any, error) { return either(cel.DynHas(v, field)) })
	}
	diff1(t, "size(a)", dyns, fallible1(cel.DynSize))
}

func TestDynConversions(t *testing.T) {
	diff1(t, "int(a)", dyns, fallible1(cel.DynInt))
	diff1(t, "uint(a)", dyns, fallible1(cel.DynUint))
	diff1(t, "double(a)", dyns, fallible1(cel.DynFloat))
	diff1(t, "string(a)", dyns, fallible1(cel.DynString))
	diff1(t, "bool(a)", dyns, fallible1(cel.DynBool))
	diff1(t, "bytes(a)", dyns, fallible1(cel.DynBytes))
	diff1(t, "timestamp(a)", dyns, fallible1(cel.DynTime))
	diff1(t, "duration(a)", dyns, fallible1(cel.DynDuration))
	diff1(t, "type(a)", dyns, total1(cel.TypeOf))
	diff1(t, "optional.ofNonZeroValue(a)", dyns, total1(cel.DynOfNonZero))
}

// Functions that have one overload take a dyn argument through an assertion.
func TestDynAssertions(t *testing.T) {
	diff1(t, "a ? 1 : 2", dyns, func(v any) (any, error) {
		b, err := cel.AsBool(v)
		if b {
			return int64(1), err
		}
		return int64(2), err
	})
	diff1(t, "[7, 8].slice(0, a)", dyns, func(v any) (any, error) {
		n, err := cel.AsInt(v)
		if err != nil {
			return nil, err
		}
		return either(cel.Slice([]int64{7, 8}, 0, n))
	})
	diff1(t, "math.floor(a)", dyns, func(v any) (any, error) {
		f, err := cel.AsFloat(v)
		return math.Floor(f), err
	})
	diff1(t, "a.trim()", dyns, fallible1(cel.AsString))
	diff1(t, "base64.encode(a)", dyns, func(v any) (any, error) {
		b, err := cel.AsBytes(v)
		return map[string]string{"": "", "a": "YQ==", "\xff": "/w=="}[string(b)], err
	})
	diff1(t, "a.getFullYear()", dyns, func(v any) (any, error) {
		at, err := cel.AsTime(v)
		return cel.Year(at, time.UTC), err
	})
	diff1(t, "a.hasValue()", dyns, func(v any) (any, error) {
		o, err := cel.AsOpt(v)
		return o.Has, err
	})
}

func TestDynFunctions(t *testing.T) {
	diff1(t, "a.getHours()", dyns, fallible1(cel.DynHours))
	diff1(t, "a.getMinutes()", dyns, fallible1(cel.DynMinutes))
	diff1(t, "a.getSeconds()", dyns, fallible1(cel.DynSeconds))
	diff1(t, "a.getMilliseconds()", dyns, fallible1(cel.DynMilliseconds))
	diff1(t, "math.greatest(a)", dyns, func(v any) (any, error) { return cel.DynMax(v) })
	diff1(t, "math.least(a)", dyns, func(v any) (any, error) { return cel.DynMin(v) })
	diff2(t, "math.greatest(a, b)", dyns, dyns, func(a, b any) (any, error) { return cel.DynMax(a, b) })
	diff1(t, "math.abs(a)", dyns, fallible1(cel.DynAbs))
	diff1(t, "math.sign(a)", dyns, fallible1(cel.DynSign))
	diff1(t, "math.sqrt(a)", dyns, fallible1(cel.DynSqrt))
	diff2(t, "math.bitAnd(a, b)", dyns, dyns, fallible2(cel.DynBitAnd))
	diff2(t, "math.bitOr(a, b)", dyns, dyns, fallible2(cel.DynBitOr))
	diff2(t, "math.bitXor(a, b)", dyns, dyns, fallible2(cel.DynBitXor))
	diff1(t, "math.bitNot(a)", dyns, fallible1(cel.DynBitNot))
	diff2(t, "math.bitShiftLeft(a, b)", dyns, dyns, fallible2(cel.DynShiftLeft))
	diff2(t, "math.bitShiftRight(a, b)", dyns, dyns, fallible2(cel.DynShiftRight))
}

func TestDynLists(t *testing.T) {
	diff1(t, "a.reverse()", dyns, fallible1(cel.DynReverse))
	diff1(t, "a.sort()", dyns, fallible1(cel.DynSort))
	diff1(t, "a.distinct()", dyns, fallible1(cel.DynDistinct))
	diff1(t, "a.first()", dyns, fallible1(cel.DynFirst))
	diff1(t, "a.last()", dyns, fallible1(cel.DynLast))
	diff1(t, "a.join('-')", dyns, func(v any) (any, error) { return either(cel.DynJoin(v, "-")) })
	diff1(t, "a.slice(0, 1)", dyns, func(v any) (any, error) { return either(cel.DynSlice(v, 0, 1)) })
	diff2(t, "a.flatten(b)", dyns, []int64{-1, 0, 1, 2, 10}, fallible2(cel.DynFlatten))
	diff1(t, "optional.unwrap(a)", dyns, fallible1(cel.DynUnwrapOpts))
	diff2(t, "sets.contains(a, b)", dyns, dyns, fallible2(cel.DynContainsAll))
	diff2(t, "sets.intersects(a, b)", dyns, dyns, fallible2(cel.DynIntersects))
	diff2(t, "sets.equivalent(a, b)", dyns, dyns, fallible2(cel.DynEquivalent))
}

func TestDynSortBy(t *testing.T) {
	keys := [][]any{{}, {1.0, 2.0}, {"b", "a"}, {"b", 1.0}, {nil, nil}, {true, false}, {math.NaN(), 1.0}, {[]any{}, []any{}}}
	diff1(t, "a.sortBy(x, x)", keys, func(list []any) (any, error) { return either(cel.SortByDyn(list, list)) })
}

// Expressions over maps whose result depends on the order of their keys are not
// compared: the reference leaves the order open.
func TestDynMacros(t *testing.T) {
	diff1(t, "a.all(x, true)", dyns, func(v any) (any, error) {
		_, err := cel.DynRange(v)
		return true, err
	})
	diff1(t, "a.map(x, x).size()", dyns, func(v any) (any, error) {
		values, err := cel.DynRange(v)
		return int64(len(values)), err
	})
	diff1(t, "a.transformMap(k, v, v)", dyns, func(v any) (any, error) {
		entries, err := cel.DynEntries(v)
		m := map[any]any{}
		for _, entry := range entries {
			if err := cel.DynInsert(m, entry.Key, entry.Value); err != nil {
				return nil, err
			}
		}
		return m, err
	})
	diff1(t, "type(a) == list ? [0].transformMapEntry(i, v, dyn({})) : [0, 1].transformMapEntry(i, v, a)", dyns, func(v any) (any, error) {
		m := map[any]any{}
		if cel.TypeOf(v) == cel.ListType {
			return m, nil
		}
		if err := cel.DynInsertAll(m, v); err != nil {
			return nil, err
		}
		return m, cel.DynInsertAll(m, v)
	})
}

func TestDynRangeIsSorted(t *testing.T) {
	m := map[any]any{"b": 1, "a": 2, int64(2): 3, uint64(1): 4, int64(1): 5, true: 6, false: 7}
	want := []any{false, true, int64(1), uint64(1), int64(2), "a", "b"}
	for range 20 {
		if got, err := cel.DynRange(m); err != nil || !reflect.DeepEqual(got, want) {
			t.Fatalf("keys %v, %v, want %v", got, err, want)
		}
	}
}

func TestDynInsertFindsEqualNumbers(t *testing.T) {
	m := map[any]any{int64(1): "a"}
	for _, key := range []any{uint64(1), 1.0, int64(1)} {
		if err := cel.DynInsert(m, key, "b"); err == nil {
			t.Errorf("%T %v was inserted beside int 1", key, key)
		}
	}
	for _, key := range []any{nil, []byte("a"), []any{}, times[0]} {
		if err := cel.DynInsert(m, key, "b"); err == nil {
			t.Errorf("%T is a key", key)
		}
	}
}

func TestIntoDyn(t *testing.T) {
	if got := cel.DynOpt(nact.Some("x")); !got.Has || got.Value != "x" {
		t.Errorf("DynOpt = %+v", got)
	}
	if got := cel.DynOpt(nact.Opt[string]{}); got.Has || got.Value != nil {
		t.Errorf("DynOpt of none = %+v", got)
	}
	if got := cel.DynNull(nact.Null[string]{}); got != nil {
		t.Errorf("DynNull of null = %v", got)
	}
	periods := []period{{Name: "Tonight"}}
	if got := cel.DynList(periods); len(got) != 1 || got[0] != any(&periods[0]) {
		t.Errorf("DynList = %v, want a pointer into the list", got)
	}
	if got := cel.DynMap(map[string]int64{"a": 1}); !reflect.DeepEqual(got, map[string]any{"a": int64(1)}) {
		t.Errorf("DynMap = %v", got)
	}
}

// Structs written by hand and configuration bring types that expressions do not have.
func TestOtherGoTypes(t *testing.T) {
	text, number := "x", int32(7)
	for _, test := range []struct{ value, same any }{
		{int8(-3), int64(-3)},
		{uint16(3), uint64(3)},
		{float32(0.5), 0.5},
		{&text, "x"},
		{&number, int64(7)},
		{(*string)(nil), nil},
		{day("TODAY"), "TODAY"},
		{flag(true), true},
		{[]day{"TODAY"}, []any{"TODAY"}},
		{map[day]int8{"TODAY": 1}, map[string]any{"TODAY": int64(1)}},
		{nact.Some("x"), nact.Some[any]("x")},
		{nact.Opt[string]{}, nact.Opt[any]{}},
		{nact.NotNull("x"), "x"},
		{nact.Null[string]{}, nil},
	} {
		if !cel.Equal(test.value, test.same) || cel.TypeOf(test.value) != cel.TypeOf(test.same) {
			t.Errorf("%T %v is not %v", test.value, test.value, test.same)
		}
	}
	if got, err := cel.DynIndex(map[int8]string{1: "a"}, int64(257)); err == nil {
		t.Errorf("the key 257 of a map with 8-bit keys is %v", got)
	}
}

func TestUnknownGoTypesHaveNoOverloads(t *testing.T) {
	unknown := struct{ Name string }{"x"}
	if got := cel.TypeOf(unknown); got != "unknown" {
		t.Errorf("the type of a struct is %s", got)
	}
	if cel.Equal(unknown, unknown) {
		t.Error("a struct equals something")
	}
	for name, err := range map[string]error{
		"select": second(cel.DynSelect(unknown, "Name")),
		"index":  second(cel.DynIndex(map[struct{}]int64{{}: 1}, "a")),
		"format": second(cel.Format("%s", map[string]any{"a": unknown})),
		"encode": second(cel.JSONEncode(map[string]any{"a": unknown})),
		"sort":   second(cel.DynSort([]any{unknown})),
	} {
		if err == nil {
			t.Errorf("%s has no error", name)
		}
	}
}

func TestTypedCollections(t *testing.T) {
	numbers, err := cel.AsListOf([]any{"a", "b"}, cel.AsString)
	if err != nil || !slices.Equal(numbers, []string{"a", "b"}) {
		t.Errorf("AsListOf = %v, %v", numbers, err)
	}
	same, err := cel.AsMap(map[string]int64{"a": 1})
	if err != nil || !reflect.DeepEqual(same, map[string]any{"a": int64(1)}) {
		t.Errorf("AsMap = %v, %v", same, err)
	}
	for want, err := range map[string]error{
		"element 1: no such overload: a value of type double where int is wanted":        second(cel.AsListOf([]any{int64(1), 1.0}, cel.AsInt)),
		"key 1: no such overload: a value of type int where string is wanted":            second(cel.AsMap(map[int64]string{1: "a"})),
		"no such overload: a value of type null_type where map is wanted":                second(cel.AsMap(nil)),
		"no such overload: + on double and int":                                          second(cel.DynAdd(1.0, int64(1))),
		"no such overload: a value of type string where type is wanted":                  second(cel.AsType("int")),
		"no such overload: a value of type int where uint is wanted":                     second(cel.AsUint(int64(1))),
		"no such overload: a value of type int where google.protobuf.Duration is wanted": second(cel.AsDuration(int64(1))),
	} {
		if err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
		if !errors.Is(err, cel.ErrNoOverload) {
			t.Errorf("%v does not wrap ErrNoOverload", err)
		}
	}
}

func second[T any](_ T, err error) error { return err }
