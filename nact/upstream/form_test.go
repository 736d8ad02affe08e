package upstream

import (
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// written is a form as it is sent, and as net/url reads it.
func written(t *testing.T, value any, fields ...Field) (string, url.Values, error) {
	t.Helper()
	var call Call
	if err := call.Form(value, fields...); err != nil {
		return "", nil, err
	}
	values, err := url.ParseQuery(string(call.Body))
	if err != nil {
		t.Fatalf("%s is no form: %v", call.Body, err)
	}
	return string(call.Body), values, nil
}

func TestFormFields(t *testing.T) {
	list := []string{"a b", "c,d", "e&f=g"}
	deep := Field{Name: "m", Styled: true, Style: DeepObject}
	tests := []struct {
		name  string
		value any
		field Field
		want  string
	}{
		{"text", map[string]any{"m": "a b&c=d+e%é"}, Field{}, "m=a%20b%26c%3Dd%2Be%25%C3%A9"},
		{"numbers and booleans", struct {
			A int64   `json:"a"`
			B float64 `json:"b"`
			C bool    `json:"c"`
			D string  `json:"d"`
		}{1 << 60, 1.5, true, ""}, Field{}, "a=1152921504606846976&b=1.5&c=true&d="},
		{"null", map[string]any{"m": nil, "n": 1}, Field{}, "n=1"},
		{"a list", map[string]any{"m": list}, Field{}, "m=a%20b&m=c%2Cd&m=e%26f%3Dg"},
		{"a list of objects", map[string]any{"m": []any{map[string]any{"a": "<b>"}, nil}}, Field{}, "m=%7B%22a%22%3A%22%3Cb%3E%22%7D"},
		{"an object", map[string]any{"m": map[string]any{"a": 1}}, Field{}, "m=%7B%22a%22%3A1%7D"},
		{"a list as JSON", map[string]any{"m": []int{1, 2}}, Field{Name: "m", Type: "application/json"}, "m=%5B1%2C2%5D"},
		{"form", map[string]any{"m": list}, Field{Name: "m", Styled: true}, "m=a%20b,c%2Cd,e%26f%3Dg"},
		{"form, exploded", map[string]any{"m": list}, Field{Name: "m", Styled: true, Explode: true}, "m=a%20b&m=c%2Cd&m=e%26f%3Dg"},
		{"form of an object", map[string]any{"m": map[string]any{"R": 1, "S": nil, "G": "x"}}, Field{Name: "m", Styled: true}, "m=G,x,R,1"},
		{"form of an object, exploded", map[string]any{"m": map[string]any{"R": 1, "G": "x"}}, Field{Name: "m", Styled: true, Explode: true}, "G=x&R=1"},
		{"blanks", map[string]any{"m": []any{"a", nil, "c,d"}}, Field{Name: "m", Styled: true, Style: SpaceDelimited}, "m=a%20c%2Cd"},
		{"pipes", map[string]any{"m": []any{"a b", "c"}}, Field{Name: "m", Styled: true, Style: PipeDelimited}, "m=a%20b%7Cc"},
		{"reserved", map[string]any{"m": "http://x/?a=b,c&d"}, Field{Name: "m", Styled: true, Reserved: true}, "m=http://x/?a=b,c%26d"},
		{"reserved in a list of one", map[string]any{"m": []string{"a,b/c"}}, Field{Name: "m", Styled: true, Reserved: true}, "m=a%2Cb/c"},
		{"a deep object", map[string]any{"m": map[string]any{"order": "7&x=y", "é": true}}, deep, "m%5Border%5D=7%26x%3Dy&m%5B%C3%A9%5D=true"},
		{"a deep list", map[string]any{"m": []any{"a", nil, "b"}}, deep, "m%5B0%5D=a&m%5B1%5D=b"},
		{"a deep single value", map[string]any{"m": ""}, deep, "m="},
		{"objects in lists in objects", map[string]any{"m": map[string]any{"items": []any{map[string]any{"price": "x", "tax": []int{1, 2}}}}}, deep,
			"m%5Bitems%5D%5B0%5D%5Bprice%5D=x&m%5Bitems%5D%5B0%5D%5Btax%5D%5B0%5D=1&m%5Bitems%5D%5B0%5D%5Btax%5D%5B1%5D=2"},
		{"nothing", map[string]any{"m": []string{}, "n": map[string]any{}}, deep, "n=%7B%7D"},
		{"a known name with brackets", map[string]any{"tags[]": []string{"a", "b"}}, Field{Name: "tags[]"}, "tags%5B%5D=a&tags%5B%5D=b"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := written(t, test.value, test.field)
			if err != nil || got != test.want {
				t.Errorf("got %q, %v, want %q", got, err, test.want)
			}
		})
	}
}

func TestFormRefusals(t *testing.T) {
	deep := Field{Name: "m", Styled: true, Style: DeepObject}
	exploded := Field{Name: "m", Styled: true, Explode: true}
	nested := any("x")
	for range 40 {
		nested = []any{nested}
	}
	tests := []struct {
		name  string
		value any
		field Field
		want  string
	}{
		{"no object", []int{1}, Field{}, "the body: it is no object"},
		{"no JSON", map[string]any{"m": func() {}}, Field{}, "the body: it cannot be written as JSON"},
		{"a bracket in a name", map[string]any{"m[admin]": true}, Field{}, `the member "m[admin]" of the body: its name has a bracket, and would be read as a part of another field`},
		{"a bracket in a member", map[string]any{"m": map[string]any{"a][b": 1}}, deep, `the member "m" of the body: the name of one of its members is empty or has a bracket, and would be read as another one`},
		{"an empty member", map[string]any{"m": map[string]any{"": 1}}, deep, `the member "m" of the body: the name of one of its members is empty or has a bracket, and would be read as another one`},
		{"a bracket in an exploded member", map[string]any{"m": map[string]any{"x[a]": 1}}, exploded, `the member "m" of the body: the name of one of its members has a bracket, and would be read as a part of another field`},
		{"an exploded member of another name", map[string]any{"amount": 1, "m": map[string]any{"amount": 2}}, exploded, `the member "m" of the body: one of its fields has the name of a field of "amount"`},
		{"an object in an exploded one", map[string]any{"m": map[string]any{"a": map[string]any{}}}, exploded, `the member "m" of the body: it holds an object or a list, which only the style deepObject can write`},
		{"a list in a list", map[string]any{"m": []any{[]any{}}}, exploded, `the member "m" of the body: it holds an object or a list, which only the style deepObject can write`},
		{"a blank between blanks", map[string]any{"m": []string{"a b"}}, Field{Name: "m", Styled: true, Style: SpaceDelimited}, `the member "m" of the body: one of its values holds what separates them`},
		{"a pipe between pipes", map[string]any{"m": map[string]any{"a|b": 1}}, Field{Name: "m", Styled: true, Style: PipeDelimited}, `the member "m" of the body: one of its values holds what separates them`},
		{"too deep", map[string]any{"m": nested}, deep, `the member "m" of the body: it nests too deep`},
		{"too large", map[string]any{"m": strings.Repeat("x", maxBody)}, Field{}, "the body: it is larger than 67108864 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			_, _, err := written(t, test.value, test.field)
			fault, ok := err.(*nact.Fault)
			if !ok || fault.Detail != "the request cannot be made: "+test.want {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// TestFormOnTheWire has net/http read a form with nested members, and puts what it read together again.
func TestFormOnTheWire(t *testing.T) {
	const want = `{"amount":"1000","currency":"usd","expand":["customer","invoice.lines"],"line_items":[{"price":"p_1","tags":["a","b"]},{"price":"p_2"}],"metadata":{"note":"a&amount=1 \"é\"","order":"7"}}`
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		if err := q.ParseForm(); err != nil {
			t.Error(err)
		}
		text, err := json.Marshal(nest(q.PostForm))
		if err != nil || string(text) != strings.ReplaceAll(want, "&", `\u0026`) {
			t.Errorf("got %s, %v", text, err)
		}
	}))
	defer server.Close()
	var value any
	if err := json.Unmarshal([]byte(want), &value); err != nil {
		t.Fatal(err)
	}
	call := Call{Method: http.MethodPost, ContentType: "application/x-www-form-urlencoded"}
	deep := func(name string) Field { return Field{Name: name, Styled: true, Style: DeepObject} }
	if err := call.Form(value, deep("expand"), deep("line_items"), deep("metadata")); err != nil {
		t.Fatal(err)
	}
	if _, err := newClient(t, Config{BaseURL: server.URL}).Do(t.Context(), &call, nil); err != nil {
		t.Fatal(err)
	}
}

// nest makes what a form says of the brackets in its names, as servers do that read them.
func nest(form url.Values) any {
	inner, leaf := map[string]url.Values{}, map[string]any{}
	for name, values := range form {
		head, rest, nested := strings.Cut(strings.Replace(name, "]", "", 1), "[")
		if !nested {
			leaf[head] = values[0]
			continue
		}
		if inner[head] == nil {
			inner[head] = url.Values{}
		}
		inner[head][rest] = values
	}
	for name, below := range inner {
		leaf[name] = nest(below)
	}
	if _, isList := leaf["0"]; !isList {
		return leaf
	}
	list := make([]any, len(leaf))
	for name, value := range leaf {
		list[name[0]-'0'] = value
	}
	return list
}

// FuzzForm holds that values stay values: a form has as many fields as were given, each with the text that was given.
func FuzzForm(f *testing.F) {
	f.Add("key", "value", "element", byte(0))
	f.Add("a][b", "x&y=z", "1,2|3 4", byte(1))
	f.Add("amount", "%26=+;", "\x00\r\n", byte(2))
	f.Fuzz(func(t *testing.T, key, text, elem string, style byte) {
		key, text, elem = strings.ToValidUTF8(key, "?"), strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(elem, "?")
		field := Field{Name: "m", Styled: style%2 == 0, Style: QueryStyle(style / 2 % 4), Explode: style&8 != 0, Reserved: style&16 != 0}
		_, got, err := written(t, map[string]any{"amount": text, "m": map[string]any{key: text}, "z": []string{elem, text}}, field)
		if err != nil {
			return
		}
		if len(got) != 3 || len(got["amount"]) != 1 || got["amount"][0] != text || len(got["z"]) != 2 || got["z"][0] != elem {
			t.Errorf("%q, %q, %q became %v", key, text, elem, got)
		}
		rest := maps.Clone(got)
		delete(rest, "amount")
		delete(rest, "z")
		for name, values := range rest {
			if len(values) != 1 || !strings.Contains(values[0], text) && field.Styled {
				t.Errorf("%q, %q became %s=%q", key, text, name, values)
			}
		}
	})
}
