package golden

import (
	"bytes"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/gen"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// service is a case with the plan and the files that come of it.
type service struct {
	*goldenCase
	plan  *plan.Plan
	files []gen.File
}

// TestCases generates every case, compares the files that the case wants, and makes its calls.
func TestCases(t *testing.T) {
	dir := t.TempDir()
	writeModule(t, dir, nil)
	var services []*service
	for _, c := range readCases(t, "cases") {
		if s := generate(t, c, filepath.Join(dir, c.name)); s != nil {
			services = append(services, s)
		}
	}
	for _, s := range services {
		t.Run(s.name, func(t *testing.T) {
			s.compareFiles(t)
			s.checkDirectives(t)
		})
	}
	url, upstreams := serve(t, dir, services)
	for _, s := range services {
		t.Run(s.name+" calls", func(t *testing.T) {
			for _, f := range s.under(callsDir) {
				s.expect(t, f, []byte(s.run(t, url, upstreams, string(f.Data))))
			}
			s.save(t)
		})
	}
}

// serve compiles and vets the services that were generated below dir, runs the tests that were generated with them, and starts them all
// as one program, which it returns the URL of.
func serve(t *testing.T, dir string, services []*service) (url string, upstreams *replay) {
	t.Helper()
	writeFile(t, filepath.Join(dir, "main.go"), mainProgram(services))
	writeModule(t, dir, services)
	for _, s := range services {
		if s.plan.Go.Module != "" {
			goCommand(t, s.plan.Go.OutDir, "vet", quick, "./...")
			goCommand(t, s.plan.Go.OutDir, "test", "-vet=off", quick, small, "./"+s.plan.Go.Package)
		}
	}
	goCommand(t, dir, "vet", quick, "./...")
	goCommand(t, dir, "test", "-vet=off", quick, small, "./...")
	goCommand(t, dir, "build", quick, small, "-o", "services", ".")
	upstreams = newReplay(t)
	return start(t, filepath.Join(dir, "services"), upstreams.server.URL), upstreams
}

// generate loads a case twice, which must give the same files, and writes them into dir. It returns nil, with the test
// failed, if anything is wrong.
func generate(t *testing.T, c *goldenCase, dir string) *service {
	t.Helper()
	c.write(t, dir)
	s := &service{goldenCase: c}
	for range 2 {
		r, err := pipeline.Run(filepath.Join(dir, "nact.yaml"), pipeline.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			return nil
		}
		if r.Findings.HasErrors() {
			t.Errorf("%s has errors:\n%s", c.name, render(t, r.Findings))
			return nil
		}
		files, err := gen.Generate(r.Analyzed)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			return nil
		}
		if s.plan != nil && !sameFiles(s.files, files) {
			t.Errorf("%s: two runs wrote different files", c.name)
		}
		s.plan, s.files = r.Plan, files
	}
	for _, f := range s.files {
		writeFile(t, filepath.Join(s.plan.Go.OutDir, filepath.FromSlash(f.Path)), f.Content)
	}
	return s
}

func sameFiles(a, b []gen.File) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i].Path != b[i].Path || !bytes.Equal(a[i].Content, b[i].Content) {
			return false
		}
	}
	return true
}

// compareFiles compares the generated files that the case wants.
func (s *service) compareFiles(t *testing.T) {
	t.Helper()
	for _, wanted := range s.under(wantDir) {
		name := strings.TrimPrefix(wanted.Name, wantDir)
		found := false
		for _, f := range s.files {
			if f.Path == name {
				found = true
				s.expect(t, wanted, f.Content)
			}
		}
		if !found {
			t.Errorf("no file %s was generated", name)
		}
	}
}

// directive matches a comment that tells a tool of Go something.
var directive = regexp.MustCompile(`(?m)^\s*(//go:|//line |//export |// \+build|#cgo|/\*line ).*$`)

// checkDirectives checks that no text of the case became one. A file of Go may embed the file of JSON that goes with it.
func (s *service) checkDirectives(t *testing.T) {
	t.Helper()
	for _, f := range s.files {
		base, isGo := strings.CutSuffix(path.Base(f.Path), ".go")
		if !isGo || s.plan.Go.CopyRuntime {
			continue
		}
		for _, found := range directive.FindAll(f.Content, -1) {
			if text := strings.TrimSpace(string(found)); text != "//go:embed "+base+".json" || !strings.HasSuffix(base, "_shapes") {
				t.Errorf("%s holds the directive %s", f.Path, text)
			}
		}
	}
}

// run makes a call and returns it as its file should have it.
func (s *service) run(t *testing.T, url string, upstreams *replay, text string) string {
	t.Helper()
	c, err := parseCall(text)
	if err != nil {
		t.Fatal(err)
	}
	upstreams.begin(s.name, c)
	err = invoke(url, s, c)
	c.exchanges = upstreams.end(s.name)
	if err != nil {
		t.Fatal(err)
	}
	c.body = strings.ReplaceAll(c.body, upstreams.server.URL, "http://upstreams")
	s.holdToSchemas(t, c)
	return c.String()
}
