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
	code := r.Go("func $1(n int) {\n$2\n$3 }", "f", []jen.Code{jen.Id("a").Call(), jen.Id("b").Call()}, jen.Id("c").Call())
	if got, want := code.GoString(), "func f(n int) {\n\ta()\n\tb()\n\tc()\n}"; got != want {
		t.Errorf("this is\n%s\nand not\n%s", got, want)
	}
	if got := r.Go("func f() {\n$1\nb()\n}", []jen.Code(nil)).GoString(); strings.Contains(got, "{\n\n") {
		t.Errorf("no statements leave an empty line:\n%s", got)
	}
	if got := r.Go("var x = $1", Lit("$2 nact.Some")).GoString(); got != `var x = "$2 nact.Some"` {
		t.Errorf("a literal is scanned: %s", got)
	}
}

// TestGoSymbols: an argument that is a string is one token.
func TestGoSymbols(t *testing.T) {
	r := Runtime{Path: "example.com/nact"}
	for text, symbol := range map[string]string{"_ $1 x": ":=", "_ $1 y": "=", "$1 := x": "_", "$1 = x": "größe2", "nact.$1": "Some"} {
		if got, want := Text(jen.Func().Params().Block(r.Go(text, symbol))), strings.Replace(text, "$1", symbol, 1); !strings.Contains(got, want) {
			t.Errorf("%s with %s is %s", text, symbol, got)
		}
	}
	hostile := []string{
		"a()", "a; b", "a\nb", `"a"`, "a b", "/*", "//", "", ".", "..", "x.y", "a:=b", "a=b", "*a", "*a*b", "a:", "==", ":==", "2a", "func", "a\u200b", "$1",
	}
	for text, texts := range map[string][]string{"var $1 int": hostile, "nact.$1": append(hostile, ":=", "="), "x.$1": append(hostile, ":=", "=")} {
		for _, hostile := range texts {
			func() {
				defer func() {
					if recover() == nil {
						t.Errorf("%q passes in %s", hostile, text)
					}
				}()
				r.Go(text, hostile)
			}()
		}
	}
}
