package diag

import (
	"encoding/json"
	"io"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/invisible"
)

// findings are what the encoders are tried on: with all that they have to escape.
func findings() (List, Sources) {
	l := List{
		{Pos: at(2, 8), Length: 3, Rule: "unknown-key", Message: `unknown key "<x>", 100%: no`},
		{Pos: at(1, 1), Severity: Warning, Rule: "vague", Message: "two\nlines"},
		{Pos: Position{File: "a b,c:d%.yaml"}, Rule: "unknown-key", Message: "no line"},
		{Rule: "usage", Message: "no file"},
	}
	return l, sourceOf("nact: 1\n日本: x: y\n")
}

func encode(t *testing.T, write func(io.Writer) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestWriteJSON(t *testing.T) {
	l, _ := findings()
	want := `[
  {
    "file": "nact.yaml",
    "line": 2,
    "column": 8,
    "length": 3,
    "severity": "error",
    "rule": "unknown-key",
    "message": "unknown key \"<x>\", 100%: no"
  },
  {
    "file": "nact.yaml",
    "line": 1,
    "column": 1,
    "length": 0,
    "severity": "warning",
    "rule": "vague",
    "message": "two\\u000alines"
  }
]
`
	if got := encode(t, l[:2].WriteJSON); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if got := encode(t, List(nil).WriteJSON); got != "[]\n" {
		t.Errorf("an empty list is %q", got)
	}
}

func TestWriteGitHub(t *testing.T) {
	l, src := findings()
	want := `::error file=nact.yaml,line=2,col=4,endColumn=7,title=unknown-key::unknown key "<x>", 100%25: no
::warning file=nact.yaml,line=1,col=1,endColumn=2,title=vague::two\u000alines
::error file=a b%2Cc%3Ad%25.yaml,title=unknown-key::no line
::error title=usage::no file
`
	if got := encode(t, func(w io.Writer) error { return l.WriteGitHub(w, src) }); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// helpOfOne knows one rule.
func helpOfOne(rule string) (Help, bool) {
	return Help{"a key", "At length.", "At **length**.", "https://example.com#" + rule}, rule == "unknown-key"
}

func TestWriteSARIF(t *testing.T) {
	l, src := findings()
	got := encode(t, func(w io.Writer) error { return l.WriteSARIF(w, src, "1.2.3", helpOfOne) })
	want := `{
  "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
  "version": "2.1.0",
  "runs": [
    {
      "tool": {"driver": {"name": "nactgen", "version": "1.2.3", "rules": [
        {
          "id": "unknown-key",
          "shortDescription": {"text": "a key."},
          "fullDescription": {"text": "At length."},
          "helpUri": "https://example.com#unknown-key",
          "help": {"text": "At length.", "markdown": "At **length**."}
        },
        {"id": "usage"}, {"id": "vague"}
      ]}},
      "columnKind": "unicodeCodePoints",
      "results": [
        {"ruleId": "unknown-key", "ruleIndex": 0, "level": "error", "message": {"text": "unknown key \"<x>\", 100%: no"}, "locations": [
          {"physicalLocation": {"artifactLocation": {"uri": "nact.yaml"}, "region": {"startLine": 2, "startColumn": 4, "endColumn": 7}}}
        ]},
        {"ruleId": "vague", "ruleIndex": 2, "level": "warning", "message": {"text": "two\\u000alines"}, "locations": [
          {"physicalLocation": {"artifactLocation": {"uri": "nact.yaml"}, "region": {"startLine": 1, "startColumn": 1, "endColumn": 2}}}
        ]},
        {"ruleId": "unknown-key", "ruleIndex": 0, "level": "error", "message": {"text": "no line"}, "locations": [
          {"physicalLocation": {"artifactLocation": {"uri": "./a%20b,c:d%25.yaml"}}}
        ]},
        {"ruleId": "usage", "ruleIndex": 1, "level": "error", "message": {"text": "no file"}}
      ]
    }
  ]
}
`
	if compact(t, got) != compact(t, want) {
		t.Errorf("got\n%s\nwant\n%s", compact(t, got), compact(t, want))
	}
}

// TestNoFormatIsObeyed: what a document or a file's name holds reaches no terminal and no log as anything but text, in any format.
func TestNoFormatIsObeyed(t *testing.T) {
	const hostile = "a\x1b[31m\u009b2J\u202Eb\u200B\U000E0041\r\n::error::c\t\x7f\u2028\uFE01"
	l := List{{Pos: Position{File: hostile + ".yaml", Line: 1, Column: 3}, Length: 4, Rule: "enum-value", Message: hostile}}
	src := func(string) []byte { return []byte(hostile + "\n" + hostile) }
	for name, write := range map[string]func(io.Writer) error{
		"text":   func(w io.Writer) error { return l.WriteText(w, src) },
		"github": func(w io.Writer) error { return l.WriteGitHub(w, src) },
		"json":   l.WriteJSON,
		"sarif":  func(w io.Writer) error { return l.WriteSARIF(w, src, "1", helpOfOne) },
	} {
		got := encode(t, write)
		for at, c := range invisible.In(got) {
			t.Errorf("%s: %U at %d of %q", name, c, at, got)
		}
		for line := range strings.Lines(got) {
			if strings.HasPrefix(line, "::") && !strings.HasPrefix(line, "::error file=a\\u001b[31m") {
				t.Errorf("%s: a command of its own: %q", name, line)
			}
		}
		if !json.Valid([]byte(got)) && (name == "json" || name == "sarif") {
			t.Errorf("%s is no JSON: %s", name, got)
		}
	}
}

func TestWriteSARIFOfNothing(t *testing.T) {
	got := compact(t, encode(t, func(w io.Writer) error { return List(nil).WriteSARIF(w, nil, "", helpOfOne) }))
	if !strings.Contains(got, `"rules":[]`) || !strings.Contains(got, `"results":[]`) {
		t.Errorf("a run without findings needs both lists, empty: %s", got)
	}
}

func TestFileURI(t *testing.T) {
	for file, want := range map[string]string{
		"a/b.yaml":      "a/b.yaml",
		"../b c.yaml":   "../b%20c.yaml",
		"/tmp/é?#.yaml": "file:///tmp/%C3%A9%3F%23.yaml",
	} {
		if got := fileURI(file); got != want {
			t.Errorf("%s is %s, want %s", file, got, want)
		}
	}
}

func compact(t *testing.T, text string) string {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
