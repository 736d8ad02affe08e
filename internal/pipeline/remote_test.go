package pipeline

import (
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/inputs"
)

// TestRunRemote: what a document refers to elsewhere is fetched only if that is allowed, and counts only if it is what was pinned.
func TestRunRemote(t *testing.T) {
	kind := "integer"
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/schemas/count.yaml":
			w.Write([]byte("Count: {$ref: 'other.yaml#/Number'}\n"))
		case "/schemas/other.yaml":
			w.Write([]byte("Number: {type: " + kind + "}\n"))
		}
	}))
	defer server.Close()
	document := strings.Replace(documentText, "schema: {type: integer}", "schema: {$ref: '"+server.URL+"/schemas/count.yaml#/Count'}", 1)
	text := strings.Replace(manifestText, "{openapi: api.yaml}", "\n    {openapi: api.yaml}", 1)
	file := layFiles(t, map[string]string{"nact.yaml": text, "api.yaml": document})
	run := func(want string, o Options) {
		t.Helper()
		r, err := Run(file, o)
		if err != nil {
			t.Fatal(err)
		}
		message := ""
		if r.Findings.HasErrors() {
			message = r.Findings[0].Message
		}
		if (want == "") != (message == "") || !strings.Contains(message, want) {
			t.Errorf("got %q, want %q", message, want)
		}
	}
	allowed := func() Options {
		return Options{Files: inputs.Tree{}.WithRemote(inputs.NewRemote(server.Client()))}
	}
	pin := allowed()
	pin.Pin = true

	run("allow it with --allow-remote", Options{})
	run("has to be pinned; do that with nactgen generate --allow-remote --pin", allowed())
	run("", pin)
	run("", allowed())
	run("allow it with --allow-remote", Options{})
	kind = "integer, maximum: 7"
	run("is not the pinned one", allowed())
	if text, err := os.ReadFile(file); err != nil || !strings.Contains(string(text), "sha256: ") {
		t.Errorf("the pin is not in\n%s, %v", text, err)
	}
	kind = "integer"
	run("", allowed())
	server.Close()
	run("connection refused", allowed())
}
