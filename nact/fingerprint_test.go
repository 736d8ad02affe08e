package nact_test

import (
	"context"
	"encoding/json"
	"testing"

	"github.com/nactgen/nactgen/nact"
)

// fingerprints returns the contracts of two versions of a tool, of which the second has an input more.
func fingerprints(t *testing.T) (v1, v2 *nact.Contract) {
	t.Helper()
	first := nact.Signature{
		ToolID: "0479a45d-ad0a-49d4-94db-75edf00d2ca4", Name: "book_slot", Description: "Book a slot.", Version: 1,
		Inputs: []nact.Input{
			{ID: "a", Name: "A", Type: nact.String, Description: "Text."},
			{ID: "n", Name: "N", Type: nact.Int, Description: "A number.", Default: int64(5)},
			{ID: "o", Name: "O", Type: nact.String, Description: "More text.", Optional: true},
		},
	}
	second := first
	second.Version = 2
	second.Inputs = append([]nact.Input{{ID: "z", Name: "Z", Type: nact.String, Description: "New.", Default: "z"}}, first.Inputs...)
	run := func(context.Context, nact.Arguments) (nact.Results, error) { return nil, nil }
	contracts := ready(t, nact.Tool{Versions: []nact.Signature{first, second}, Invoke: run})
	return contracts[0], contracts[1]
}

func fingerprint(t *testing.T, c *nact.Contract, call ...nact.Argument) string {
	t.Helper()
	args, violations := c.Check(call)
	if violations != nil {
		t.Fatal(violations)
	}
	return c.Fingerprint(args)
}

func TestFingerprint(t *testing.T) {
	v1, v2 := fingerprints(t)
	first := fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"})
	same := map[string]string{
		"with its default":      fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}, nact.Argument{Name: "N", Value: json.Number("5")}),
		"in another spelling":   fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}, nact.Argument{Name: "N", Value: json.Number("5.0")}),
		"in another order":      fingerprint(t, v1, nact.Argument{Name: "N", Value: json.Number("5e0")}, nact.Argument{Name: "A", Value: "x"}),
		"as it was, once again": fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}),
	}
	for name, got := range same {
		if got != first {
			t.Errorf("a call %s has another fingerprint", name)
		}
	}
	seen := map[string]string{first: "the first"}
	others := map[string]string{
		"of another version":   fingerprint(t, v2, nact.Argument{Name: "A", Value: "x"}),
		"with another text":    fingerprint(t, v1, nact.Argument{Name: "A", Value: "y"}),
		"with another number":  fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}, nact.Argument{Name: "N", Value: json.Number("6")}),
		"with an empty text":   fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}, nact.Argument{Name: "O", Value: ""}),
		"with one text in two": fingerprint(t, v1, nact.Argument{Name: "A", Value: "x1 o string 1 y"}),
		"with two texts":       fingerprint(t, v1, nact.Argument{Name: "A", Value: "x"}, nact.Argument{Name: "O", Value: "y"}),
	}
	for name, got := range others {
		if other, taken := seen[got]; taken {
			t.Errorf("a call %s has the fingerprint of %s", name, other)
		}
		seen[got] = name
	}
}
