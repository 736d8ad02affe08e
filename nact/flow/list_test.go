package flow_test

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/flow"
)

// page is one that an upstream answers.
type page struct {
	items []int
	next  string // for the kinds that know of more: whether it is empty
}

// TestList: what is collected of pages, and how many of them are asked for, is the same for each kind.
func TestList(t *testing.T) {
	tests := []struct {
		name  string
		limit int
		pages []page
		items string
		more  bool
		asked int
	}{
		{"one page", 10, []page{{[]int{1, 2}, ""}}, "[1 2]", false, 1},
		{"several", 10, []page{{[]int{1, 2}, "a"}, {[]int{3}, "b"}, {[]int{4}, ""}}, "[1 2 3 4]", false, 3},
		{"nothing", 10, []page{{nil, ""}}, "[]", false, 1},
		{"more than the limit on the first page", 2, []page{{[]int{1, 2, 3}, ""}}, "[1 2]", true, 1},
		{"more than the limit on a later page", 3, []page{{[]int{1, 2}, "a"}, {[]int{3, 4}, ""}}, "[1 2 3]", true, 2},
		{"as many as the limit, and no more", 3, []page{{[]int{1, 2}, "a"}, {[]int{3}, ""}}, "[1 2 3]", false, 2},
		{"as many as the limit, and another page", 3, []page{{[]int{1, 2}, "a"}, {[]int{3}, "b"}, {[]int{4}, ""}}, "[1 2 3]", true, 2},
		{"no room", 0, []page{{[]int{1}, ""}}, "[]", false, 0},
		{"less than no room", -1, []page{{[]int{1}, ""}}, "[]", false, 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			cursor, links := flow.NewCursor[int, string](test.limit), flow.NewLinks[int](test.limit)
			numbers, offsets := flow.NewNumbers[int](1, test.limit), flow.NewOffsets[int](0, test.limit)
			kinds := []struct {
				name string
				list *flow.List[int]
				add  func(page) error
			}{
				{"Cursor", &cursor.List, func(p page) error { return cursor.Add(p.items, nact.Some(p.next)) }},
				{"Links", &links.List, func(p page) error { return links.Add(p.items, p.next) }},
				{"Numbers", &numbers.List, func(p page) error { return numbers.Add(p.items, nact.Some(p.next != "")) }},
				{"Offsets", &offsets.List, func(p page) error { return offsets.Add(p.items, nact.Some(p.next != "")) }},
			}
			for _, kind := range kinds {
				asked := 0
				for kind.list.Open() {
					if err := kind.add(test.pages[asked]); err != nil {
						t.Fatalf("%s: %v", kind.name, err)
					}
					asked++
				}
				if got := fmt.Sprint(kind.list.Items); got != test.items || kind.list.More != test.more || asked != test.asked || kind.list.Items == nil {
					t.Errorf("%s: got %s, more: %t, after %d pages", kind.name, got, kind.list.More, asked)
				}
			}
		})
	}
}

// TestListStopsEarly: of what leaves the loop by itself, More says that there was more.
func TestListStopsEarly(t *testing.T) {
	list := flow.NewCursor[int, string](10)
	for list.Open() {
		if err := list.Add([]int{1, 2}, nact.Some("a")); err != nil {
			t.Fatal(err)
		}
		if slices.Contains(list.Items, 2) {
			break
		}
	}
	if !list.More {
		t.Error("nothing says that there was more")
	}
}

// TestListSkips: items that are skipped are gone, and count for the limit.
func TestListSkips(t *testing.T) {
	list := flow.NewCursor[int, string](5)
	var asked, kept []int
	for list.Open() {
		page := []int{2 * len(asked), 2*len(asked) + 1}
		if err := list.Add(page, nact.Some(fmt.Sprint("after ", page))); err != nil {
			t.Fatal(err)
		}
		asked, kept = append(asked, len(list.Items)), append(kept, list.Items...)
		list.Skip()
	}
	if fmt.Sprint(asked, kept, list.Items) != "[2 2 1] [0 1 2 3 4] []" || !list.More {
		t.Errorf("pages of %v items with %v, left %v, more: %t", asked, kept, list.Items, list.More)
	}
}

// TestListTakesTheFirstPage: the page that is the only one is not copied, and what follows it is not written into its memory.
func TestListTakesTheFirstPage(t *testing.T) {
	first := []int{1, 2, 3, 4}
	list := flow.NewCursor[int, string](10)
	for _, p := range []page{{nil, "a"}, {first[:2], "b"}, {[]int{5}, ""}} {
		if err := list.Add(p.items, nact.Some(p.next)); err != nil {
			t.Fatal(err)
		}
		if p.next == "b" && &list.Items[0] != &first[0] {
			t.Error("the first page with items was copied")
		}
	}
	if fmt.Sprint(list.Items, first) != "[1 2 5] [1 2 3 4]" {
		t.Errorf("got %v, and the page is %v", list.Items, first)
	}
}

// TestRepeatedCursors: cursors that go round in a circle, of whatever length, end the list.
func TestRepeatedCursors(t *testing.T) {
	const want = "the upstream answered the same page cursor twice"
	for _, circle := range []int{1, 2, 7, 8, 9, 20} {
		for _, before := range []int{0, 1, 9} {
			cursor, links := flow.NewCursor[int, int](1000), flow.NewLinks[int](1000)
			answer := func(asked int) int {
				if asked < before {
					return 1000 + asked
				}
				return 1 + (asked-before)%circle
			}
			for name, collect := range map[string]func(int) error{
				"Cursor": func(asked int) error { return cursor.Add([]int{asked}, nact.Some(answer(asked))) },
				"Links":  func(asked int) error { return links.Add([]int{asked}, strconv.Itoa(answer(asked))) },
			} {
				var err error
				asked := 0
				for ; err == nil; asked++ {
					err = collect(asked)
				}
				var fault *nact.Fault
				if !errors.As(err, &fault) || fault.Kind != nact.BadAnswer || fault.Detail != want || asked != before+circle+1 {
					t.Errorf("%s, a circle of %d after %d: got %v, after %d pages", name, circle, before, err, asked)
				}
			}
		}
	}
}

func TestCursorEnds(t *testing.T) {
	for name, next := range map[string]nact.Opt[string]{"absent": {}, "empty": nact.Some("")} {
		list := flow.NewCursor[int, string](10)
		if err := list.Add([]int{1}, next); err != nil || list.Open() || list.More || list.Next.Has {
			t.Errorf("%s: %+v, %v", name, list, err)
		}
	}
	list := flow.NewCursor[int, int64](10)
	if err := list.Add([]int{1}, nact.Some[int64](0)); err != nil || list.Open() {
		t.Errorf("0: %+v, %v", list, err)
	}
}

// TestEmptyPages: a page without items is not the end of a list that says that it goes on.
func TestEmptyPages(t *testing.T) {
	cursor, numbers := flow.NewCursor[int, string](10), flow.NewNumbers[int](1, 10)
	if err := cursor.Add(nil, nact.Some("a")); err != nil || !cursor.Open() || cursor.Next != nact.Some("a") {
		t.Errorf("Cursor: %+v, %v", cursor, err)
	}
	if err := numbers.Add(nil, nact.Some(true)); err != nil || !numbers.Open() || numbers.Next != 2 {
		t.Errorf("Numbers: %+v, %v", numbers, err)
	}
	offsets := flow.NewOffsets[int](0, 10)
	if err := offsets.Add(nil, nact.Some(true)); err == nil {
		t.Error("Offsets would ask for the same page again")
	}
}

// TestWithoutMore: where an upstream does not say whether there is more, the list ends with an empty page.
func TestWithoutMore(t *testing.T) {
	numbers, offsets := flow.NewNumbers[int](0, 10), flow.NewOffsets[int](1, 10)
	for i, p := range [][]int{{1, 2}, {3}, nil} {
		if !numbers.Open() || numbers.Next != int64(i) || !offsets.Open() || offsets.Next != []int64{1, 3, 4}[i] {
			t.Errorf("before page %d: %+v, %+v", i, numbers, offsets)
		}
		if err := errors.Join(numbers.Add(p, nact.Opt[bool]{}), offsets.Add(p, nact.Opt[bool]{})); err != nil {
			t.Fatal(err)
		}
	}
	if numbers.Open() || numbers.More || offsets.Open() || offsets.More {
		t.Errorf("after the empty page: %+v, %+v", numbers, offsets)
	}
}

// TestOffsetsCountWhatIsCut: the offset is that of the upstream's items.
func TestOffsetsCountWhatIsCut(t *testing.T) {
	offsets := flow.NewOffsets[int](5, 2)
	if err := offsets.Add([]int{1, 2, 3}, nact.Opt[bool]{}); err != nil || offsets.Next != 8 {
		t.Errorf("got %+v, %v", offsets, err)
	}
}

// TestEndlessList: a list that never ends does so after 1,000 pages, with a fault unless it is full.
func TestEndlessList(t *testing.T) {
	for limit, want := range map[int]string{1000: "<nil>", 1001: "the upstream's list does not end within 1,000 pages"} {
		list := flow.NewCursor[int, int](limit)
		var err error
		asked := 0
		for ; err == nil && list.Open(); asked++ {
			err = list.Add([]int{asked}, nact.Some(asked+1))
		}
		if fmt.Sprint(err) != want || asked != 1000 {
			t.Errorf("at most %d items: got %v, after %d pages", limit, err, asked)
		}
	}
}

// collect collects pages of ten items by their cursor.
func collect(pages int, fetch func() []int) ([]int, error) {
	list := flow.NewCursor[int, string](1000)
	for asked := 1; list.Open(); asked++ {
		next := nact.Opt[string]{}
		if asked < pages {
			next = nact.Some(cursors[asked])
		}
		if err := list.Add(fetch(), next); err != nil {
			return nil, err
		}
	}
	return list.Items, nil
}

// collectByHand is collect without the package, and without its checks.
func collectByHand(pages int, fetch func() []int) (items []int, err error) {
	for asked := 1; len(items) < 1000; asked++ {
		items = append(items, fetch()...)
		next := ""
		if asked < pages {
			next = cursors[asked]
		}
		if next == "" {
			break
		}
	}
	return items, nil
}

var cursors = func() (list []string) {
	for i := range 20 {
		list = append(list, "cursor-"+strconv.Itoa(i))
	}
	return list
}()

// fetch returns a page of ten items, which are in memory of their own, as those of answers are.
//
//go:noinline
func fetch() []int { return make([]int, 10) }

// TestListAllocations: there are no more of them than in a loop that one would write by hand, which appends.
func TestListAllocations(t *testing.T) {
	for _, pages := range []int{1, 2, 5, 9} {
		got := testing.AllocsPerRun(100, func() { _, _ = collect(pages, fetch) })
		want := testing.AllocsPerRun(100, func() { _, _ = collectByHand(pages, fetch) })
		if got > want {
			t.Errorf("%d pages: %g allocations, %g by hand", pages, got, want)
		}
	}
}

func BenchmarkList(b *testing.B) {
	for _, pages := range []int{1, 5} {
		for _, way := range []struct {
			name    string
			collect func(int, func() []int) ([]int, error)
		}{{"list", collect}, {"by hand", collectByHand}} {
			b.Run(fmt.Sprintf("%d pages/%s", pages, way.name), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if _, err := way.collect(pages, fetch); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}

// TestListLacks: where a page lacks items there is more, and the pages behind it are asked for all the same.
func TestListLacks(t *testing.T) {
	list, asked := flow.NewCursor[int, string](10), 0
	for _, next := range []string{"a", ""} {
		if !list.Open() {
			t.Fatalf("it is closed after %d pages", asked)
		}
		if asked == 0 {
			list.Lack()
		}
		if err := list.Add([]int{asked}, nact.Some(next)); err != nil {
			t.Fatal(err)
		}
		asked++
	}
	if list.Open() || !list.More || fmt.Sprint(list.Items) != "[0 1]" {
		t.Errorf("open: %t, more: %t, %v", list.Open(), list.More, list.Items)
	}
}
