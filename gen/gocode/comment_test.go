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
