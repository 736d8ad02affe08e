package cel_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact/cel"
)

func TestHTMLText(t *testing.T) {
	for _, tt := range []struct{ name, html, want string }{
		{"text", "Fish and chips", "Fish and chips"},
		{"nothing", "", ""},
		{"nothing to read", "<p> <br> </p>", ""},
		{"references", "Fish &amp; chips &lt;b&gt; &#8364;5 &#x20ac;6 &eacute; &copy 2026 &nosuch; AT&T", "Fish & chips <b> €5 €6 é © 2026 &nosuch; AT&T"},
		{"a reference that looks like a tag", "&lt;script&gt;x&lt;/script&gt;", "<script>x</script>"},
		{"whitespace", "  one\n\ttwo &#10; three  ", "one two three"},
		{"no-break spaces", "10&nbsp;&nbsp;km", "10  km"},
		{"inline elements", "<b>bo</b>ld and <i>ital</i>ic", "bold and italic"},
		{"a blank between them", "<b>a </b> <i> b</i>", "a b"},
		{"blocks", "<div>one</div><div>two</div>three", "one\ntwo\nthree"},
		{"blocks in blocks", "<div><div><div>one</div></div></div><section>two</section>", "one\ntwo"},
		{"paragraphs", "<h1>Title</h1><p>One.</p><p>Two.<p>Three.", "Title\n\nOne.\n\nTwo.\n\nThree."},
		{"br", "one<br>two<br/>three<br />four", "one\ntwo\nthree\nfour"},
		{"many of them", "one<br><br><br><br><p>two", "one\n\ntwo"},
		{"a list", "<ul>\n <li>one</li>\n <li>two</li>\n</ul>", "one\ntwo"},
		{"a table", "<table><tr><th>A</th> <th>B</th></tr>\n<tr><td>1</td><td> 2 </td></tr></table>", "A\tB\n1\t2"},
		{"pre", "a<pre>\n  x  =  1\n\ty &amp; z</pre>b", "a\n  x  =  1\n\ty & z\nb"},
		{"after pre", "<pre>a  b</pre></pre>c  d", "a  b\nc d"},
		{"textarea", "<textarea>\n <b>no tag</b> &amp;  </textarea>x", " <b>no tag</b> &  \nx"},
		{"scripts", "a<script>if (a < b) document.write('<p>x</p>')</script>b<SCRIPT type='x'>y</ScRiPt >c", "abc"},
		{"what looks like the end of one", "<script>'</scripty>' </script/>a", "a"},
		{"styles, heads and templates", "<head><title>T</title><style>p > b {}</style></head><template><p>x</p></template><noscript>on</noscript>text", "text"},
		{"a script without an end", "a<script>b</p>", "a"},
		{"comments", "a<!-- <p>x --> --><!-->b<!--->c<!doctype html>d<?php x ?>e</ f>g", "a -->bcdeg"},
		{"a comment with another end", "a<!-- x --!>b<!--!>c", "ab"},
		{"a comment without an end", "a<!-- b>", "a"},
		{"attributes", `<a href="x>y" title='"' data-x=1>link</a><img alt="a>b"/><br/>`, "link"},
		{"attributes without quotes", "<a title=it's href=x=\"y>z", "z"},
		{"equal signs out of place", `<a ="x>y">z`, `y">z`},
		{"an attribute without an end", `a<b title="x>c`, "a"},
		{"a tag without an end", "a<b", "a"},
		{"smaller than", "1 < 2 <3 <", "1 < 2 <3 <"},
		{"the end in a tag", "a</", "a</"},
		{"not ASCII", "<é>x</é><ü", "<é>x<ü"},
		{"closing tags alone", "a</div>b</p>c</br>d", "a\nb\n\nc\nd"},
		{"elements of others", "<my-app>a</my-app><svg><text>b</text></svg>", "ab"},
		{"old line ends", "a\r\nb<p>\r\n</p>c", "a b\n\nc"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := cel.HTMLText(tt.html); got != tt.want {
				t.Errorf("\n got %q\nwant %q", got, tt.want)
			}
		})
	}
}

// TestHTMLTextOfMuch holds that no HTML takes more than one pass.
func TestHTMLTextOfMuch(t *testing.T) {
	const n = 1 << 20
	for _, part := range []string{"<", "</", "<!--", "<a ", "<a b='", "<script>", "<script></scrip", "<pre>", "<div>", "&", "&#", "<td>", "<a b=", "<a\t", "<br>x"} {
		soon(t, func() { cel.HTMLText(strings.Repeat(part, n)) })
	}
}

func FuzzHTMLText(f *testing.F) {
	for _, seed := range []string{"<p>a</p>", "<!--", "<a b='c>", "<script>x</script>y", "<pre>\n a</pre>", "&amp;&#0;&#xD800;", "<textarea> </textarea>", "<td>a<td>b"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, s string) {
		text := cel.HTMLText(s)
		if len(text) > len(s) {
			t.Errorf("%q is longer: %q", s, text)
		}
		if utf8.ValidString(s) && !utf8.ValidString(text) {
			t.Errorf("%q became %q, which is not UTF-8", s, text)
		}
		if strings.Contains(text, "\u00a0") {
			t.Errorf("%q has a no-break space: %q", s, text)
		}
		if plain := !strings.ContainsAny(s, "<&\u00a0"); plain && utf8.ValidString(s) && text != strings.Join(strings.FieldsFunc(s, func(r rune) bool { return strings.ContainsRune(" \t\n\f\r", r) }), " ") {
			t.Errorf("%q became %q", s, text)
		}
	})
}
