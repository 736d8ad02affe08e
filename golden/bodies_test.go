package golden

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/analysis"
	"github.com/nactgen/nactgen/spec"
)

// bodies are the published documents with bodies that are no JSON, and of how many operations each kind is one.
var bodies = []struct {
	file                 string
	forms, parts, others int
	large                bool // only where all is tested
}{
	{file: "box.json", forms: 3, parts: 3, others: 1},
	{file: "superset.json", parts: 6},
	{file: "swagger-petstore.yaml", forms: 5, others: 6},
	{file: "twilio-api-v2010.json", forms: 62},
	{file: "discord-3.1.json", forms: 12, parts: 15, large: true},
	{file: "influxdata-oss.yml", others: 9, large: true},
	{file: "k8s-apps-v1.json", others: 24, large: true},
	{file: "github-api.github.com.json", others: 2, large: true},
	{file: "large/github.json.gz", others: 3, large: true},
	{file: "stripe-spec3.yaml", forms: 467, parts: 1, large: true},
	{file: "large/stripe.json.gz", forms: 593, parts: 1, large: true},
}

// TestBodies sends, in a tool each, every body that is no JSON and that a published document describes, with all members at its top, and
// generates the service.
func TestBodies(t *testing.T) {
	for _, c := range bodies {
		t.Run(c.file, func(t *testing.T) {
			if c.large {
				testmode.Long(t, "generates from all bodies of a large document")
			}
			dir := t.TempDir()
			document := unpacked(t, testmode.Published(t, c.file), dir)
			text, count := bodiesOf(t, document)
			if want := (bodyCount{c.forms, c.parts, c.others}); count != want {
				t.Errorf("there are %+v, want %+v", count, want)
			}
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
			if _, err := gen.Generate(analysis.Analyze(r.Plan)); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// bodyCount is of how many bodies there is each kind.
type bodyCount struct{ forms, parts, others int }

// bodiesOf returns a tool for every body of a document that is no JSON.
func bodiesOf(t *testing.T, file string) (text string, count bodyCount) {
	var b strings.Builder
	b.WriteString("tools:\n")
	for i, op := range operationsOf(t, file) {
		if op.Body == nil {
			continue
		}
		for j, media := range op.Body.Content {
			body := ""
			switch {
			case jsonMedia([]*spec.Media{media}) != nil, media.Type == "*/*":
				continue
			case media.Type == "application/x-www-form-urlencoded":
				count.forms++
				body = wholeSample(media.Schema)
			case media.Type == "multipart/form-data":
				count.parts++
				body = wholeSample(media.Schema)
			default:
				count.others++
				body = "'${inputs.text}'"
			}
			step := "call: " + quoted("api "+op.Method+" "+op.Path) + ", content_type: " + quoted(media.Type) + ", body: " + body
			if with := withOf(op); with != "" {
				step += ", with: {" + with + "}"
			}
			fmt.Fprintf(&b, "  body_%d_%d:\n    writes: true\n    description: Send one body of the document.\n    inputs: %s\n    steps: {only: {%s}}\n    outputs: {status: {type: int, description: The status., value: \"${steps.only.status}\"}}\n", i, j, sampleInputs, step)
		}
	}
	return b.String(), count
}

// wholeSample is a sample of an object with all its members. Of a union it has the first branch.
func wholeSample(s *spec.Schema) string {
	if len(s.Properties) == 0 && len(s.OneOf) > 0 {
		s = s.OneOf[0]
	}
	var members []string
	for _, p := range s.Properties {
		if p.ReadOnly {
			continue
		}
		schema := p.Schema
		if len(schema.OneOf) > 0 && len(schema.OneOf[0].Enum) == 0 {
			schema = schema.OneOf[0]
		}
		members = append(members, quoted(p.Name)+": "+sample(schema, 1))
	}
	return "{" + strings.Join(members, ", ") + "}"
}
