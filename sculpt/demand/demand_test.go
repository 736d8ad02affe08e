package demand_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

const head = `nact: 1
service: {name: clinic}
go: {runtime: import}
upstreams: {clinic: {openapi: clinic.yaml}}
tools:
  look:
    description: Look through the slots.
    inputs: {doctor: {description: The doctor.}}
    failures: {NONE: There is none.}
    steps:
      first: {call: clinic.listSlots}
      peek: {call: clinic.peekSlots}
      slots:
        call: clinic.listSlots
        with: {after: "${steps.first.body.next}"}
        paginate: {items: this.body.slots, next: {param: cursor, from: this.body.next}}
      later: {call: clinic.listSlots, with: {after: "${steps.slots.more ? 'a' : 'b'}"}}
`

const clinic = `openapi: 3.1.0
info: {title: Clinic, version: "1"}
servers: [{url: https://clinic.example.com}]
paths:
  /slots:
    get:
      operationId: listSlots
      parameters:
        - {name: after, in: query, schema: {type: string}}
        - {name: cursor, in: query, schema: {type: string}}
      responses:
        "200":
          description: A page.
          content:
            application/json:
              schema:
                type: object
                required: [slots, next]
                properties:
                  next: {type: string}
                  slots:
                    type: array
                    items:
                      type: object
                      required: [start, cost, free]
                      properties: {start: {type: string}, cost: {type: integer}, free: {type: boolean}, tags: {type: array, items: {type: string}}}
  /next:
    get:
      operationId: peekSlots
      responses:
        "200":
          description: The slots of today.
          content:
            application/json:
              schema:
                type: object
                required: [slots]
                properties:
                  rooms: {type: [array, "null"], items: {type: integer}}
                  slots:
                    type: array
                    items:
                      type: object
                      required: [start, cost, free]
                      properties: {start: {type: string}, cost: {type: integer}, free: {type: boolean}, tags: {type: array, items: {type: string}}}
`

// none is the condition of a list that is read to its end.
const none = "none"

// TestEnough: what reads steps.slots.items decides when collecting the list can end. Readers are values of outputs, or "name = value"
// for a var.
func TestEnough(t *testing.T) {
	for name, c := range map[string]struct {
		readers []string
		want    string
		search  bool
	}{
		// One element that fulfils conditions.
		"exists":              {[]string{"$.exists(s, s.free)"}, "this.body.slots.exists(s, s.free)", true},
		"all":                 {[]string{"$.all(s, s.free)"}, "this.body.slots.exists(s, !s.free)", true},
		"filter, first":       {[]string{"$.filter(s, s.free).first().hasValue()"}, "this.body.slots.exists(s, s.free)", true},
		"filter, [0]":         {[]string{"$.filter(s, s.free)[0].start == ''"}, "this.body.slots.exists(s, s.free)", true},
		"filter of filter":    {[]string{"$.filter(s, s.free).exists(s, s.cost < 5)"}, "this.body.slots.exists(s, s.free && s.cost < 5)", true},
		"filter, size() > 0":  {[]string{"$.filter(s, s.free).size() > 0"}, "this.body.slots.exists(s, s.free)", true},
		"filter, size() == 0": {[]string{"$.filter(s, s.free).size() == 0"}, "this.body.slots.exists(s, s.free)", true},
		"of an input":         {[]string{"$.exists(s, s.start == inputs.doctor)"}, "this.body.slots.exists(s, s.start == inputs.doctor)", true},
		"of a step before":    {[]string{"$.exists(s, s.start == steps.first.body.next)"}, "this.body.slots.exists(s, s.start == steps.first.body.next)", true},
		"with a loop in it":   {[]string{"$.exists(s, inputs.doctor.split(',').exists(d, d == s.start))"}, `this.body.slots.exists(s, split(inputs.doctor, ",").exists(d, d == s.start))`, true},

		// The first elements.
		"first":             {[]string{"$.first().hasValue()"}, "size(this.items) >= 1", false},
		"[0]":               {[]string{"$[0].free"}, "size(this.items) >= 1", false},
		"[2]":               {[]string{"$[2].free"}, "size(this.items) >= 3", false},
		"[?2]":              {[]string{"$[?2].hasValue()"}, "size(this.items) >= 3", false},
		"take":              {[]string{"$.take(4).exists(s, s.free)"}, "size(this.items) >= 4", false},
		"slice":             {[]string{"$.slice(1, 4).exists(s, s.free)"}, "size(this.items) >= 4", false},
		"size() >= 3":       {[]string{"$.size() >= 3"}, "size(this.items) >= 3", false},
		"size() > 3":        {[]string{"$.size() > 3"}, "size(this.items) >= 4", false},
		"size() < 3":        {[]string{"$.size() < 3"}, "size(this.items) >= 3", false},
		"size() <= 3":       {[]string{"$.size() <= 3"}, "size(this.items) >= 4", false},
		"size() == 3":       {[]string{"$.size() == 3"}, "size(this.items) >= 4", false},
		"size() != 3":       {[]string{"$.size() != 3"}, "size(this.items) >= 4", false},
		"3 <= size()":       {[]string{"3 <= $.size()"}, "size(this.items) >= 3", false},
		"3 < size()":        {[]string{"3 < $.size()"}, "size(this.items) >= 4", false},
		"3 > size()":        {[]string{"3 > $.size()"}, "size(this.items) >= 3", false},
		"map, [1]":          {[]string{"$.map(s, s.start)[1] == ''"}, "size(this.items) >= 2", false},
		"second of some":    {[]string{"$.filter(s, s.free)[1].start == ''"}, "this.items.filter(s, s.free).size() >= 2", false},
		"two at least":      {[]string{"$.filter(s, s.free).size() >= 2"}, "this.items.filter(s, s.free).size() >= 2", false},
		"of some, then map": {[]string{"$.filter(s, s.free).map(s, s.start)[1] == ''"}, "this.items.filter(s, s.free).size() >= 2", false},

		// Several readers, and vars between.
		"two readers":        {[]string{"$[0].free", "$.exists(s, s.free)"}, "size(this.items) >= 1 && this.items.exists(s, s.free)", false},
		"a var":              {[]string{"open = $.filter(s, s.free)", "vars.open.exists(s, s.cost < 5)"}, "this.body.slots.exists(s, s.free && s.cost < 5)", true},
		"a var that is read": {[]string{"open = $.filter(s, s.free)[1].start", "vars.open == ''"}, "this.items.filter(s, s.free).size() >= 2", false},

		// All of it.
		"the list":                  {[]string{"$ == $.slice(0, 2)"}, none, false},
		"its size":                  {[]string{"$.size() == $[0].cost"}, none, false},
		"size() compared with less": {[]string{"$.size() >= 0"}, none, false},
		"[size() - 1]":              {[]string{"$[$.size() - 1].free"}, none, false},
		"so many as are computed":   {[]string{"$.take(int(inputs.doctor)).size() > 2"}, none, false},
		"an index that is computed": {[]string{"$[int(inputs.doctor)].free"}, none, false},
		"exists_one":                {[]string{"$.exists_one(s, s.free)"}, none, false},
		"a sum":                     {[]string{"number.sum($.map(s, s.cost)) > 3"}, none, false},
		"exists of a map":           {[]string{"$.map(s, s.start).exists(s, s == '')"}, none, false},
		"one reader of several":     {[]string{"$[0].free", "$.exists_one(s, s.free)"}, none, false},
		"a var that is read whole":  {[]string{"open = $.filter(s, s.free)", "vars.open[0].free", "vars.open.size() == vars.open[0].cost"}, none, false},
		"of a step behind it":       {[]string{"$.exists(s, s.start == steps.later.body.next)"}, none, false},
		"of a loop around it":       {[]string{"inputs.doctor.split(',').exists(d, $.exists(s, s.start == d))"}, none, false},
		"exists with the index":     {[]string{"$.exists(i, s, s.cost == i)"}, none, false},
		"no reader":                 {[]string{"inputs.doctor == ''"}, none, false},
	} {
		t.Run(name, func(t *testing.T) {
			pages := pagesOf(t, c.readers)
			got := none
			if pages.Enough != nil {
				got = text(pages.Enough)
			}
			if got != c.want || pages.Search != c.search {
				t.Errorf("%v: enough is %s (search: %t), want %s (%t)", c.readers, got, pages.Search, c.want, c.search)
			}
		})
	}
}

// pagesOf is what collects the list of a tool with readers.
func pagesOf(t *testing.T, readers []string) *plan.Pages {
	t.Helper()
	var pages *plan.Pages
	plan.Walk(check(t, readers, "steps.slots.items").Tools[0].Actions, func(a plan.Action) {
		if p, ok := a.(*plan.Pages); ok {
			pages = p
		}
	})
	return pages
}

// check returns the plan of a tool with readers of a list.
func check(t *testing.T, readers []string, list string) *plan.Plan {
	t.Helper()
	var vars, outputs strings.Builder
	for i, reader := range readers {
		value := strings.ReplaceAll(reader, "$", list)
		if name, v, isVar := strings.Cut(value, " = "); isVar {
			vars.WriteString("      " + name + `: "${` + v + "}\"\n")
		} else {
			outputs.WriteString("      out" + string(rune('a'+i)) + `: {type: boolean, description: Whether it holds., value: "${` + value + "}\"}\n")
		}
	}
	text := head
	if vars.Len() > 0 {
		text += "    vars:\n" + vars.String()
	}
	text += "    outputs:\n" + outputs.String()

	dir := t.TempDir()
	for name, content := range map[string]string{"go.mod": "module example.com/tests\n", "nact.yaml": text, "clinic.yaml": clinic} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	m, found := manifest.Read(filepath.Join(dir, "nact.yaml"))
	if found.HasErrors() {
		t.Fatal(found)
	}
	checked := sculpt.Check(m, document.Open(m, nil, &found), sculpt.Options{}, &found)
	if checked == nil {
		t.Fatal(found)
	}
	return checked.Plan
}
