package gocode

import (
	"strings"
	"testing"

	"github.com/dave/jennifer/jen"
)

func TestGo(t *testing.T) {
	files := Package{Manifest: "nact.yaml", Name: "tools", ImportPath: "example.com/tools", Runtime: Runtime{Path: "example.com/nact"}}
	for text, want := range map[string]string{
		"// http.Get of $1\nvar a = \"errors.New $2\"": "package tools\n\n// http.Get of $1\nvar a = \"errors.New $2\"\n",
		"var b http.Handler":                           "import \"net/http\"\n\nvar b http.Handler\n",
		"var c = upstream.Retry{Attempts: 1.5}":        "import \"example.com/nact/upstream\"\n\nvar c = upstream.Retry{Attempts: 1.5}\n",
		"var d = x.http.y":                             "package tools\n\nvar d = x.http.y\n",
	} {
		f := files.New()
		Add(f, files.Runtime.Go(text))
		content, _, err := files.Render(f)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		if !strings.HasSuffix(string(content), "\n"+want) {
			t.Errorf("%s is\n%s", text, content)
		}
	}
}

func TestGoArguments(t *testing.T) {
	r := Runtime{Path: "example.com/nact"}
	code := r.Go("func $1(n int) {\n$2\n$3 }", "f$"[:1], []jen.Code{jen.Id("a").Call(), jen.Id("b").Call()}, jen.Id("c").Call())
	if got, want := code.GoString(), "func f(n int) {\n\ta()\n\tb()\n\tc()\n}"; got != want {
		t.Errorf("this is\n%s\nand not\n%s", got, want)
	}
	if got := r.Go("func f() {\n$1\nb()\n}", []jen.Code(nil)).GoString(); strings.Contains(got, "{\n\n") {
		t.Errorf("no statements leave an empty line:\n%s", got)
	}
	for _, hostile := range []string{"a()", "a; b", "a\nb", `"a"`, "a b", "/*"} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%q passes for an identifier", hostile)
				}
			}()
			r.Go("var $1 int", hostile)
		}()
	}
}
