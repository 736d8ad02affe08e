package endpoint

import (
	"bytes"
	"context"
	"encoding/json"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// FuzzInvocationBody holds a decoded call to encoding/json, and to the rules that tools rely on.
func FuzzInvocationBody(f *testing.F) {
	for _, seed := range []string{
		`{"name":"lookup_forecast","input_parameters":[{"name":"City","value":"Omaha"},{"name":"Hours","value":5.0}]}`,
		`{"input_parameters":[{"value":1e400,"name":"Hours"},{"name":"City","value":null},7,{}],"name":["x"]}`,
		`{"name":"a","name":"b"}`, `{"inputs":{}}`, `[]`, `"\ud834\udd1e"`, `{"a":{"b":[1,2,{"c":"\\"}]}}`, "{\"\xff\":1}",
	} {
		f.Add([]byte(seed))
	}
	contracts, err := nact.Contracts([]nact.Tool{{
		Versions: []nact.Signature{{
			ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "lookup_forecast", Description: "Look up.", Version: 1,
			Inputs: []nact.Input{
				{ID: "city", Name: "City", Type: nact.String, MaxLength: 5},
				{ID: "hours", Name: "Hours", Type: nact.Int, Optional: true, Min: nact.Limit(1)},
			},
		}},
		Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { return nact.Results{}, nil },
	}})
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, body []byte) {
		call, err := decodeCall(string(body))
		if err != nil {
			return
		}
		var value any
		decoder := json.NewDecoder(bytes.NewReader(body))
		decoder.UseNumber()
		if err := decoder.Decode(&value); err != nil {
			t.Fatalf("%q is accepted, and encoding/json says %v", body, err)
		}
		args, violations := call.check(contracts[0][0])
		if violations != nil {
			return
		}
		want := value.(map[string]any)
		if want["name"] != "lookup_forecast" {
			t.Errorf("%q passes", body)
		}
		if city := args.String(0); len([]rune(city)) > 5 {
			t.Errorf("City %q passes", city)
		}
		if hours := args.OptInt(1); hours.Has && (hours.Value < 1 || hours.Value > nact.DefaultMax) {
			t.Errorf("Hours %d passes", hours.Value)
		}
		for _, p := range want["input_parameters"].([]any) {
			if p := p.(map[string]any); p["name"] == "City" && p["value"] != args.String(0) {
				t.Errorf("City %q is read as %q", p["value"], args.String(0))
			}
		}
	})
}
