package compat_test

import (
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/compat"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// runtimeSignature is a signature as the run-time library has it.
func runtimeSignature(s *compat.Signature) nact.Signature {
	converted := nact.Signature{
		ToolID: s.ToolID, Name: s.Name, Description: s.Description, Img: s.Img, Version: s.Version, Tags: s.Tags,
	}
	for _, in := range s.Inputs {
		converted.Inputs = append(converted.Inputs, nact.Input{
			ID: in.ID, Name: in.Name, Type: runtimeType(in.Type), Description: in.Description, Optional: in.Optional,
			Min: in.Min, Max: in.Max, MaxLength: int(in.MaxLength), AllowedValues: runtimeValues(in.AllowedValues),
			Format: in.Format, Default: in.Default, Examples: in.Examples,
		})
	}
	own, failures := s.SplitFailures()
	for _, out := range own {
		converted.Outputs = append(converted.Outputs, nact.Output{
			ID: out.ID, Name: out.Name, Type: runtimeType(out.Type), Description: out.Description, AllowedValues: runtimeValues(out.AllowedValues),
		})
	}
	converted.Failures = runtimeValues(failures)
	return converted
}

func runtimeType(t string) nact.Type {
	if t == "" {
		return nact.String
	}
	return nact.Type(t)
}

func runtimeValues(list []compat.AllowedValue) []nact.AllowedValue {
	var converted []nact.AllowedValue
	for _, v := range list {
		converted = append(converted, nact.AllowedValue{Name: v.Name, Description: v.Description})
	}
	return converted
}

// contracts starts a tool with these versions, oldest first, as a generated service does.
func contracts(versions ...compat.Signature) ([]*nact.Contract, error) {
	tool := nact.Tool{Invoke: func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }}
	for i := range versions {
		tool.Versions = append(tool.Versions, runtimeSignature(&versions[i]))
	}
	started, err := nact.Contracts([]nact.Tool{tool})
	if err != nil {
		return nil, err
	}
	return started[0], nil
}

// TestRuntimeAgrees: a service starts with two versions if and only if the newer does not break the older. A new name is
// the one exception: the lock lets it through where the author asks for it, and each version goes by its own.
func TestRuntimeAgrees(t *testing.T) {
	catalogue := kinds()
	all := steps(catalogue)
	check := func(t *testing.T, happening ...step) {
		older, newer := versions(catalogue, happening...)
		differences := slices.DeleteFunc(compat.Compare(older, newer), func(d compat.Difference) bool { return d.Rule == compat.RuleToolName })
		_, err := contracts(older, newer)
		if (err != nil) != (compat.Overall(differences) == compat.Breaking) {
			t.Errorf("the run time says %v; Compare says %v", err, differences)
		}
	}
	for i, first := range all {
		t.Run(first.name(catalogue), func(t *testing.T) {
			check(t, first)
			for _, second := range all[i+1:] {
				if first.kind != second.kind && !t.Failed() {
					check(t, first, second)
				}
			}
		})
	}
}

// TestServedBytes: what a generated service publishes is what AppendJSON writes, so that a client can check hashes.
func TestServedBytes(t *testing.T) {
	catalogue := kinds()
	for _, s := range steps(catalogue) {
		_, signature := versions(catalogue, s)
		signature.CurrentVersion = signature.Version
		signature.Description = "Quotes \" and \\, <b>&, \n\t\r\x00\x1f\x7f, ü, \u2028, 𝄞."
		signature.Outputs = append(slices.DeleteFunc(signature.Outputs, func(out compat.Output) bool { return strings.HasPrefix(out.ID, "failure") }),
			compat.FailureOutputs(values("GONE", "LOST"))...)
		if got, want := served(t, &signature), string(signature.AppendJSON(nil)); got != want {
			t.Fatalf("%s:\n got %s\nwant %s", s.name(catalogue), got, want)
		}
	}
}

// served returns what a service answers that is asked for the tool.
func served(t *testing.T, s *compat.Signature) string {
	t.Helper()
	tool := nact.Tool{
		Versions: []nact.Signature{runtimeSignature(s)},
		Invoke:   func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil },
	}
	handler, err := endpoint.New(endpoint.Config{Name: "weather"}, []nact.Tool{tool})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(handler)
	defer server.Close()
	response, err := http.Get(server.URL + "/tools/" + s.ToolID)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	var decoded compat.Signature
	if err := json.Unmarshal(body, &decoded); err != nil {
		t.Fatal(err)
	}
	if differences := compat.Compare(*s, decoded); differences != nil {
		t.Fatalf("decoded, it differs: %v", differences)
	}
	return string(body)
}

func TestRuntimeConstants(t *testing.T) {
	want := []string{nact.FailureID, nact.FailureName, nact.FailureDetailID, nact.FailureDetailName}
	var got []string
	for _, out := range compat.FailureOutputs(values("GONE")) {
		got = append(got, out.ID, out.Name)
	}
	if !reflect.DeepEqual(got, want) || compat.DefaultMax != nact.DefaultMax {
		t.Errorf("got %v and %d, want %v and %d", got, compat.DefaultMax, want, nact.DefaultMax)
	}
}
