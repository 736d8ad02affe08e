package cel_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

var (
	textMaps = []map[string]int64{{}, {"a": 1}, {"a": 1, "": 2, "日本語": 3}, {"a": 2}}
	intMaps  = []map[int64]string{{}, {1: "a"}, {1: "a", -1: "b", 1<<53 + 1: "c"}}
	uintMaps = []map[uint64]string{{}, {1: "a"}, {1 << 63: "b", 7: "c"}}
	boolMaps = []map[bool]int64{{}, {true: 1}, {true: 1, false: 0}}
)

func TestKeys(t *testing.T) {
	diff2(t, "a[b]", textMaps, texts, fallible2(cel.Key[string, int64]))
	diff2(t, "a[?b]", textMaps, texts, total2(cel.OptKey[string, int64]))
	diff2(t, "b in a", textMaps, texts, total2(cel.HasKey[string, int64]))
	diff2(t, "a[b]", intMaps, ints, fallible2(cel.Key[int64, string]))
	diff2(t, "a[b]", boolMaps, bools, fallible2(cel.Key[bool, int64]))
	diff1(t, "has(a.a)", textMaps, total1(func(m map[string]int64) bool { return cel.HasKey(m, "a") }))
}

func TestKeysOfDyn(t *testing.T) {
	diff2(t, "a[b]", textMaps, dyns, fallible2(cel.KeyDyn[string, int64]))
	diff2(t, "a[b]", intMaps, dyns, fallible2(cel.KeyDyn[int64, string]))
	diff2(t, "a[b]", uintMaps, dyns, fallible2(cel.KeyDyn[uint64, string]))
	diff2(t, "a[b]", boolMaps, dyns, fallible2(cel.KeyDyn[bool, int64]))
	diff2(t, "a[?b]", intMaps, dyns, fallible2(cel.OptKeyDyn[int64, string]))
	diff2(t, "a[b]", intLists, dyns, fallible2(cel.AtDyn[int64]))
	diff2(t, "a[?b]", intLists, dyns, fallible2(cel.OptAtDyn[int64]))
}

func TestMapEquality(t *testing.T) {
	diff2(t, "a == b", textMaps, textMaps, total2(maps.Equal[map[string]int64, map[string]int64]))
}

func TestNoKeyErrorNamesTheKey(t *testing.T) {
	for _, test := range []struct {
		err  func() error
		want string
	}{
		{func() error { _, err := cel.Key(map[string]int64{}, `a"b`); return err }, `no such key: "a\"b"`},
		{func() error { _, err := cel.Key(map[int64]int64{}, 3); return err }, "no such key: 3"},
		{func() error { _, err := cel.Get(nact.Opt[string]{}, "wind"); return err }, `no such key: "wind"`},
		{func() error { _, err := cel.DynSelect(map[string]any{}, "wind"); return err }, `no such key: "wind"`},
	} {
		if err := test.err(); err == nil || err.Error() != test.want {
			t.Errorf("error %v, want %s", err, test.want)
		}
	}
}

func TestSortedKeys(t *testing.T) {
	if got := cel.SortedKeys(map[string]int64{"b": 1, "a": 2, "B": 3}); !slices.Equal(got, []string{"B", "a", "b"}) {
		t.Errorf("keys %v", got)
	}
	if got := cel.SortedBools(map[bool]int64{true: 1, false: 2}); !slices.Equal(got, []bool{false, true}) {
		t.Errorf("keys %v", got)
	}
	if got := cel.SortedBools(map[bool]int64{true: 1}); !slices.Equal(got, []bool{true}) {
		t.Errorf("keys %v", got)
	}
}

func TestInsert(t *testing.T) {
	diff1(t, "a.transformMapEntry(i, x, {x: i})", intLists, func(list []int64) (any, error) {
		m := map[int64]int64{}
		for i, x := range list {
			if err := cel.Insert(m, x, int64(i)); err != nil {
				return nil, err
			}
		}
		return m, nil
	})
	m := map[string]int64{"a": 1}
	if err := cel.InsertAll(m, map[string]int64{"b": 2}); err != nil || len(m) != 2 {
		t.Errorf("InsertAll made %v, %v", m, err)
	}
	if err := cel.InsertAll(m, map[string]int64{"a": 3}); err == nil || m["a"] != 1 {
		t.Errorf("InsertAll of a key that is there made %v, %v", m, err)
	}
}

func TestMembers(t *testing.T) {
	if v, err := cel.Get(nact.Some("x"), "wind"); v != "x" || err != nil {
		t.Errorf("Get = %q, %v", v, err)
	}
	if v, err := cel.NonNull(nact.NotNull(1.5), "x"); v != 1.5 || err != nil {
		t.Errorf("NonNull = %v, %v", v, err)
	}
	if _, err := cel.NonNull(nact.Null[float64]{}, "place.name"); !errors.Is(err, cel.ErrNoOverload) || err.Error() != "place.name is null" {
		t.Errorf("NonNull of null: %v", err)
	}
}

func TestOptionals(t *testing.T) {
	diff1(t, "a.value()", []nact.Opt[any]{{}, nact.Some[any]("x")}, fallible1(cel.Value[any]))
	diff1(t, "optional.ofNonZeroValue(a)", ints, total1(cel.OfNonZero[int64]))
	diff1(t, "optional.ofNonZeroValue(a)", floats, total1(cel.OfNonZero[float64]))
	diff1(t, "optional.ofNonZeroValue(a)", texts, total1(cel.OfNonZero[string]))
	diff1(t, "optional.ofNonZeroValue(a)", bools, total1(cel.OfNonZero[bool]))
	diff1(t, "optional.ofNonZeroValue(a)", byteStrings, func(b []byte) (any, error) {
		o := cel.OfNonEmpty(b)
		return cel.DynOpt(o), nil
	})
	diff1(t, "optional.ofNonZeroValue(a)", intLists, total1(cel.OfNonEmpty[int64]))
	diff1(t, "optional.ofNonZeroValue(a)", textMaps, total1(cel.OfNonEmptyMap[string, int64]))
	diff1(t, "optional.ofNonZeroValue(a)", times, total1(cel.OfNonZeroTime))
	lists := [][]nact.Opt[any]{{}, {{}}, {nact.Some[any](int64(1)), {}, nact.Some[any](int64(0))}}
	diff1(t, "optional.unwrap(a)", lists, total1(cel.UnwrapOpts[any]))
	diff1(t, "a.unwrapOpt()", lists, total1(cel.UnwrapOpts[any]))
}
