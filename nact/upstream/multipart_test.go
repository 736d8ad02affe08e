package upstream

import (
	"bytes"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// sentPart is a part as mime/multipart reads it.
type sentPart struct{ name, filename, mediaType, extra, content string }

func partsOf(t *testing.T, call *Call) []sentPart {
	t.Helper()
	_, params, err := mime.ParseMediaType(call.ContentType)
	if err != nil {
		t.Fatal(err)
	}
	reader := multipart.NewReader(bytes.NewReader(call.Body), params["boundary"])
	var parts []sentPart
	for {
		p, err := reader.NextPart()
		if err == io.EOF {
			return parts
		}
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(p)
		if err != nil {
			t.Fatal(err)
		}
		parts = append(parts, sentPart{p.FormName(), p.FileName(), p.Header.Get("Content-Type"), p.Header.Get("X-Kind"), string(content)})
	}
}

func TestMultipart(t *testing.T) {
	var call Call
	err := call.Multipart([]Part{
		NewPart("title", "a\r\nb\"é"),
		NewPart("count", 7),
		NewPart("none", nil),
		NewPart("tags", []string{"a", "b"}),
		NewPart("meta", map[string]any{"a": []int{1}}),
		NewPart("link", map[string]any{"create": true, "ids": []int{4}}),
		NewPart("ids", []int{1, 2}),
		NewPart("note", "<a/>"),
		NewFile("scan", []byte{0, '\r', '\n', '-', '-'}, `a "b" é.pdf`, "application/pdf"),
		NewFile("plain", nil, "x", ""),
	},
		Field{Name: "link", Styled: true, Style: DeepObject},
		Field{Name: "ids", Styled: true},
		Field{Name: "note", Type: "text/xml", Header: []Pair{{"X-Kind", "remark"}}},
	)
	if err != nil {
		t.Fatal(err)
	}
	want := []sentPart{
		{"title", "", "", "", "a\r\nb\"é"},
		{"count", "", "", "", "7"},
		{"tags", "", "", "", "a"},
		{"tags", "", "", "", "b"},
		{"meta", "", "application/json", "", `{"a":[1]}`},
		{"link[create]", "", "", "", "true"},
		{"link[ids][0]", "", "", "", "4"},
		{"ids", "", "", "", "1,2"},
		{"note", "", "text/xml", "remark", "<a/>"},
		{"scan", "a %22b%22 é.pdf", "application/pdf", "", "\x00\r\n--"},
		{"plain", "x", "application/octet-stream", "", ""},
	}
	got := partsOf(t, &call)
	for i := range max(len(want), len(got)) {
		if i >= len(want) || i >= len(got) || got[i] != want[i] {
			t.Fatalf("got  %q\nwant %q", got, want)
		}
	}
}

// TestMultipartOnTheWire has net/http read the parts.
func TestMultipartOnTheWire(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		if err := q.ParseMultipartForm(1 << 20); err != nil {
			t.Fatal(err)
		}
		if q.PostForm.Get("title") != "A" || len(q.MultipartForm.Value) != 1 {
			t.Errorf("values %v", q.MultipartForm.Value)
		}
		file, header, err := q.FormFile("doc")
		if err != nil {
			t.Fatal(err)
		}
		content, err := io.ReadAll(file)
		if err != nil || string(content) != "hello" || header.Filename != "a.txt" || header.Header.Get("Content-Type") != "text/plain" {
			t.Errorf("%q, %v, %v", content, header, err)
		}
	}))
	defer server.Close()
	call := Call{Method: http.MethodPost}
	if err := call.Multipart([]Part{NewPart("title", "A"), NewFile("doc", []byte("hello"), "a.txt", "text/plain")}); err != nil {
		t.Fatal(err)
	}
	if _, err := newClient(t, Config{BaseURL: server.URL}).Do(t.Context(), &call, nil); err != nil {
		t.Fatal(err)
	}
}

func TestPartsOf(t *testing.T) {
	parts, err := PartsOf(struct {
		B string `json:"b"`
		A []int  `json:"a"`
	}{"x", []int{1}})
	if err != nil {
		t.Fatal(err)
	}
	var call Call
	if err := call.Multipart(parts); err != nil {
		t.Fatal(err)
	}
	if got := partsOf(t, &call); len(got) != 2 || got[0] != (sentPart{name: "b", content: "x"}) || got[1] != (sentPart{name: "a", content: "1"}) {
		t.Errorf("got %q", got)
	}
	for _, value := range []any{1, func() {}} {
		if _, err := PartsOf(value); err == nil {
			t.Errorf("%T has parts", value)
		}
	}
}

func TestMultipartRefusals(t *testing.T) {
	tests := []struct {
		name  string
		part  Part
		field Field
		want  string
	}{
		{"a path", NewFile("m", nil, "a/b", ""), Field{}, `the member "m" of the body: its file has a name that cannot be sent`},
		{"a path of Windows", NewFile("m", nil, `a\b`, ""), Field{}, `the member "m" of the body: its file has a name that cannot be sent`},
		{"a line break", NewFile("m", nil, "a\r\nX: y", ""), Field{}, `the member "m" of the body: its file has a name that cannot be sent`},
		{"no name", NewFile("m", nil, "", ""), Field{}, `the member "m" of the body: its file has a name that cannot be sent`},
		{"a line break in a type", NewFile("m", nil, "a", "text/plain\r\nX: y"), Field{}, `the member "m" of the body: its media type cannot be sent`},
		{"a line break in a name", NewPart("m", map[string]any{"a\nb": 1}), Field{Name: "m", Styled: true, Explode: true}, `the member "m" of the body: the name of its part cannot be sent`},
		{"a comma between commas", NewPart("m", []string{"a,b"}), Field{Name: "m", Styled: true}, `the member "m" of the body: one of its values holds what separates them`},
		{"an object that is no XML", NewPart("m", map[string]any{}), Field{Name: "m", Type: "text/xml"}, `the member "m" of the body: it is an object or a list, and not text/xml`},
		{"no JSON", NewPart("m", func() {}), Field{}, `the member "m" of the body: it cannot be written as JSON`},
		{"another's name", NewPart("m", map[string]any{"first": 1}), Field{Name: "m", Styled: true, Explode: true}, `the member "m" of the body: one of its fields has the name of a field of "first"`},
		{"too large", NewFile("m", make([]byte, maxBody), "a", ""), Field{}, "the body: it is larger than 67108864 bytes"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			var call Call
			err := call.Multipart([]Part{NewPart("first", 1), test.part}, test.field)
			fault, ok := err.(*nact.Fault)
			if !ok || !strings.HasPrefix(fault.Detail, "the request cannot be made") || !strings.HasSuffix(fault.Detail, ": "+test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

// FuzzMultipart holds that values stay values: a body has the parts that were given, with the names and contents that were given.
func FuzzMultipart(f *testing.F) {
	f.Add("text", "key", "a.pdf", "content")
	f.Add("\r\n--", "a\"; filename=\"x", "a\"b", "\r\n--boundary--")
	f.Add("a\r\nX: y", "a][b", "\\", "\x00")
	f.Fuzz(func(t *testing.T, text, key, filename, content string) {
		text, key = strings.ToValidUTF8(text, "?"), strings.ToValidUTF8(key, "?")
		var call Call
		err := call.Multipart([]Part{
			NewPart("text", text), NewPart("m", map[string]any{key: text}), NewFile("file", []byte(content), filename, "text/plain"),
		}, Field{Name: "m", Styled: true, Style: DeepObject})
		if err != nil {
			return
		}
		got := partsOf(t, &call)
		if len(got) != 3 || got[0].content != text || got[1].content != text || got[2].content != content {
			t.Fatalf("%q, %q, %q became %q", text, filename, content, got)
		}
		if got[0].filename != "" || got[1].filename != "" || got[2].name != "file" || got[2].filename != strings.ReplaceAll(filename, `"`, "%22") {
			t.Errorf("%q, %q became %q", key, filename, got)
		}
		if want := strings.ReplaceAll("m["+key+"]", `"`, "%22"); got[1].name != want {
			t.Errorf("%q became %q", key, got[1].name)
		}
	})
}
