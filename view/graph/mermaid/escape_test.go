package mermaid

import (
	"html"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/invisible"
)

// quiet is a text that ends no quote, no line, no block of Markdown and no element of HTML.
var quiet = regexp.MustCompile(`^([A-Za-z0-9 .,()\[\]{}=!?+/_…-]|[^\x00-\x7f]|#[0-9]+;)*$`)

// FuzzEscape: what is escaped is quiet, and is read as the text that it was made of.
func FuzzEscape(f *testing.F) {
	for _, text := range []string{"", "a_b _c_", "x\" --> y\n```\nclick z", "<script>&amp;#quot;</script>", "%%{init: {}}%%", "$$x$$", "style a:#fff;", "\u202e\x00\xff\\n", "1. a", "- a"} {
		f.Add(text)
	}
	entity := regexp.MustCompile(`#([0-9]+;)`)
	f.Fuzz(func(t *testing.T, text string) {
		got := escape(text)
		if !quiet.MatchString(got) {
			t.Fatalf("%q becomes %q", text, got)
		}
		want := string([]rune(invisible.Escape(strings.Join(strings.Fields(text), " "))))
		read := html.UnescapeString(entity.ReplaceAllString(got, "&#$1"))
		if strings.Contains(text, "$") { // of which two do not stand together
			return
		}
		if whole, cut := strings.CutSuffix(read, "…"); cut && whole != want {
			read, want = whole, want[:min(len(want), len(whole))]
		}
		if read != want {
			t.Fatalf("%q is read as %q, want %q", text, read, want)
		}
	})
}

// TestFormula: two dollar signs begin no formula.
func TestFormula(t *testing.T) {
	if got, want := escape("$${x}$$"), "#36; #36;{x}#36; #36;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestHeading(t *testing.T) {
	if got, want := heading("get_it\n# *x* [a](b) `c` <b>"), "get_it &#35; &#42;x&#42; &#91;a&#93;&#40;b&#41; &#96;c&#96; &#60;b&#62;"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
