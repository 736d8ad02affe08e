package stats

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
	"github.com/nactgen/nactgen/sculpt"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// opened is a manifest's plan with its documents.
func opened(t *testing.T, file string) (*plan.Plan, document.Set) {
	t.Helper()
	m, found := manifest.Read(file)
	if m == nil {
		t.Fatal(found)
	}
	documents := document.Open(m, nil, &found)
	checked := sculpt.Check(m, documents, sculpt.Options{Unlocked: true}, &found)
	if checked == nil {
		t.Fatal(found)
	}
	return checked.Plan, documents
}

func counts(t *testing.T, file string) *Report {
	t.Helper()
	p, documents := opened(t, file)
	r, err := Of(p, documents, inputs.Tree{}, Encodings[0])
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// write returns what one of the report's writers writes.
func write(t *testing.T, writer func(io.Writer) error) []byte {
	t.Helper()
	var b bytes.Buffer
	if err := writer(&b); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// TestForms: the report of an example in each of its forms, twice the same.
func TestForms(t *testing.T) {
	for range 2 {
		r := counts(t, "../../examples/nws/nact.yaml")
		golden(t, "nws.txt", write(t, r.WriteText))
		golden(t, "nws.json", write(t, r.WriteJSON))
		golden(t, "nws.md", write(t, r.WriteMarkdown))
	}
}

const (
	clockDocument = `openapi: 3.1.0
info: {title: Clock, version: "1"}
servers: [{url: "https://clock.example"}]
paths:
  /time: {get: {operationId: time, summary: Tell the time, responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Time"}}}}}}}
  /zone: {get: {operationId: zone, summary: Tell the zone, responses: {"200": {description: x, content: {application/json: {schema: {$ref: "#/components/schemas/Time"}}}}}}}
  /gone: {get: {operationId: gone, parameters: [{in: query, name: x}, {$ref: nowhere.yaml}], responses: {"200": {description: x}}}}
  /lost: {get: {$ref: "#/components/lost"}}
components: {schemas: {Time: {type: object, required: [text], properties: {text: {type: string}}}}}
`
	clockManifest = `nact: 1
service: {name: clock}
go: {dir: clock, module: example.com/clock}
upstreams: {api: {openapi: clock.yaml}, spare: {openapi: clock.yaml, server: "https://spare.example"}}
tools:
  tell_time:
    description: Tell the time.
    failures: {STOPPED: The clock has stopped.}
    steps:
      time:
        call: api.time
        on_error: [{status: [404], fail: STOPPED}]
      again: {call: spare.time, when: '${steps.time.body.text == "?"}'}
      zone: {call: api.zone, when: '${steps.time.body.text == "?"}'}
    outputs: {time: {name: Time, description: The time., value: "${steps.time.body.text}"}}
EXAMPLES
  tell_zone:
    description: Tell the zone.
    steps: {zone: {call: api.zone}}
    outputs: {zone: {name: Zone, description: The zone., value: "${steps.zone.body.text}"}}
`
)

// clock counts a manifest with examples.
func clock(t *testing.T, examples string) *Report {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{
		"clock.yaml": clockDocument, "nact.yaml": strings.Replace(clockManifest, "EXAMPLES", examples, 1), "noon.json": "{\n  \"text\": \"noon\"\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return counts(t, filepath.Join(dir, "nact.yaml"))
}

// TestOperationsCountOnce: an operation that is called twice, by two tools or by two upstreams of one document counts once.
func TestOperationsCountOnce(t *testing.T) {
	r := clock(t, "")
	time, zone := r.Tools[0], r.Tools[1]
	if got := strings.Join(time.Operations, " "); got != "api.time api.zone" {
		t.Errorf("the operations are %s", got)
	}
	if r.Total.Operations != 2 || r.Total.Read.Raw != time.Read.Raw || zone.Read.Raw >= time.Read.Raw {
		t.Errorf("in all %+v, of %+v and %+v", r.Total, time.Read, zone.Read)
	}
	if len(r.Documents) != 1 || r.Documents[0].Operations != 3 || r.Documents[0].Unread != 1 || r.Documents[0].Tokens <= r.Total.Read.Raw {
		t.Errorf("the document: %+v", r.Documents[0])
	}
	if time.Answer != nil || time.Calls != nil || r.Total.Answered != 0 {
		t.Errorf("without examples there are answers: %+v", time)
	}
	for _, note := range []string{"\n-: no example of the tool has outputs.\n", "\nclock.yaml: 1 operation could not be read, and is not counted.\n"} {
		if text := string(write(t, r.WriteText)); !strings.Contains(text, note) {
			t.Errorf("%q is not in\n%s", note, text)
		}
	}
}

// TestMedian: of the examples with outputs, it is the one in the middle that counts, and of an even number the larger one.
func TestMedian(t *testing.T) {
	example := func(name, text string) string {
		return `      - {name: ` + name + `, upstream: {time: {body: {text: "` + text + `"}}}, outputs: {time: "` + text + `"}}` + "\n"
	}
	long := strings.Repeat("tick tock ", 9)
	failing := `      - {name: stopped, upstream: {time: {status: 404, body: {text: "` + long + long + `"}}}, failure: STOPPED}` + "\n"
	twice := `      - {name: twice, upstream: {time: {body: {text: "?"}}, again: {body: {text: noon}}, zone: {body: {text: noon}}}, outputs: {time: "?"}}` + "\n"
	for _, c := range []struct{ examples, median, calls string }{
		{example("one", "noon"), "one", "1"},
		{example("long", long) + example("short", "noon"), "long", "1"},
		{example("long", long) + example("short", "noon") + example("middle", "a quarter past"), "middle", "1"},
		{failing + example("short", "noon"), "short", "1"},
		{failing, "", ""},
		{example("one", "noon") + twice, "twice", "1-3"},
	} {
		r := clock(t, "    examples:\n"+c.examples)
		tool := r.Tools[0]
		if c.median == "" {
			if tool.Answer != nil {
				t.Errorf("a failure is an answer: %+v", tool.Answer)
			}
			continue
		}
		if tool.Answer.Example != c.median || tool.Calls.String() != c.calls {
			t.Errorf("got %+v, %s calls; want %s, %s", tool.Answer, tool.Calls, c.median, c.calls)
		}
		if r.Total.Answered != 1 || r.Total.Answer.Raw != tool.Answer.Raw || r.Total.Answer.NACT != tool.Answer.NACT {
			t.Errorf("in all %+v", r.Total.Answer)
		}
	}
}

// TestAnswerBodies: what is counted of an answer is the body that the service sends, and what its upstream sent, without the blanks of a file.
func TestAnswerBodies(t *testing.T) {
	dir := t.TempDir()
	examples := "    examples: [{name: one, upstream: {time: {file: noon.json}}, outputs: {time: \"no\\\"on\"}}]\n"
	for name, text := range map[string]string{
		"clock.yaml": clockDocument, "nact.yaml": strings.Replace(clockManifest, "EXAMPLES", examples, 1), "noon.json": "{\n  \"text\": \"noon\"\n}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	p, _ := opened(t, filepath.Join(dir, "nact.yaml"))
	body, err := invoke(p.Tools[0], p.Tools[0].Examples[0])
	if want := `{"output_parameters":[{"name":"Time","value":"no\"on"}]}`; err != nil || string(body) != want {
		t.Errorf("got %s, %v; want %s", body, err, want)
	}
	body, err = callTool(p.Tools[0], p.Tools[0].Examples[0])
	if want := `{"time":"no\"on"}`; err != nil || string(body) != want {
		t.Errorf("over MCP, got %s, %v; want %s", body, err, want)
	}
	c := &counter{plan: p}
	if body, err = c.recorded(&p.Tools[0].Examples[0].Recordings[0]); err != nil || string(body) != `{"text":"noon"}` {
		t.Errorf("got %s, %v", body, err)
	}
}
