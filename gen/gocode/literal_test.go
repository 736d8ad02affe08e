package gocode

import (
	"testing"
	"time"

	"github.com/dave/jennifer/jen"
)

// TestText: JSON reads as JSON, and what would not survive backquotes, or not be seen in them, is escaped.
func TestText(t *testing.T) {
	for text, want := range map[string]string{
		`{"a": "b"}`:     "`{\"a\": \"b\"}`",
		`\d+`:            "`\\d+`",
		"plain":          `"plain"`,
		"a `b` \"c\"":    "\"a `b` \\\"c\\\"\"",
		"two\n\"lines\"": `"two\n\"lines\""`,
		"\"\u200B\"":     `"\"\u200b\""`,
		"\"\xff\"":       `"\"\xff\""`,
	} {
		if got := Lit(text).GoString(); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestDuration(t *testing.T) {
	for _, c := range []struct {
		nanoseconds int64
		want        string
	}{
		{5e9, "5 * time.Second"}, {1e9, "time.Second"}, {90e9, "90 * time.Second"}, {60e9, "time.Minute"}, {15e8, "1500 * time.Millisecond"}, {1, "time.Duration(1)"},
	} {
		if got := Duration(time.Duration(c.nanoseconds)).GoString(); got != c.want {
			t.Errorf("%d ns is %s, want %s", c.nanoseconds, got, c.want)
		}
	}
}

func TestBytes(t *testing.T) {
	for bytes, want := range map[int64]string{16 << 20: "16 << 20", 1 << 20: "1 << 20", 1<<20 + 1: "1048577", 500000: "500000", 0: "0"} {
		if got := Bytes(bytes).GoString(); got != want {
			t.Errorf("%d: got %s, want %s", bytes, got, want)
		}
	}
}

// TestTextOfExpressions: how code was put together does not matter, and which package a name is of does.
func TestTextOfExpressions(t *testing.T) {
	length := Text(jen.Len(jen.Id("in").Dot("Days")).Op(">").Lit(0))
	if in := jen.Id("in"); length != Text(jen.Len(in.Clone().Dot("Days")).Clone().Op(">").Add(Lit(int64(0)))) {
		t.Error("clones have another text")
	}
	for name, other := range map[string]jen.Code{
		"a number": jen.Len(jen.Id("in").Dot("Days")).Op(">").Lit(1),
		"a name":   jen.Len(jen.Id("in").Dot("Hours")).Op(">").Lit(0),
	} {
		if Text(other) == length {
			t.Errorf("with %s that differs, the text is the same", name)
		}
	}
	if Text(jen.Qual("example.com/a/text", "Empty")) == Text(jen.Qual("example.com/b/text", "Empty")) {
		t.Error("two packages with one name have one text")
	}
}
