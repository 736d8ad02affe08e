package schema

import (
	"bytes"
	"flag"
	"os"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/nactgen/nactgen/sculpt/manifest"
)

var update = flag.Bool("update", false, "rewrite docs/manifest.schema.json, and what testdata wants")

const published = "../../docs/manifest.schema.json"

// TestForms holds every target of a manifest to have a form.
func TestForms(t *testing.T) {
	main, _ := manifest.Schema()
	keys := 0
	walk(main, func(f *manifest.Form) {
		unsaid := func(what string, f *manifest.Form) {
			if f != nil && f.Kind == manifest.Unsaid {
				t.Errorf("%s has no form, so that no editor knows of it: give its target one beside read, or its parser one, in sculpt/manifest; see form.go there", what)
			}
		}
		for _, key := range f.Keys {
			keys++
			unsaid("the value of the key "+key.Name+" of "+f.Of, key.Form)
			unsaid("an entry of the key "+key.Name+" of "+f.Of, key.Form.Entry)
			for _, one := range key.Form.Forms {
				unsaid("one of the values of the key "+key.Name+" of "+f.Of, one)
			}
		}
		unsaid("an entry of a list or a mapping", f.Entry)
	})
	if keys < 200 {
		t.Errorf("there are only %d keys", keys)
	}
}

// TestReference holds every key to have its row in the reference, and every row its key.
func TestReference(t *testing.T) {
	main, _ := manifest.Schema()
	found := map[string]bool{}
	walk(main, func(f *manifest.Form) {
		for _, key := range f.Keys {
			text := Description(f.Of, key.Name)
			if text == "" {
				t.Errorf("docs/manifest.md has no row for %s: add it to the table below the heading %q, or as `a.b` to that of what has the key a", key.Name, f.Of)
			}
			for of := f.Of; ; of = of[:strings.LastIndexByte(of, '.')] {
				found[path(of, key.Name)] = true
				if !strings.Contains(of, ".") || reference()[path(of, key.Name)] != nil {
					break
				}
			}
		}
	})
	for path, row := range reference() {
		if !found[path] {
			t.Errorf("docs/manifest.md:%d: there is no key %s; a table whose first column is called key lists keys of the manifest", row.line, path)
		}
	}
}

func TestDescription(t *testing.T) {
	for _, c := range []struct{ of, key, want string }{
		{"upstreams", "timeout", "Duration of one attempt. Default: `10s`."},
		{"inputs.items", "min_length", "`string`: whole number of characters, from 1. Default: may be empty."},
		{"Top level", "nact", "`1`. Required."},
		{"service.idempotency", "store", "Where: `memory`, or `redis`. Default: `memory`."},
		{"steps", "as", "Id: what expressions of the step call the element. Required."},
		{"steps", "colour", ""},
	} {
		if got := Description(c.of, c.key); got != c.want {
			t.Errorf("%s of %s: %q, not %q", c.key, c.of, got, c.want)
		}
	}
}

// TestPublished holds the committed schema to what the forms come to.
func TestPublished(t *testing.T) {
	text, err := JSON()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(published, text, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if have, err := os.ReadFile(published); err != nil || !bytes.Equal(have, text) {
		t.Errorf("%s is not what nactgen schema prints (%v): go test ./author/schema -update", published, err)
	}
}

// compiled returns the schema, which its own schema has found to be one.
func compiled(t *testing.T) *jsonschema.Schema {
	t.Helper()
	text, err := JSON()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	c := jsonschema.NewCompiler()
	c.DefaultDraft(jsonschema.Draft7)
	if err := c.AddResource("manifest.schema.json", doc); err != nil {
		t.Fatal(err)
	}
	schema, err := c.Compile("manifest.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	return schema
}
