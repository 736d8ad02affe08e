package manifest

import (
	"fmt"
	"strings"
	"testing"
)

// TestUnmarked: text that was meant as an expression is told from text.
func TestUnmarked(t *testing.T) {
	meant := map[string]string{
		"vars.event.name":                        "write ${vars.event.name};",
		" inputs.event ":                         "write ${inputs.event};",
		"steps.find.body.items[0].id":            "write ${steps.find.body.items[0].id};",
		"this.body.?title.orValue('none')":       "write ${this.body.?title.orValue('none')};",
		"tables.states[inputs.state]":            "write ${tables.states[inputs.state]};",
		"size(steps.find.body.items)":            "write ${size(steps.find.body.items)};",
		"!inputs.flag":                           "write ${!inputs.flag};",
		`inputs.day == "MON" ? vars.a : vars.b`:  `write ${inputs.day == "MON" ? vars.a : vars.b};`,
		"inputs.day in ['MON', 'TUE']":           "write ${inputs.day in ['MON', 'TUE']};",
		"vars.list.map(v, v.name)":               "write ${vars.list.map(v, v.name)};",
		"config.yaml":                            `write ${"config.yaml"}`,
		"{{ inputs.city }}":                      "write ${inputs.city};",
		"{{inputs.city}}, {{inputs.state}}":      "write ${inputs.city};",
		"Hello {{ name }}":                       `write ${"{{ name }}"}`,
		"{inputs.city}":                          "write ${inputs.city};",
		"#{inputs.city}":                         "write ${inputs.city};",
		"$inputs.city":                           "write ${inputs.city};",
		"$steps.find.outputs.id":                 "write ${steps.find.outputs.id};",
		"$(inputs.city)":                         `write ${inputs.city}; if the text itself is meant, write ${"$(inputs.city)"}`,
		"(as $inputs.city)":                      `write ${"$inputs.city"}`,
		"input.city":                             "write ${inputs.city};",
		"step.find.body.id":                      "write ${steps.find.body.id};",
		"var.list[0].name":                       "write ${vars.list[0].name};",
		"find.body.items[0].id":                  "write ${steps.find.body.items[0].id};",
		"find.body.?title.orValue('none')":       "write ${steps.find.body.?title.orValue('none')};",
		"'Hello ' + inputs.name":                 "write ${'Hello ' + inputs.name};",
		"true && inputs.flag":                    "write ${true && inputs.flag};",
		"1 + size(vars.list)":                    "write ${1 + size(vars.list)};",
		"$.results[0].name":                      "an expression is ${...}",
		"$response.body#/id":                     "an expression is ${...}",
		"<%= inputs.city %>":                     "write ${inputs.city};",
		"${inputs.city} in {{inputs.state}}":     "write ${inputs.state};",
		"= inputs.city":                          "write ${inputs.city};",
		"=size(vars.list)":                       "write ${size(vars.list)};",
		":= vars.a":                              "write ${vars.a};",
		"env.API_KEY":                            "config: {key: {env: API_KEY}}",
		"process.env.KEY":                        "config: {key: {env: KEY}}",
		"$API_KEY":                               "config: {key: {env: API_KEY}}",
		"$TOKEN":                                 "config: {key: {env: TOKEN}}",
		"$env:API_KEY":                           "config: {key: {env: API_KEY}}",
		"Bearer $API_KEY":                        `write ${"Bearer $API_KEY"}`,
		"until {inputs.day}, at ${inputs.place}": "write ${inputs.day};",
	}
	for text, want := range meant {
		if got := saidOf(text); !strings.Contains(got, want) {
			t.Errorf("%s: %q does not say %q", text, got, want)
		}
	}
	for _, text := range []string{
		"", "inputs", "inputs.", "steps to take", "this.is prose, not CEL", "this. And that", "vars.a, vars.b", "the inputs.city of the call",
		"docs/inputs.html", "https://example.com/inputs.html", "inputs.city is empty", "config.yaml and config.json", "$${inputs.city}", "$100",
		"${inputs.city}", "{city}", "{ inputs { id } }", "a {b} c", "$5.00", "in inputs.a", "steps.a; steps.b", "$ref", "${\"{{ name }}\"}",
		"step by step", "input of the call", "find.body", "her.body is fine", "'inputs.a'", "'a' and inputs.b", "1 + 1", "inputs/a.body.html",
		"= 5", "=", "== inputs", "$TSLA", "$USD", "env.local", "an env.KEY", "$${API_KEY}", "environment.KEY", "the $API_KEY of the call",
	} {
		if got := saidOf(text); got != "" {
			t.Errorf("%s: %s", text, got)
		}
	}
}

// saidOf is what is said against the value of a var.
func saidOf(text string) string {
	_, list := Parse("nact.yaml", fmt.Appendf(nil, "nact: 1\ntools: {t: {vars: {a: %q}}}\n", text))
	for _, finding := range list {
		if finding.Rule == "unmarked-expression" {
			return finding.Message
		}
	}
	return ""
}

// TestExpressionIn: where no expression can stand, what was meant as one is found also in ${}.
func TestExpressionIn(t *testing.T) {
	for text, want := range map[string]string{
		"inputs.id":                "inputs.id",
		"= inputs.id":              "= inputs.id",
		"see ${inputs.id} there":   "${inputs.id}",
		"${size(inputs.id)}":       "${size(inputs.id)}",
		"a ${x} and ${ vars.b }":   "${ vars.b }",
		"{{inputs.id}}":            "{{inputs.id}}",
		"${API_KEY}":               "${API_KEY}",
		"${API_KEY:-none}":         "${API_KEY:-none}",
		"$API_KEY":                 "$API_KEY",
		"env.API_KEY":              "env.API_KEY",
		"${x}":                     "",
		"config.json":              "",
		"${":                       "",
		"${inputs.id":              "",
		"the inputs.id of a call":  "",
		"{{ name }} for $5, ${n}!": "",
	} {
		if got := ExpressionIn(text); got != want {
			t.Errorf("%s: %q, want %q", text, got, want)
		}
	}
}
