package golden

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/wholetest"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// growths are manifests in which something is repeated n times, each time around what was there before, or reading it twice.
var growths = []struct {
	name string
	vars string // the value of the next var, of v, the one before; none: the tool has no vars
	of   func(n int) string
}{
	{"sums of a var with itself", "vars.v + vars.v", nil},
	{"choices between a var and itself", "vars.v > 1 ? vars.v : vars.v", nil},
	{"bindings that read one another twice", "", func(n int) string {
		text := fmt.Sprintf("x%d", n)
		for i := n; i > 0; i-- {
			text = fmt.Sprintf("cel.bind(x%d, x%d + x%d, %s)", i, i-1, i-1, text)
		}
		return "cel.bind(x0, inputs.n, " + text + ")"
	}},
	{"bindings that may not be needed", "", func(n int) string {
		text := "1"
		for i := n; i > 0; i-- {
			text = fmt.Sprintf("cel.bind(x%d, 10 / inputs.n, inputs.n > %d ? x%d + x%d + %s : 1)", i, i, i, i, text)
		}
		return text
	}},
	{"macros within macros", "", around("1", "[inputs.n].map(x, %s)[0]")},
	{"conditions of elements", "", func(n int) string { return around("true", "[inputs.n].all(x, %s && 2 / x > 1)")(n) + " ? 1 : 0" }},
	{"choices within choices", "", around("1", "(inputs.n > 1 ? %s : 2)")},
	{"sides of && and || that fail", "", func(n int) string {
		return around("2 / inputs.n > 0", "(1 / inputs.n > 0 && (%s || 3 / inputs.n > 0))")(n/2) + " ? 1 : 0"
	}},
	{"optionals of optionals", "", around("1", "optional.of(%s).optMap(x, x + 1).orValue(2)")},
}

// around puts a form around a text, n times.
func around(text, form string) func(n int) string {
	return func(n int) string {
		all := text
		for range n {
			all = fmt.Sprintf(form, all)
		}
		return all
	}
}

// TestGrowth counts the nodes of expressions, and the bytes of Go that they become. Twice as much of anything makes no more than four times
// as much of these; what looked at one node on every way that leads to it would not end.
func TestGrowth(t *testing.T) {
	const n = 28
	for _, g := range growths {
		t.Run(g.name, func(t *testing.T) {
			nodes, size := grown(t, g.vars, g.of, n)
			twiceNodes, twiceSize := grown(t, g.vars, g.of, 2*n)
			if twiceNodes > 4*nodes || twiceSize > 4*size {
				t.Errorf("%d times it is %d nodes and %d bytes, twice as often %d and %d", n, nodes, size, twiceNodes, twiceSize)
			}
		})
	}
}

// grown generates a tool, and returns how many nodes its expressions have and how many bytes of Go it is.
func grown(t *testing.T, next string, of func(n int) string, n int) (nodes, size int) {
	t.Helper()
	dir := t.TempDir()
	vars, value := "", "vars.v"+fmt.Sprint(n)
	if of != nil {
		value = of(n)
	} else {
		vars = "    vars:\n      v0: ${inputs.n}\n"
		for i := range n {
			before := fmt.Sprintf("vars.v%d", i)
			vars += fmt.Sprintf("      v%d: %s\n", i+1, wholetest.Quoted("${"+strings.ReplaceAll(next, "vars.v", before)+"}"))
		}
	}
	write(t, dir, "go.mod", "module example.com/growth\n")
	file := write(t, dir, "nact.yaml", "nact: 1\nservice: {name: growth}\ngo: {dir: out, runtime: import}\ntools:\n  a_tool:\n    description: Compute something.\n"+
		"    inputs: {n: {type: int, description: A number.}}\n"+vars+"    outputs: {o: {type: int, description: Another number., value: "+wholetest.Quoted("${"+value+"}")+"}}\n")
	r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
	if err != nil {
		t.Fatal(err)
	}
	if r.Checked == nil {
		t.Fatal(r.Findings)
	}
	analyzed := analysis.Analyze(r.Plan)
	files, err := gen.Generate(analyzed)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		size += len(f.Content)
	}
	return nodesOf(analyzed.Tools[0]), size
}

// nodesOf counts the nodes of a tool's expressions.
func nodesOf(t *plan.Tool) int {
	nodes := 0
	t.Expressions(func(n ir.Node) { ir.Walk(n, func(ir.Node) { nodes++ }) })
	return nodes
}

// TestGrowthOfUnions holds that a tree in a tree is tried once for each branch of a union, and not once for each way there:
// otherwise this would try 6⁴⁰ trees.
func TestGrowthOfUnions(t *testing.T) {
	const branches, depth = 6, 40
	var document strings.Builder
	document.WriteString("openapi: 3.1.0\ninfo: {title: X, version: \"1\"}\nservers: [{url: https://x.example.com}]\npaths:\n  /x:\n    post:\n      operationId: x\n" +
		"      requestBody: {content: {application/json: {schema: {$ref: \"#/components/schemas/Node\"}}}}\n      responses: {\"200\": {description: Done.}}\n" +
		"components:\n  schemas:\n    Node:\n      oneOf:\n")
	for i := range branches {
		fmt.Fprintf(&document, "        - {type: object, required: [k%d], additionalProperties: false, properties: {k%d: {type: string}, next: {$ref: \"#/components/schemas/Node\"}}}\n", i, i)
	}
	body := "{k5: a}"
	for range depth {
		body = "{k5: a, next: " + body + "}"
	}
	dir := t.TempDir()
	write(t, dir, "go.mod", "module example.com/growth\n")
	write(t, dir, "x.yaml", document.String())
	file := write(t, dir, "nact.yaml", "nact: 1\nservice: {name: growth}\ngo: {dir: out, runtime: import}\nupstreams: {x: {openapi: x.yaml}}\ntools:\n  send_tree:\n"+
		"    description: Send a tree.\n    writes: true\n    steps: {x: {call: x.x, body: "+body+"}}\n    outputs: {o: {type: int, description: The status., value: \"${steps.x.status}\"}}\n")
	r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
	if err != nil || r.Checked == nil {
		t.Fatal(err, r.Findings)
	}
}
