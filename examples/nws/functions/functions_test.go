package functions

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/examples/nws/nwstools"
	"github.com/nactgen/nactgen/nact/nacttest"
)

// serve starts the service with recorded answers in the place of its upstreams.
func serve(t *testing.T, answers ...nacttest.Recording) *Service {
	t.Helper()
	replay := nacttest.NewReplay(t, answers...)
	handler, err := nwstools.New(nwstools.Config{
		Upstreams: map[string]string{"geo": replay.At("geo", "https://geocoding-api.open-meteo.com"), "weather": replay.At("weather", "https://api.weather.gov")},
		Transport: replay,
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	s, err := Open(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// TestList: each function of an exported list is one that can be called, and its arguments are inputs of the tool.
func TestList(t *testing.T) {
	list, err := os.ReadFile("../../../view/export/testdata/nws.openai-strict.json")
	if err != nil {
		t.Fatal(err)
	}
	var functions []struct {
		Name       string
		Parameters struct{ Properties map[string]any }
	}
	if err := json.Unmarshal(list, &functions); err != nil || len(functions) == 0 {
		t.Fatal(err)
	}
	s := serve(t)
	for _, f := range functions {
		inputs := map[string]bool{}
		for _, in := range s.tools[f.Name].Inputs {
			inputs[in.ID] = true
		}
		if len(inputs) != len(f.Parameters.Properties) {
			t.Errorf("%s has the inputs %v", f.Name, inputs)
		}
		for id := range f.Parameters.Properties {
			if !inputs[id] {
				t.Errorf("%s has no input %s", f.Name, id)
			}
		}
	}
}

func TestCall(t *testing.T) {
	alerts := nacttest.Recording{
		Step: "alerts", Upstream: "weather", Method: http.MethodGet, Path: "/alerts/active", Accept: "application/geo+json",
		Params: []nacttest.Param{{In: "query", Name: "area", Value: "NE"}},
		File:   "../testdata/nebraska-alerts.json", ContentType: "application/geo+json",
	}
	tests := []struct {
		name, function, arguments string
		answers                   []nacttest.Recording
		want                      string
	}{
		{"outputs", "list_active_alerts_by_state", `{"state": "NEBRASKA", "severity": null}`, []nacttest.Recording{alerts}, `{"name":"Number of alerts","value":2}`},
		{"arguments that do not fit", "list_active_alerts_by_state", `{"state": "NE", "severity": "ANY", "city": "Omaha"}`, nil, `"parameter":"city","rule":"unknown"`},
		{"a required one is missing", "lookup_weather_by_city", `{"city": null, "day": null}`, nil, `"parameter":"City","rule":"required"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			answer, err := serve(t, test.answers...).Call(test.function, []byte(test.arguments))
			if err != nil || !strings.Contains(answer, test.want) {
				t.Errorf("%s, %v", answer, err)
			}
		})
	}
	if _, err := serve(t).Call("lookup_weather", nil); err == nil {
		t.Error("a function that there is not was called")
	}
}

// TestPage: the page on lists of functions shows this file's Call.
func TestPage(t *testing.T) {
	source, err := os.ReadFile("functions.go")
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/functionlists.md")
	if err != nil {
		t.Fatal(err)
	}
	_, call, found := strings.Cut(string(source), "// Call calls ")
	if !found || !strings.Contains(string(page), "// Call calls "+call) {
		t.Error("docs/functionlists.md does not show what Call does")
	}
}
