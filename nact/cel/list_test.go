package cel_test

import (
	"bytes"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact/cel"
)

var (
	intLists   = [][]int64{{}, {1}, {3, 1, 2}, {1, 2, 1, 2, 1}, {2, 1}, {5, 4, 3, 2, 1, 0}, ints}
	floatLists = [][]float64{{}, {math.NaN()}, {1, math.NaN()}, {0, math.Copysign(0, -1), 0}, {math.NaN(), 2, math.NaN(), 1}, {2, 1}, floats}
	textLists  = [][]string{{}, {"b"}, {"b", "a", "b"}, texts}
	byteLists  = [][][]byte{{}, byteStrings, {{1}, {0}, {1}}}
	timeLists  = [][]time.Time{{}, times, {times[7], times[7].UTC(), times[7]}}
	boolLists  = [][]bool{{}, {true}, {true, false, true}}
)

func TestIndex(t *testing.T) {
	diff2(t, "a[b]", intLists, indices, fallible2(cel.At[int64]))
	diff2(t, "a[?b]", intLists, indices, total2(cel.OptAt[int64]))
	diff1(t, "a.first()", intLists, total1(cel.First[int64]))
	diff1(t, "a.last()", intLists, total1(cel.Last[int64]))
}

func TestElemPointsIntoTheList(t *testing.T) {
	list := []string{"a", "b"}
	if p, err := cel.Elem(list, 1); err != nil || p != &list[1] {
		t.Errorf("Elem(list, 1) = %p, %v, want %p", p, err, &list[1])
	}
	if o := cel.OptElem(list, 1); !o.Has || o.Value != &list[1] {
		t.Errorf("OptElem(list, 1) = %+v, want %p", o, &list[1])
	}
	for _, i := range []int64{-1, 2} {
		if _, err := cel.Elem(list, i); err == nil {
			t.Errorf("Elem(list, %d) has no error", i)
		}
		if o := cel.OptElem(list, i); o.Has {
			t.Errorf("OptElem(list, %d) = %v", i, o.Value)
		}
	}
}

func TestIndexErrorSaysWhatThereIs(t *testing.T) {
	_, err := cel.At([]int64{7, 8}, 3)
	if want := "index 3 out of bounds, the list has 2 elements"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	_, err = cel.Elem([]int64{7}, -1)
	if want := "index -1 out of bounds, the list has 1 element"; err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
	var indexError *cel.IndexError
	if !errors.As(err, &indexError) || indexError.Index != -1 || indexError.Size != 1 {
		t.Errorf("the error is %#v", err)
	}
}

func TestIn(t *testing.T) {
	diff2(t, "a in b", floats, floatLists, total2(func(x float64, list []float64) bool { return slices.Contains(list, x) }))
	diff2(t, "a in b", times, timeLists, total2(func(x time.Time, list []time.Time) bool { return cel.InFunc(x, list, time.Time.Equal) }))
}

func TestListEquality(t *testing.T) {
	diff2(t, "a == b", floatLists, floatLists, total2(slices.Equal[[]float64]))
	diff2(t, "a == b", timeLists, timeLists, total2(func(a, b []time.Time) bool { return slices.EqualFunc(a, b, time.Time.Equal) }))
}

func TestConcat(t *testing.T) {
	diff2(t, "a + b", intLists, intLists, total2(cel.Concat[int64]))
	diff2(t, "a + b", byteStrings, byteStrings, total2(cel.Concat[byte]))
}

func TestConcatDoesNotAlias(t *testing.T) {
	backing := []int64{1, 2, 3}
	joined := cel.Concat(backing[:1], nil)
	_ = append(joined, 9)
	joined[0] = 8
	if !slices.Equal(backing, []int64{1, 2, 3}) {
		t.Errorf("the list became %v", backing)
	}
}

func TestSlice(t *testing.T) {
	diff3(t, "a.slice(b, c)", intLists, indices, indices, fallible3(cel.Slice[int64]))
	sliced, _ := cel.Slice([]int64{1, 2, 3}, 0, 1)
	if cap(sliced) != 1 {
		t.Errorf("appending to a slice of capacity %d would overwrite the list", cap(sliced))
	}
}

func TestFlatten(t *testing.T) {
	diff1(t, "a.flatten()", [][][]int64{{}, {{}}, {{1}, {}, {2, 3}}, intLists}, total1(cel.Flatten[int64]))
}

func TestRange(t *testing.T) {
	diff1(t, "lists.range(a)", []int64{0, 1, 5, 1_000_001, -1, math.MaxInt64, math.MinInt64}, fallible1(cel.Range))
	if list, err := cel.Range(1_000_000); err != nil || len(list) != 1_000_000 {
		t.Errorf("Range(1000000) has %d elements, %v", len(list), err)
	}
}

func TestReverseAndDistinct(t *testing.T) {
	diff1(t, "a.reverse()", intLists, total1(cel.Reverse[int64]))
	diff1(t, "a.distinct()", intLists, total1(cel.Distinct[int64]))
	diff1(t, "a.distinct()", floatLists, total1(cel.Distinct[float64]))
	diff1(t, "a.distinct()", timeLists, fallible1(func(list []time.Time) ([]any, error) { return cel.DynDistinct(list) }))
	diff1(t, "a.reverse()", textLists, total1(cel.Reverse[string]))
}

func TestReverseLeavesItsArgument(t *testing.T) {
	list := []int64{1, 2, 3}
	cel.Reverse(list)
	cel.Sort([]int64{3, 2, 1})
	if !slices.Equal(list, []int64{1, 2, 3}) {
		t.Errorf("the list became %v", list)
	}
}

// longList has many equal elements and NaN, and more elements than are sorted by insertion.
func longList(n int) []float64 {
	list := make([]float64, n)
	state := uint32(n)
	for i := range list {
		state = state*1664525 + 1013904223
		switch k := state >> 24 % 16; k {
		case 0:
			list[i] = math.NaN()
		case 1:
			list[i] = math.Copysign(0, -1)
		default:
			list[i] = float64(k) - 2
		}
	}
	return list
}

func TestSort(t *testing.T) {
	diff1(t, "a.sort()", intLists, total1(cel.Sort[int64]))
	diff1(t, "a.sort()", textLists, total1(cel.Sort[string]))
	diff1(t, "a.sort()", [][]uint64{uints, {2, 1}}, total1(cel.Sort[uint64]))
	diff1(t, "a.sort()", [][]time.Duration{durations, {2, 1}}, total1(cel.Sort[time.Duration]))
	diff1(t, "a.sort()", boolLists, total1(func(list []bool) []bool { return cel.SortFunc(list, cel.LessBool) }))
	diff1(t, "a.sort()", byteLists, total1(func(list [][]byte) [][]byte {
		return cel.SortFunc(list, func(a, b []byte) bool { return bytes.Compare(a, b) < 0 })
	}))
	diff1(t, "a.sort()", timeLists, total1(func(list []time.Time) []time.Time { return cel.SortFunc(list, time.Time.Before) }))
}

func TestSortOrdersEqualElementsAsTheReference(t *testing.T) {
	lists := append([][]float64{longList(12), longList(13), longList(60), longList(500)}, floatLists...)
	diff1(t, "a.sort()", lists, total1(cel.Sort[float64]))

	numbers := make([]int64, 300)
	for i := range numbers {
		numbers[i] = int64(i * 7919 % 301)
	}
	diff1(t, "a.sortBy(x, x % 5)", [][]int64{numbers, numbers[:10], {}}, total1(func(list []int64) []int64 {
		keys := make([]int64, len(list))
		for i, x := range list {
			keys[i] = x % 5
		}
		return cel.SortBy(list, keys)
	}))
	diff1(t, "a.sortBy(x, x % 3 == 0)", [][]int64{numbers}, total1(func(list []int64) []int64 {
		keys := make([]bool, len(list))
		for i, x := range list {
			keys[i] = x%3 == 0
		}
		return cel.SortByFunc(list, keys, cel.LessBool)
	}))
}

func TestSortLeavesItsArgument(t *testing.T) {
	list := []int64{3, 1, 2}
	cel.Sort(list)
	cel.SortBy(list, list)
	if !slices.Equal(list, []int64{3, 1, 2}) {
		t.Errorf("the list became %v", list)
	}
}

func TestSets(t *testing.T) {
	lists := append([][]float64{{1, 2}, {2, 1, 1}, {1}, {0}}, floatLists...)
	diff2(t, "sets.contains(a, b)", lists, lists, total2(cel.ContainsAll[float64]))
	diff2(t, "sets.intersects(a, b)", lists, lists, total2(cel.Intersects[float64]))
	diff2(t, "sets.equivalent(a, b)", lists, lists, total2(cel.Equivalent[float64]))
	diff2(t, "sets.contains(a, b)", lists, lists, fallible2(func(a, b []float64) (bool, error) { return cel.DynContainsAll(a, b) }))
	diff2(t, "sets.intersects(a, b)", lists, lists, fallible2(func(a, b []float64) (bool, error) { return cel.DynIntersects(a, b) }))
	diff2(t, "sets.equivalent(a, b)", lists, lists, fallible2(func(a, b []float64) (bool, error) { return cel.DynEquivalent(a, b) }))
	diff2(t, "a.hasAll(b)", intLists, intLists, total2(cel.ContainsAll[int64]))
	diff2(t, "b.hasOnly(a)", intLists, intLists, total2(cel.ContainsAll[int64]))
	diff2(t, "a.hasAny(b)", intLists, intLists, total2(cel.Intersects[int64]))
	diff2(t, "a.hasExactly(b)", intLists, intLists, total2(cel.Equivalent[int64]))
}

func TestJoin(t *testing.T) {
	diff2(t, "a.join(b)", textLists, texts, total2(strings.Join))
	diff2(t, "a.join(b)", textLists, texts, fallible2(cel.Join))
}

// TestSortKeyed: what is sorted by a key function stands in the order in which a list of the keys brings it, equal keys and
// NaN included.
func TestSortKeyed(t *testing.T) {
	type line struct {
		n  float64
		id int
	}
	r := rand.New(rand.NewPCG(1, 2))
	for size := range 60 {
		lines, numbers := make([]line, size), make([]float64, size)
		for i := range lines {
			numbers[i] = float64(r.IntN(8))
			if r.IntN(9) == 0 {
				numbers[i] = math.NaN()
			}
			lines[i] = line{numbers[i], i}
		}
		want := cel.SortBy(lines, numbers)
		for name, got := range map[string][]line{
			"by value":   cel.SortKeyed(lines, func(l line) float64 { return l.n }),
			"by address": cel.SortElemsKeyed(lines, func(l *line) float64 { return l.n }),
		} {
			for i := range want {
				if got[i].id != want[i].id {
					t.Fatalf("%s: element %d of %v is %v, want %v", name, i, numbers, got[i], want[i])
				}
			}
		}
	}
}
