package upstream

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"reflect"
	"testing"
)

// TestStyled sends values of all kinds to a server, which finds them as its library parses queries.
func TestStyled(t *testing.T) {
	deep := Field{Name: "created", Style: DeepObject}
	tests := []struct {
		name  string
		field Field
		value string
		want  url.Values
	}{
		{"deep: a single value", deep, `1680307200`, url.Values{"created": {"1680307200"}}},
		{"deep: an object", deep, `{"gte": 1, "lt": 2.5}`, url.Values{"created[gte]": {"1"}, "created[lt]": {"2.5"}}},
		{"deep: an object in an object", deep, `{"a": {"b": "c&d=e"}}`, url.Values{"created[a][b]": {"c&d=e"}}},
		{"deep: a list in an object", deep, `{"in": ["x", "y z"]}`, url.Values{"created[in][0]": {"x"}, "created[in][1]": {"y z"}}},
		{"deep: a list of objects", deep, `[{"a": true}, {"a": null}]`, url.Values{"created[0][a]": {"true"}}},
		{"form: a text", Field{Name: "tags", Explode: true}, `"a,b"`, url.Values{"tags": {"a,b"}}},
		{"form: a list", Field{Name: "tags", Explode: true}, `["a", "b"]`, url.Values{"tags": {"a", "b"}}},
		{"form: a list in one", Field{Name: "tags"}, `["a", 2]`, url.Values{"tags": {"a,2"}}},
		{"form: an object", Field{Name: "tags", Explode: true}, `{"a": 1}`, url.Values{"a": {"1"}}},
		{"blanks", Field{Name: "tags", Style: SpaceDelimited}, `["a", "b"]`, url.Values{"tags": {"a b"}}},
		{"null", deep, `null`, url.Values{}},
		{"an empty list", deep, `[]`, url.Values{}},
		{"reserved characters", Field{Name: "u", Reserved: true}, `"a:/b"`, url.Values{"u": {"a:/b"}}},
	}
	var got url.Values
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { got = r.URL.Query() }))
	defer server.Close()
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var q Query
			q.Styled(test.field, test.value)
			if q.err != nil {
				t.Fatal(q.err)
			}
			answer, err := http.Get(server.URL + "/?" + q.String())
			if err != nil {
				t.Fatal(err)
			}
			answer.Body.Close()
			if !reflect.DeepEqual(got, test.want) {
				t.Errorf("%s arrived as %v, want %v", q.String(), got, test.want)
			}
		})
	}
}

// TestStyledRefuses holds what a style cannot say.
func TestStyledRefuses(t *testing.T) {
	for value, want := range map[string]string{
		`{"a[b]": 1}`: "query parameter p: the name of one of its members is empty or has a bracket, and would be read as another one",
		`{`:           "query parameter p: it is no JSON",
	} {
		var q Query
		if q.Styled(Field{Name: "p", Style: DeepObject}, value); q.err == nil || q.err.Error() != want {
			t.Errorf("%s: %v, want %s", value, q.err, want)
		}
	}
	var q Query
	want := "query parameter p: it holds an object or a list, which only the style deepObject can write"
	if q.Styled(Field{Name: "p"}, `[[1]]`); q.err == nil || q.err.Error() != want {
		t.Errorf("%v, want %s", q.err, want)
	}
}
