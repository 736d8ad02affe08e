package golden

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/sculpt"
)

// structuresDocument is the document of random structures: an operation that answers with nested objects, also in another
// media type, and one that takes anything.
const structuresDocument = `
openapi: 3.1.0
info: {title: API, version: "1"}
servers: [{url: https://api.example.com}]
paths:
  /thing:
    get:
      operationId: read
      responses:
        "200":
          description: X.
          content:
            application/json: {schema: {$ref: "#/components/schemas/Thing"}}
            application/hal+json: {schema: {type: object, required: [a], properties: {a: {type: object, required: [b], properties: {b: {type: string}}}}}}
    post:
      operationId: write
      requestBody: {content: {application/json: {schema: {}}}}
      responses: {"204": {description: Nothing.}}
components:
  schemas:
    Thing:
      type: object
      required: [a, parts]
      properties:
        a: {type: object, required: [b], properties: {b: {type: integer}}}
        size: {type: [number, "null"]}
        parts: {type: array, items: {$ref: "#/components/schemas/Part"}}
        labels: {type: object, additionalProperties: {type: integer}}
    Part: {type: object, required: [a], properties: {a: {type: string}, b: {type: object, properties: {a: {type: integer}}}}}
`

// structures writes random manifests without a mistake: objects, lists and maps within each other, in JSON outputs, bodies and
// tables. It draws from few names, so that many objects resemble others.
type structures struct{ choices []byte }

// choose draws one of the first n numbers. What has no choices left draws 0.
func (s *structures) choose(n int) int {
	if len(s.choices) == 0 {
		return 0
	}
	choice := int(s.choices[0])
	s.choices = s.choices[1:]
	return choice % n
}

// names draws distinct names of members, of which some are one name in Go.
func (s *structures) names() []string {
	var drawn []string
	for _, name := range []string{"a", "b", "p", "q", "a_b", "aB"} {
		if s.choose(3) == 1 {
			drawn = append(drawn, name)
		}
	}
	if len(drawn) == 0 {
		return []string{"a"}
	}
	return drawn
}

// manifest returns a manifest with a table, two steps with bodies and some JSON outputs.
func (s *structures) manifest() string {
	var b strings.Builder
	fmt.Fprintf(&b, `nact: 1
service: {name: structures}
go: {dir: out, runtime: import}
upstreams: {api: {openapi: api.yaml}}
tables: {rows: {A: %[1]s, B: %[1]s}}
tools:
  a_tool:
    description: Make what is asked for.
    writes: true
    inputs:
      text: {description: A text.}
      flag: {type: boolean, description: A flag.}
      maybe: {type: int, description: A number., required: false}
      one: {type: enum, description: A letter., values: [A, B]}
      other: {type: enum, description: Another letter., values: [A, B]}
    vars: {v: %[2]s}
    steps:
      r: {call: api.read}
      h: {call: api.read, accept: application/hal+json}
      w: {call: "api POST /thing", body: %[3]s}
      x: {call: "api POST /thing", body: %[4]s}
    outputs:
`, s.row(), wholetest.Quoted("${"+s.expression(2)+"}"), s.object(3), s.value(3))
	for i := range 1 + s.choose(3) {
		fmt.Fprintf(&b, "      o%d: {type: json, description: An object., value: %s}\n", i, s.value(4))
	}
	return b.String()
}

// row returns a row of a table.
func (s *structures) row() string {
	var cells []string
	for _, name := range s.names() {
		cells = append(cells, name+": "+[]string{"1", "text", "true", "2.5"}[s.choose(4)])
	}
	return "{" + strings.Join(cells, ", ") + "}"
}

// value returns a tree of YAML.
func (s *structures) value(depth int) string {
	if depth == 0 {
		return []string{"1", "text", "true", "2.5", "null"}[s.choose(5)]
	}
	switch s.choose(4) {
	case 0:
		return s.object(depth)
	case 1:
		items := make([]string, s.choose(3))
		for i := range items {
			items[i] = s.value(depth - 1)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case 2:
		return s.value(0)
	}
	return wholetest.Quoted("${" + s.expression(depth-1) + "}")
}

func (s *structures) object(depth int) string {
	var members []string
	for _, name := range s.names() {
		members = append(members, name+": "+s.member(depth-1))
	}
	return "{" + strings.Join(members, ", ") + "}"
}

// member returns a value that may be absent.
func (s *structures) member(depth int) string {
	if s.choose(4) == 1 {
		return wholetest.Quoted("${" + []string{"inputs.?maybe", "steps.r.body.?size", "steps.r.body.parts[?0]", "steps.r.body.?labels"}[s.choose(4)] + "}")
	}
	return s.value(depth)
}

// expression returns an expression that is always there.
func (s *structures) expression(depth int) string {
	if depth == 0 {
		leaves := []string{
			"1", `"x"`, "null", "inputs.text", "inputs.one", "inputs.other", "steps.r.body.a", "steps.h.body.a", "steps.r.body.parts",
			`tables.rows["A"]`, "steps.r.body.a.b", "inputs.?maybe.orValue(2)",
		}
		return leaves[s.choose(len(leaves))]
	}
	switch s.choose(6) {
	case 0:
		var entries []string
		for _, name := range s.names() {
			entries = append(entries, fmt.Sprintf("%q: %s", name, s.expression(depth-1)))
		}
		return "{" + strings.Join(entries, ", ") + "}"
	case 1:
		return "[" + s.expression(depth-1) + ", dyn(" + s.expression(depth-1) + ")]"
	case 2:
		return fmt.Sprintf("(%s ? dyn(%s) : %s)", s.condition(depth), s.expression(depth-1), s.expression(depth-1))
	case 3:
		return fmt.Sprintf(`steps.r.body.parts.map(p, {"a": p.a, "p": %s})`, s.expression(depth-1))
	case 4:
		return s.condition(depth)
	}
	return s.expression(0)
}

// condition returns a condition. It draws from few as well, so that many ask for one thing twice.
func (s *structures) condition(depth int) string {
	if depth == 0 {
		leaves := []string{
			"inputs.flag", "has(inputs.maybe)", "inputs.?maybe.hasValue()", `inputs.one == "A"`, `inputs.one != "B"`, "steps.r.body.a.b == 1", "steps.r.body.a.b == 2",
			"steps.r.body.parts[?0].hasValue()", "steps.r.body.parts[?1].hasValue()", "size(steps.r.body.parts) > 0", "has(steps.r.body.labels)",
			`steps.r.body.?labels[?"a"].hasValue()`, "steps.r.body.?size.orValue(null) != null",
		}
		return leaves[s.choose(len(leaves))]
	}
	form := []string{"(%s && %s)", "(%s || %s)", "!(%s && %s)"}[s.choose(3)]
	return fmt.Sprintf(form, s.condition(depth-1), s.condition(depth-1))
}

// TestStructures generates from random structures, and has go vet look at the conditions in what comes out: so does go test.
func TestStructures(t *testing.T) {
	dir, module := structuresFolder(t), t.TempDir()
	writeModule(t, module, nil)
	for seed := range uint64(150) {
		choices := make([]byte, 200)
		random := rand.New(rand.NewPCG(seed, 6))
		for i := range choices {
			choices[i] = byte(random.Uint32())
		}
		for _, f := range builds(t, dir, choices) {
			writeFile(t, filepath.Join(module, fmt.Sprint("seed", seed), filepath.FromSlash(f.Path)), f.Content)
		}
	}
	goCommand(t, module, "vet", "-bools", "./...")
}

// FuzzStructures generates from structures: whatever they are, what comes out is a package of Go without an error.
func FuzzStructures(f *testing.F) {
	dir := structuresFolder(f)
	f.Add([]byte(nil))
	f.Add([]byte("objects within objects: {p: {a: {x: 1}}, q: {a: {y: 2}}}"))
	f.Fuzz(func(t *testing.T, choices []byte) { builds(t, dir, choices) })
}

func structuresFolder(t testing.TB) string {
	t.Helper()
	testmode.Builds(t)
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module example.com/fuzz\n", "api.yaml": structuresDocument} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// builds checks that the structures of these choices have no findings that are errors, and become Go that compiles, which it returns.
func builds(t *testing.T, dir string, choices []byte) []gen.File {
	t.Helper()
	text := (&structures{choices}).manifest()
	file := filepath.Join(dir, "nact.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Checked == nil {
		t.Fatalf("%v\n%s", r.Findings, text)
	}
	files, err := gen.Generate(r.Analyzed)
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if err := typeCheck(files); err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	return files
}
