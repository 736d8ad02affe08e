package main

import (
	"encoding/pem"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestInitRemote drafts of a document that refers to an address: it is fetched only if that is allowed, and what was fetched is pinned, so
// that the manifest has no errors. The operations of such a document can be looked at likewise.
func TestInitRemote(t *testing.T) {
	server := httptest.NewTLSServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "Pet: {type: object, required: [name], properties: {name: {type: string, description: What it is called.}}}")
	}))
	defer server.Close()
	dir := t.TempDir()
	certificate := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw})
	for name, text := range map[string]string{
		"ca.pem": string(certificate),
		"pets.yaml": "openapi: 3.1.0\ninfo: {title: Pets, version: '1'}\nservers: [{url: https://pets.example.com}]\npaths:\n  /pet:\n    get:\n      operationId: getPet\n" +
			"      responses: {'200': {description: It., content: {application/json: {schema: {$ref: '" + server.URL + "/schemas.yaml#/Pet'}}}}}\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	for _, c := range []struct{ args, said string }{
		{"show --openapi pets.yaml getPet", "allow it with --allow-remote"},
		{"show --openapi pets.yaml --allow-remote getPet", "body.name"},
		{"init --openapi pets.yaml --all --allow-remote", "wrote nact.yaml: 1 tool."},
		{"lint", "allow it with --allow-remote"},
		{"lint --allow-remote", "nact.yaml: 1 warning"}, // it has no examples
	} {
		if said := runNactgen(t, dir, strings.Fields(c.args)...); !strings.Contains(said, c.said) {
			t.Errorf("%s says %s, want %s", c.args, said, c.said)
		}
	}
	manifest, err := os.ReadFile(filepath.Join(dir, "nact.yaml"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(manifest), "sha256: ") || !strings.Contains(string(manifest), "What it is called.") {
		t.Errorf("the manifest is\n%s", manifest)
	}
}

// runNactgen runs the command in a folder, with the certificate ca.pem of the folder as the only one that it trusts, and returns what it says.
func runNactgen(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := nactgen(t, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "SSL_CERT_FILE="+filepath.Join(dir, "ca.pem"), "SSL_CERT_DIR="+dir)
	said, _ := cmd.CombinedOutput() // how it ended shows in what it says
	return string(said)
}
