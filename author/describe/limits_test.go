package describe

import (
	"strings"
	"testing"
)

// TestWords: what a document says of a value, as a line has it.
func TestWords(t *testing.T) {
	for schema, want := range map[string]string{
		`{type: string, format: date, pattern: "^2"}`:                           `format date; pattern ^2`,
		`{type: string, minLength: 1, maxLength: 1}`:                            `exactly 1 character`,
		`{type: string, maxLength: 9}`:                                          `at most 9 characters`,
		`{type: string, enum: [a, "b c"], default: a}`:                          `one of "a" or "b c"; default "a"`,
		`{type: [string, "null"], enum: [a, null]}`:                             `one of "a" or null`,
		`{type: boolean, const: true}`:                                          `always true`,
		`{type: integer, minimum: 1, maximum: 10}`:                              `1 to 10`,
		`{type: integer, exclusiveMinimum: 1}`:                                  `at least 2`,
		`{type: number, exclusiveMinimum: 1, exclusiveMaximum: 2.5}`:            `above 1; below 2.5`,
		`{type: number, minimum: 0.5, exclusiveMaximum: 1.0e+30}`:               `at least 0.5; below 1e+30`,
		`{type: integer, multipleOf: 5, example: 15}`:                           `multiple of 5; for example 15`,
		`{type: array, items: {}, minItems: 1, uniqueItems: true}`:              `at least 1 item; no item twice`,
		`{type: array, items: {}, minItems: 2, maxItems: 3, example: [a, 1]}`:   `2 to 3 items; for example ["a",1]`,
		`{type: string, example: ` + strings.Repeat("x", 80) + `}`:              `for example "` + strings.Repeat("x", 59) + `…`,
		`{type: integer, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13]}`:    `one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 or 13`,
		`{type: integer, enum: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 0]}`: `one of 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12 and 2 more`,
	} {
		d, err := Describe(operationOf(t, "\ntype: object\nproperties:\n  v: "+schema), 1)
		if err != nil {
			t.Fatal(err)
		}
		v := d.Answers[0].Content[0].Value.Fields[0]
		if got := strings.Join(v.words(), "; "); got != want {
			t.Errorf("%s: %s, want %s", schema, got, want)
		}
	}
}
