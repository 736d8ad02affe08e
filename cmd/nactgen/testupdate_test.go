package main

import (
	"testing"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// What a tool answers over N-ACT becomes what examples want: numbers are numbers, members stay in their order, and a failure is nothing.
func TestOutputsOf(t *testing.T) {
	tool := &plan.Tool{Signature: nact.Signature{Outputs: []nact.Output{
		{ID: "price", Name: "Price", Type: nact.Number}, {ID: "text", Name: "Text", Type: nact.String}, {ID: "all", Name: "All", Type: nact.JSON},
	}}}
	for answer, want := range map[string]string{
		`[{"name":"Price","value":"3.25"},{"name":"Text","value":"3.25"}]`:         `{price: 3.25, text: "3.25"}`,
		`[{"name":"All","value":{"b":[1,null,{"x":true}],"a":"y: z","c":1.50}}]`:   `{all: {b: [1, null, {x: true}], a: "y: z", c: 1.50}}`,
		`[{"name":"failure","value":"GONE"},{"name":"failure_detail","value":""}]`: "",
		`[`: "",
		``:  "",
	} {
		outputs := outputsOf(tool, []byte(answer))
		if got, _ := outputs.Inline(true); (outputs == nil) != (want == "") || outputs != nil && got != want {
			t.Errorf("%s: got %s, want %s", answer, got, want)
		}
	}
}
