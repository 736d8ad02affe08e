package edit

import (
	"bytes"
	"strings"
	"testing"
)

// added is an entry: its key, with or without a comment.
type added struct{ key, comment string }

func (a added) Block(indent string) string {
	return a.Comments(indent) + indent + a.key + ":\n" + indent + "  x: 1\n"
}

func (a added) Comments(indent string) string {
	if a.comment == "" {
		return ""
	}
	return indent + "# " + a.comment + "\n"
}

func (a added) Flow() string { return a.key + ": {x: 1}" }

var (
	one  = []Entry{added{"new", ""}}
	both = []Entry{added{"new", "Look."}, added{"last", ""}}
)

func TestAdd(t *testing.T) {
	for _, c := range []struct {
		name, in   string
		entries    []Entry
		apart      bool
		text, want string // empty: it cannot be done
	}{
		{"at the end of the text", "tools", one, false, "tools:\n  a: 1\n", "tools:\n  a: 1\n  new:\n    x: 1\n"},
		{"with comments, apart", "tools", both, true, "tools:\n  a: 1\n", "tools:\n  a: 1\n\n  # Look.\n  new:\n    x: 1\n\n  last:\n    x: 1\n"},
		{"before the next key", "a", one, false, "a:\n  b: 1\nc: 2\n", "a:\n  b: 1\n  new:\n    x: 1\nc: 2\n"},
		{"before what belongs to the next key", "a", one, false, "a:\n  b: 1 # one\n  # end of a\n\n# about c\nc: 2\n", "a:\n  b: 1 # one\n  # end of a\n  new:\n    x: 1\n\n# about c\nc: 2\n"},
		{"in the indentation that is there", "a", one, false, "a:\n     b:\n      c: 1\n", "a:\n     b:\n      c: 1\n     new:\n       x: 1\n"},
		{"in a mapping inside of another", "a.b", one, false, "a:\n  b:\n    c: 1\n  d: 2\n", "a:\n  b:\n    c: 1\n    new:\n      x: 1\n  d: 2\n"},
		{"of the last of several", "a.b", one, false, "a:\n  b:\n    c: 1\nd: 2\n", "a:\n  b:\n    c: 1\n    new:\n      x: 1\nd: 2\n"},
		{"at the root", "", one, true, "a: 1\n", "a: 1\n\nnew:\n  x: 1\n"},
		{"without a line break at the end", "a", one, false, "a:\n  b: 1", "a:\n  b: 1\n  new:\n    x: 1"},
		{"with carriage returns", "a", one, true, "a:\r\n  b: 1\r\nc: 2\r\n", "a:\r\n  b: 1\r\n\r\n  new:\r\n    x: 1\r\nc: 2\r\n"},
		{"behind a byte order mark", "a", one, false, "\uFEFFa:\n  b: 1\n", "\uFEFFa:\n  b: 1\n  new:\n    x: 1\n"},
		{"before the end of the document", "a", one, false, "---\na:\n  b: 1\n...\n", "---\na:\n  b: 1\n  new:\n    x: 1\n...\n"},
		{"below a key without a value", "tools", one, false, "tools: # none\nb: 1\n", "tools: # none\n  new:\n    x: 1\nb: 1\n"},
		{"behind a literal block with a comment in it", "a", one, false, "a:\n  b: |\n    text\n    # text\n\nc: 1\n", "a:\n  b: |\n    text\n    # text\n  new:\n    x: 1\n\nc: 1\n"},
		{"behind a literal block that keeps its empty lines", "a", one, false, "a:\n  b: |+\n    text\n\n\nc: 1\n", "a:\n  b: |+\n    text\n\n\n  new:\n    x: 1\nc: 1\n"},
		{"in braces", "a", one, false, "a: {b: 1} # one\nc: 2\n", "a: {b: 1, new: {x: 1}} # one\nc: 2\n"},
		{"in braces, with a comment", "a", both, true, "a: {b: '}', c: \"\\\"}\"}\n", "a: {b: '}', c: \"\\\"}\",\n  # Look.\n  new: {x: 1},\n  last: {x: 1}}\n"},
		{"in braces over several lines", "a", one, false, "a: {\n  b: {c: [1]}, # }\n  d: 2 # }\n}\n", "a: {\n  b: {c: [1]}, # }\n  d: 2, new: {x: 1} # }\n}\n"},
		{"behind a comma", "a", one, false, "a: {b: 1,}\n", "a: {b: 1, new: {x: 1}}\n"},
		{"in empty braces", "a", one, false, "a: {}\n", "a: {new: {x: 1}}\n"},
		{"in JSON", "", one, false, "{\"a\": {\"b\": \"it's\"}}\n", "{\"a\": {\"b\": \"it's\"}, new: {x: 1}}\n"},
		{"an alias", "a", one, false, "b: &b {x: 1}\na: *b\n", ""},
		{"what an alias repeats", "a", one, false, "a: &a\n  x: 1\nb: *a\n", ""},
		{"a list", "a", one, false, "a: [1]\n", ""},
		{"a literal block that would get a line break", "a", one, false, "a:\n  b: |\n    text", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Add([]byte(c.text), path(c.in), c.entries, c.apart)
			if string(got) != c.want || (err == nil) != (c.want != "") {
				t.Errorf("got %q, %v\nwant %q", got, err, c.want)
			}
			if err == nil {
				holds(t, []byte(c.text), got)
			}
		})
	}
}

func path(in string) []string { return strings.FieldsFunc(in, func(r rune) bool { return r == '.' }) }

// holds checks that all bytes of a text are in another one, before and behind what was added at one place, and that it is YAML.
func holds(t *testing.T, before, after []byte) {
	t.Helper()
	n := 0
	for n < len(before) && before[n] == after[n] {
		n++
	}
	for ; n >= 0; n-- {
		if bytes.HasSuffix(after, before[n:]) {
			break
		}
	}
	if n < 0 || len(after) <= len(before) {
		t.Errorf("bytes are gone:\n%q\n%q", before, after)
	}
	if _, err := parse(bytes.TrimPrefix(after, byteOrderMark)); err != nil {
		t.Errorf("%v:\n%s", err, after)
	}
}

// FuzzAdd: whatever the text, all of it stays, and what was added is there.
func FuzzAdd(f *testing.F) {
	for _, text := range []string{
		"a:\n  b: 1\nc: 2\n", "a: {b: 1, 'c d': \"}\"}", "{\"a\": {}}", "a:\r\n  b: |+\r\n    x\r\n\r\n# c\r\n", "\uFEFFa:\n...\n", "a: &x {b: 1}\nb: *x", "? a\n: b: 1\n", "a:\n- b\n", "a:\n  b: |\n   x\n   # y",
		"--- {a: {b: [}}", "a:\n  \"b\": 'x''}'\n  c: >-\n    d\n\n", "a: {b: 1, # x\n}\n", "%YAML 1.1\n---\na:\n  b: 1\n", "a:\n  b: {\n  c: 1}\n", "a: !!map\n  b: 1\n",
	} {
		f.Add(text, "a", true)
		f.Add(text, "", false)
	}
	f.Fuzz(func(t *testing.T, text, in string, apart bool) {
		got, err := Add([]byte(text), path(in), both, apart)
		if err != nil {
			return
		}
		holds(t, []byte(text), got)
		for _, key := range []string{"new", "last"} {
			if !Has(got, append(path(in), key)) {
				t.Errorf("%s is not there:\n%s", key, got)
			}
		}
	})
}
