package spec_test

import (
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

// TestValueTexts: each way in which vendors describe the values of an enum.
func TestValueTexts(t *testing.T) {
	want := []spec.ValueText{{Value: "a", Text: "The first."}, {Value: "b", Text: "The second."}}
	for name, c := range map[string]struct {
		schema string
		want   []spec.ValueText
	}{
		"a list":               {`{type: string, enum: [a, b], x-enum-descriptions: [The first., The second.]}`, want},
		"a list in camel case": {`{type: string, enum: [a, b], x-enumDescriptions: [The first., The second.]}`, want},
		"an object":            {`{type: string, enum: [a, b], x-enumDescriptions: {a: The first., b: The second.}}`, want},
		"Microsoft's":          {`{type: string, enum: [a, b], x-ms-enum: {name: X, values: [{value: a, description: The first.}, {value: b, description: The second.}]}}`, want},
		"branches":             {`{oneOf: [{const: a, description: The first.}, {const: b, title: The second.}]}`, want},
		"behind allOf":         {`{allOf: [{type: string, enum: [a, b], x-enum-descriptions: [The first., The second.]}]}`, want},
		"a value without":      {`{type: string, enum: [a, b], x-enum-descriptions: ["", The second.]}`, want[1:]},
		"too few":              {`{type: string, enum: [a, b], x-enum-descriptions: [The first.]}`, nil},
		"no enum":              {`{type: string, x-enum-descriptions: [The first.]}`, nil},
		"no texts":             {`{type: string, enum: [a, b], x-enum-descriptions: [1, [x]], x-ms-enum: 3}`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			doc, err := spec.Parse("openapi.yaml", []byte("openapi: 3.1.0\npaths:\n  /x: {get: {parameters: [{name: p, in: query, schema: "+c.schema+"}], responses: {}}}\n"))
			if err != nil {
				t.Fatal(err)
			}
			ops, err := doc.Resolve(doc.Operations()...)
			if err != nil {
				t.Fatal(err)
			}
			if got := ops[0].Parameters[0].Schema.ValueTexts; !reflect.DeepEqual(got, c.want) {
				t.Errorf("%v, want %v", got, c.want)
			}
		})
	}
}
