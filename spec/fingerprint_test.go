package spec_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"github.com/nactgen/nactgen/spec"
)

const spreadDocument = `openapi: 3.1.0
paths:
  /a: {get: {operationId: a, responses: {"200": {$ref: "parts/a.yaml"}}}}
  /b: {get: {operationId: b, responses: {"200": {$ref: "parts/b.yaml"}}}}
`

// spread writes a document of three files and returns its path.
func spread(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"api.yaml": spreadDocument, "parts/a.yaml": "description: A.\n", "parts/b.yaml": "description: B.\n"} {
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	return filepath.Join(dir, "api.yaml")
}

// fingerprint is what Fingerprint returns after the operations of those ids were resolved.
func fingerprint(t *testing.T, file string, ids ...string) string {
	t.Helper()
	doc, err := spec.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, id := range ids {
		for _, e := range doc.Operations() {
			if e.ID != id {
				continue
			}
			if _, err := doc.Resolve(e); err != nil {
				t.Fatal(err)
			}
		}
	}
	return doc.Fingerprint()
}

func sha(text string) string { return fmt.Sprintf("%x", sha256.Sum256([]byte(text))) }

func TestFingerprintOfOneFile(t *testing.T) {
	if got, want := fingerprint(t, spread(t)), sha(spreadDocument); got != want {
		t.Errorf("got %s, want the file's SHA-256 %s", got, want)
	}
}

// The fingerprint of several files is that of sha256sum's listing of them.
func TestFingerprintOfSeveralFiles(t *testing.T) {
	file := spread(t)
	want := sha(sha(spreadDocument) + "  api.yaml\n" + sha("description: A.\n") + "  parts/a.yaml\n")
	if got := fingerprint(t, file, "a"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if fingerprint(t, file, "a", "b") != fingerprint(t, file, "b", "a") {
		t.Error("the order of resolving counts")
	}
}

// A file that no operation in use reaches does not count.
func TestFingerprintOfWhatIsReached(t *testing.T) {
	file := spread(t)
	a, b := fingerprint(t, file, "a"), fingerprint(t, file, "b")
	if err := os.WriteFile(filepath.Join(filepath.Dir(file), "parts", "b.yaml"), []byte("description: Another.\n"), 0o666); err != nil {
		t.Fatal(err)
	}
	if fingerprint(t, file, "a") != a {
		t.Error("a file that is not reached counts")
	}
	if fingerprint(t, file, "b") == b {
		t.Error("a file that is reached does not count")
	}
}

func TestSpread(t *testing.T) {
	for text, want := range map[string]bool{
		"openapi: 3.1.0\npaths: {/a: {$ref: '#/b'}}\n":                false,
		"openapi: 3.1.0\npaths:\n  /a:\n    $ref: \"#/b\"\n":          false,
		`{"openapi":"3.1.0","paths":{"/a":{"$ref":"#/b"}}}`:           false,
		"openapi: 3.1.0\npaths: {/a: {$ref: b.yaml}}\n":               true,
		"openapi: 3.1.0\npaths: {/a: {'$ref': 'b.yaml#/c'}}\n":        true,
		"openapi: 3.1.0\npaths:\n  /a:\n    $ref: >-\n      b.yaml\n": true,
		"openapi: 3.1.0\npaths:\n  /a:\n    $ref: >-\n      #/b\n":    false,
		`{"openapi":"3.1.0","paths":{"/a":{"$ref" : "b.yaml"}}}`:      true,
	} {
		if got := parse(t, text).Spread(); got != want {
			t.Errorf("%s\ngot %v", text, got)
		}
	}
}

// The folder that the document is in, and the way to it, do not count.
func TestFingerprintElsewhere(t *testing.T) {
	file := spread(t)
	want := fingerprint(t, file, "a", "b")
	t.Chdir(filepath.Dir(file))
	for _, path := range []string{"api.yaml", "./parts/../api.yaml"} {
		if got := fingerprint(t, path, "a", "b"); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
}
