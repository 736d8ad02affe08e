package upstream

import (
	"net/http"
	"strings"
	"testing"
)

func TestAnswerLink(t *testing.T) {
	tests := []struct {
		name   string
		fields []string
		want   string
	}{
		{"none", nil, ""},
		{"one", []string{`</items?page=2>; rel="next"`}, "/items?page=2"},
		{"several links", []string{`<https://api.example.com/a?page=2>; rel="prev", <https://api.example.com/a?page=4>; rel="next", <https://api.example.com/a?page=9>; rel="last"`}, "https://api.example.com/a?page=4"},
		{"several headers", []string{`</a>; rel=prev`, `</b>; rel=next`}, "/b"},
		{"the first of them", []string{`</a>; rel=next, </b>; rel=next`, `</c>; rel=next`}, "/a"},
		{"another relation", []string{`</a>; rel="nextish", </b>; rel="next-archive"`}, ""},
		{"several relation types", []string{`</a>; rel="item  NEXT last"`}, "/a"},
		{"case", []string{`</a>; REL="Next"`}, "/a"},
		{"without quotes", []string{`</a>;rel=next;title=x`}, "/a"},
		{"space", []string{"\t<a> ;\trel = \"next\" ; x\t, <b>"}, "a"},
		{"other parameters first", []string{`</a>; title="a, <b>; rel=\"next\""; rel="prev", </c>; hreflang=de; flag; rel="next"`}, "/c"},
		{"a quoted relation with escapes", []string{`</a>; rel="n\ext"`}, "/a"},
		{"a second relation parameter", []string{`</a>; rel="prev"; rel="next", </b>; rel="next"`}, "/b"},
		{"an empty relation parameter", []string{`</a>; rel; rel=next, </b>; rel=next`}, "/b"},
		{"commas in the target", []string{`</a?ids=1,2;rel=next>; rel=prev, </a?ids=3,4>; rel=next`}, "/a?ids=3,4"},
		{"empty elements", []string{` , ,</a>; rel=prev,, </b>; rel=next,`}, "/b"},
		{"no parameter", []string{`</a>, </b>; rel=next`}, "/b"},
		{"of another resource", []string{`</a>; rel=next; anchor="/other", </b>; rel=next`}, "/b"},
		{"no angle brackets", []string{`/a; rel=next, </b>; rel=next`, `</c>; rel=next`}, "/c"},
		{"an open bracket", []string{`</a; rel=next`}, ""},
		{"an open quote", []string{`</a>; title="x; rel=next`}, ""},
		{"an open quote at the relation", []string{`</a>; rel="next`}, "/a"},
		{"something behind a quote", []string{`</a>; rel="prev"x, </b>; rel=next`}, ""},
		{"a backslash at the end", []string{`</a>; title="x\`}, ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer := Answer{Header: http.Header{"Link": test.fields}}
			if got := answer.Link("next"); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// FuzzAnswerLink holds that a well-formed link is found behind any list of links that was read to its end, and that any target stands in the header.
func FuzzAnswerLink(f *testing.F) {
	for _, seed := range []string{"", `</a>; rel="prev"`, `</a>; title="x\"y", `, `<`, `<>;=`, `<a>;;rel`, "<a>;rel=\"", `,,`} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if got := (Answer{Header: http.Header{"Link": {text}}}).Link("next"); !strings.Contains(text, "<"+got+">") && got != "" {
			t.Fatalf("%q does not stand in %q", got, text)
		}
		scan := linkScanner{text}
		for ok := true; ok; {
			_, ok = scan.next()
		}
		if scan.rest != "" || strings.Count(text, `"`) > 0 || strings.Count(text, "<") != strings.Count(text, ">") {
			return // not read to its end, or what follows is a part of it
		}
		answer := Answer{Header: http.Header{"Link": {text + `, </found>; rel="wanted"`}}}
		if got := answer.Link("wanted"); got == "" {
			t.Fatalf("the link behind %q is not found", text)
		}
	})
}
