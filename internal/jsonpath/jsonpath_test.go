package jsonpath_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"

	"github.com/nactgen/nactgen/internal/jsonpath"
)

// value is a node of YAML as a tree to query. Nodes of one value are equal.
type value struct{ *yaml.Node }

func (v value) Shape() jsonpath.Shape {
	return map[yaml.Kind]jsonpath.Shape{yaml.MappingNode: jsonpath.Object, yaml.SequenceNode: jsonpath.Array}[v.Kind]
}

func (v value) Len() int {
	if v.Kind == yaml.MappingNode {
		return len(v.Content) / 2
	}
	return len(v.Content)
}

func (v value) At(i int) (string, jsonpath.Node) {
	if v.Kind == yaml.MappingNode {
		return v.Content[2*i].Value, value{v.Content[2*i+1]}
	}
	return "", value{v.Content[i]}
}

func (v value) Scalar() any {
	switch v.ShortTag() {
	case "!!null":
		return nil
	case "!!bool":
		return v.Value == "true"
	case "!!int", "!!float":
		x, err := strconv.ParseFloat(v.Value, 64)
		if err != nil {
			panic(err)
		}
		return x
	}
	return v.Value
}

// compact prints a value as JSON without blanks.
func compact(n jsonpath.Node) string {
	v := n.(value)
	var parts []string
	for i := range v.Len() {
		name, child := v.At(i)
		if v.Kind == yaml.MappingNode {
			name = strconv.Quote(name) + ":"
		}
		parts = append(parts, name+compact(child))
	}
	switch v.Kind {
	case yaml.MappingNode:
		return "{" + strings.Join(parts, ",") + "}"
	case yaml.SequenceNode:
		return "[" + strings.Join(parts, ",") + "]"
	}
	if s, ok := v.Scalar().(string); ok {
		return strconv.Quote(s)
	}
	return v.Value
}

func tree(t testing.TB, text string) jsonpath.Node {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal([]byte(text), &doc); err != nil {
		t.Fatal(err)
	}
	return value{doc.Content[0]}
}

// The values of the examples in sections 2.3 to 2.5 of RFC 9535.
const (
	quoted  = `{"o": {"j j": {"k.k": 3}}, "'": {"@": 2}}`
	letters = `["a","b","c","d","e","f","g"]`
	filters = `{"a": [3, 5, 1, 2, 4, 6, {"b": "j"}, {"b": "k"}, {"b": {}}, {"b": "kilo"}], "o": {"p": 1, "q": 2, "r": 3, "s": 5, "t": {"u": 6}}, "e": "f"}`
	nested  = `{"o": {"j": 1, "k": 2}, "a": [5, 3, [{"j": 4}, {"k": 6}]]}`
	nulls   = `{"a": null, "b": [null], "c": [{}], "null": 1}`
	compare = `{"obj": {"x": "y"}, "arr": [2, 3]}`
)

func TestSelect(t *testing.T) {
	tests := []struct{ query, over, want string }{
		{`$`, `{"k":1}`, `{"k":1}`},
		{`$.o['j j']`, quoted, `{"k.k":3}`},
		{`$.o['j j']['k.k']`, quoted, `3`},
		{`$.o["j j"]["k.k"]`, quoted, `3`},
		{`$["'"]["@"]`, quoted, `2`},
		{`$['\'']["\u0040"]`, quoted, `2`},
		{`$[1]`, letters, `"b"`},
		{`$[-2]`, letters, `"f"`},
		{`$[7]`, letters, ``},
		{`$[1:3]`, letters, `"b" "c"`},
		{`$[5:]`, letters, `"f" "g"`},
		{`$[1:5:2]`, letters, `"b" "d"`},
		{`$[5:1:-2]`, letters, `"f" "d"`},
		{`$[::-1]`, letters, `"g" "f" "e" "d" "c" "b" "a"`},
		{`$[::0]`, letters, ``},
		{`$[-2:]`, letters, `"f" "g"`},
		{`$[100:-100:-1]`, `[1,2]`, `2 1`},
		{`$[0, 3]`, letters, `"a" "d"`},
		{`$[0:2, 5]`, letters, `"a" "b" "f"`},
		{`$[0, 0]`, letters, `"a"`}, // each node once
		{`$.a[?@.b == 'kilo']`, filters, `{"b":"kilo"}`},
		{`$.a[?(@.b == 'kilo')]`, filters, `{"b":"kilo"}`},
		{`$.a[?@>3.5]`, filters, `5 4 6`},
		{`$.a[?@.b]`, filters, `{"b":"j"} {"b":"k"} {"b":{}} {"b":"kilo"}`},
		{`$[?@.*]`, filters, `[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}] {"p":1,"q":2,"r":3,"s":5,"t":{"u":6}}`},
		{`$[?@[?@.b]]`, filters, `[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]`},
		{`$.a[?@<2 || @.b == "k"]`, filters, `1 {"b":"k"}`},
		{`$.a[?match(@.b, "[jk]")]`, filters, `{"b":"j"} {"b":"k"}`},
		{`$.a[?search(@.b, "[jk]")]`, filters, `{"b":"j"} {"b":"k"} {"b":"kilo"}`},
		{`$.a[?match(@.b, "k|k.*o")]`, filters, `{"b":"k"} {"b":"kilo"}`},
		{`$.a[?match(@.b, "k)(")]`, filters, ``},
		{`$.o[?@>1 && @<4]`, filters, `2 3`},
		{`$.o[?@.u || @.x]`, filters, `{"u":6}`},
		{`$.a[?@.b == $.x]`, filters, `3 5 1 2 4 6`}, // nothing equals nothing
		{`$.a[?@ == @]`, filters, `3 5 1 2 4 6 {"b":"j"} {"b":"k"} {"b":{}} {"b":"kilo"}`},
		{`$.a[?!(@.b || @ > 2)]`, filters, `1 2`},
		{`$.a[?!@.b && @ != 3 && @ <= 4 && @ >= 2]`, filters, `2 4`},
		{`$.a[?length(@.b) == 4]`, filters, `{"b":"kilo"}`},
		{`$[?count(@.*) > 5]`, filters, `[3,5,1,2,4,6,{"b":"j"},{"b":"k"},{"b":{}},{"b":"kilo"}]`},
		{`$.o[?value(@..u) == 6]`, filters, `{"u":6}`},
		{`$.a[?@.b == -1.5e+3]`, filters, ``},
		{`$..j`, nested, `1 4`},
		{`$..[0]`, nested, `5 {"j":4}`},
		{`$.o..[*, *]`, nested, `1 2`},
		{`$.a..[0, 1]`, nested, `5 3 {"j":4} {"k":6}`},
		{`$.o.*`, nested, `1 2`},
		{`$ .o [ 'j' , "k" ]`, nested, `1 2`},
		{`$.a[?@.k==6]`, nested, ``},
		{`$.a`, nulls, `null`},
		{`$.a[0]`, nulls, ``},
		{`$.b[?@]`, nulls, `null`},
		{`$.b[?@==null]`, nulls, `null`},
		{`$.c[?@.d==null]`, nulls, ``},
		{`$.null`, nulls, `1`},
		{`$[?@ == $.obj]`, compare, `{"x":"y"}`},
		{`$[?@ != $.obj]`, compare, `[2,3]`},
		{`$[?@ <= $.arr]`, compare, `[2,3]`},
		{`$[?@ < $.arr]`, compare, ``},
		{`$.é`, `{"é": 1}`, `1`},
		{`$["\uD83D\uDE00\n"]`, `{"😀\n": 1}`, `1`},
	}
	for _, tt := range tests {
		q, err := jsonpath.Parse(tt.query)
		if err != nil {
			t.Errorf("%s: %v", tt.query, err)
			continue
		}
		left := 10_000
		nodes, err := q.Select(tree(t, tt.over), &left)
		if err != nil {
			t.Errorf("%s: %v", tt.query, err)
		}
		var got []string
		for _, n := range nodes {
			got = append(got, compact(n))
		}
		if found := strings.Join(got, " "); found != tt.want {
			t.Errorf("%s over %s\n got %s\nwant %s", tt.query, tt.over, found, tt.want)
		}
	}
}

func TestSyntax(t *testing.T) {
	tests := []struct {
		query  string
		offset int
		want   string
	}{
		{``, 0, `a query begins with $, as $.paths does`},
		{`paths`, 0, `a query begins with $, as $.paths does`},
		{`$ `, 1, `the query ends with blanks`},
		{`$x`, 1, `"x" is no segment of a query; one is .name, ['name'], [0], .*, ..name or [?condition]`},
		{`$.x-name`, 3, `behind a dot, a name has letters, digits and underscores alone; quote it in brackets, as in ['x-name']`},
		{`$.a.`, 4, `a name is missing behind the dot: it begins with a letter or an underscore; quote others in brackets, as in ['x-name']`},
		{`$.200`, 2, `a name is missing behind the dot: it begins with a letter or an underscore; quote others in brackets, as in ['x-name']`},
		{`$..`, 3, `a name is missing behind the dot: it begins with a letter or an underscore; quote others in brackets, as in ['x-name']`},
		{`$[]`, 2, `a selector is missing: 'name' in quotes, an index, *, or ?condition`},
		{`$[a]`, 2, `a selector is missing: 'name' in quotes, an index, *, or ?condition`},
		{`$[0`, 3, `a closing bracket is missing`},
		{`$['a' 'b']`, 6, `a closing bracket is missing`},
		{`$[01]`, 2, `"01" is no index`},
		{`$[-0]`, 2, `"-0" is no index`},
		{`$[9007199254740992]`, 2, `"9007199254740992" is no index`},
		{`$['a]`, 2, `the quote is not closed`},
		{`$['\x']`, 3, `the backslash escapes nothing here; there are \\, \n, \t, \r, \b, \f, \/, \u0000 and the quote itself`},
		{`$['\uD800']`, 9, `the backslash escapes nothing here; there are \\, \n, \t, \r, \b, \f, \/, \u0000 and the quote itself`},
		{"$['a\n']", 4, `a control character stands in quotes; write it as \n, \t or \u00XX`},
		{`$[?]`, 3, `a condition is missing: a query such as @.name, a literal, or one of both compared with another`},
		{`$[?true]`, 3, `a literal is no condition; compare something with it`},
		{`$[?!'a']`, 4, `a literal is no condition; compare something with it`},
		{`$[?@.a == ]`, 10, `a condition is missing: a query such as @.name, a literal, or one of both compared with another`},
		{`$[?@.* == 1]`, 3, `this query may select several values, and one is wanted here; name members and indexes alone`},
		{`$[?1 == @..a]`, 8, `this query may select several values, and one is wanted here; name members and indexes alone`},
		{`$[?(@.a]`, 7, `a closing parenthesis is missing`},
		{`$[?@.a = 1]`, 7, `a closing bracket is missing`},
		{`$[?nope(@.a)]`, 3, `there is no function nope(); there are count, length, match, search, value`},
		{`$[?length(@.a)]`, 3, `length() is a value and no condition; compare it with another`},
		{`$[?length(@.*) > 1]`, 10, `this query may select several values, and one is wanted here; name members and indexes alone`},
		{`$[?count(1) > 1]`, 9, `a query is wanted here, as @.name is`},
		{`$[?match(@.a)]`, 12, `match() takes 2 arguments`},
		{`$[?match(@.a, 'a', 'b')]`, 17, `a closing parenthesis is missing behind what match() takes`},
		{`$[?match(@.a, 'a') == true]`, 3, `match() is a condition and no value`},
		{`$[?@ == 1.]`, 8, `"1." is no number as JSON has them`},
		{`$[?@ == 01]`, 8, `"01" is no number as JSON has them`},
		{`$[?` + strings.Repeat("(", 70), 67, `the query nests more than 64 levels deep`},
	}
	for _, tt := range tests {
		_, err := jsonpath.Parse(tt.query)
		var wrong *jsonpath.SyntaxError
		if !errors.As(err, &wrong) {
			t.Errorf("%s: %v", tt.query, err)
		} else if wrong.Message != tt.want || wrong.Offset != tt.offset {
			t.Errorf("%s: %d: %s\nwant %d: %s", tt.query, wrong.Offset, wrong.Message, tt.offset, tt.want)
		}
	}
}

// TestBounds: queries that would take forever end with an error.
func TestBounds(t *testing.T) {
	deep := strings.Repeat("[", 300) + strings.Repeat("]", 300)
	wide := "[" + strings.Repeat("[1,2,3,4,5,6,7,8,9],", 200) + "0]"
	long := `["` + strings.Repeat("a", 100_000) + `"]`
	tests := []struct {
		query, over string
		want        error
	}{
		{`$..a`, deep, jsonpath.ErrDepth},
		{`$[?@ == $[0]]`, "[" + deep + "," + deep + "]", jsonpath.ErrDepth},
		{`$` + strings.Repeat("..*", 20), strings.Repeat("[", 40) + strings.Repeat("]", 40), jsonpath.ErrSteps},
		{`$[?count($..*) > count($..[?count($..*) > 1])]`, wide, jsonpath.ErrSteps},
		{`$[?$[?$[?$[?$[?@ == 1]]]]]`, "[" + strings.Repeat("2,", 500) + "2]", jsonpath.ErrSteps},
		{`$[?search(@, '(((((x?){10}){10}){10}y)|a){1,1}z')]`, long, jsonpath.ErrSteps},
		{`$[?$[0] == @]`, "[" + strings.Repeat(`"`+strings.Repeat("a", 10_000)+`",`, 2_000) + "0]", nil},
	}
	for _, tt := range tests {
		q, err := jsonpath.Parse(tt.query)
		if err != nil {
			t.Fatal(err)
		}
		left := 1_000_000
		if _, err := q.Select(tree(t, tt.over), &left); !errors.Is(err, tt.want) {
			t.Errorf("%s: %v, want %v", tt.query, err, tt.want)
		}
	}
}

// FuzzParse: what is parsed can be evaluated within its steps.
func FuzzParse(f *testing.F) {
	for _, query := range []string{`$.paths..responses['200']`, `$[?(@.a == 'b' && !match(@.c, "d.*"))]`, `$[1:-1:2, *]..[?count(@..*) >= 1e0]`} {
		f.Add(query)
	}
	over := tree(f, filters)
	f.Fuzz(func(t *testing.T, query string) {
		q, err := jsonpath.Parse(query)
		if err != nil {
			return
		}
		left := 100_000
		nodes, err := q.Select(over, &left)
		if err == nil && q.Singular() && len(nodes) > 1 {
			t.Errorf("%q selects %d values and says that it selects one", query, len(nodes))
		}
	})
}
