package main

import (
	"os"
	"strings"
	"sync"
	"testing"
)

// faultPage is what docs/faults.md is, from here.
const faultPage = "../../docs/faults.md"

// table is one of the page's tables. Lines that say the same of different cases are one.
type table struct {
	name  string
	heads []string // the first one is that of the cases

	mu    sync.Mutex
	lines []tableLine
}

type tableLine struct {
	cases []string
	cells string
}

// newTable returns a table for so many cases, by the places of their lines.
func newTable(name string, cases int, heads ...string) *table {
	return &table{name: name, heads: heads, lines: make([]tableLine, cases)}
}

// add puts a case at its place.
func (t *table) add(i int, name string, cells ...string) {
	for c, cell := range cells {
		if cell == "" {
			cells[c] = "–"
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.lines[i] = tableLine{[]string{name}, strings.Join(cells, " | ")}
}

// String is the table in Markdown.
func (t *table) String() string {
	var merged []*tableLine
	at := make(map[string]*tableLine)
	for _, line := range t.lines {
		same := at[line.cells]
		if same == nil {
			same = &tableLine{cells: line.cells}
			at[line.cells] = same
			merged = append(merged, same)
		}
		same.cases = append(same.cases, line.cases...)
	}
	text := "| " + strings.Join(t.heads, " | ") + " |\n|" + strings.Repeat(" --- |", len(t.heads)) + "\n"
	for _, line := range merged {
		text += "| " + strings.Join(line.cases, ", ") + " | " + line.cells + " |\n"
	}
	return text
}

// check compares the table with the page's, between two comments with its name. With -update it is written there. With -short it is
// not whole.
func (t *table) check(test *testing.T) {
	test.Helper()
	if testing.Short() {
		return
	}
	page, err := os.ReadFile(faultPage)
	if err != nil {
		test.Fatal(err)
	}
	begin, end := "<!-- table "+t.name+" -->\n\n", "\n<!-- end -->"
	head, rest, found := strings.Cut(string(page), begin)
	old, tail, ended := strings.Cut(rest, end)
	if !found || !ended {
		test.Fatalf("%s has no place for the table %s", faultPage, t.name)
	}
	got := t.String()
	if *update && !test.Failed() {
		if err := os.WriteFile(faultPage, []byte(head+begin+got+end+tail), 0o666); err != nil {
			test.Fatal(err)
		}
		return
	}
	if got != old {
		test.Errorf("%s has other lines than these (go test ./examples/clinic -update writes them there):\n%s", faultPage, got)
	}
}

// each runs a case each, many at the same time: most of their time they wait.
func each[C any](t *testing.T, cases []C, name func(C) string, run func(t *testing.T, i int, c C)) {
	t.Helper()
	const most = 32
	room := make(chan struct{}, most)
	var running sync.WaitGroup
	for i, c := range cases {
		running.Go(func() {
			room <- struct{}{}
			defer func() { <-room }()
			t.Run(name(c), func(t *testing.T) { run(t, i, c) })
		})
	}
	running.Wait()
}
