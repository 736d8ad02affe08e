package nacttest

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestBodyMisfits(t *testing.T) {
	const form = "application/x-www-form-urlencoded"
	const parts = "multipart/form-data; boundary=B"
	const sentParts = "--B\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\n7\r\n" +
		"--B\r\nContent-Disposition: form-data; name=\"doc\"; filename=\"a.pdf\"\r\nContent-Type: application/pdf\r\n\r\nx\r\n" +
		"--B\r\nContent-Disposition: form-data; name=\"meta\"\r\n\r\n{\"a\":1}\r\n" +
		"--B\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\na\r\n--B\r\nContent-Disposition: form-data; name=\"tag\"\r\n\r\nb\r\n--B--\r\n"
	tests := []struct {
		name, contentType, wanted, sent string
		want                            []string
	}{
		{"a form", form, `{"b":[1,"x"],"a":true,"c":["y"]}`, "a=true&b=1&b=x&c=y", nil},
		{"another order of values", form, `{"b":[1,2]}`, "b=2&b=1", []string{`body at /b/0: wanted "1", sent "2"`, `body at /b/1: wanted "2", sent "1"`}},
		{"a field less and a field more", form, `{"m[a]":"x"}`, "m%5Bb%5D=x", []string{`body at /m[a]: wanted "x", sent none`, `body at /m[b]: wanted none, sent "x"`}},
		{"JSON in a field", form, `{"a":"{\"x\": [1]}"}`, "a=%7B%22x%22%3A%5B1%5D%7D", nil},
		{"other JSON in a field", form, `{"a":"[1]"}`, "a=%5B2%5D", []string{`body at /a: wanted "[1]", sent "[2]"`}},
		{"no form", form, `{"a":1}`, "a=%", []string{`body: wanted a form, sent "a=%"`}},
		{"parts", parts, `{"title":7,"doc":{"file":"x","filename":"a.pdf","type":"application/pdf"},"meta":{"json":{"a":1}},"tag":["a","b"]}`, sentParts, nil},
		{"other parts", parts, `{"title":8,"doc":{"filename":"b.pdf"},"meta":"x","tag":"a"}`, sentParts, []string{
			`body at /doc/filename: wanted "b.pdf", sent "a.pdf"`, `body at /meta: wanted "x", sent "{\"a\":1}"`, `body at /tag: wanted "a", sent ["a","b"]`, `body at /title: wanted "8", sent "7"`}},
		{"no parts", parts, `{"a":1}`, "x", []string{`body: wanted parts, sent "x"`}},
		{"text", "text/plain", `"a\nb"`, "a\nb", nil},
		{"another text", "text/plain", `"a"`, "b", []string{`body: wanted "a", sent "b"`}},
		{"a text of JSON", "application/json", `"a"`, `"a"`, nil},
		{"text where JSON is wanted", "text/plain", `{"a":1}`, "a", []string{`body: wanted the JSON {"a":1}, sent "a"`}},
		{"no JSON is wanted", "application/xml", "<a/>", "<a/>", nil},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			q := httptest.NewRequest(http.MethodPost, "/", strings.NewReader(test.sent))
			q.Header.Set("Content-Type", test.contentType)
			r, err := newRequest("api", q)
			if err != nil {
				t.Fatal(err)
			}
			if got := r.bodyMisfits(test.wanted, "key"); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}
