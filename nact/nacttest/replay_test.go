package nacttest

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
)

var forecast = Recording{
	Step: "forecast", Upstream: "weather", Method: "GET", Path: "/gridpoints/{wfo}/{x},{y}/forecast", Accept: "application/geo+json",
	Params: []Param{{"path", "wfo", "OKX"}, {"path", "y", "35"}, {"query", "units", "us"}},
	Body:   `{"periods":[]}`,
}

// ask sends a request and returns its answer: status and body.
func ask(t *testing.T, method, url string, body string, header ...string) string {
	t.Helper()
	request, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(header); i += 2 {
		request.Header.Add(header[i], header[i+1])
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return response.Status + " " + response.Header.Get("Content-Type") + " " + strings.TrimSpace(string(text))
}

func TestReplayAnswers(t *testing.T) {
	file := filepath.Join(t.TempDir(), "place.json")
	if err := os.WriteFile(file, []byte(`{"results":[]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	replay := NewReplay(t,
		Recording{Step: "place", Upstream: "geo", Method: "GET", Path: "/search", Params: []Param{{"query", "name", "New York"}, {"query", "name", "NY"}}, File: file},
		forecast,
		Recording{Step: "note", Upstream: "weather", Method: "POST", Path: "/notes", Status: 201, ContentType: "text/plain", Body: "done", Header: map[string]string{"X-Id": "7"},
			Params: []Param{{"body", "", `{"b": [1.0], "a": "x"}`}, {"header", "X-Trace", "a, b"}, {"cookie", "session", "s 1"}}},
		Recording{Step: "gone", Upstream: "weather", Method: "GET", Path: "/it's/{id}", Status: 404},
	)
	tests := []struct{ got, want string }{
		{ask(t, "GET", replay.URL("weather")+"/gridpoints/OKX/33,35/forecast?more=1&units=us", "", "Accept", "application/geo+json"), `200 OK application/json {"periods":[]}`},
		{ask(t, "GET", replay.URLs()["geo"]+"/search?name=New%20York&name=NY", ""), `200 OK application/json {"results":[]}`},
		{ask(t, "GET", replay.URL("weather")+"/it%27s/a%2Fb", ""), `404 Not Found  `},
		{ask(t, "POST", replay.URL("weather")+"/notes", `{"a":"x","b":[1]}`, "X-Trace", "a", "X-Trace", "b", "Cookie", "session=s%201"), `201 Created text/plain done`},
	}
	for _, test := range tests {
		if test.got != test.want {
			t.Errorf("got %s, want %s", test.got, test.want)
		}
	}
}

func TestReplayTakesRecordingsInOrder(t *testing.T) {
	recording := func(id, body string) Recording {
		return Recording{Upstream: "u", Method: "GET", Path: "/{id}", Params: []Param{{"path", "id", id}}, Body: body}
	}
	replay := NewReplay(t, recording("a", "1"), recording("b", "2"), recording("a", "3"))
	for _, want := range []string{"b 2", "a 1", "a 3"} {
		id, body, _ := strings.Cut(want, " ")
		if got := ask(t, "GET", replay.URL("u")+"/"+id, ""); got != "200 OK application/json "+body {
			t.Errorf("%s: got %s, want %s", id, got, body)
		}
	}
}

func TestReplayAtTheSameTime(t *testing.T) {
	var recordings []Recording
	for _, id := range strings.Split("abcdefghij", "") {
		recordings = append(recordings, Recording{Upstream: "u", Method: "GET", Path: "/{id}", Params: []Param{{"path", "id", id}}, Body: id})
	}
	replay := NewReplay(t, recordings...)
	var wait sync.WaitGroup
	for _, id := range strings.Split("jihgfedcba", "") {
		wait.Go(func() {
			if got := ask(t, "GET", replay.URL("u")+"/"+id, ""); !strings.HasSuffix(got, " "+id) {
				t.Errorf("%s: got %s", id, got)
			}
		})
	}
	wait.Wait()
}

func TestReplayAnswersWhoTriesAgain(t *testing.T) {
	replay := NewReplay(t, Recording{Upstream: "u", Method: "GET", Path: "/", Status: 503})
	for range 3 {
		if got := ask(t, "GET", replay.URL("u")+"/", ""); got != "503 Service Unavailable  " {
			t.Errorf("got %s", got)
		}
	}
}

// TestReplayPerhaps holds that a recording need not be asked for which says so, and is played if it is.
func TestReplayPerhaps(t *testing.T) {
	NewReplay(t, Recording{Upstream: "u", Method: "GET", Path: "/", Perhaps: true})
	replay := NewReplay(t, Recording{Upstream: "u", Method: "GET", Path: "/", Status: 204, Perhaps: true})
	if got := ask(t, "GET", replay.URL("u")+"/", ""); !strings.HasPrefix(got, "204") {
		t.Errorf("got %s", got)
	}
}

func TestReplayFails(t *testing.T) {
	const wanted = "wanted GET /gridpoints/{wfo}/{x},{y}/forecast of weather (step forecast), got "
	const unrecorded, advice = "the example records no answer for ", "; record one for the step that asks"
	const left = "\nnothing asked for GET /gridpoints/{wfo}/{x},{y}/forecast of weather (step forecast)"
	tests := []struct {
		name, method, upstream, path string
		want                         string
	}{
		{"other operation", "GET", "weather", "/points/1,2", unrecorded + "GET /points/1,2 of weather" + advice + left},
		{"other method", "PUT", "weather", "/gridpoints/OKX/33,35/forecast?units=us", unrecorded + "PUT /gridpoints/OKX/33,35/forecast?units=us of weather" + advice + left},
		{"other upstream", "GET", "geo", "/gridpoints/OKX/33,35/forecast?units=us", unrecorded + "GET /gridpoints/OKX/33,35/forecast?units=us of geo" + advice + left},
		{"path goes on", "GET", "weather", "/gridpoints/OKX/33,35/forecast/hourly", unrecorded + "GET /gridpoints/OKX/33,35/forecast/hourly of weather" + advice + left},
		{"empty parameter", "GET", "weather", "/gridpoints//33,35/forecast", unrecorded + "GET /gridpoints//33,35/forecast of weather" + advice + left},
		{"parameters", "GET", "weather", "/gridpoints/BOX/33,35/forecast?units=us&units=si", wanted + "GET /gridpoints/BOX/33,35/forecast?units=us&units=si of weather:" +
			"\n\tpath parameter wfo: wanted \"OKX\", sent \"BOX\"\n\tquery parameter units: wanted \"us\", sent [\"us\" \"si\"]" + left},
		{"no parameter", "GET", "weather", "/gridpoints/OKX/33,35/forecast", wanted + "GET /gridpoints/OKX/33,35/forecast of weather:" +
			"\n\tquery parameter units: wanted \"us\", sent none" + left},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := observe(t, func(o testing.TB) {
				replay := NewReplay(o, forecast)
				answer := ask(t, test.method, replay.URL(test.upstream)+test.path, "", "Accept", "application/geo+json")
				if !strings.HasPrefix(answer, "500 ") {
					t.Errorf("answered %s", answer)
				}
			})
			if got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

func TestReplayReports(t *testing.T) {
	tests := []struct {
		name string
		run  func(testing.TB)
		want string
	}{
		{"one request too many", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "GET", Path: "/"})
			ask(t, "GET", replay.URL("u")+"/", "")
			ask(t, "GET", replay.URL("u")+"/?again", "")
		}, "the example records no further answer for GET /?again of u: that of the step s is used up"},
		{"media type", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "GET", Path: "/", Accept: "application/json"})
			ask(t, "GET", replay.URL("u")+"/", "", "Accept", "text/html")
		}, "wanted GET / of u (step s), got GET / of u:\n\theader Accept: wanted \"application/json\", sent \"text/html\"\nnothing asked for GET / of u (step s)"},
		{"body", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "PUT", Path: "/", Params: []Param{{"body", "", `{"a": 1, "b": [true]}`}}})
			ask(t, "PUT", replay.URL("u")+"/", `{"a": "1", "b": [true, null], "c": {}}`)
		}, "wanted PUT / of u (step s), got PUT / of u:\n\tbody at /a: wanted 1, sent \"1\"\n\tbody at /b/1: wanted none, sent null\n\tbody at /c: wanted none, sent {}\nnothing asked for PUT / of u (step s)"},
		{"place in a body", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "PUT", Path: "/", Params: []Param{{"body", "", `{"a/b": [{"~": 1, "gone": null}], "n": 1}`}}})
			ask(t, "PUT", replay.URL("u")+"/", `{"a/b": [{"~": 2}], "n": 1.0}`)
		}, "wanted PUT / of u (step s), got PUT / of u:\n\tbody at /a~1b/0/gone: wanted null, sent none\n\tbody at /a~1b/0/~0: wanted 1, sent 2\nnothing asked for PUT / of u (step s)"},
		{"no body", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "PUT", Path: "/", Params: []Param{{"body", "", `{}`}}})
			ask(t, "PUT", replay.URL("u")+"/", "")
		}, "wanted PUT / of u (step s), got PUT / of u:\n\tbody: wanted the JSON {}, sent \"\"\nnothing asked for PUT / of u (step s)"},
		{"header", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "PUT", Path: "/", Params: []Param{{"header", "Content-Type", "application/json"}}})
			ask(t, "PUT", replay.URL("u")+"/", "", "Content-Type", "text/plain")
		}, "wanted PUT / of u (step s), got PUT / of u:\n\theader Content-Type: wanted \"application/json\", sent \"text/plain\"\nnothing asked for PUT / of u (step s)"},
		{"text body", func(o testing.TB) {
			replay := NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "PUT", Path: "/", Params: []Param{{"body", "", "a=b&c"}}})
			ask(t, "PUT", replay.URL("u")+"/", "a=b")
		}, "wanted PUT / of u (step s), got PUT / of u:\n\tbody: wanted \"a=b&c\", sent \"a=b\"\nnothing asked for PUT / of u (step s)"},
		{"no file", func(o testing.TB) {
			NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "GET", Path: "/", File: "none.json"})
		},
			"the recorded answer of GET / of u (step s): open none.json: no such file or directory"},
		{"path", func(o testing.TB) { NewReplay(o, Recording{Step: "s", Upstream: "u", Method: "GET", Path: "/{a"}) },
			"GET /{a of u (step s): the path has a { without a }"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := observe(t, test.run); got != test.want {
				t.Errorf("got\n%s\nwant\n%s", got, test.want)
			}
		})
	}
}

// TestReplayLocated: where a step asks again at the Location of its answers, its recordings are played one after the other.
func TestReplayLocated(t *testing.T) {
	recording := func(status int, location string, params ...Param) Recording {
		return Recording{
			Step: "report", Upstream: "clinic", Method: "POST", Path: "/reports", Status: status, Located: true, Params: params,
			Header: map[string]string{"location": location},
		}
	}
	got := observe(t, func(o testing.TB) {
		replay := NewReplay(o,
			recording(202, "reports/7?full=1", Param{"body", "", "{}"}), recording(203, ""), recording(201, "/jobs/8"), recording(200, ""),
			recording(202, "", Param{"body", "", "1"}),
		)
		for _, request := range []struct{ method, path, body, want string }{
			{"POST", "/reports", "{}", "202"},
			{"GET", "/reports/7?full=1", "", "203"},
			{"GET", "/reports/7", "", "201"},
			{"GET", "/jobs/8", "", "200"},
			{"GET", "/jobs/8", "", "500"},
			{"GET", "/jobs/9", "", "500"},
		} {
			if got := ask(t, request.method, replay.URL("clinic")+request.path, request.body); !strings.HasPrefix(got, request.want) {
				t.Errorf("%s %s: got %s, want %s", request.method, request.path, got, request.want)
			}
		}
	})
	want := "the example records no further answer for GET /jobs/8 of clinic: that of the step report is used up\n" +
		"the example records no answer for GET /jobs/9 of clinic; record one for the step that asks\n" +
		"nothing asked for POST /reports of clinic (step report)"
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
