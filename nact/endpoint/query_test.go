package endpoint

import (
	"net/url"
	"reflect"
	"testing"
)

// FuzzQuery: queries are read as net/url reads them.
func FuzzQuery(f *testing.F) {
	for _, raw := range []string{"", "pageCursor=AQ&pageLimit=5", "tag=a&tag=b&&name=%C3%A9+x", "name", "=1", "name=%zz&tag=a", "%zz=1", "a;b=1&tag=x", "name=a=b"} {
		f.Add(raw)
	}
	f.Fuzz(func(t *testing.T, raw string) {
		want, err := url.ParseQuery(raw)
		q := parseQuery(raw)
		got := url.Values{}
		for _, p := range q.parameters {
			got.Add(p.name, p.value)
		}
		if !reflect.DeepEqual(got, want) {
			t.Errorf("%q: %v, want %v", raw, got, want)
		}
		if (q.violations != nil) != (err != nil) {
			t.Errorf("%q: %v, want %v", raw, q.violations, err)
		}
	})
}
