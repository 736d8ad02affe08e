package golden

import (
	"encoding/json"
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
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/spec"
)

// published are the documents, and what is known of them.
var published = []struct {
	file     string
	bodies   bodyCount // that are no JSON
	lists    int       // that are answered in pages, at least
	maxLines int       // of a file of Go of those that read all answers; 0: it is not looked at
	small    bool      // it is looked at in each run
}{
	{file: "nws-1.13.1.yml"},
	{file: "nws-3.8.1.yml"},
	{file: "nws-3.8.1-clean.yml"},
	{file: "petstore.yaml", small: true},
	{file: "swagger-petstore.yaml", bodies: bodyCount{forms: 5, others: 6}, small: true},
	{file: "museum-3.1.yaml", small: true},
	{file: "open-meteo-forecast.yml", small: true},
	{file: "superset.json", bodies: bodyCount{parts: 6}, small: true},
	{file: "k8s-apps-v1.json", bodies: bodyCount{others: 24}},
	{file: "calcom-v2.json", lists: 7},
	{file: "conjur/spec/openapi.yml", bodies: bodyCount{forms: 10, others: 18}},
	{file: "influxdata-oss.yml", bodies: bodyCount{others: 9}},
	{file: "discord-3.1.json", bodies: bodyCount{forms: 12, parts: 15}},
	{file: "box.json", bodies: bodyCount{forms: 3, parts: 3, others: 1}, lists: 50, maxLines: 2000, small: true},
	{file: "twilio-api-v2010.json", bodies: bodyCount{forms: 62}, small: true},
	{file: "github-api.github.com.json", bodies: bodyCount{others: 2}, lists: 204},
	{file: "stripe-spec3.yaml", bodies: bodyCount{forms: 467, parts: 1}, lists: 98},
	{file: "digitalocean/specification/DigitalOcean-public.v2.yaml", bodies: bodyCount{others: 1}, lists: 86},
	{file: "large/github.json.gz", bodies: bodyCount{others: 3}, maxLines: 2000},
	{file: "large/stripe.json.gz", bodies: bodyCount{forms: 593, parts: 1}, maxLines: 4000}, // one component has sixty unions that are inline
	{file: "netlify-swagger2.yml", bodies: bodyCount{parts: 1, others: 2}},
}

// TestCorpus names every operation of every published document in a manifest, a tool each that reads all of its answer; besides, a tool for
// every body that is no JSON, with all members at its top, and for every list one that collects it as lint proposes. What is
// generated of them has no errors of type.
func TestCorpus(t *testing.T) {
	for _, c := range published {
		t.Run(c.file, func(t *testing.T) {
			if !c.small {
				testmode.Long(t, "generates from all operations of a large document")
			}
			testmode.Builds(t)
			dir := t.TempDir()
			document := testmode.Unpacked(t, testmode.Published(t, c.file), dir)
			write(t, dir, "go.mod", "module example.com/corpus\n")
			operations := operationsOf(t, document)
			bodies, count := bodiesOf(operations)
			if count != c.bodies {
				t.Errorf("of bodies that are no JSON there are %+v, want %+v", count, c.bodies)
			}
			lists, n := listTools(operations)
			if n < c.lists {
				t.Errorf("%d lists are recognized, %d were", n, c.lists)
			}
			manifest := write(t, dir, "nact.yaml", manifestHead(relative(t, dir, document))+"tools:\n"+toolsOf(operations)+bodies+lists)
			r, err := pipeline.Run(manifest, pipeline.Options{Options: sculpt.Options{Out: filepath.Join(dir, "out")}})
			if err != nil {
				t.Fatal(err)
			}
			if r.Checked == nil {
				for _, d := range r.Findings[:min(len(r.Findings), 20)] {
					t.Error(d)
				}
				t.Fatalf("%d findings", len(r.Findings))
			}
			files, err := gen.Generate(analysis.Analyze(r.Plan))
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("%d operations, %d lists, %d files", len(operations), n, len(files))
			if c.maxLines > 0 {
				checkFiles(t, files, c.maxLines)
			}
			if err := typeCheck(files); err != nil {
				t.Error(err)
			}
		})
	}
}

// relative returns the path of file as a manifest in dir names it.
func relative(t *testing.T, dir, file string) string {
	path, err := filepath.Rel(dir, file)
	if err != nil {
		t.Fatal(err)
	}
	return filepath.ToSlash(path)
}

func write(t *testing.T, dir, name, text string) string {
	file := filepath.Join(dir, name)
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return file
}

func manifestHead(document string) string {
	return "nact: 1\nservice: {name: corpus}\ngo: {dir: out, package: corpustools, runtime: import}\n" +
		"upstreams:\n  api: {openapi: " + quoted(document) + ", server: \"https://api.example.com\"}\n"
}

// toolsOf returns a tool for every operation, which answers all of its answer where that is JSON.
func toolsOf(operations []*spec.Operation) string {
	var b strings.Builder
	for i, op := range operations {
		step := "call: " + quoted("api "+op.Method+" "+op.Path)
		if with := withOf(op); with != "" {
			step += ", with: {" + with + "}"
		}
		if op.Body != nil && op.Body.Required {
			step += ", body: " + bodySample(op.Body.Content)
		}
		output := "status: {type: int, description: The status of the answer., value: \"${steps.only.status}\"}"
		if answersJSON(op) {
			output += ", body: {type: json, description: The whole answer., value: \"${steps.only.body}\"}"
		}
		fmt.Fprintf(&b, "  operation_%d:\n    writes: true\n    description: Call one operation of the document.\n    inputs: %s\n    steps: {only: {%s}}\n    outputs: {%s}\n", i, sampleInputs, step, output)
	}
	return b.String()
}

// operationsOf returns all operations of a document.
func operationsOf(t *testing.T, file string) []*spec.Operation {
	document, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	operations, err := document.Resolve(document.Operations()...)
	if err != nil {
		t.Fatal(err)
	}
	return operations
}

// bodySample is a sample of the body that a step sends whose manifest names no media type.
func bodySample(content []*spec.Media) string {
	if media := jsonMedia(content); media != nil {
		return sample(media.Schema, 0)
	}
	for _, kind := range []string{"*/*", "application/x-www-form-urlencoded", "multipart/form-data"} {
		for _, media := range content {
			if media.Type == kind {
				return sample(media.Schema, 0)
			}
		}
	}
	return "'${inputs.text}'"
}

func withOf(op *spec.Operation) string {
	count := map[string]int{}
	for _, p := range op.Parameters {
		count[p.Name]++
	}
	var with []string
	for _, p := range op.Parameters {
		if p.In == spec.InHeader && p.Name == "Content-Length" {
			continue // the client's own
		}
		value := sample(p.Schema, 0)
		switch single := p.ContentType == "" && len(p.Schema.Enum) == 0; {
		case p.Required:
		case single && p.Schema.Kind == spec.String:
			value = "'${inputs.?note}'"
		case single && p.Schema.Kind == spec.Integer:
			value = "'${inputs.?limit}'"
		default:
			continue
		}
		name := p.Name
		if count[name] > 1 {
			name = string(p.In) + "." + name
		}
		with = append(with, quoted(name)+": "+value)
	}
	return strings.Join(with, ", ")
}

func jsonMedia(content []*spec.Media) *spec.Media {
	for _, m := range content {
		if m.Type == "application/json" || strings.HasSuffix(m.Type, "+json") || strings.HasPrefix(m.Type, "application/json;") {
			return m
		}
	}
	return nil
}

func answersJSON(op *spec.Operation) bool {
	for _, r := range op.Responses {
		if r.Status[0] == '2' && len(r.Content) > 0 {
			return jsonMedia(r.Content) != nil
		}
	}
	return false
}

// sampleInputs are the inputs of the tools, from which single values are computed.
const sampleInputs = "{text: {description: A text.}, number: {type: int, description: A number.}, note: {description: A text., required: false}, limit: {type: int, description: A number., required: false}}"

// sample returns a value of a schema's type, with what it requires and nothing else. Single values are made of inputs, so that all limits
// of the schema are checked as the service runs. Of a union that has no text it is a value of the first branch.
func sample(s *spec.Schema, depth int) string {
	if len(s.Enum) > 0 {
		return quoted(s.Enum[0])
	}
	switch s.Kind {
	case spec.Integer:
		return "'${inputs.number}'"
	case spec.Number:
		return "'${double(inputs.number)}'"
	case spec.Boolean:
		return "true"
	case spec.Array:
		if depth > 24 {
			return "[]"
		}
		least := 1
		if s.MinItems != nil {
			least = max(least, int(*s.MinItems))
		}
		items := make([]string, least)
		for i := range items {
			items[i] = sample(s.Items, depth+1)
		}
		return "[" + strings.Join(items, ", ") + "]"
	case spec.Object:
		return "{" + strings.Join(requiredMembers(s, depth), ", ") + "}"
	case spec.Null:
		return "null"
	case spec.Any:
		if len(s.OneOf) > 0 && !slices.ContainsFunc(s.OneOf, func(b *spec.Schema) bool { return b.Kind == spec.String || b.Kind == spec.Any }) {
			if s.OneOf[0].Kind == spec.Object {
				return "{" + strings.Join(append(requiredMembers(s, depth), requiredMembers(s.OneOf[0], depth)...), ", ") + "}"
			}
			return sample(s.OneOf[0], depth+1)
		}
	}
	return "'${inputs.text}'"
}

// requiredMembers are samples of the members that a schema itself requires.
func requiredMembers(s *spec.Schema, depth int) []string {
	var members []string
	for _, p := range s.Properties {
		if p.Required && !p.ReadOnly && depth < 24 {
			members = append(members, quoted(p.Name)+": "+sample(p.Schema, depth+1))
		}
	}
	return members
}

// quoted returns a value as JSON, which YAML reads too.
func quoted(v any) string {
	data, err := json.Marshal(v)
	if err != nil {
		panic(err) // only strings and numbers of a document come here
	}
	return string(data)
}
