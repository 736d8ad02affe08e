package cel_test

import (
	"net/url"
	"regexp"
	"strconv"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/cel"
)

func TestURLQuery(t *testing.T) {
	for _, tt := range []struct{ link, name, want string }{
		{"https://api.example.com/items?limit=5&cursor=abc", "cursor", "abc"},
		{"/items?cursor=a%2Fb+c", "cursor", "a/b c"},
		{"?cursor=x", "cursor", "x"},
		{"?a=1&a=2", "a", "1"},
		{"?cursor=", "cursor", ""},
		{"?cursor", "cursor", ""},
		{"?a%5B0%5D=x", "a[0]", "x"},
		{"?a=1;b=2", "a", "1;b=2"},
		{"https://api.example.com/items", "cursor", "none"},
		{"?Cursor=x", "cursor", "none"},
		{"?%zz=x&cursor=y", "cursor", "y"},
		{"?&=x", "", "x"},
		{"", "cursor", "none"},
		{"?cursor=%zz", "cursor", `"%zz" is not a value in the query of a URL`},
		{"http://[", "cursor", `"http://[" is not a URL`},
	} {
		got, err := cel.URLQuery(tt.link, tt.name)
		wantOptional(t, tt.link, got, err, tt.want)
	}
}

func TestURLSegment(t *testing.T) {
	for _, tt := range []struct {
		link string
		n    int64
		want string
	}{
		{"https://api.example.com/v1/items/42?x=1#y", -1, "42"},
		{"https://api.example.com/v1/items/42", 0, "v1"},
		{"/items/a%2Fb%20c/", -1, "a/b c"},
		{"items/42", 1, "42"},
		{"/items//42", 1, ""},
		{"/items", 1, "none"},
		{"/items", -2, "none"},
		{"https://api.example.com", 0, "none"},
		{"https://api.example.com/", -1, "none"},
		{"mailto:a@example.com", 0, "none"},
		{"%zz", 0, `"%zz" is not a URL`},
	} {
		got, err := cel.URLSegment(tt.link, tt.n)
		wantOptional(t, tt.link, got, err, tt.want)
	}
}

func wantOptional(t *testing.T, of string, got nact.Opt[string], err error, want string) {
	t.Helper()
	text := got.Value
	switch {
	case err != nil:
		text = err.Error()
	case !got.Has:
		text = "none"
	}
	if text != want {
		t.Errorf("of %q: %q, want %q", of, text, want)
	}
}

// FuzzURL holds the reading of links against net/url where that takes the whole of one.
func FuzzURL(f *testing.F) {
	f.Add("https://example.com/a/b?c=d&e=%20", "c", int64(0))
	f.Add("//h/%2F/?a;b=c", "a;b", int64(-1))
	f.Fuzz(func(t *testing.T, link, name string, n int64) {
		cel.URLSegment(link, n)
		got, err := cel.URLQuery(link, name)
		u, parseErr := url.Parse(link)
		if parseErr != nil {
			if err == nil {
				t.Errorf("%q is no URL, and has %v", link, got)
			}
			return
		}
		if query, queryErr := url.ParseQuery(u.RawQuery); queryErr == nil {
			if err != nil || got.Has != query.Has(name) || got.Value != query.Get(name) {
				t.Errorf("%q of %q: %v, %v; net/url: %q", name, link, got, err, query)
			}
		}
	})
}

func FuzzPointer(f *testing.F) {
	f.Add(`{"a": [1, {"b": null}]}`, "/a/1/b")
	f.Add(`[[]]`, "/0/~01")
	f.Fuzz(func(t *testing.T, document, pointer string) {
		value, err := cel.JSONParse(document)
		if err != nil || !value.Has {
			return
		}
		if whole, err := cel.Pointer(value.Value, ""); err != nil || !cel.Equal(whole.Value, value.Value) {
			t.Errorf("the empty pointer leads to %v, %v", whole, err)
		}
		cel.Pointer(value.Value, pointer)
	})
}

func TestUUID(t *testing.T) {
	v4 := regexp.MustCompile(`^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$`)
	seen := map[string]bool{}
	for range 100 {
		id := cel.UUID()
		if !v4.MatchString(id) || seen[id] {
			t.Errorf("%s is no UUID of version 4, or not the first of its kind", id)
		}
		seen[id] = true
	}
}

func TestNow(t *testing.T) {
	before := time.Now()
	now := cel.Now(t.Context())
	if now.Before(before.Round(0)) || now.After(time.Now()) || now.Location() != time.UTC {
		t.Errorf("now is %s, between %s and %s", now, before, time.Now())
	}
}

func TestRound(t *testing.T) {
	for _, tt := range []struct {
		x        float64
		decimals int64
		want     string
		grouped  string
	}{
		{0.5, 0, "1", "1"},
		{-0.5, 0, "-1", "-1"},
		{2.5, 0, "3", "3"},
		{1.005, 2, "1.01", "1.01"},
		{2.675, 2, "2.68", "2.68"},
		{-0.004, 2, "0", "0.00"},
		{9.995, 2, "10", "10.00"},
		{1234567.5, 1, "1.2345675e+06", "1,234,567.5"},
		{-999.95, 1, "-1000", "-1,000.0"},
		{1e21, 2, "1e+21", "1,000,000,000,000,000,000,000.00"},
		{5e-324, 15, "0", "0.000000000000000"},
	} {
		if got := strconv.FormatFloat(cel.Round(tt.x, tt.decimals), 'g', -1, 64); got != tt.want {
			t.Errorf("%v to %d decimals: %s, want %s", tt.x, tt.decimals, got, tt.want)
		}
		got, err := cel.GroupFloat(tt.x, tt.decimals)
		wantText(t, got, err, tt.grouped)
	}
}
