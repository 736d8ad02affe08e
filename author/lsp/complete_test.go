package lsp

import (
	"slices"
	"strings"
	"testing"
)

const api = `openapi: 3.1.0
info: {title: Cities, version: '1'}
servers: [{url: https://cities.example.com}]
paths:
  /cities:
    get:
      operationId: findCity
      summary: Find a city.
      parameters:
        - {name: q, in: query, required: true, description: What is looked for., schema: {type: string}}
        - {name: country, in: query, schema: {type: string}}
      responses:
        '200':
          description: ok
          content:
            application/json:
              schema:
                type: object
                required: [results]
                properties:
                  results:
                    type: array
                    items:
                      type: object
                      required: [name]
                      properties:
                        name: {type: string, description: What it is called.}
                        population: {type: integer}
`

const manifestText = `nact: 1
service: {name: cities, description: Cities of the world.}
upstreams: {cities: {openapi: api.yaml}}
tools:
  find_city:
    description: Find a city by its name.
    inputs:
      city: {description: The name of the city.}
    failures: {NOT_FOUND: There is no such city.}
    steps:
      find: {call: cities.findCity, with: {q: "${inputs.city}"}, expect: [{that: "size(this.body.results) > 0", fail: NOT_FOUND}]}
    vars:
      first: "${steps.find.body.results[0]}"
    outputs:
      name: {description: Its name., value: "${vars.first.name}"}
`

// with replaces a stretch of the manifest, which is there once.
func with(t *testing.T, old, replacement string) string {
	t.Helper()
	if strings.Count(manifestText, old) != 1 {
		t.Fatalf("%q is not there once", old)
	}
	return strings.Replace(manifestText, old, replacement, 1)
}

func labels(list completionList) []string {
	names := []string{}
	for _, item := range list.Items {
		if item.Detail != "function" && item.Detail != "functions" {
			names = append(names, item.Label)
		}
	}
	return names
}

// TestCompletion: what is proposed at the cursor, a |, in texts that are as unfinished as texts are when they are typed.
func TestCompletion(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	for name, c := range map[string]struct {
		text string
		want []string
	}{
		"names of an expression":             {with(t, `"${vars.first.name}"`, `"${|}"`), []string{"inputs", "steps", "vars"}},
		"members of a value":                 {with(t, `"${vars.first.name}"`, `"${vars.first.|}"`), []string{"name", "population"}},
		"the start of a member":              {with(t, `"${vars.first.name}"`, `"${vars.first.na|}"`), []string{"name", "population"}},
		"without the end of the expression":  {with(t, `"${vars.first.name}"}`, `"${vars.first.|`), []string{"name", "population"}},
		"in a plain scalar":                  {with(t, `{description: Its name., value: "${vars.first.name}"}`, "\n        description: Its name.\n        value: ${vars.|"), []string{"first"}},
		"steps":                              {with(t, `"${steps.find.body.results[0]}"`, `"${steps.|}"`), []string{"find"}},
		"the answer of a step":               {with(t, `"${steps.find.body.results[0]}"`, `"${steps.find.|}"`), []string{"body", "status", "headers"}},
		"behind an operator":                 {with(t, `"${vars.first.name}"`, `"${'a' + vars.first.|}"`), []string{"name", "population"}},
		"the element of a macro":             {with(t, `"${vars.first.name}"`, `"${steps.find.body.results.map(r, r.|)}"`), []string{"name", "population"}},
		"the name of a macro's element":      {with(t, `"${vars.first.name}"`, `"${steps.find.body.results.map(r, |)}"`), []string{"inputs", "steps", "vars", "r"}},
		"a macro in a macro":                 {with(t, `"${vars.first.name}"`, `"${[steps.find.body.results].map(l, l.map(r, r.|))}"`), []string{"name", "population"}},
		"an optional":                        {with(t, `"${vars.first.name}"`, `"${vars.first.?|}"`), []string{"name", "population"}},
		"this, in a condition without marks": {with(t, `"size(this.body.results) > 0"`, `"size(this.body.|"`), []string{"results"}},
		"operations":                         {with(t, "cities.findCity", "cities.|"), []string{"cities.findCity"}},
		"parameters":                         {with(t, `{q: "${inputs.city}"}`, `{|}`), []string{"q", "country"}},
		"failures":                           {with(t, "fail: NOT_FOUND", "fail: |"), []string{"NOT_FOUND"}},
		"keys of a step":                     {with(t, `{call: cities.findCity, with:`, `{call: cities.findCity, re|, with:`), []string{"call", "go", "use"}},
		"fixed values":                       {with(t, `name: {description: Its name.,`, `name: {type: |, description: Its name.,`), []string{"string", "int", "number", "boolean", "enum", "json"}},
		"booleans":                           {with(t, `city: {description`, `city: {required: |, description`), []string{"true", "false"}},
		"other errors stand in the way":      {strings.Replace(with(t, `"${vars.first.name}"`, `"${vars.first.|}"`), "description: Find a city by its name.", "descripton: x", 1), []string{"name", "population"}},
	} {
		got := labels(e.complete("nact.yaml", c.text))
		if name == "keys of a step" {
			got = got[:min(3, len(got))]
		}
		if !slices.Equal(got, c.want) {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
