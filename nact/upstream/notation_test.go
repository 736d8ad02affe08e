package upstream

import (
	"bytes"
	"encoding/csv"
	"encoding/json"
	"net/http"
	"net/url"
	"reflect"
	"strings"
	"testing"
)

// typed are the members of the tables and forms of these tests.
var typed = Members{Named: []Member{
	{Name: "id"}, {Name: "n", As: AsInteger}, {Name: "x", As: AsNumber, Optional: true}, {Name: "ok", As: AsBoolean, Optional: true},
	{Name: "note", Optional: true}, {Name: "tags", As: AsJSON, Optional: true},
}}

// anything are members of any names.
var anything = Members{Others: &Member{}}

func TestNotations(t *testing.T) {
	cells := CSV{Others: &Member{As: AsNumber, Optional: true}, Lists: true}
	tests := []struct {
		name          string
		notation      Notation
		contentType   string
		body, want    string
		problem, leak string // what is wrong, and which text of the answer must not be in it
	}{
		{"table", CSV{Others: &Member{}}, "text/csv", "a,b\r\n1,x\r\n2,\r\n", `[{"a":"1","b":"x"},{"a":"2","b":""}]`, "", ""},
		{"table with quotes", CSV{Others: &Member{}}, "text/csv", "\"a \"\"b\"\"\",c\n\"x,\ny\",\"\t\\\"\n", `[{"a \"b\"":"x,\ny","c":"\t\\"}]`, "", ""},
		{"table with a mark", CSV{Others: &Member{}}, "text/csv", "\xef\xbb\xbf\"a\"\n1", `[{"a":"1"}]`, "", ""},
		{"table in ISO-8859-1", CSV{Others: &Member{}}, "text/csv; charset=iso-8859-1", "a\n\xe9", `[{"a":"é"}]`, "", ""},
		{"table in another charset", CSV{Others: &Member{}}, "text/csv; charset=utf-16", "a", "", "its text is neither UTF-8 nor ISO-8859-1", ""},
		{"table that is not UTF-8", CSV{Others: &Member{}}, "text/csv", "a\n\xe9", "", "its text is not UTF-8, and it does not say that it is anything else", ""},
		{"table without rows", CSV{Named: typed.Named}, "text/csv", "id,n\n", `[]`, "", ""},
		{"nothing at all", CSV{Named: typed.Named}, "text/csv", "", `[]`, "", ""},
		{"blank lines", CSV{Others: &Member{}}, "text/csv", "\na\n\n1\n\n", `[{"a":"1"}]`, "", ""},
		{"a name twice", CSV{Others: &Member{}}, "text/csv", "a,a\n1,2\n", `[{"a":"2"}]`, "", ""},
		{"typed table", CSV{Named: typed.Named}, "text/csv", "other,id,n,x,ok,note,tags\nz,1, 007 ,+.50,TRUE,,\"[1,{}]\"\nz,2,-8e1,,0,a,\nz,,3.0,1E2,,,null\n",
			`[{"id":"1","n":7,"x":0.5,"ok":true,"note":null,"tags":[1,{}]},{"id":"2","n":-80,"x":null,"ok":false,"note":"a","tags":null},{"id":"","n":3.0,"x":100,"ok":null,"note":null,"tags":null}]`, "", ""},
		{"table as plain text", CSV{Others: &Member{}}, "text/plain", "a\n1", `[{"a":"1"}]`, "", ""},
		{"page instead of a table", CSV{Others: &Member{}}, "text/html", "<p>", "", "the answer is not CSV", ""},
		{"JSON instead of a table", CSV{Others: &Member{}}, "application/json", "[]", "", "the answer is not CSV", ""},
		{"row with too many cells", CSV{Named: typed.Named}, "text/csv", "id,n\n1,2\n\n\"3\n\",4,5\n", "", "line 4: 3 cells, the header has 2", ""},
		{"row with a single cell", CSV{Named: typed.Named}, "text/csv", "id,n\n1", "", "line 2: 1 cell, the header has 2", ""},
		{"no number", CSV{Named: typed.Named}, "text/csv", "id,n\n1,2\n1,secret\n", "", "line 3, n: another text, wanted a whole number", "secret"},
		{"a fraction", CSV{Named: typed.Named}, "text/csv", "id,n\n1,2.5\n", "", "line 2, n: another text, wanted a whole number", "2.5"},
		{"an empty number", CSV{Named: typed.Named}, "text/csv", "id,n\n1,\n", "", "line 2, n: nothing, wanted a whole number", ""},
		{"no boolean", CSV{Named: typed.Named}, "text/csv", "id,ok\n1,yes\n", "", "line 2, ok: another text, wanted true or false", "yes"},
		{"no JSON", CSV{Named: typed.Named}, "text/csv", "id,tags\n1,[1\n", "", "line 2, tags: another text, wanted JSON", ""},
		{"not a number of any column", CSV{Others: &Member{As: AsNumber}}, "text/csv", "secret\nx\n", "", "line 2, column 1: another text, wanted a number", "secret"},
		{"a bare quote", CSV{Others: &Member{}}, "text/csv", "a,b\n1,2\" x\n", "", "line 2, byte 4: a quote in a cell that does not begin with one", ""},
		{"an open quote", CSV{Others: &Member{}}, "text/csv", "a,b\n1,\"2\nx\n", "", "line 3, byte 3: a cell in quotes that does not end, or goes on behind them", ""},
		{"an open quote in the header", CSV{Others: &Member{}}, "text/csv", "\"a", "", "line 1, byte 3: a cell in quotes that does not end, or goes on behind them", ""},
		{"table that says it has no header", CSV{Others: &Member{}}, "text/csv; header=absent", "1,2", "", "it says that it has no names of columns (header=absent)", ""},
		{"lists", cells, "text/csv", "1,2\n3\n,-0\n", `[[1,2],[3],[null,-0]]`, "", ""},
		{"lists below a header", cells, "text/csv; header=present", "a,b\n1,2\n", `[[1,2]]`, "", ""},
		{"lists of other values", cells, "text/csv", "1\n2,x\n", "", "line 2, column 2: another text, wanted a number", ""},

		{"tabs", TSV{Others: &Member{}}, "text/tab-separated-values", "a\tb\r\n\r\n\"1\t2,3\"\n", `[{"a":"\"1","b":"2,3\""}]`, "", ""},
		{"tabs, too few", TSV{Others: &Member{}}, "text/tab-separated-values", "a\tb\n\n1\n", "", "line 3: 1 cell, the header has 2", ""},

		{"form", FormText(anything), "application/x-www-form-urlencoded", "a=1&b=x+y%26%C3%A9&&c&a=2\n", `{"a":"2","b":"x y&é","c":""}`, "", ""},
		{"typed form", FormText(Members{Named: []Member{{Name: "n", As: AsInteger}, {Name: "s", As: AsNumber, List: true}, {Name: "none", List: true}}}), "text/plain", "s=1&n=07&x=&s=2", `{"n":7,"s":[1,2]}`, "", ""},
		{"empty form", FormText(typed), "application/x-www-form-urlencoded", "", `{}`, "", ""},
		{"form with a bad escape", FormText(anything), "application/x-www-form-urlencoded", "a=1&b=%zz", "", "field 2: a percent sign without two hexadecimal digits behind it", "zz"},
		{"form with no number", FormText(typed), "application/x-www-form-urlencoded", "a=1&n=x", "", "n: another text, wanted a whole number", ""},
		{"form of a list without numbers", FormText(Members{Named: []Member{{Name: "s", As: AsNumber, List: true}}}), "", "s=1&s=x", "", "s: another text, wanted a number", ""},
		{"JSON instead of a form", FormText(anything), "application/json", "{}", "", "the answer is not a form", ""},

		{"lines", JSONLines{}, "application/x-ndjson", "{\"a\":1}\r\n\n[2]\n\"x\"", `[{"a":1},[2],"x"]`, "", ""},
		{"no lines", JSONLines{}, "application/x-ndjson", "", `[]`, "", ""},
		{"lines with a mark", JSONLines{}, "application/json", "\xef\xbb\xbf1\n", `[1]`, "", ""},
		{"a line that is cut off", JSONLines{}, "application/x-ndjson", "{}\n\n{\"secret\":", "", "line 3: malformed JSON at byte 10: it ends too early", "secret"},
		{"two values on a line", JSONLines{}, "application/x-ndjson", "{} {}", "", "line 1: malformed JSON at byte 2: more after the end of the value", ""},
		{"a page instead of lines", JSONLines{}, "text/html", "1", "", "the answer is not lines of JSON", ""},

		{"sequence", JSONSequence{}, "application/json-seq", "\x1e{\n\"a\":1}\n\x1e\x1e[2]\x1e3\n", `[{"a":1},[2],3]`, "", ""},
		{"empty sequence", JSONSequence{}, "application/json-seq", "", `[]`, "", ""},
		{"sequence without separators", JSONSequence{}, "application/json-seq", "{}\n", "", "it does not begin with a record separator", ""},
		{"sequence with a number that is cut off", JSONSequence{}, "application/json-seq", "\x1e1\n\x1e12", "", "it has a value that was cut off", ""},
		{"sequence with an object that is cut off", JSONSequence{}, "application/json-seq", "\x1e1\n\x1e{", "", "value 2: malformed JSON at byte 1: it ends too early", ""},
		{"lines instead of a sequence", JSONSequence{}, "application/x-ndjson", "{}\n", "", "the answer is not a sequence of JSON", ""},

		{"events", Events{}, "text/event-stream", "\xef\xbb\xbf: hello\nevent: add\ndata: 1\ndata:  2\nid: a\n\ndata\rretry: 010\r\rdata:x\r\n\r\n:\n\nid\ndata: y\n\n",
			`[{"event":"add","data":"1\n 2","id":"a"},{"event":"message","data":"","id":"a","retry":10},{"event":"message","data":"x","id":"a"},{"event":"message","data":"y"}]`, "", ""},
		{"an event that is cut off", Events{}, "text/event-stream", "data: 1\n\ndata: 2\n", `[{"event":"message","data":"1"}]`, "", ""},
		{"events without data", Events{}, "text/event-stream", "event: a\n\ndata: 1\n\n", `[{"event":"message","data":"1"}]`, "", ""},
		{"events with what does not count", Events{}, "text/event-stream", "id: a\x00\nretry: x\nother: 1\ndata: 1\n\n", `[{"event":"message","data":"1"}]`, "", ""},
		{"no events", Events{}, "text/event-stream", "", `[]`, "", ""},
		{"events of JSON", Events{JSONData}, "text/event-stream", "data: {\"a\":\ndata: 1}\n\ndata:\n\ndata: [DONE]\n\n", `[{"event":"message","data":{"a":1}}]`, "", ""},
		{"events of either", Events{EitherData}, "text/event-stream", "data: {\"a\":1}\n\ndata: {x\n\ndata: 1\n\n", `[{"event":"message","data":{"a":1}},{"event":"message","data":"{x"},{"event":"message","data":"1"}]`, "", ""},
		{"events of no JSON", Events{JSONData}, "text/event-stream", "data: {}\n\nevent: a\ndata: secret\ndata: 1\n\n", "", "line 4: the data of an event are no JSON", "secret"},
		{"JSON instead of events", Events{}, "application/json", "{}", "", "the answer is not a stream of events", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := answering(t, test.contentType, test.body)
			var got any
			_, err := client.Do(t.Context(), &Call{Method: http.MethodGet, Notation: test.notation}, func(d *Decoder) { got = d.Any() })
			checkProblem(t, err, test.problem)
			if err != nil && test.leak != "" && strings.Contains(err.Error(), test.leak) {
				t.Errorf("%v shows %q", err, test.leak)
			}
			var want any
			if test.want != "" && json.Unmarshal([]byte(test.want), &want) != nil {
				t.Fatalf("%s is no JSON", test.want)
			}
			if !reflect.DeepEqual(got, want) {
				t.Errorf("got %v, want %v", got, want)
			}
		})
	}
}

// TestNotationsAreBounded holds answers to the bounds that those of JSON have, also where what they stand for is much longer than they are.
func TestNotationsAreBounded(t *testing.T) {
	name := strings.Repeat("n", 1<<20)
	tests := []struct {
		name     string
		notation Notation
		body     string
	}{
		{"long names", CSV{Others: &Member{}}, name + "\n" + strings.Repeat("1\n", 1<<12)},
		{"a long id", Events{}, "id: " + name + "\n" + strings.Repeat("data\n\n", 1<<12)},
		{"many lists", CSV{Others: &Member{}, Lists: true}, strings.Repeat("1\n", 1<<21)},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			client := answering(t, "", test.body)
			_, err := client.Do(t.Context(), &Call{Method: http.MethodGet, Notation: test.notation}, func(d *Decoder) { d.Any() })
			if err == nil || !strings.Contains(err.Error(), "ask the upstream for less at once") {
				t.Errorf("got %v", err)
			}
		})
	}
	client := answering(t, "", "a\n1\n")
	client.maxResponse = 3
	_, err := client.Do(t.Context(), &Call{Method: http.MethodGet, Notation: CSV{Others: &Member{}}}, func(d *Decoder) { d.Any() })
	checkProblem(t, err, "the answer is larger than 3 bytes")
}

func TestNumbersOfTexts(t *testing.T) {
	tests := []struct{ text, number, integer string }{
		{"0", "0", "0"}, {"-0", "-0", "0"}, {"007", "7", "7"}, {"+7", "7", "7"}, {"-007", "-7", "-7"}, {"1.50", "1.50", ""}, {".5", "0.5", ""}, {"5.", "5", "5"},
		{"1e3", "1e3", "1e3"}, {"1E+3", "1E+3", "1E+3"}, {"9223372036854775807", "9223372036854775807", "9223372036854775807"}, {"7.0", "7.0", "7.0"},
		{"", "", ""}, {".", "", ""}, {"-", "", ""}, {"+-1", "", ""}, {"--1", "", ""}, {"1e", "", ""}, {"1,000", "", ""}, {"0x10", "", ""}, {"NaN", "", ""}, {"Inf", "", ""},
		{"1_000", "", ""}, {"1 2", "", ""}, {"1.2.3", "", ""}, {"٣", "", ""},
	}
	for _, test := range tests {
		if number, integer := numberJSON(test.text), integerJSON(test.text); number != test.number || integer != test.integer {
			t.Errorf("%q: got %q and %q, want %q and %q", test.text, number, integer, test.number, test.integer)
		}
	}
}

// converted returns what a notation makes of a text, and whether it could.
func converted(t *testing.T, notation Notation, text string) (value any, ok bool) {
	t.Helper()
	reader := notation.reader("", func(d *Decoder) { value = d.Any() })
	wrong := reader.read(http.Header{}, []byte(text), nil)
	if wrong != nil && strings.Contains(wrong.Error(), "malformed JSON at byte") && !strings.HasPrefix(wrong.Error(), "line ") && !strings.HasPrefix(wrong.Error(), "value ") {
		t.Fatalf("%q became no JSON: %v", text, wrong)
	}
	return value, wrong == nil
}

// FuzzCSV holds tables to what encoding/csv reads.
func FuzzCSV(f *testing.F) {
	for _, seed := range []string{"a,b\n1,2\n", "a\r\n\"x\r\ny\"\r\n", "\"a\"\"b\",\"\"\n,\n", "a,a\n1,2\n", "\n\n", "a\"b", "\"", "é,\x00\n\x1f,\\\n", "a\n1,2"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		got, ok := converted(t, CSV{Others: &Member{}}, text)
		records, err := csv.NewReader(strings.NewReader(strings.TrimPrefix(text, "\xef\xbb\xbf"))).ReadAll()
		want := []any{}
		for i, record := range records {
			if i > 0 {
				members := map[string]any{}
				for j, cell := range record {
					members[records[0][j]] = cell
				}
				want = append(want, members)
			}
		}
		valid := string([]rune(text)) == text
		if ok != (err == nil && valid) {
			t.Fatalf("read: %t, encoding/csv: %v", ok, err)
		}
		if ok && !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// FuzzTSV holds that every cell without tabs and ends of lines is read as it was written.
func FuzzTSV(f *testing.F) {
	f.Add("a", "b", "1", "\"2\"")
	f.Add("a", "a", "", "\\\x00")
	f.Fuzz(func(t *testing.T, name, other, cell, last string) {
		for _, text := range []string{name, other, cell, last} {
			if strings.ContainsAny(text, "\t\r\n") || string([]rune(text)) != text || strings.HasPrefix(text, "\ufeff") {
				return
			}
		}
		got, ok := converted(t, TSV{Others: &Member{}}, name+"\t"+other+"\r\n"+cell+"\t"+last)
		if want := []any{map[string]any{name: cell, other: last}}; !ok && name+other != "" || ok && name != other && !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("got %v, %t, want %v", got, ok, want)
		}
	})
}

// FuzzFormText holds forms to what net/url reads.
func FuzzFormText(f *testing.F) {
	for _, seed := range []string{"a=1&b=2", "a=%C3%A9+x&a=2", "=&&a", "a=%", "a;b=1", "a=b=c", "\xff=1"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.Contains(text, ";") || strings.TrimSpace(text) != text {
			return // net/url refuses semicolons
		}
		got, ok := converted(t, FormText(anything), text)
		values, err := url.ParseQuery(text)
		want := map[string]any{}
		for name, texts := range values {
			want[string([]rune(name))] = string([]rune(texts[len(texts)-1]))
		}
		if ok != (err == nil) {
			t.Fatalf("read: %t, net/url: %v", ok, err)
		}
		if ok && len(want) == len(values) && !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// FuzzJSONLines holds lines to what encoding/json reads of each.
func FuzzJSONLines(f *testing.F) {
	for _, seed := range []string{"{\"a\":1}\n[2]\r\n", "\n \n1", "1 2", "{", "\"\xff\"", "nul"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		if strings.HasPrefix(text, "\xef\xbb\xbf") {
			return
		}
		got, ok := converted(t, JSONLines{}, text)
		want, wanted := []any{}, true
		for line := range bytes.SplitSeq([]byte(text), []byte("\n")) {
			if line = bytes.TrimSpace(line); len(line) == 0 {
				continue
			}
			var value any
			wanted = wanted && json.Unmarshal(line, &value) == nil
			want = append(want, value)
		}
		if ok != wanted {
			t.Fatalf("read: %t, encoding/json: %t", ok, wanted)
		}
		if ok && !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}

// FuzzEvents holds that what is sent as an event is read as that, and that no stream breaks the reader.
func FuzzEvents(f *testing.F) {
	f.Add("add", "1\n2", "7", "data: x\n\n")
	f.Add("", "", "", ":\r\r\nid\n")
	f.Fuzz(func(t *testing.T, name, data, id, before string) {
		for _, data := range []EventData{TextData, JSONData, EitherData} {
			converted(t, Events{data}, before)
		}
		if strings.ContainsAny(name+id, "\r\n\x00") || strings.Contains(data, "\r") || name == "" || id == "" || !json.Valid([]byte(before)) && before != "" {
			return
		}
		for _, text := range []string{name, data, id} {
			if string([]rune(text)) != text {
				return
			}
		}
		stream := "event: " + name + "\nid: " + id + "\ndata: " + strings.ReplaceAll(data, "\n", "\ndata: ") + "\n\n"
		got, ok := converted(t, Events{}, stream)
		if want := []any{map[string]any{"event": name, "data": data, "id": id}}; !ok || !reflect.DeepEqual(got, any(want)) {
			t.Fatalf("got %v, want %v", got, want)
		}
	})
}
