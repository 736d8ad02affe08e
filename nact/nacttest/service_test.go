package nacttest_test

import (
	"context"
	"net/http"
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/nacttest"
	"github.com/nactgen/nactgen/nact/upstream"
)

// observation is what the tool of this test reads of its upstream's answer.
type observation struct {
	Temperature nact.Null[float64]
	Texts       []string
}

func (v *observation) decode(d *upstream.Decoder) {
	var seen [2]bool
	for key := range d.Object() {
		switch string(key) {
		case "temperature":
			seen[0] = true
			if !d.Null() {
				v.Temperature = nact.NotNull(d.Float())
			}
		case "texts":
			seen[1] = true
			v.Texts = upstream.List(d, (*upstream.Decoder).String)
		default:
			d.Skip()
		}
	}
	d.Require(seen[:], "temperature", "texts")
}

const toolID = "0479a45d-ad0a-49d4-94db-75edf00d2ca4"

// newService serves one tool over one upstream, as a generated service does.
func newService(t *testing.T, base string) http.Handler {
	t.Helper()
	client, err := upstream.NewClient(upstream.Config{Name: "weather", BaseURL: base, Retry: upstream.Retry{Attempts: 2, Backoff: 1}})
	if err != nil {
		t.Fatal(err)
	}
	invoke := func(ctx context.Context, in nact.Arguments) (nact.Results, error) {
		call := upstream.Call{Operation: "weather.latest", Method: http.MethodGet, Accept: "application/geo+json"}
		call.Path.Text("/stations/").Value("stationId", in.String(0)).Text("/observations/latest")
		call.Query.Add("require_qc", upstream.FormatBool(true))
		answer := new(observation)
		_, err := client.Do(ctx, &call, answer.decode)
		switch {
		case nact.Status(err) == http.StatusNotFound:
			return nil, nact.Fail("STATION_NOT_FOUND", "There is no station "+in.String(0)+".")
		case err != nil:
			return nil, nact.StepError("latest", err)
		}
		temperature := nact.Opt[int64]{Value: int64(answer.Temperature.Value), Has: answer.Temperature.Valid}
		return nact.Results{temperature, answer.Texts}, nil
	}
	service, err := endpoint.New(endpoint.Config{Name: "nws"}, []nact.Tool{{
		Versions: []nact.Signature{{
			ToolID: toolID, Name: "get_latest_observation", Description: "Get the latest observation of a station.", Version: 1,
			Inputs: []nact.Input{{ID: "station", Name: "Station", Type: nact.String, Description: "The station."}},
			Outputs: []nact.Output{
				{ID: "temperature", Name: "Temperature", Type: nact.Int, Description: "The temperature."},
				{ID: "texts", Name: "Texts", Type: nact.JSON, Description: "All remarks."},
			},
			Failures: []nact.AllowedValue{{Name: "STATION_NOT_FOUND", Description: "No such station."}},
		}},
		Invoke: invoke,
	}})
	if err != nil {
		t.Fatal(err)
	}
	return service
}

// TestExamplesOfAService runs examples as the test of a generated package does.
func TestExamplesOfAService(t *testing.T) {
	recording := func(station string, status int, body string) nacttest.Recording {
		return nacttest.Recording{
			Step: "latest", Upstream: "weather", Method: "GET", Path: "/stations/{stationId}/observations/latest", Accept: "application/geo+json",
			Params: []nacttest.Param{{In: "path", Name: "stationId", Value: station}, {In: "query", Name: "require_qc", Value: "true"}},
			Status: status, ContentType: "application/geo+json", Body: body,
		}
	}
	example := func(station string) nacttest.Example {
		return nacttest.Example{ToolID: toolID, Tool: "get_latest_observation", Inputs: []nacttest.Argument{{Name: "Station", Value: station}}}
	}
	t.Run("outputs", func(t *testing.T) {
		replay := nacttest.NewReplay(t, recording("K/NYC", 200, `{"x": {}, "temperature": 21.0, "texts": ["fair"]}`))
		e := example("K/NYC")
		e.Outputs = []nacttest.Output{{Name: "Temperature", Value: 21}, {Name: "Texts", Value: []string{"fair"}}}
		e.Run(t, newService(t, replay.URL("weather")))
	})
	t.Run("absent output", func(t *testing.T) {
		replay := nacttest.NewReplay(t, recording("KNYC", 200, `{"temperature": null, "texts": []}`))
		e := example("KNYC")
		e.Version = 1
		e.Outputs = []nacttest.Output{{Name: "Texts", Value: []string{}}}
		e.Run(t, newService(t, replay.URL("weather")))
	})
	t.Run("failure", func(t *testing.T) {
		replay := nacttest.NewReplay(t, recording("K", 404, `{"title": "Not Found"}`))
		e := example("K")
		e.Failure, e.Detail = "STATION_NOT_FOUND", "There is no station K."
		e.Run(t, newService(t, replay.URL("weather")))
	})
}
