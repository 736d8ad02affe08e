package endpoint_test

import (
	"strings"
	"testing"

	"github.com/nactgen/nactgen/nact/endpoint"
)

// wire is what is written here without the line breaks and the space that begins a line.
func wire(s string) string {
	var b strings.Builder
	for line := range strings.Lines(s) {
		b.WriteString(strings.TrimSpace(line))
	}
	return b.String()
}

var wantV1 = wire(`
	{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
	"name":"lookup_forecast",
	"description":"Look up a <forecast> & more.",
	"img":"https://example.com/sun.png",
	"version":1,
	"currentVersion":2,
	"writes":true,
	"dry_run":false,
	"tags":["weather","retrievals"],
	"input_parameters":[
		{"id":"city","name":"City","type":"string","description":"The city.","required":true,"max-length":10,"examples":["Omaha","Boston"]},
		{"id":"day","name":"Day","type":"enum","description":"The day.","required":false,"allowed-values":[
			{"name":"TODAY","description":"Until midnight."},
			{"name":"TOMORROW","description":"From midnight on."}],"default":"TODAY"},
		{"id":"hours","name":"Hours","type":"int","description":"How many hours.","required":false,"min":1,"max":65535}],
	"output_parameters":[
		{"id":"summary","name":"Summary","type":"string","description":"In a sentence."}]}`)

var wantV2 = wire(`
	{"toolId":"0479a45d-ad0a-49d4-94db-75edf00d2ca4",
	"name":"lookup_forecast",
	"description":"Look up a <forecast> & more.",
	"img":"https://example.com/sun.png",
	"version":2,
	"currentVersion":2,
	"writes":true,
	"dry_run":false,
	"tags":["weather","retrievals"],
	"input_parameters":[
		{"id":"city","name":"City","type":"string","description":"The city.","required":true,"max-length":10,"examples":["Omaha","Boston"]},
		{"id":"day","name":"Day","type":"enum","description":"The day.","required":false,"allowed-values":[
			{"name":"TODAY","description":"Until midnight."},
			{"name":"TOMORROW","description":"From midnight on."}],"default":"TODAY"},
		{"id":"hours","name":"Hours","type":"int","description":"How many hours.","required":false,"min":1,"max":65535},
		{"id":"metric","name":"Metric","type":"boolean","description":"Metric units.","required":false,"default":true},
		{"id":"from","name":"From","type":"string","description":"The first day.","required":false,"format":"date"}],
	"output_parameters":[
		{"id":"sky","name":"Sky","type":"enum","description":"The sky.","allowed-values":[{"name":"CLEAR","description":"No cloud."}]},
		{"id":"summary","name":"Summary","type":"string","description":"In a sentence."},
		{"id":"temp-fh","name":"Temperature","type":"int","description":"In Fahrenheit."},
		{"id":"details","name":"Details","type":"json","description":"All of it.","schema":{"type":"object"}},
		{"id":"failure","name":"Failure","type":"enum",
			"description":"Why the tool could not do what was asked. Present only if it failed; the other outputs are then absent.",
			"allowed-values":[{"name":"CITY_NOT_FOUND","description":"No such city."}]},
		{"id":"failure_detail","name":"Failure detail","type":"string",
			"description":"A sentence that explains the failure. Present only together with the failure."}]}`)

func TestSignatures(t *testing.T) {
	server := serve(t, endpoint.Config{}, new(forecastTool).tool())
	tests := []struct{ name, path, want string }{
		{"the current version of a tool", "/tools/" + forecastID, wantV2},
		{"an ID is the same in whatever case", "/tools/" + strings.ToUpper(forecastID), wantV2},
		{"an old version", "/tools/" + forecastID + "/versions/1", wantV1},
		{"the newest version", "/tools/" + forecastID + "/versions/2", wantV2},
		{"the tools are the current versions", "/tools", `{"items":[` + wantV2 + `],"paging":{"pageLimit":50}}`},
		{"all versions, newest first", "/tools/" + forecastID + "/versions", `{"items":[` + wantV2 + `,` + wantV1 + `],"paging":{"pageLimit":50}}`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := get(t, server.URL+test.path)
			if got.status != 200 || got.header.Get("Content-Type") != "application/json" || got.body != test.want {
				t.Errorf("\n got %d %s\nwant %s", got.status, got.body, test.want)
			}
		})
	}
}

func TestSignatureWithoutTagsAndParameters(t *testing.T) {
	server := serve(t, endpoint.Config{}, simple(tidesID, "lookup_tides", 1))
	want := `{"toolId":"` + tidesID + `","name":"lookup_tides","description":"A tool.","version":1,"currentVersion":1,"writes":false,"dry_run":true,"tags":[],"input_parameters":[],"output_parameters":[]}`
	if got := get(t, server.URL+"/tools/"+tidesID).body; got != want {
		t.Errorf("\n got %s\nwant %s", got, want)
	}
}
