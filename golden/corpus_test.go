package golden

import (
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
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

// published are the documents. Those that are not too large have their answers read whole, and the Go that comes out is compiled.
var published = []struct {
	file    string
	compile bool
}{
	{file: "nws-1.13.1.yml", compile: true},
	{file: "nws-3.8.1.yml", compile: true},
	{file: "nws-3.8.1-clean.yml", compile: true},
	{file: "petstore.yaml", compile: true},
	{file: "swagger-petstore.yaml", compile: true},
	{file: "museum-3.1.yaml", compile: true},
	{file: "open-meteo-forecast.yml", compile: true},
	{file: "superset.json", compile: true},
	{file: "k8s-apps-v1.json", compile: true},
	{file: "calcom-v2.json", compile: true},
	{file: "conjur/spec/openapi.yml", compile: true},
	{file: "influxdata-oss.yml"},
	{file: "discord-3.1.json"},
	{file: "box.json", compile: true},
	{file: "twilio-api-v2010.json"},
	{file: "github-api.github.com.json"},
	{file: "stripe-spec3.yaml", compile: true},
	{file: "digitalocean/specification/DigitalOcean-public.v2.yaml"},
	{file: "large/github.json.gz"},
	{file: "large/stripe.json.gz"},
	{file: "netlify-swagger2.yml", compile: true},
}

// TestCorpus names every operation of every published document in a manifest, a tool each, and generates the service.
func TestCorpus(t *testing.T) {
	testmode.Long(t, "generates from all operations of all published documents")
	for _, c := range published {
		t.Run(c.file, func(t *testing.T) {
			dir := t.TempDir()
			document := unpacked(t, testmode.Published(t, c.file), dir)
			text := toolsOf(t, document, c.compile)
			manifest := write(t, dir, "nact.yaml", manifestHead(relative(t, dir, document))+text)
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
			t.Logf("%d operations, %d files", len(r.Plan.Tools), len(files))
			if c.compile {
				compile(t, filepath.Join(dir, "out"), files)
			}
		})
	}
}

// unpacked returns the path of the document, unpacked into dir if it is compressed.
func unpacked(t *testing.T, file, dir string) string {
	if !strings.HasSuffix(file, ".gz") {
		return file
	}
	packed, err := os.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	defer packed.Close()
	reader, err := gzip.NewReader(packed)
	if err != nil {
		t.Fatal(err)
	}
	data, err := io.ReadAll(reader)
	if err != nil {
		t.Fatal(err)
	}
	return write(t, dir, "openapi.json", string(data))
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
	return "nact: 1\nservice: {name: corpus}\ngo: {dir: out, package: corpustools, module: example.com/corpus}\n" +
		"upstreams:\n  api: {openapi: " + quoted(document) + ", server: \"https://api.example.com\"}\n"
}

// toolsOf returns the section tools of a manifest, with a tool for every operation of the document.
func toolsOf(t *testing.T, file string, whole bool) string {
	var b strings.Builder
	b.WriteString("tools:\n")
	for i, op := range operationsOf(t, file) {
		step := "call: " + quoted("api "+op.Method+" "+op.Path)
		if with := withOf(op); with != "" {
			step += ", with: {" + with + "}"
		}
		if op.Body != nil && op.Body.Required {
			step += ", body: " + bodySample(op.Body.Content)
		}
		output := "status: {type: int, description: The status of the answer., value: \"${steps.only.status}\"}"
		if whole && answersJSON(op) {
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

// compile writes the files of a stand-alone service and runs go vet on them.
func compile(t *testing.T, dir string, files []gen.File) {
	for _, f := range files {
		write(t, dir, filepath.FromSlash(f.Path), string(f.Content))
	}
	goCommand(t, dir, "vet", "./corpustools", "./cmd/...")
}
