//go:build !race

// The tests of the program read the manifest, for which the checker would have to be compiled for the race detector. What the program does
// at the same time as anything else are package server of the run-time library and package nwstools, whose tests are built for it.

package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/demo"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/nact/server"
)

var update = flag.Bool("update", false, "rewrite the answers in README.md")

// asProgram makes the test binary be the program.
const asProgram = "NWS_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" {
		main()
	}
	os.Exit(m.Run())
}

// replay plays the recorded answers of the manifest's examples, and returns the addresses of the upstreams.
func replay(t *testing.T) map[string]string {
	t.Helper()
	result, err := pipeline.Run("nact.yaml", pipeline.Options{Until: pipeline.Check})
	if err != nil || result.Checked == nil {
		t.Fatalf("%v: %v", err, result)
	}
	r, err := demo.NewReplay(result.Plan)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r.Upstreams()
}

// sessions are the commands of README.md that speak MCP, each with the answer that it shows. One that ends in … goes on.
var sessions = regexp.MustCompile("(?m)^    ((?:curl -s http://127.0.0.1:8080/mcp |echo )(?:.|\n)*?)\n\n```json\n((?:.|\n)*?)```$")

// TestReadmeSpeaksMCP makes the calls that README.md shows, and compares the answers.
func TestReadmeSpeaksMCP(t *testing.T) {
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	upstreams := replay(t)
	service, err := newService(server.Options{Upstreams: upstreams, Logger: slog.New(slog.DiscardHandler)})
	if err != nil {
		t.Fatal(err)
	}
	served := httptest.NewServer(service)
	defer served.Close()
	found := sessions.FindAllSubmatch(text, -1)
	if want := bytes.Count(text, []byte(`"jsonrpc": "2.0", "id"`)); len(found) != want {
		t.Fatalf("%d commands with their answers are found, of %d", len(found), want)
	}
	for _, session := range found {
		command, want := strings.ReplaceAll(string(session[1]), "\\\n", ""), string(session[2])
		var got bytes.Buffer
		if err := json.Indent(&got, answerOf(t, command, served.URL, upstreams), "", "  "); err != nil {
			t.Fatalf("%s: %v", command, err)
		}
		if shown := cut(got.String()); *update {
			text = bytes.Replace(text, session[0], []byte(strings.TrimSuffix(string(session[0]), want+"```")+shown+"```"), 1)
		} else if shown != want {
			t.Errorf("%s: got\n%swant\n%s", command, shown, want)
		}
	}
	if *update {
		if err := os.WriteFile("README.md", text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// cut returns the lines of an answer as far as a reader wants to see them.
func cut(answer string) string {
	const most = 40
	lines := strings.SplitAfter(strings.TrimSpace(answer)+"\n", "\n")
	if len(lines) <= most {
		return strings.Join(lines, "")
	}
	return strings.Join(lines[:most], "") + "…\n"
}

// answerOf returns what a command of README.md prints.
func answerOf(t *testing.T, command, url string, upstreams map[string]string) []byte {
	t.Helper()
	if message, found := strings.CutPrefix(command, "echo '"); found {
		message, program, _ := strings.Cut(message, "' | ")
		name, args, _ := strings.Cut(program, " ")
		if name != "nws" {
			t.Fatalf("%s is not the program", name)
		}
		return converse(t, message+"\n", strings.Fields(args), upstreams)
	}
	_, message, _ := strings.Cut(command, "-d '")
	request, err := http.NewRequest(http.MethodPost, url+"/mcp", strings.NewReader(strings.TrimSuffix(message, "'")))
	if err != nil {
		t.Fatal(err)
	}
	for _, field := range regexp.MustCompile(`-H '(.*?): (.*?)'`).FindAllStringSubmatch(command, -1) {
		request.Header.Set(field[1], field[2])
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return body
}

// converse starts the program, writes input to it, and returns all that it prints.
func converse(t *testing.T, input string, args []string, upstreams map[string]string) []byte {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := exec.Command(self, args...)
	program.Env = append(os.Environ(), asProgram+"=1")
	for name, url := range upstreams {
		program.Env = append(program.Env, "NACT_UPSTREAM_"+strings.ToUpper(name)+"="+url)
	}
	program.Stdin = strings.NewReader(input)
	var log bytes.Buffer
	program.Stderr = &log
	output, err := program.Output()
	if err != nil {
		t.Fatalf("%v; stderr: %s", err, &log)
	}
	return output
}
