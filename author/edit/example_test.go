package edit

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/yamlout"
)

func TestOutputs(t *testing.T) {
	list := yamlout.Mapping{{Key: "a", Value: yamlout.Text("x: y")}, {Key: "b", Value: yamlout.List{yamlout.Literal("1"), yamlout.Map("c", "d")}}}
	for _, c := range []struct{ name, manifest, want string }{
		{"one value", "e:\n- name: n # first\n  outputs:\n    # why\n    a: old # so\n    b: [1, {c: d}]\n", "e:\n- name: n # first\n  outputs:\n    # why\n    a: \"x: y\" # so\n    b: [1, {c: d}]\n"},
		{"in braces", "e: [{name: n, outputs: {a: old, b: [1, {c: e}]}}, {name: m, outputs: {a: old}}]\n", "e: [{name: n, outputs: {a: \"x: y\", b: [1, {c: d}]}}, {name: m, outputs: {a: old}}]\n"},
		{"over lines", "e:\n  - outputs:\n      b:\n        - 2\n        - c: \"e\"\n          f: g\n      a: |\n        old\n        text\n\n    name: n\n",
			"e:\n  - outputs:\n      b:\n        [1, {c: d}]\n      a: \"x: y\"\n\n    name: n\n"},
		{"an output less", "e:\n- {name: n, outputs: {a: 'it''s', c: 1}} # c\n", "e:\n- {name: n, outputs: {a: \"x: y\", b: [1, {c: d}]}} # c\n"},
		{"none before", "e:\n- name: n\n  outputs: {}\n", "e:\n- name: n\n  outputs: {a: \"x: y\", b: [1, {c: d}]}\n"},
		{"CRLF at the end", "\uFEFFe:\r\n- name: n\r\n  outputs:\r\n    b: [1, {c: d}]\r\n    a: old", "\uFEFFe:\r\n- name: n\r\n  outputs:\r\n    b: [1, {c: d}]\r\n    a: \"x: y\""},
		{"the same values in other words", "e:\n- name: n\n  outputs: {a: 'x: y', b: [1.0, {\"c\": d}]}\n", "e:\n- name: n\n  outputs: {a: 'x: y', b: [1.0, {\"c\": d}]}\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := Outputs([]byte(c.manifest), lineOf(c.manifest, "name: n"), "n", list)
			if err != nil || string(got) != c.want {
				t.Errorf("%v\n got %q\nwant %q", err, got, c.want)
			}
		})
	}
	for _, c := range []struct{ name, manifest, want string }{
		{"an anchor around it", "e: &e\n- name: n\n  outputs: {a: 1}\nf: *e\n", "cannot be changed safely"},
		{"an alias in it", "x: &x 1\ne:\n- name: n\n  outputs: {a: *x, b: [1, {c: d}]}\n", "cannot be changed safely"},
		{"a failure", "e:\n- {name: n, failure: X}\n", "has no outputs"},
		{"another name", "e:\n- name: no\n  outputs: {}\n", `no example "n" any more`},
		{"no YAML", "e: [name: n", "not YAML"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got, err := Outputs([]byte(c.manifest), lineOf(c.manifest, "name: n"), "n", list); err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v: %q", err, got)
			}
		})
	}
}

// lineOf returns the line in which a text stands.
func lineOf(manifest, text string) int {
	before, _, _ := strings.Cut(manifest, text)
	return 1 + strings.Count(before, "\n")
}

// FuzzOutputs: whatever the text, nothing but the outputs differs, and they are what they are to be.
func FuzzOutputs(f *testing.F) {
	for _, seed := range []string{
		"- name: n\n  outputs: {a: old, b: 1}\n", "- {name: n, outputs: {a: \"o\\\"ld\"}} # c", "- name: n\n  outputs:\n    a: >-\n      x\n\n      y\n    b:\n    - {}\n", "- outputs: {a: [1, [2], {b: 'x'}]}\n  name: n\n",
		"- name: n\n  outputs: {a: {b: c # d\n}}\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		list := yamlout.Mapping{{Key: "a", Value: yamlout.Text("1")}, {Key: "b", Value: yamlout.List{yamlout.Literal("null")}}}
		line := lineOf(text, "name: n")
		got, err := Outputs([]byte(text), line, "n", list)
		if err != nil {
			return
		}
		again, err := Outputs(got, lineOf(string(got), "name: n"), "n", list)
		if lineOf(string(got), "name: n") == line && (err != nil || string(again) != string(got)) {
			t.Errorf("a second time: %v\n%q\n%q", err, got, again)
		}
	})
}
