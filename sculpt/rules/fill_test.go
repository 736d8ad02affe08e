package rules_test

import (
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// line is a line of a manifest that was put together.
type line struct {
	text string
	at   int // its number in what the example shows; 0 if that does not show it
}

// frame is the manifest into which examples are put.
func frame(t *testing.T) []line {
	t.Helper()
	text, err := os.ReadFile("testdata/frame/nact.yaml")
	if err != nil {
		t.Fatal(err)
	}
	return linesOf(string(text), false)
}

func linesOf(text string, shown bool) []line {
	var lines []line
	for i, s := range strings.Split(strings.TrimSuffix(text, "\n"), "\n") {
		l := line{text: s}
		if shown {
			l.at = i + 1
		}
		lines = append(lines, l)
	}
	return lines
}

// entry is a key with the lines of its value.
type entry struct {
	key   string
	lines []line
}

var keyLine = regexp.MustCompile(`^( *)([A-Za-z_][\w.-]*):( .*)?$`)

// entries returns the entries of a block mapping; what stands before the first key is one without a key.
func entries(lines []line) []entry {
	var all []entry
	indent := ""
	for _, l := range lines {
		m := keyLine.FindStringSubmatch(l.text)
		if m != nil && (len(all) == 0 || len(m[1]) <= len(indent)) {
			indent = m[1]
			all = append(all, entry{key: m[2]})
		} else if len(all) == 0 {
			all = append(all, entry{})
			indent = strings.Repeat(" ", 80)
		}
		last := &all[len(all)-1]
		last.lines = append(last.lines, l)
	}
	return all
}

// isBlock reports whether the value of an entry stands in the lines below its key.
func (e entry) isBlock() bool { return len(e.lines) > 1 && strings.HasSuffix(e.lines[0].text, ":") }

// fill puts what an example shows into the manifest around it: the sections that it does not have are appended, and to each of its tools
// the keys that this does not have.
func fill(shown, around []line) []line {
	return merge(shown, around, func(key string, own, other entry) entry {
		if key != "tools" || !own.isBlock() {
			return own
		}
		model := entries(other.lines[1:])[0]
		filled := []line{own.lines[0]}
		for _, tool := range entries(own.lines[1:]) {
			if tool.isBlock() && !isKey(model, tool.key) {
				tool.lines = append(tool.lines[:1:1], merge(tool.lines[1:], model.lines[1:], func(_ string, own, _ entry) entry { return own })...)
			}
			filled = append(filled, tool.lines...)
		}
		return entry{key, filled}
	})
}

// isKey reports whether a name is that of a key of a tool: then it is none of a tool, but stands at the wrong place.
func isKey(model entry, name string) bool {
	return slices.ContainsFunc(entries(model.lines[1:]), func(e entry) bool { return e.key == name })
}

// merge appends the entries of around whose keys shown does not have, and asks what becomes of the others.
func merge(shown, around []line, same func(key string, own, other entry) entry) []line {
	others := map[string]entry{}
	for _, e := range entries(around) {
		others[e.key] = e
	}
	var merged []line
	for _, e := range entries(shown) {
		if other, ok := others[e.key]; ok {
			e = same(e.key, e, other)
			delete(others, e.key)
		}
		merged = append(merged, e.lines...)
	}
	for _, e := range entries(around) {
		if _, lacks := others[e.key]; lacks {
			merged = append(merged, e.lines...)
		}
	}
	return merged
}
