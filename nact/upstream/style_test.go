package upstream

import (
	"math"
	"testing"
)

// The values of OpenAPI's table of styles (3.1.1, section 4.8.12.4).
var (
	colors  = []string{"blue", "black", "brown"}
	channel = []Pair{{"R", "100"}, {"G", "200"}, {"B", "150"}}
)

func TestPathStyles(t *testing.T) {
	tests := []struct {
		name  string
		build func(p *Path)
		want  string
	}{
		{"matrix empty", func(p *Path) { p.Scalar("color", Matrix, "") }, ";color"},
		{"matrix string", func(p *Path) { p.Scalar("color", Matrix, "blue") }, ";color=blue"},
		{"matrix list", func(p *Path) { p.List("color", Matrix, false, colors) }, ";color=blue,black,brown"},
		{"matrix object", func(p *Path) { p.Object("color", Matrix, false, channel) }, ";color=R,100,G,200,B,150"},
		{"matrix list exploded", func(p *Path) { p.List("color", Matrix, true, colors) }, ";color=blue;color=black;color=brown"},
		{"matrix list exploded, an empty element", func(p *Path) { p.List("color", Matrix, true, []string{"a", ""}) }, ";color=a;color"},
		{"matrix object exploded", func(p *Path) { p.Object("color", Matrix, true, channel) }, ";R=100;G=200;B=150"},
		{"label empty", func(p *Path) { p.Scalar("color", Label, "") }, "."},
		{"label string", func(p *Path) { p.Scalar("color", Label, "blue") }, ".blue"},
		{"label list", func(p *Path) { p.List("color", Label, false, colors) }, ".blue,black,brown"},
		{"label object", func(p *Path) { p.Object("color", Label, false, channel) }, ".R,100,G,200,B,150"},
		{"label list exploded", func(p *Path) { p.List("color", Label, true, colors) }, ".blue.black.brown"},
		{"label object exploded", func(p *Path) { p.Object("color", Label, true, channel) }, ".R=100.G=200.B=150"},
		{"simple string", func(p *Path) { p.Value("color", "blue") }, "blue"},
		{"simple list", func(p *Path) { p.List("color", Simple, false, colors) }, "blue,black,brown"},
		{"simple list, an empty element", func(p *Path) { p.List("color", Simple, false, []string{"a", "", "b"}) }, "a,,b"},
		{"simple list exploded", func(p *Path) { p.List("color", Simple, true, colors) }, "blue,black,brown"},
		{"simple object", func(p *Path) { p.Object("color", Simple, false, channel) }, "R,100,G,200,B,150"},
		{"simple object exploded", func(p *Path) { p.Object("color", Simple, true, channel) }, "R=100,G=200,B=150"},
		{"reserved characters", func(p *Path) { p.List("color", Simple, false, []string{"a,b", "c/d", "é;="}) }, "a%2Cb,c%2Fd,%C3%A9%3B%3D"},
		{"JSON", func(p *Path) { p.JSON("color", map[string]any{"a": "<b>"}) }, "%7B%22a%22%3A%22%3Cb%3E%22%7D"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var path Path
			test.build(path.Text("/x"))
			got, err := path.finish()
			if err != nil || got != "/x"+test.want {
				t.Errorf("got %q, %v, want %q", got, err, "/x"+test.want)
			}
		})
	}
}

func TestQueryStyles(t *testing.T) {
	tests := []struct {
		name  string
		build func(q *Query)
		want  string
	}{
		{"empty", func(q *Query) { q.Add("color", "") }, "color="},
		{"string", func(q *Query) { q.Add("color", "blue") }, "color=blue"},
		{"form list", func(q *Query) { q.List("color", Form, false, colors) }, "color=blue,black,brown"},
		{"form list of one empty element", func(q *Query) { q.List("color", Form, false, []string{""}) }, "color="},
		{"form object", func(q *Query) { q.Object("color", Form, false, channel) }, "color=R,100,G,200,B,150"},
		{"form list exploded", func(q *Query) { q.List("color", Form, true, colors) }, "color=blue&color=black&color=brown"},
		{"form object exploded", func(q *Query) { q.Object("color", Form, true, channel) }, "R=100&G=200&B=150"},
		{"no elements", func(q *Query) { q.List("color", Form, false, nil).List("color", Form, true, nil) }, ""},
		{"no members", func(q *Query) { q.Object("color", Form, false, nil).Object("color", DeepObject, true, nil) }, ""},
		{"space delimited list", func(q *Query) { q.List("color", SpaceDelimited, false, colors) }, "color=blue%20black%20brown"},
		{"space delimited object", func(q *Query) { q.Object("color", SpaceDelimited, false, channel) }, "color=R%20100%20G%20200%20B%20150"},
		{"space delimited list exploded", func(q *Query) { q.List("color", SpaceDelimited, true, colors) }, "color=blue&color=black&color=brown"},
		{"pipe delimited list", func(q *Query) { q.List("color", PipeDelimited, false, colors) }, "color=blue%7Cblack%7Cbrown"},
		{"pipe delimited object", func(q *Query) { q.Object("color", PipeDelimited, false, channel) }, "color=R%7C100%7CG%7C200%7CB%7C150"},
		{"deep object", func(q *Query) { q.Object("color", DeepObject, true, channel) }, "color%5BR%5D=100&color%5BG%5D=200&color%5BB%5D=150"},
		{"deep list", func(q *Query) { q.List("color", DeepObject, true, colors) }, "color%5B0%5D=blue&color%5B1%5D=black&color%5B2%5D=brown"},
		{"order as added", func(q *Query) { q.Add("b", "1").Add("a", "2").Add("b", "0") }, "b=1&a=2&b=0"},
		{"JSON", func(q *Query) { q.JSON("color", []any{1, "<&>"}) }, "color=%5B1%2C%22%3C%26%3E%22%5D"},
		{"all encoded", func(q *Query) { q.Add("a&b", "x=1&y=2#z+ ;%41/?") }, "a%26b=x%3D1%26y%3D2%23z%2B%20%3B%2541%2F%3F"},
		{"reserved", func(q *Query) { q.AddReserved("a&b", "x=1&y=2#z+ ;%41/?:@!$'()*,[]") }, "a%26b=x=1%26y=2%23z%2B%20%3B%2541/?:@!$'()*,%5B%5D"},
		{"reserved list", func(q *Query) { q.ListReserved("a", Form, false, []string{"x/y", "1,2"}) }, "a=x/y,1%2C2"},
		{"reserved list exploded", func(q *Query) { q.ListReserved("a", Form, true, []string{"x/y", "1,2"}) }, "a=x/y&a=1,2"},
		{"reserved object", func(q *Query) { q.ObjectReserved("a", DeepObject, true, []Pair{{"R", "x/y&"}}) }, "a%5BR%5D=x/y%26"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var query Query
			test.build(&query)
			if got := query.String(); query.err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, query.err, test.want)
			}
		})
	}
}

func TestHeaderStyles(t *testing.T) {
	tests := []struct {
		name  string
		build func(h *Header)
		want  []Pair
	}{
		{"string", func(h *Header) { h.Set("X-Color", "blue") }, []Pair{{"X-Color", "blue"}}},
		{"empty", func(h *Header) { h.Set("X-Color", "") }, []Pair{{"X-Color", ""}}},
		{"list", func(h *Header) { h.List("X-Color", colors) }, []Pair{{"X-Color", "blue,black,brown"}}},
		{"object", func(h *Header) { h.Object("X-Color", false, channel) }, []Pair{{"X-Color", "R,100,G,200,B,150"}}},
		{"object exploded", func(h *Header) { h.Object("X-Color", true, channel) }, []Pair{{"X-Color", "R=100,G=200,B=150"}}},
		{"nothing", func(h *Header) { h.List("X-Color", nil).Object("X-Color", true, nil) }, nil},
		{"JSON", func(h *Header) { h.JSON("X-Color", colors) }, []Pair{{"X-Color", `["blue","black","brown"]`}}},
		{"as it stands", func(h *Header) { h.Set("X-Color", `é %41 "a;b"`) }, []Pair{{"X-Color", `é %41 "a;b"`}}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var header Header
			test.build(&header)
			if header.err != nil || len(header.fields) != len(test.want) || len(test.want) > 0 && header.fields[0] != test.want[0] {
				t.Errorf("got %q, %v, want %q", header.fields, header.err, test.want)
			}
		})
	}
}

func TestCookieStyles(t *testing.T) {
	tests := []struct {
		name  string
		build func(c *Cookie)
		want  string
	}{
		{"string", func(c *Cookie) { c.Set("color", "blue").Set("size", "") }, "color=blue; size="},
		{"list", func(c *Cookie) { c.List("color", false, colors) }, "color=blue,black,brown"},
		{"object", func(c *Cookie) { c.Object("color", false, channel) }, "color=R,100,G,200,B,150"},
		{"list exploded", func(c *Cookie) { c.List("color", true, colors) }, "color=blue; color=black; color=brown"},
		{"object exploded", func(c *Cookie) { c.Object("color", true, channel) }, "R=100; G=200; B=150"},
		{"nothing", func(c *Cookie) { c.List("color", false, nil).List("color", true, nil).Object("color", false, nil) }, ""},
		{"what would end it", func(c *Cookie) { c.Set("color", "a; b=c\r\n") }, "color=a%3B%20b%3Dc%0D%0A"},
		{"JSON", func(c *Cookie) { c.JSON("color", 1) }, "color=1"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var cookie Cookie
			test.build(&cookie)
			if got := string(cookie.encoded); cookie.err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, cookie.err, test.want)
			}
		})
	}
}

func TestFormat(t *testing.T) {
	tests := []struct{ got, want string }{
		{FormatFloat(40.7128), "40.7128"},
		{FormatFloat(-74.006), "-74.006"},
		{FormatFloat(80), "80"},
		{FormatFloat(0), "0"},
		{FormatFloat(math.Copysign(0, -1)), "0"},
		{FormatFloat(123456789012345680000), "123456789012345680000"},
		{FormatFloat(1e21), "1e+21"},
		{FormatFloat(0.000001), "0.000001"},
		{FormatFloat(0.0000001), "1e-7"},
		{FormatFloat(1.5e-300), "1.5e-300"},
		{FormatInt(-5), "-5"},
		{FormatUint(18446744073709551615), "18446744073709551615"},
		{FormatBool(true), "true"},
		{Strings([]int64{1, 2}, FormatInt)[1], "2"},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("got %q, want %q", test.got, test.want)
		}
	}
}
