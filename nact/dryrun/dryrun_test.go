package dryrun

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"mime/multipart"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

func TestMaskedText(t *testing.T) {
	m := newMask([]string{"", `k"&%`, "pass", "password", "zoë\n"})
	tests := []struct{ name, text, want string }{
		{"none", "nothing here", "nothing here"},
		{"as it is", `is k"&% it`, "is *** it"},
		{"the longer one", "password pass", "*** ***"},
		{"one behind the other", "passpass", "***"},
		{"one over the other", "zoë\nzoë\n", "***"},
		{"percent-encoded", "key=k%22%26%25&x=1", "key=***&x=1"},
		{"percent-encoded in lower case, and in part", "?zo%c3%AB%0a", "?***"},
		{"encoded for no reason", "%70ass", "***"},
		{"escaped", `"k\"&%"`, `"***"`},
		{"escaped by number", `"zo\u00eb\n"`, `"***"`},
		{"half an escape", `pas\u00`, `pas\u00`},
		{"half an encoding", "pas%7", "pas%7"},
		{"encoded twice", "%2570ass", "***"},
		{"escaped in a URL", "a=%22k%5C%22%26%25%22", "a=%22***%22"},
		{"encoded in a string", `"a=k%22\u0026%25"`, `"a=***"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := m.text(test.text); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

func TestMaskedJSON(t *testing.T) {
	m := newMask([]string{"4711", `a","b`, "tr"})
	const text = `{"pin":4711,"n":-147110.5,"4711":["x4711",null,true],"a":"a\",\"b","s":["a","b"],"e":"\u0026\\\""}`
	const want = `{"pin":"***","n":"-1***0.5","***":["x***",null,"***ue"],"a":"***","s":["a","b"],"e":"&\\\""}`
	got := m.json([]byte(text))
	if string(got) != want || !json.Valid(got) {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}

// A secret at the place where a text is cut is not shown in part.
func TestBeginning(t *testing.T) {
	m := newMask([]string{"secret"})
	for n := range 40 {
		text := strings.Repeat("x", n) + "secret" + strings.Repeat("é", 40)
		if got := m.beginning(text, 30); len(got) > 30 || strings.Contains(got, "s") || strings.ContainsRune(got, '\uFFFD') {
			t.Errorf("behind %d: got %q", n, got)
		}
	}
}

// planned returns what is planned by writes of a tool.
func planned(t *testing.T, tool Tool, writes ...nact.PlannedWrite) string {
	t.Helper()
	run := tool.Begin()
	for i, w := range writes {
		if err := run.(nact.Planner).Plan(w); errors.Is(err, nact.ErrDryRun) != (i == len(writes)-1) {
			t.Errorf("write %d: got %v", i, err)
		}
	}
	if run.Planned() != (len(writes) > 0) {
		t.Error("it is not said whether anything was planned")
	}
	got := run.AppendJSON(nil)
	if !json.Valid(got) {
		t.Errorf("%s is not JSON", got)
	}
	return string(got)
}

func post(body, contentType string) *nact.DryRequest {
	return &nact.DryRequest{
		Operation: "api.post", Method: "POST", URL: "https://api.example.com/a", Body: []byte(body),
		Header: map[string][]string{"Content-Type": {contentType}},
	}
}

func TestPlans(t *testing.T) {
	steps := []Step{
		{Name: "notice", Operation: "api.notify", When: true, Unread: true},
		{Name: "rooms", Operation: "api.hold", Each: true},
		{Name: "record", Function: "keep_record"},
		{Name: "digest", Operation: "api.digest", Opaque: true},
		{Name: "door", Operation: "api.open", Sends: secrets("s&t-0123456789abc", "0000")},
	}
	then := `"then":[{"step":"record","function":"keep_record"},{"step":"digest","operation":"api.digest"},{"step":"door","operation":"api.open"}]}`
	tests := []struct {
		name   string
		writes []nact.PlannedWrite
		want   string
	}{
		{"nothing", nil, `{"writes":[],"then":[]}`},
		{"further elements can follow one", []nact.PlannedWrite{{Step: "rooms", Element: nact.Some(0), Request: &nact.DryRequest{Method: "DELETE", URL: "https://x/?k=s%26t-0123456789abc"}}},
			`{"writes":[{"step":"rooms","element":0,"operation":"api.hold","method":"DELETE","url":"https://x/?k=***","header":{}}],"then":[{"step":"rooms","operation":"api.hold","each":true},` + strings.TrimPrefix(then, `"then":[`)},
		{"it goes on where nothing is read", []nact.PlannedWrite{{Step: "notice", Request: post("", "")}, {Step: "record", Arguments: map[string]string{"a": "s&t-0123456789abc <"}}},
			`{"writes":[{"step":"notice","operation":"api.notify","method":"POST","url":"https://api.example.com/a","header":{"Content-Type":""}},{"step":"record","function":"keep_record","arguments":{"a":"*** <"}}],"then":[{"step":"digest","operation":"api.digest"},{"step":"door","operation":"api.open"}]}`},
		{"a function without arguments", []nact.PlannedWrite{{Step: "record"}}, `{"writes":[{"step":"record","function":"keep_record"}],"then":[{"step":"digest","operation":"api.digest"},{"step":"door","operation":"api.open"}]}`},
		{"what is made of a secret", []nact.PlannedWrite{{Step: "digest", Request: post("s", "text/plain")}}, `{"writes":[{"step":"digest","operation":"api.digest","secret":true}],"then":[{"step":"door","operation":"api.open"}]}`},
		{"a secret that can be guessed", []nact.PlannedWrite{{Step: "door", Request: post("0000", "text/plain")}}, `{"writes":[{"step":"door","operation":"api.open","secret":true}],"then":[]}`},
		{"a guess", []nact.PlannedWrite{{Step: "notice", Request: post("0000", "text/plain")}, {Step: "record"}},
			`{"writes":[{"step":"notice","operation":"api.notify","method":"POST","url":"https://api.example.com/a","header":{"Content-Type":"text/plain"},"body":"0000"},{"step":"record","function":"keep_record"}],"then":[{"step":"digest","operation":"api.digest"},{"step":"door","operation":"api.open"}]}`},
		{"of no step", []nact.PlannedWrite{{Request: post("", "")}}, `{"writes":[{"step":"","operation":"api.post","method":"POST","url":"https://api.example.com/a","header":{"Content-Type":""}}],"then":[]}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := planned(t, Tool{Steps: steps, Secrets: secrets("s&t-0123456789abc", "0000")}, test.writes...); got != test.want {
				t.Errorf("\n got %s\nwant %s", got, test.want)
			}
		})
	}
}

// TestEchoes: what upstreams have answered may repeat a secret. One that can be guessed is not hidden there, and so nothing of that is shown.
func TestEchoes(t *testing.T) {
	write := nact.PlannedWrite{Step: "letter", Request: post("it is 12345678", "text/plain")}
	for _, test := range []struct {
		echoes []string
		want   string
	}{
		{[]string{"1234567890abcdef", "12345678"}, `{"writes":[{"step":"letter","operation":"api.send","secret":true}],"then":[]}`},
		{[]string{"1234567890abcdef"}, `{"writes":[{"step":"letter","operation":"api.send","method":"POST","url":"https://api.example.com/a","header":{"Content-Type":"text/plain"},"body":"it is 12345678"}],"then":[]}`},
		{nil, `{"writes":[{"step":"letter","operation":"api.send","method":"POST","url":"https://api.example.com/a","header":{"Content-Type":"text/plain"},"body":"it is 12345678"}],"then":[]}`},
	} {
		tool := Tool{Steps: []Step{{Name: "letter", Operation: "api.send", Echoes: secrets(test.echoes...)}}, Secrets: secrets("12345678", "1234567890abcdef")}
		if got := planned(t, tool, write); got != test.want {
			t.Errorf("%+v: got %s", test, got)
		}
	}
}

func TestBodies(t *testing.T) {
	var parts bytes.Buffer
	w := multipart.NewWriter(&parts)
	for _, part := range []struct{ disposition, media, content string }{
		{`form-data; name="title"`, "", "key s&t-0123456789abc"},
		{`form-data; name="about"`, "application/json", `{"a": "s&t-0123456789abc"}`},
		{`form-data; name="scan"; filename="s&t-0123456789abc.pdf"`, "application/pdf", "%PDF"},
	} {
		header := map[string][]string{"Content-Disposition": {part.disposition}}
		if part.media != "" {
			header["Content-Type"] = []string{part.media}
		}
		out, err := w.CreatePart(header)
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprint(out, part.content)
	}
	w.Close()
	long := strings.Repeat("a", maxContent)
	tests := []struct{ name, media, body, want string }{
		{"JSON", "application/problem+json; charset=utf-8", `{"b": 1, "a": "s&t-0123456789abc"}`, `"body":{"b":1,"a":"***"}`},
		{"what is no JSON", "application/json", `{"b"`, `"bytes":4`},
		{"a form", "application/x-www-form-urlencoded", "a=s%26t-0123456789abc&b=1", `"body":"a=***&b=1"`},
		{"text", "text/plain; charset=utf-8", "s&t-0123456789abc\n", `"body":"***\n"`},
		{"text that is none", "text/plain", "\xff", `"bytes":1`},
		{"bytes", "application/octet-stream", "s&t-0123456789abc", `"bytes":17`},
		{"of no type", "", "s&t-0123456789abc", `"bytes":17`},
		{"parts", w.FormDataContentType(), parts.String(),
			`"parts":[{"name":"title","body":"key ***"},{"name":"about","content_type":"application/json","body":{"a":"***"}},{"name":"scan","filename":"***.pdf","content_type":"application/pdf","bytes":4}]`},
		{"parts that are none", "multipart/form-data; boundary=x", "s&t-0123456789abc", `"bytes":17`},
		{"much text", "text/plain", long + "s&t-0123456789abc", `"body":"` + long + `","cut":true,"bytes":65553`},
		{"much JSON", "application/json", `"` + long + `"`, `"body":"\"` + long[:len(long)-1] + `","cut":true,"bytes":65538`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := planned(t, Tool{Secrets: secrets("s&t-0123456789abc")}, nact.PlannedWrite{Step: "a", Request: post(test.body, test.media)})
			_, got, _ = strings.Cut(got, `"header":`)
			_, got, _ = strings.Cut(got, `},`)
			if got = strings.TrimSuffix(got, `}],"then":[]}`); got != test.want {
				t.Errorf("\n got %.300s\nwant %.300s", got, test.want)
			}
		})
	}
}

// Credentials are hidden wherever they come from, and a boundary is nothing to be looked at.
func TestHeaders(t *testing.T) {
	request := post("", "multipart/form-data; boundary=abc")
	request.Header["Authorization"] = []string{"Bearer of another step"}
	request.Header["Cookie"] = []string{"a=b"}
	request.Header["Prefer"] = []string{"a", "b s&t-0123456789abc"}
	got := planned(t, Tool{Secrets: secrets("s&t-0123456789abc")}, nact.PlannedWrite{Step: "a", Request: request})
	const want = `"header":{"Authorization":"***","Content-Type":"multipart/form-data","Cookie":"***","Prefer":"a, b ***"}`
	if !strings.Contains(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

// What is shown does not grow with the list that a step goes through.
func TestManyWrites(t *testing.T) {
	run := Tool{Steps: []Step{{Name: "letters", Each: true, Unread: true}}}.Begin()
	for i := range 3 * maxWrites {
		if err := run.(nact.Planner).Plan(nact.PlannedWrite{Step: "letters", Element: nact.Some(i), Request: post(strings.Repeat("a", maxContent/4), "text/plain")}); err != nil {
			t.Fatal(err)
		}
	}
	var got struct {
		Writes []struct {
			Element int
			Body    string
			Bytes   int
		}
		More int
	}
	text := run.AppendJSON(nil)
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	last := got.Writes[len(got.Writes)-1]
	if len(got.Writes) != maxWrites || got.More != 2*maxWrites || len(text) > 2*maxShown || got.Writes[0].Body == "" || last.Body != "" || last.Bytes != maxContent/4 {
		t.Errorf("got %d bytes, %d writes, %d more, last %+v", len(text), len(got.Writes), got.More, last)
	}
}

// FuzzMask holds that no secret is left, and that JSON stays JSON.
func FuzzMask(f *testing.F) {
	f.Add("secret", `{"a":"secret","b":1}`)
	f.Add("1", `[1,"1",11e1]`)
	f.Add(`\`, `"\\u005c"`)
	f.Add(`"`, `"\""`)
	f.Fuzz(func(t *testing.T, secret, text string) {
		m := newMask([]string{secret})
		if len(secret) > 3 && !strings.Contains(secret, "*") && strings.Contains(m.text(text), secret) {
			t.Errorf("%q is left of %q", secret, text)
		}
		var compact bytes.Buffer
		if json.Compact(&compact, []byte(text)) == nil && !json.Valid(m.json(compact.Bytes())) {
			t.Errorf("of %q comes %s", text, m.json(compact.Bytes()))
		}
	})
}

// secrets are secrets that stay as they are.
func secrets(texts ...string) []nact.Secret {
	var list []nact.Secret
	for _, text := range texts {
		list = append(list, nact.NewSecret(text))
	}
	return list
}
