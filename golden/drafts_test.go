package golden

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/author/draft"
	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/catalog"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// drafted is a published document with the service that is drafted of it.
type drafted struct {
	name    string // of the service
	file    string // the document as README.md of the documents names it
	path    string // where it is, unpacked
	version string // of OpenAPI
	size    int64  // bytes, of all its files
	called  bool   // it is compiled and called; otherwise its types are checked

	draft      *draft.Draft
	plan       *plan.Plan
	operations int
	vendor     *vendor

	requests, unread           int
	answers, failures, refused int
	different                  []string
}

// TestDrafts drafts a tool for every operation of every published document, generates the services, compiles and vets them, and calls every
// tool: once with all inputs, once with those that are required alone. Each request is compared with the document by a library of others.
// Other revisions of documents that are called are type-checked. What comes of it is the table of docs/corpus.md, and what differs
// is testdata/corpus.txt, with the reasons.
func TestDrafts(t *testing.T) {
	testmode.Long(t, "drafts, compiles and calls some 5,000 tools")
	dir := t.TempDir()
	writeModule(t, dir, nil)
	services := make([]*drafted, len(published))
	t.Run("draft", func(t *testing.T) {
		for i, c := range published {
			t.Run(c.file, func(t *testing.T) {
				t.Parallel()
				services[i] = newDrafted(t, dir, c.file)
			})
		}
	})
	if t.Failed() || slices.Contains(services, nil) { // a document that is not there skips its test
		return
	}
	called := slices.DeleteFunc(slices.Clone(services), func(s *drafted) bool { return !s.called })
	url := serveDrafts(t, dir, called)
	t.Run("call", func(t *testing.T) {
		for _, s := range called {
			t.Run(s.name, func(t *testing.T) {
				t.Parallel()
				s.call(t, url+"/"+s.name)
			})
		}
	})
	var found []string
	for _, s := range called {
		for _, d := range s.different {
			found = append(found, s.file+": "+d)
		}
	}
	compareDifferences(t, found)
	compareTable(t, corpusPage, corpusTable(services))
}

// serveDrafts compiles and vets the services, and starts them as one program, each with an emulated vendor behind it. It returns the URL.
func serveDrafts(t *testing.T, dir string, services []*drafted) string {
	t.Helper()
	mux := http.NewServeMux()
	for _, s := range services {
		s.vendor = &vendor{document: loadDocument(t, s.path)}
		mux.Handle("/"+s.name+"/", http.StripPrefix("/"+s.name, s.vendor))
	}
	writeFile(t, filepath.Join(dir, "main.go"), draftProgram(services))
	goCommand(t, dir, "build", quick, small, "-o", "services", ".")
	goCommand(t, dir, "vet", quick, "./...")
	upstream := httptest.NewServer(mux)
	t.Cleanup(upstream.Close)
	return start(t, filepath.Join(dir, "services"), upstream.URL)
}

var notInName = regexp.MustCompile(`[^a-z0-9]+`)

// newDrafted drafts a service of all operations of a document, and generates it into dir.
func newDrafted(t *testing.T, dir, published string) *drafted {
	t.Helper()
	file := testmode.Published(t, published)
	base := filepath.Base(strings.TrimSuffix(published, ".gz"))
	s := &drafted{
		name: strings.Trim(notInName.ReplaceAllString(strings.ToLower(strings.TrimSuffix(base, filepath.Ext(base))), "_"), "_"),
		file: published, path: testmode.Unpacked(t, file, t.TempDir()), called: !strings.HasSuffix(published, ".gz"),
	}
	s.measure(t)
	folder := filepath.Join(dir, s.name)
	document, err := spec.Open(s.path)
	if err != nil {
		t.Fatal(err)
	}
	u := &draft.Upstream{Name: "api", Path: relative(t, folder, s.path), Document: document}
	if !u.HasServer() {
		u.Server = "https://api.example.com"
	}
	operations := operationsToDraft(t, u)
	s.operations = len(operations)
	s.draft = draft.New(&draft.Service{Name: s.name, Title: document.Title(), Go: draft.Go{Dir: "tools"}, Upstreams: []*draft.Upstream{u}}, operations)
	text := strings.Replace(s.draft.Text(), "\n  dir: tools\n", "\n  dir: tools\n  runtime: import\n", 1)
	r, err := pipeline.Run(write(t, folder, "nact.yaml", text), pipeline.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r.Checked == nil {
		for _, d := range r.Findings[:min(len(r.Findings), 20)] {
			t.Error(d)
		}
		t.Fatalf("%d findings", len(r.Findings))
	}
	for _, refusal := range s.draft.Refused {
		if !strings.Contains(refusal.Reason, "a server of its own") {
			t.Errorf("%s is refused: %s", refusal.Call, refusal.Reason)
		}
	}
	s.plan = r.Plan
	files, err := gen.Generate(r.Analyzed)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		if s.called {
			write(t, r.Plan.Go.OutDir, filepath.FromSlash(f.Path), string(f.Content))
		}
	}
	if !s.called {
		if err := typeCheck(files); err != nil {
			t.Error(err)
		}
	}
	return s
}

// operationsToDraft are all operations of a document.
func operationsToDraft(t *testing.T, u *draft.Upstream) []*draft.Operation {
	t.Helper()
	var operations []*draft.Operation
	for _, op := range catalog.List(catalog.Source{Upstream: u.Name, Document: u.Document}) {
		resolved, err := op.Resolve()
		if err != nil {
			t.Fatal(err)
		}
		operations = append(operations, &draft.Operation{Operation: resolved, Upstream: u, Call: op.Call})
	}
	return operations
}

var statedVersion = regexp.MustCompile(`["']?(?:openapi|swagger)["']?: *["']?([0-9.]+)`)

// measure notes the version and the size of the document, with the files beside it where it has some.
func (s *drafted) measure(t *testing.T) {
	t.Helper()
	data, err := os.ReadFile(s.path)
	if err != nil {
		t.Fatal(err)
	}
	if m := statedVersion.FindSubmatch(data); m != nil {
		s.version = string(m[1])
	}
	if s.size = int64(len(data)); !strings.Contains(s.file, "/") || !s.called {
		return
	}
	s.size = 0
	err = filepath.WalkDir(filepath.Dir(s.path), func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		info, err := e.Info()
		if err == nil {
			s.size += info.Size()
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// call calls every tool.
func (s *drafted) call(t *testing.T, url string) {
	for i, tool := range s.draft.Tools {
		signature := s.plan.Tools[i].Signature
		s.callTool(t, url, tool.Operation, signature, true)
		if slices.ContainsFunc(signature.Inputs, func(in nact.Input) bool { return !in.Required() }) {
			s.callTool(t, url, tool.Operation, signature, false)
		}
	}
}

// callTool calls a tool with all inputs, or with those that are required alone.
func (s *drafted) callTool(t *testing.T, url string, op *draft.Operation, signature nact.Signature, all bool) {
	t.Helper()
	if err := s.vendor.begin(op.Method, op.Path); err != nil {
		s.differs(op, err.Error())
		return
	}
	answer, err := newDraftCall(url, signature, all, s.vendor.sample).make()
	if err != nil {
		t.Fatal(err)
	}
	asked, found, unread := s.vendor.end()
	s.requests += asked
	if len(unread) > 0 {
		s.unread++
	}
	for _, problem := range found {
		s.differs(op, "request: "+problem)
	}
	switch problem := answer.problem(signature); {
	case problem != "":
		s.differs(op, "answer: "+problem)
		s.refused++
	case answer.failed():
		s.failures++
	default:
		s.answers++
	}
}

// differs notes a difference, once.
func (s *drafted) differs(op *draft.Operation, what string) {
	line := op.Method + " " + op.Path + ": " + what
	if runes := []rune(line); len(runes) > 200 {
		line = string(runes[:200]) + "…"
	}
	if !slices.Contains(s.different, line) {
		s.different = append(s.different, line)
	}
}

// draftProgram returns a program that serves the services, each under its name. Its argument is the URL of the vendors.
func draftProgram(services []*drafted) []byte {
	var b bytes.Buffer
	b.WriteString("package main\n\nimport (\n\t\"fmt\"\n\t\"io\"\n\t\"log\"\n\t\"net/http\"\n\t\"net/http/httptest\"\n\t\"os\"\n\n")
	for i, s := range services {
		fmt.Fprintf(&b, "\tservice%d %q\n", i, s.plan.Go.ImportPath)
	}
	b.WriteString(`)

func add(mux *http.ServeMux, name string, handler http.Handler, err error) {
	if err != nil {
		log.Fatalf("%s: %v", name, err)
	}
	mux.Handle("/"+name+"/", handler)
}

func lookup(environment map[string]string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		value, ok := environment[name]
		return value, ok
	}
}

func main() {
	mux := http.NewServeMux()
`)
	for i, s := range services {
		fmt.Fprintf(&b, `	{
		config := service%[1]d.ConfigFromEnv(lookup(%[2]s))
		config.Root = "/" + %[3]q
		config.Upstreams = map[string]string{}
		for _, upstream := range []string{%[4]s} {
			config.Upstreams[upstream] = os.Args[1] + "/" + %[3]q
		}
		service, err := service%[1]d.New(config)
		add(mux, %[3]q, service, err)
	}
`, i, s.environment(), s.name, s.upstreams())
	}
	b.WriteString(`	server := httptest.NewServer(mux)
	fmt.Println(server.URL)
	_, _ = io.Copy(io.Discard, os.Stdin)
	server.Close()
}
`)
	return b.Bytes()
}

// environment are the config values, as a Go map.
func (s *drafted) environment() string {
	var b strings.Builder
	b.WriteString("map[string]string{")
	for _, v := range s.plan.Config {
		fmt.Fprintf(&b, "%q: %q, ", v.Env, s.vendor.setting(v.Name))
	}
	return b.String() + "}"
}

// upstreams are the names of the upstreams, as elements of a Go slice: the document, and the servers that some operations have of their own.
func (s *drafted) upstreams() string {
	var names []string
	for _, u := range s.plan.Upstreams {
		names = append(names, strconv.Quote(u.Name))
	}
	return strings.Join(names, ", ")
}
