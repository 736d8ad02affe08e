package upstream

import (
	"net/url"
	"strings"
	"testing"
)

func TestPathRefuses(t *testing.T) {
	const dotted = "its value has a part . or .."
	const segment = "the path segment comes out as . or .."
	tests := []struct {
		name  string
		build func(p *Path)
		want  string
	}{
		{"empty", func(p *Path) { p.Value("id", "") }, "path parameter id: it is empty"},
		{"empty list", func(p *Path) { p.List("id", Label, true, nil) }, "path parameter id: it is empty"},
		{"list of nothing", func(p *Path) { p.List("id", Simple, false, []string{""}) }, "path parameter id: it is empty"},
		{"object without members", func(p *Path) { p.Object("id", Matrix, false, nil) }, "path parameter id: it is empty"},
		{"dot", func(p *Path) { p.Value("id", ".") }, "path parameter id: " + dotted},
		{"two dots", func(p *Path) { p.Value("id", "..") }, "path parameter id: " + dotted},
		{"two dots in an element", func(p *Path) { p.List("id", Simple, false, []string{"a", ".."}) }, "path parameter id: " + dotted},
		{"relative path", func(p *Path) { p.Value("id", "../admin") }, "path parameter id: " + dotted},
		{"relative path in the middle", func(p *Path) { p.Value("id", `a\..\b`) }, "path parameter id: " + dotted},
		{"dots of two parts", func(p *Path) { p.Text(".").Scalar("id", Label, "") }, "path parameter id: " + segment},
		{"dots of text and label", func(p *Path) { p.Scalar("id", Label, "").Text("/x") }, "path parameter id: " + segment},
		{"dots of an exploded label", func(p *Path) { p.List("id", Label, true, []string{"", ""}) }, "path parameter id: " + segment},
		{"dots before path parameters", func(p *Path) { p.Scalar("a", Label, "").Scalar("b", Matrix, "v") }, "path parameter b: " + segment},
		{"encoded dots in the document", func(p *Path) { p.Text("%2E%2e/x") }, "path parameter (none): " + segment},
		{"line break", func(p *Path) { p.Value("id", "a\r\nb") }, "path parameter id: its value holds a control character"},
		{"zero byte", func(p *Path) { p.Value("id", "a\x00") }, "path parameter id: its value holds a control character"},
		{"not UTF-8", func(p *Path) { p.Object("id", Simple, true, []Pair{{"a", "\xff"}}) }, "path parameter id: its value is not UTF-8"},
		{"no JSON", func(p *Path) { p.JSON("id", func() {}) }, "path parameter id: it cannot be written as JSON"},
		{"the first of several", func(p *Path) { p.Value("a", "").Value("b", "..").Text("/c") }, "path parameter a: it is empty"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var path Path
			test.build(path.Text("/x/"))
			if got, err := path.finish(); err == nil || err.Error() != test.want {
				t.Errorf("got %q, %v, want %s", got, err, test.want)
			}
		})
	}
}

func TestPathAccepts(t *testing.T) {
	tests := []struct {
		name  string
		build func(p *Path)
		want  string
	}{
		{"several parameters in a segment", func(p *Path) { p.Text("/grid/").Value("x", "33").Text(",").Value("y", "35").Text("/f") }, "/grid/33,35/f"},
		{"slash", func(p *Path) { p.Text("/").Value("id", "a/b") }, "/a%2Fb"},
		{"what looks encoded", func(p *Path) { p.Text("/").Value("id", "%2e%2E") }, "/%252e%252E"},
		{"query and fragment", func(p *Path) { p.Text("/").Value("id", "a?b#c") }, "/a%3Fb%23c"},
		{"dots within", func(p *Path) { p.Text("/").Value("id", "a..b...") }, "/a..b..."},
		{"three dots", func(p *Path) { p.Text("/").Value("id", "...") }, "/..."},
		{"literal text", func(p *Path) { p.Text("/a b/{c}?d=#e%41%4/()") }, "/a%20b/%7Bc%7D%3Fd=%23e%41%254/()"},
		{"no slash before it", func(p *Path) { p.Text("a") }, "/a"},
		{"nothing", func(*Path) {}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var path Path
			test.build(&path)
			if got, err := path.finish(); err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestHeaderAndCookieRefuse(t *testing.T) {
	header := func(h *Header) error { return h.err }
	cookie := func(c *Cookie) error { return c.err }
	tests := []struct {
		name string
		got  error
		want string
	}{
		{"line break", header(new(Header).Set("X-A", "a\r\nX-B: b")), "header parameter X-A: its value holds a control character"},
		{"line break in an element", header(new(Header).List("X-A", []string{"a", "\n"})), "header parameter X-A: its value holds a control character"},
		{"not UTF-8", header(new(Header).Set("X-A", "\xff")), "header parameter X-A: its value is not UTF-8"},
		{"header name", header(new(Header).Set("X A", "a")), "header parameter X A: it is not the name of a header"},
		{"the transport's header", header(new(Header).Set("transfer-encoding", "chunked")), "header parameter transfer-encoding: this header is the client's own"},
		{"no JSON", header(new(Header).JSON("X-A", func() {})), "header parameter X-A: it cannot be written as JSON"},
		{"cookie name", cookie(new(Cookie).Set("a;b", "c")), "cookie parameter a;b: it is not the name of a cookie"},
		{"member name", cookie(new(Cookie).Object("a", true, []Pair{{"x=y", "c"}})), "cookie parameter a: a member has a name that no cookie can have"},
		{"no JSON in a cookie", cookie(new(Cookie).JSON("a", func() {})), "cookie parameter a: it cannot be written as JSON"},
		{"no JSON in a query", new(Query).JSON("a", func() {}).err, "query parameter a: it cannot be written as JSON"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if test.got == nil || test.got.Error() != test.want {
				t.Errorf("got %v, want %s", test.got, test.want)
			}
		})
	}
}

// FuzzPathValue holds that a value stays in its segment, through the URL's text and back.
func FuzzPathValue(f *testing.F) {
	for _, seed := range []string{"OKX", "a/b", "..", "../x", "%2e%2e", "a?b#c", "a;b=c", "\r\n", `..\..`, "//host"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, a, b string) {
		var path Path
		path.Text("/one/").Value("a", a).Text(",x").Value("b", b).Text("/two/").Scalar("b", Matrix, b).List("a", Label, true, []string{a, b})
		escaped, err := path.finish()
		if err != nil {
			return
		}
		parsed, err := url.Parse("https://host.example/base" + escaped)
		if err != nil {
			t.Fatal(err)
		}
		if parsed.Host != "host.example" || parsed.RawQuery != "" || parsed.ForceQuery || parsed.Fragment != "" {
			t.Fatalf("%q left the path", escaped)
		}
		segments := strings.Split(parsed.EscapedPath(), "/")
		if len(segments) != 6 || segments[2] != "one" || segments[4] != "two" {
			t.Fatalf("%q has other segments", escaped)
		}
		if got := parsed.JoinPath().EscapedPath(); got != "/base"+escaped {
			t.Fatalf("%q resolves to %q", escaped, got)
		}
		if got, err := url.PathUnescape(segments[3]); err != nil || got != a+",x"+b {
			t.Fatalf("%q reads back as %q, %v", escaped, got, err)
		}
	})
}

// FuzzQuery holds that each value reads back as it was, and that there are no further ones.
func FuzzQuery(f *testing.F) {
	for _, seed := range []string{"", "a&b=c", "#", "a;b", "+ %20", "\xff", "é", "[]"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, name, value string) {
		var query Query
		query.Add("k"+name, value).AddReserved("r", value).
			List("l", Form, true, []string{value, name}).ListReserved("s", Form, true, []string{value}).
			Object("o", DeepObject, true, []Pair{{name, value}}).List("c", Form, false, []string{value, "x"})
		parsed, err := url.Parse("https://host.example/?" + query.String())
		if err != nil || parsed.Fragment != "" || parsed.RawQuery != query.String() {
			t.Fatalf("%q does not stay a query: %v", query.String(), err)
		}
		values, err := url.ParseQuery(parsed.RawQuery)
		if err != nil {
			t.Fatal(err)
		}
		want := url.Values{"l": {value, name}, "s": {value}, "c": {value + ",x"}, "o[" + name + "]": {value}}
		want.Add("k"+name, value)
		want.Add("r", value)
		if values.Encode() != want.Encode() {
			t.Fatalf("got %q, want %q", values, want)
		}
	})
}
