package importer_test

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/sculpt"
)

// workflow is a workflow of which the test knows what it does.
type workflow struct{ steps []*step }

// step calls the operation that has its workflow's and its own number.
type step struct {
	method    string
	criteria  []criterion
	onSuccess []action
	onFailure []action // each ends the workflow
}

// criterion is a simple condition, and what it means.
type criterion struct {
	text  string
	holds func(answer) bool
}

// action goes to a later step, or ends the workflow, if all criteria hold.
type action struct {
	to       int // the number of steps: it ends the workflow
	criteria []criterion
}

// answer is what the API answers to one step.
type answer struct {
	Status int     `json:"-"`
	State  string  `json:"state"`
	N      int     `json:"n"`
	Note   *string `json:"note,omitempty"`
}

// criteria are about the status and the members of an answer. A text is compared without regard to case; what is absent equals nothing but null.
var criteria = []criterion{
	{"$statusCode == 200", func(a answer) bool { return a.Status == 200 }},
	{"$statusCode < 300", func(a answer) bool { return a.Status < 300 }},
	{"$response.body#/state == 'OPEN'", func(a answer) bool { return a.State == "open" }},
	{"$response.body#/state != 'open'", func(a answer) bool { return a.State != "open" }},
	{"$response.body#/n > 3", func(a answer) bool { return a.N > 3 }},
	{"$response.body#/n <= 3 && $response.body#/state == 'open'", func(a answer) bool { return a.N <= 3 && a.State == "open" }},
	{"$response.body#/n == 1 || $response.body#/n == 4", func(a answer) bool { return a.N == 1 || a.N == 4 }},
	{"!($response.body#/note == 'x')", func(a answer) bool { return a.Note == nil || *a.Note != "x" }},
	{"$response.body#/note == 'x'", func(a answer) bool { return a.Note != nil && *a.Note == "x" }},
	{"$response.body#/note != null", func(a answer) bool { return a.Note != nil }},
}

// all reports whether all criteria hold of an answer.
func all(list []criterion, a answer) bool {
	return !slices.ContainsFunc(list, func(c criterion) bool { return !c.holds(a) })
}

// run does what the specification says of a workflow (Arazzo 1.0.1, sections 4.6.4 to 4.6.6), and returns the steps that call, and whether the
// workflow fails. An error is no success of a step whose criteria do not speak of the status, as docs/arazzo.md has it.
func (w *workflow) run(answers []answer) (called []int, fails bool) {
	for at := 0; at < len(w.steps); {
		s, a := w.steps[at], answers[at]
		called = append(called, at)
		if a.Status >= 300 || !all(s.criteria, a) {
			return called, true
		}
		next := at + 1
		if i := slices.IndexFunc(s.onSuccess, func(x action) bool { return all(x.criteria, a) }); i >= 0 {
			next = s.onSuccess[i].to
		}
		at = next
	}
	return called, false
}

// randomWorkflow returns a workflow of some steps.
func randomWorkflow(r *rand.Rand) *workflow {
	w := &workflow{}
	pick := func(from []criterion, most int) []criterion {
		var some []criterion
		for range r.IntN(most + 1) {
			some = append(some, from[r.IntN(len(from))])
		}
		return some
	}
	n := 3 + r.IntN(4)
	for at := range n {
		s := &step{method: []string{"get", "post", "delete"}[r.IntN(3)], criteria: criteria[:1]}
		if r.IntN(3) == 0 {
			s.criteria = pick(criteria[2:], 2)
		}
		for range r.IntN(3) {
			s.onSuccess = append(s.onSuccess, action{to: at + 1 + r.IntN(n-at), criteria: pick(criteria, 2)})
		}
		if r.IntN(4) == 0 {
			s.onFailure = append(s.onFailure, action{criteria: []criterion{{text: "$statusCode == 404"}}})
		}
		w.steps = append(w.steps, s)
	}
	return w
}

// randomAnswer returns an answer, which mostly is a success.
func randomAnswer(r *rand.Rand) answer {
	a := answer{Status: 200, State: []string{"open", "shut"}[r.IntN(2)], N: r.IntN(7)}
	if r.IntN(8) == 0 {
		a.Status = 404
	}
	if r.IntN(2) == 0 {
		note := []string{"x", "y"}[r.IntN(2)]
		a.Note = &note
	}
	return a
}

type object = map[string]any

// objects returns criteria as they stand in a document.
func objects(list []criterion) []object {
	var all []object
	for _, c := range list {
		all = append(all, object{"condition": c.text})
	}
	return all
}

// documentsOf returns the Arazzo document of workflows, and the OpenAPI document of the operations that they call.
func documentsOf(workflows []*workflow) (arazzo, openapi object) {
	paths, flows := object{}, []object{}
	for i, w := range workflows {
		var steps []object
		outputs := object{}
		for j, s := range w.steps {
			id := fmt.Sprintf("%s%dx%d", s.method, i, j)
			paths[fmt.Sprintf("/%d/%d", i, j)] = object{s.method: object{"operationId": id, "responses": object{
				"200": object{"description": "ok", "content": object{"application/json": object{"schema": object{"$ref": "#/components/schemas/Answer"}}}},
				"404": object{"description": "not there"}}}}
			st := object{"stepId": fmt.Sprintf("s%d", j), "operationId": id, "outputs": object{"n": "$response.body#/n"}}
			if len(s.criteria) > 0 {
				st["successCriteria"] = objects(s.criteria)
			}
			for k, a := range s.onSuccess {
				act := object{"name": fmt.Sprintf("a%d", k), "type": "end"}
				if a.to < len(w.steps) {
					act["type"], act["stepId"] = "goto", fmt.Sprintf("s%d", a.to)
				}
				if len(a.criteria) > 0 {
					act["criteria"] = objects(a.criteria)
				}
				st["onSuccess"] = append(list(st["onSuccess"]), act)
			}
			for k, a := range s.onFailure {
				st["onFailure"] = append(list(st["onFailure"]), object{"name": fmt.Sprintf("gone%d", k), "type": "end", "criteria": objects(a.criteria)})
			}
			outputs[fmt.Sprintf("n%d", j)] = fmt.Sprintf("$steps.s%d.outputs.n", j)
			steps = append(steps, st)
		}
		flows = append(flows, object{"workflowId": fmt.Sprintf("w%d", i), "steps": steps, "outputs": outputs})
	}
	arazzo = object{"arazzo": "1.0.1", "info": object{"title": "Random", "version": "1"}, "workflows": flows,
		"sourceDescriptions": []object{{"name": "shop", "url": "random.openapi.yaml", "type": "openapi"}}}
	openapi = object{"openapi": "3.0.3", "info": object{"title": "Random", "version": "1"}, "servers": []object{{"url": "https://api.example.com"}}, "paths": paths,
		"components": object{"schemas": object{"Answer": object{"type": "object", "required": []string{"state", "n"}, "properties": object{
			"state": object{"type": "string"}, "n": object{"type": "integer"}, "note": object{"type": "string"}}}}}}
	return arazzo, openapi
}

func list(v any) []object {
	l, _ := v.([]object)
	return l
}

// shop answers the steps of one workflow, and notes which of them call.
type shop struct {
	mu      sync.Mutex
	answers []answer
	called  []int
}

func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var i, j int
	if _, err := fmt.Sscanf(r.URL.Path, "/%d/%d", &i, &j); err != nil {
		http.Error(w, err.Error(), http.StatusTeapot)
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.called = append(s.called, j)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(s.answers[j].Status)
	json.NewEncoder(w).Encode(s.answers[j])
}

// TestRandomWorkflows imports random workflows, generates, builds and starts their service, and holds each tool to what the specification says of
// its workflow: the calls that the API sees, in their order, the end, and the outputs.
func TestRandomWorkflows(t *testing.T) {
	testmode.Builds(t)
	r := rand.New(rand.NewPCG(26, 12))
	var workflows []*workflow
	for range 60 {
		workflows = append(workflows, randomWorkflow(r))
	}
	api := &shop{}
	upstream := httptest.NewServer(api)
	defer upstream.Close()
	url, tools := served(t, workflows, upstream.URL)
	for i, w := range workflows {
		id := tools[fmt.Sprintf("w%d", i)]
		for range 12 {
			answers := make([]answer, len(w.steps))
			for j := range answers {
				answers[j] = randomAnswer(r)
			}
			api.mu.Lock()
			api.answers, api.called = answers, nil
			api.mu.Unlock()
			called, fails := w.run(answers)
			status, outputs := invoked(t, url, id, fmt.Sprintf("w%d", i))
			failed := status != http.StatusOK || outputs["Failure"] != nil
			if !slices.Equal(api.called, called) || failed != fails {
				arazzo, _ := documentsOf([]*workflow{w})
				text, _ := json.Marshal(arazzo["workflows"])
				all, _ := json.Marshal(answers)
				t.Errorf("w%d called %v, status %d, want %v, fails %t\n%s\n%s", i, api.called, status, called, fails, text, all)
				break
			}
			want := map[string]any{}
			for _, j := range called {
				want[fmt.Sprintf("N%d", j)] = float64(answers[j].N)
			}
			if !fails && !maps.Equal(outputs, want) {
				t.Errorf("w%d answered %v, want %v", i, outputs, want)
			}
		}
	}
}

// served generates, builds and starts the service of workflows, and returns its address, and the ids of its tools by their names.
func served(t *testing.T, workflows []*workflow, upstream string) (url string, ids map[string]string) {
	dir := t.TempDir()
	path := filepath.Join(dir, "random.arazzo.yaml")
	arazzo, openapi := documentsOf(workflows)
	for file, content := range map[string]any{path: arazzo, filepath.Join(dir, "random.openapi.yaml"): openapi} {
		data, err := json.MarshalIndent(content, "", " ")
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, data, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	text := imported(t, path)
	if strings.Contains(text, "disabled: true") {
		t.Errorf("a tool is disabled:\n%s", text)
	}
	file := filepath.Join(dir, "nact.yaml")
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	result, err := pipeline.Run(file, pipeline.Options{Options: sculpt.Options{Unpinned: true}, Until: pipeline.Apply})
	if err != nil || result.Findings.HasErrors() {
		t.Fatal(err, result.Findings)
	}
	program := filepath.Join(dir, "program")
	build := exec.Command("go", "build", "-o", program, "./cmd/imported")
	build.Dir = filepath.Join(dir, "service")
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return started(t, program, upstream)
}

// started starts a service, and ends it with the test.
func started(t *testing.T, program, upstream string) (url string, ids map[string]string) {
	service := exec.Command(program, "--addr", "127.0.0.1:0")
	service.Env = append(os.Environ(), "NACT_UPSTREAM_SHOP="+upstream)
	out, err := service.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := service.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { service.Process.Kill(); service.Wait() })
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url = strings.TrimSpace(strings.TrimPrefix(line, "listening on "))
	response, err := http.Get(url + "/tools?pageLimit=500")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var page struct {
		Items []struct{ ToolID, Name string }
	}
	if err := json.NewDecoder(response.Body).Decode(&page); err != nil {
		t.Fatal(err)
	}
	ids = map[string]string{}
	for _, tool := range page.Items {
		ids[tool.Name] = tool.ToolID
	}
	return url, ids
}

// invoked calls a tool, and returns the status and the outputs by their names.
func invoked(t *testing.T, url, id, name string) (status int, outputs map[string]any) {
	t.Helper()
	call := fmt.Sprintf(`{"name": %q, "input_parameters": []}`, name)
	response, err := http.Post(url+"/tools/"+id+":invoke", "application/json", bytes.NewReader([]byte(call)))
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var answered struct {
		Outputs []struct {
			Name  string
			Value any
		} `json:"output_parameters"`
	}
	if err := json.NewDecoder(response.Body).Decode(&answered); err != nil {
		t.Fatal(err)
	}
	outputs = map[string]any{}
	for _, o := range answered.Outputs {
		outputs[o.Name] = o.Value
	}
	return response.StatusCode, outputs
}
