package lists

import (
	"slices"
	"strconv"
	"testing"
)

func TestMap(t *testing.T) {
	if got := Map([]int{1, 2}, strconv.Itoa); !slices.Equal(got, []string{"1", "2"}) {
		t.Errorf("Map = %q", got)
	}
	if got := Map(nil, strconv.Itoa); got != nil {
		t.Errorf("of nothing, Map = %q", got)
	}
}

func TestFlatMap(t *testing.T) {
	twice := func(n int) []int { return slices.Repeat([]int{n}, n) }
	if got := FlatMap([]int{2, 0, 1}, twice); !slices.Equal(got, []int{2, 2, 1}) {
		t.Errorf("FlatMap = %v", got)
	}
	if got := FlatMap([]int{0}, twice); got != nil {
		t.Errorf("of nothing, FlatMap = %v", got)
	}
}

func TestFind(t *testing.T) {
	a, b := "a", "bb"
	if got := Find([]*string{&a, &b}, func(s *string) bool { return len(*s) > 1 }); got != &b {
		t.Errorf("Find = %v", got)
	}
	if got := Find([]*string{&a}, func(s *string) bool { return len(*s) > 1 }); got != nil {
		t.Errorf("Find = %v of a list without", *got)
	}
}

func TestAt(t *testing.T) {
	m := map[string]int{"a": 0}
	if got := At(m, "a"); got != 0 {
		t.Errorf("At = %d", got)
	}
	defer func() {
		if got := recover(); got != "nothing is known of string b" {
			t.Errorf("of a key that is not there, At says %v", got)
		}
	}()
	At(m, "b")
}
