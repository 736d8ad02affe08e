package gocode

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/nactgen/nactgen/gen/internal/hostile"
)

func TestDocStaysInItsComment(t *testing.T) {
	for _, text := range hostile.Texts {
		f := jen.NewFile("p")
		f.PackageComment("// " + PlainText(text))
		f.Add(Doc("x is " + text).Line().Var().Id("x").Int())
		f.Add(Paragraphs(text, "\t"+text).Line().Var().Id("y").Int())
		f.Type().Id("s").Struct(Member(jen.Id("z").Int(), text), Member(jen.Id("w").Int(), text+strings.Repeat(" long", 50)))
		source := f.GoString()
		if got := hostile.Declarations(t, source); got != "x y s" {
			t.Errorf("%q declares %q:\n%s", text, got, source)
		}
	}
}

func TestLiteralsStayInTheirQuotes(t *testing.T) {
	for _, text := range hostile.Texts {
		f := jen.NewFile("p")
		f.Var().Id("x").Op("=").Add(Lit(text))
		f.Var().Id("y").Op("=").Add(Strings([]string{text}))
		source := f.GoString()
		if got := hostile.Declarations(t, source); got != "x y" {
			t.Errorf("%q declares %q:\n%s", text, got, source)
		}
	}
}

// TestPlainText: nobody reads more in a comment than is seen, and emoji and Persian are whole.
func TestPlainText(t *testing.T) {
	for text, want := range map[string]string{
		"a\u200Bb\u00AD \u202Ec\r\nd\u2028e\x1b[31m": "ab c d e[31m",
		"x\uFE01\U000E0100\u3164\u034F\U000E0041":    "x",
		"می\u200Cخواهم ❤\uFE0F 👩\u200D🔬":             "می\u200Cخواهم ❤\uFE0F 👩\u200D🔬",
		"a\u200Db //go:embed +build":                 "ab //go:embed + build",
	} {
		if got := PlainText(text); got != want {
			t.Errorf("%+q is %+q, want %+q", text, got, want)
		}
	}
}

func TestWrap(t *testing.T) {
	for _, c := range []struct {
		text string
		want []string
	}{
		{"", []string{""}},
		{"one two", []string{"one two"}},
		{"one two three", []string{"one two", "three"}},
		{"1234567890 x", []string{"1234567890", "x"}},
	} {
		got := wrap(c.text, 8)
		if strings.Join(got, "|") != strings.Join(c.want, "|") {
			t.Errorf("wrap(%q) = %q, want %q", c.text, got, c.want)
		}
	}
}
