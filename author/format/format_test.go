package format

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
)

var update = flag.Bool("update", false, "rewrite the canonical layouts in testdata")

// TestLayouts compares what testdata/layouts.txtar has with its canonical layout.
func TestLayouts(t *testing.T) {
	const file = "testdata/layouts.txtar"
	archive, err := txtar.ParseFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(archive.Files); i += 2 {
		written, canonical := archive.Files[i], &archive.Files[i+1]
		got, err := Format(written.Data)
		if err != nil {
			t.Errorf("%s: %v", written.Name, err)
		} else if *update {
			canonical.Data = got
		} else if !bytes.Equal(got, canonical.Data) {
			t.Errorf("%s:\n%s", written.Name, diff.Diff("want", canonical.Data, "got", got))
		}
	}
	if *update {
		if err := os.WriteFile(file, txtar.Format(archive), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

func TestLineBreaks(t *testing.T) {
	for text, want := range map[string]string{
		"\uFEFFa: 1\r\n\r\n\r\nb: |\r\n    x\r\n    y\r\n\r\n": "a: 1\n\nb: |\n  x\n  y\n",
		"a: |\n    x":              "a: |\n  x", // a line break more would be one of the value
		"a: |+\n    x\n\n\n\nb: 1": "a: |+\n  x\n\n\n\nb: 1\n",
		"a: |-\n    x\n\n\n\nb: 1": "a: |-\n  x\n\nb: 1\n",
		"a: |+\n    x\n\n":         "a: |+\n  x\n\n",
		"":                         "",
		"\n\n":                     "",
	} {
		if got, err := Format([]byte(text)); err != nil || string(got) != want {
			t.Errorf("%q: %q (%v), not %q", text, got, err, want)
		}
	}
}

func TestRefused(t *testing.T) {
	for text, want := range map[string]string{
		"a: [":              "did not find expected node content",
		"a: 1\n---\nb: 2\n": "more than one YAML document",
		"? a\n: b\n":        "line 1: a key behind a question mark",
	} {
		if got, err := Format([]byte(text)); err == nil || !strings.Contains(err.Error(), want) || got != nil {
			t.Errorf("%q: %q, %v; want an error with %q", text, got, err, want)
		}
	}
}

// FuzzFormat holds every text that can be laid out to mean the same then, with the same comments, and to be laid out already.
func FuzzFormat(f *testing.F) {
	for _, text := range corpus(f) {
		f.Add(string(text))
	}
	f.Fuzz(func(t *testing.T, text string) {
		formatted, err := Format([]byte(text))
		if err != nil {
			return
		}
		again, err := Format(formatted)
		if err != nil || !bytes.Equal(again, formatted) {
			t.Fatalf("%v:\n%s", err, diff.Diff("once", formatted, "twice", again))
		}
		before, _ := parse([]byte(strings.ReplaceAll(strings.TrimPrefix(text, "\uFEFF"), "\r\n", "\n")))
		after, err := parse(formatted)
		if err != nil || (before == nil) != (after == nil) || before != nil && !same(before, after) {
			t.Fatalf("it says something else (%v):\n%s", err, formatted)
		}
	})
}

// corpus returns all texts of YAML in the archives of tests, and the manifests of the repository.
func corpus(t testing.TB) map[string][]byte {
	t.Helper()
	all := map[string][]byte{}
	for _, folder := range []string{"golden/testdata/cases", "golden/testdata/findings", "sculpt/manifest/testdata"} {
		paths, _ := filepath.Glob("../../" + folder + "/*.txtar")
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if filepath.Ext(f.Name) == ".yaml" {
					all[folder+"/"+filepath.Base(path)+":"+f.Name] = f.Data
				}
			}
		}
	}
	for _, path := range manifests(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		all[path] = text
	}
	return all
}

// manifests are those that are committed to be read.
func manifests(t testing.TB) []string {
	t.Helper()
	var all []string
	for _, pattern := range []string{"examples/*/nact.yaml", "bench/nact.yaml", "bench/*/nact.yaml", "docs/guides/*/nact.yaml"} {
		paths, _ := filepath.Glob("../../" + pattern)
		all = append(all, paths...)
	}
	if len(all) < 6 {
		t.Fatalf("there are only %d manifests", len(all))
	}
	return all
}

// TestCorpus formats every text of YAML that the tests have.
func TestCorpus(t *testing.T) {
	for name, text := range corpus(t) {
		if root, err := parse(text); err != nil || root == nil {
			continue
		}
		if _, err := Format(text); err != nil && !strings.Contains(err.Error(), "a key behind a question mark") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestCommitted holds the manifests of the repository to the canonical layout.
func TestCommitted(t *testing.T) {
	for _, path := range manifests(t) {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if got, err := Format(text); err != nil || !bytes.Equal(got, text) {
			t.Errorf("%s is not in its canonical layout (%v); run nactgen fmt\n%s", path, err, diff.Diff("have", text, "canonical", got))
		}
	}
}
