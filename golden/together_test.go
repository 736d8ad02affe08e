package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
)

// parts are what a service can have beside its tools, by the keys that ask for it, each in one of several ways. The first way is that it has none.
var parts = []struct {
	name string
	ways []string
}{
	{"faces", []string{"", "mcp", "nact, mcp"}},
	{"access", []string{"", "{by: [api_keys, oidc], scopes: {notes.write: Write.}, required: [notes.write]}", "{by: [oidc]}"}},
	{"observe", []string{"", "{metrics: true}", "{audit: {inputs: [text]}}", "{metrics: true, audit: {inputs: []}}"}},
	{"store", []string{"", "redis"}},
	{"auth", []string{"", "{type: oauth2, token_url: /token, client_id: a, client_secret: '${config.secret}', scopes: [x]}", "{type: caller}"}},
	{"protection", []string{"", "retry: {attempts: 2, budget: 10%}, rate: 5/s, concurrency: 3, breaker: {}, hedge: 1s, forward: [X-Request-Id]"}},
	{"functions", []string{"", "fits"}},
}

// together is a choice of a way for each part.
type together []int

func (c together) way(name string) string {
	i := slices.IndexFunc(parts, func(p struct {
		name string
		ways []string
	}) bool {
		return p.name == name
	})
	return parts[i].ways[c[i]]
}

func (c together) String() string {
	var words []string
	for i, p := range parts {
		if c[i] > 0 {
			words = append(words, p.name+"="+p.ways[c[i]])
		}
	}
	return strings.Join(words, " ")
}

// manifest is that of a service with the parts, which imports the library if it is to be a package.
func (c together) manifest(pack bool) string {
	line := func(format, value string) string {
		if value == "" {
			return ""
		}
		return fmt.Sprintf(format, value)
	}
	idempotency := "keep: 1h"
	if c.way("store") == "redis" && c.way("faces") != "mcp" {
		idempotency = "store: redis"
	}
	service := "service: {name: notes, idempotency: {" + idempotency + "}}\n"
	if c.way("faces") == "mcp" { // over MCP there are no keys
		service = "service: {name: notes}\n"
	}
	called, declared, recorded := "", "", ""
	if c.way("functions") != "" {
		declared = "functions: {fits: {description: Look whether it fits., returns: {type: boolean}}}\n"
		called = "      fits: {go: fits}\n"
		recorded = "        functions: {fits: {returns: true}}\n"
	}
	return "nact: 1\n" + service + line("access: %s\n", c.way("access")) + line("observe: %s\n", c.way("observe")) + c.inbound(pack) + c.target(pack) +
		line("config: {secret: {env: SECRET, secret: true}}\n#%.0s\n", strings.TrimPrefix(c.way("auth"), "{type: caller}")) + declared +
		"upstreams:\n  board: {" + strings.TrimPrefix(line(", auth: %s", c.way("auth"))+line(", %s", c.way("protection"))+", openapi: notes.yaml", ", ") + "}\n" + `tools:
  add_note:
    description: Add a note for later.
    writes: true
    inputs: {text: {name: Text, description: What to remember.}}
    steps:
` + called + `      added: {call: board.add, body: {text: "${inputs.text}"}}
    outputs: {number: {name: Number, type: int, description: The number of the note., value: "${steps.added.body.number}"}}
    examples:
      - name: milk
        inputs: {text: milk}
        upstream: {added: {body: {number: 7}, status: 201}}
` + recorded + `        outputs: {number: 7}
`
}

// inbound says what a service has towards its callers: all of it, if it is protected from its upstreams as well.
func (c together) inbound(pack bool) string {
	switch {
	case c.way("protection") == "":
		return ""
	case pack: // which has no connections of its own
		return "inbound: {caller_limits: true}\n"
	}
	return "inbound: {caller_limits: true, tls: true}\n"
}

// target says what the service speaks, and where it has the library from.
func (c together) target(pack bool) string {
	var keys []string
	if pack {
		keys = append(keys, "runtime: import")
	}
	if faces := c.way("faces"); faces != "" {
		keys = append(keys, "faces: ["+faces+"]")
	}
	return "go: {" + strings.Join(append(keys, "dir: out"), ", ") + "}\n"
}

// eachTogether calls f with every choice.
func eachTogether(f func(together)) {
	c := make(together, len(parts))
	for {
		f(slices.Clone(c))
		i := 0
		for ; i < len(parts); i++ {
			if c[i]++; c[i] < len(parts[i].ways) {
				break
			}
			c[i] = 0
		}
		if i == len(parts) {
			return
		}
	}
}

// newPairs reports whether a choice has two ways together that no earlier one had, which it notes.
func (c together) newPairs(seen map[[4]int]bool) bool {
	before := len(seen)
	for i := range c {
		for j := range i {
			seen[[4]int{i, c[i], j, c[j]}] = true
		}
	}
	return len(seen) > before
}

// TestTogether: whatever a service has together, what is generated compiles: all choices as packages, and every two ways as a program with its copy of the
// library.
func TestTogether(t *testing.T) {
	testmode.Long(t, "generates services with all that they can have, in every choice")
	dir := t.TempDir()
	for name, text := range map[string]string{"go.mod": "module " + modulePath + "\n", "notes.yaml": `openapi: 3.1.0
info: {title: Notes, version: "1"}
servers: [{url: https://notes.example.com}]
paths:
  /notes:
    post:
      operationId: add
      requestBody: {required: true, content: {application/json: {schema: {type: object, required: [text], properties: {text: {type: string}}}}}}
      responses: {"201": {description: The note., content: {application/json: {schema: {type: object, required: [number], properties: {number: {type: integer}}}}}}}
`} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	packages, programs, seen := 0, 0, map[[4]int]bool{}
	eachTogether(func(c together) {
		packages++
		compiles(t, dir, c, "")
		if c.newPairs(seen) {
			programs++
			compiles(t, dir, c, modulePath)
		}
	})
	t.Logf("%d packages and %d programs", packages, programs)
}

// compiles reports an error if what is generated of a choice does not compile: a module of its own, or else a package of another one.
func compiles(t *testing.T, dir string, c together, module string) {
	t.Helper()
	text := c.manifest(module == "")
	file := filepath.Join(dir, "nact.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	r, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Module: module, Out: filepath.Join(dir, "out")}})
	if err != nil || r.Checked == nil {
		t.Errorf("%s: %v\n%s\n%s", c, err, render(t, r.Findings), text)
		return
	}
	files, err := gen.Generate(r.Analyzed)
	if err == nil {
		err = typeCheck(files)
	}
	if err != nil {
		t.Errorf("%s: %v", c, err)
	}
}
