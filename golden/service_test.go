package golden

import (
	"bufio"
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
)

// modulePath is the path of the module into which all cases are generated.
const modulePath = "example.com/cases"

// writeModule makes dir a module that uses this one where it stands, with the same versions of everything else, and the
// stand-alone services that were generated below dir.
func writeModule(t *testing.T, dir string, services []*service) {
	t.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		data, err := os.ReadFile(filepath.Join(root, name))
		if err != nil {
			t.Fatal(err)
		}
		if name == "go.mod" {
			data = regexp.MustCompile(`(?m)^module .*$`).ReplaceAll(data, []byte("module "+modulePath))
			data = used(data, "github.com/nactgen/nactgen", root)
			for _, s := range services {
				if s.plan.Go.Module != "" {
					data = used(data, s.plan.Go.Module, s.plan.Go.OutDir)
				}
			}
		}
		writeFile(t, filepath.Join(dir, name), data)
	}
}

// used adds to a go.mod that the module path is used where it stands.
func used(gomod []byte, path, dir string) []byte {
	return fmt.Appendf(gomod, "\nrequire %[1]s v0.0.0\n\nreplace %[1]s => %[2]s\n", path, dir)
}

// Flags for generated packages, which are run once: compiled without optimizing them, and linked without tables for debuggers, they take
// half the time.
const (
	quick = "-gcflags=" + modulePath + "/...=-N -l -dwarf=false"
	small = "-ldflags=-s -w"
)

// goCommand runs the go command in dir and returns what it prints. What it compiles does not depend on where dir is, so that the
// next run finds it in the build cache.
func goCommand(t *testing.T, dir string, args ...string) []byte {
	t.Helper()
	testmode.Builds(t)
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GOFLAGS=-mod=mod -trimpath", "GOPROXY=off", "GOWORK=off", "GOGC=400") // a tenth faster: some packages are large
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("go %s: %v\n%s", strings.Join(args, " "), err, out[:min(len(out), 4000)])
	}
	return out
}

// buildCase generates a case and builds the program of its stand-alone service. It is compiled as [TestCases] compiles it, which has most of it in the build
// cache; subtests share the program.
func buildCase(t *testing.T, name string) (s *service, program string) {
	t.Helper()
	testmode.Builds(t)
	cases := readCases(t, "cases")
	dir := t.TempDir()
	s = generate(t, cases[slices.IndexFunc(cases, func(c *goldenCase) bool { return c.name == name })], filepath.Join(dir, name))
	if s == nil {
		t.FailNow()
	}
	program = filepath.Join(dir, "program")
	goCommand(t, s.plan.Go.OutDir, "build", quick, small, "-o", program, "./cmd/"+s.plan.Service.Name)
	return s, program
}

// startProgram starts a stand-alone service, which ends with the test, and returns its address.
func startProgram(t *testing.T, file string, environment []string) string {
	t.Helper()
	program := exec.Command(file)
	program.Env = append(os.Environ(), environment...)
	program.Stderr = os.Stderr
	stdout, err := program.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := program.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		program.Process.Kill()
		program.Wait() // its error is that it was killed
	})
	line, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(strings.TrimSpace(line), "listening on ")
}

// mainProgram returns a program that serves the services of all cases, each under its name. Its argument is the URL of
// the replay; it prints its own, and ends with its standard input.
func mainProgram(services []*service) []byte {
	var b bytes.Buffer
	b.WriteString(`package main

import (
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"

	redis "github.com/redis/go-redis/v9"

`)
	for i, s := range services {
		fmt.Fprintf(&b, "\tcase%d %q\n", i, s.plan.Go.ImportPath)
		if s.hasCode() {
			fmt.Fprintf(&b, "\tcode%d %q\n", i, modulePath+"/"+s.name+"/code")
		}
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
		config := case%[1]d.ConfigFromEnv(lookup(%[2]s))
		config.Root = "/" + %[3]q
		config.Upstreams = map[string]string{%[4]s}
%[5]s		service, err := case%[1]d.New(config)
		add(mux, %[3]q, service, err)
	}
`, i, s.environment(), s.name, s.upstreams(), s.implementation(i))
	}
	b.WriteString(`	server := httptest.NewServer(mux)
	fmt.Println(server.URL)
	_, _ = io.Copy(io.Discard, os.Stdin)
	server.Close()
}
`)
	return b.Bytes()
}

// hasCode reports whether a case has a package code: what its vendor writes.
func (s *service) hasCode() bool { return len(s.under("code/")) > 0 }

// implementation are the statements that configure what the vendor of a case writes, the type Functions of its package code, and
// a client for Redis, since calls without keys need no server, and an audit log that nobody reads.
func (s *service) implementation(i int) string {
	code := ""
	if s.hasCode() {
		code = fmt.Sprintf("\t\tconfig.Functions = code%d.Functions{}\n", i)
	}
	if keys := s.plan.Service.Idempotency; keys != nil && keys.Redis {
		code += "\t\tconfig.Redis = redis.NewClient(&redis.Options{})\n"
	}
	if s.plan.Service.Observe.Audit != nil {
		code += "\t\tconfig.Audit = os.DevNull\n"
	}
	return code
}

// environment is the case's file env, as a Go map.
func (s *service) environment() string {
	var b strings.Builder
	b.WriteString("map[string]string{")
	if f := s.file("env"); f != nil {
		for line := range strings.Lines(string(f.Data)) {
			name, value, _ := strings.Cut(strings.TrimSuffix(line, "\n"), "=")
			fmt.Fprintf(&b, "%q: %q, ", name, value)
		}
	}
	return b.String() + "}"
}

// nowhere is the name of upstreams that cannot be reached: nothing listens at their URL.
const nowhere = "nowhere"

// upstreams are the base URLs below that of the replay, as entries of a Go map.
func (s *service) upstreams() string {
	var b strings.Builder
	for _, u := range s.plan.Upstreams {
		if u.Name == nowhere {
			fmt.Fprintf(&b, "%q: %q, ", u.Name, "http://127.0.0.1:1")
			continue
		}
		for _, place := range u.Places() {
			fmt.Fprintf(&b, "%q: os.Args[1] + %q, ", place, "/"+s.name+"/"+place)
		}
	}
	return b.String()
}

// start runs the program and returns its URL.
func start(t *testing.T, program, replayURL string) string {
	t.Helper()
	cmd := exec.Command(program, replayURL)
	cmd.Stderr = os.Stderr
	stdin, err := cmd.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		stdin.Close()
		if err := cmd.Wait(); err != nil {
			t.Errorf("the services ended with %v", err)
		}
	})
	url, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatalf("the services did not start: %v", err)
	}
	return strings.TrimSpace(url)
}

// invoke calls a tool of a case and notes the answer in c.
func invoke(base string, s *service, c *call) error {
	path, body, err := c.request(s)
	if err != nil {
		return err
	}
	request, err := http.NewRequest(http.MethodPost, base+"/"+s.name+path, bytes.NewReader(body))
	if err != nil {
		return err
	}
	request.Header.Set("Content-Type", "application/json")
	for _, line := range c.header {
		name, value, _ := strings.Cut(line, ": ")
		request.Header.Add(name, value)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	c.status, c.body = answer.StatusCode, string(text)
	for _, name := range shownHeaders {
		if value := answer.Header.Get(name); value != "" {
			c.answered = append(c.answered, name+": "+value)
		}
	}
	return err
}

// request returns the path, below that of the service, and the body of the request that makes a call.
func (c *call) request(s *service) (path string, body []byte, err error) {
	if name, found := strings.CutPrefix(c.tool, overMCP); found {
		body, err = json.Marshal(map[string]any{
			"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": map[string]any{"name": name, "arguments": c.inputs},
		})
		return "/mcp", body, err
	}
	id := ""
	for _, tool := range s.plan.Tools {
		if tool.Signature.Name == c.tool {
			id = tool.Signature.ToolID
		}
	}
	body, err = c.arguments()
	return "/tools/" + id + ":invoke", body, err
}
