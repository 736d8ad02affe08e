package schema

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"github.com/rogpeppe/go-internal/txtar"
	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/santhosh-tekuri/jsonschema/v6/kind"
	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
)

// source is a manifest of the repository, or a file that one includes.
type source struct {
	name string
	text []byte
}

// sources returns all manifests: those of examples, benchmarks and guides, and the ones that archives of tests hold.
func sources(t *testing.T) []source {
	t.Helper()
	var all []source
	for _, pattern := range []string{"examples/*/nact.yaml", "bench/nact.yaml", "bench/*/nact.yaml", "docs/guides/*/nact.yaml", "arazzo/testdata/*/nact.yaml", "cmd/nactgen/testdata/*/nact.yaml"} {
		paths, _ := filepath.Glob("../../" + pattern)
		for _, path := range paths {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			all = append(all, source{strings.TrimPrefix(filepath.ToSlash(path), "../../"), text})
		}
	}
	for _, folder := range []string{"golden/testdata/cases", "golden/testdata/findings", "sculpt/manifest/testdata", "author/draft/testdata"} {
		paths, _ := filepath.Glob("../../" + folder + "/*.txtar")
		for _, path := range paths {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range archive.Files {
				if isManifest(f) {
					all = append(all, source{folder + "/" + filepath.Base(path) + ":" + f.Name, f.Data})
				}
			}
		}
	}
	if len(all) < 300 {
		t.Fatalf("there are only %d manifests", len(all))
	}
	return all
}

// section begins a line of a manifest, or of a file that one includes.
var section = regexp.MustCompile(`(?m)^(nact|tools|upstreams|tables|config|functions|parts):`)

// isManifest reports whether a file of an archive is a manifest, a draft of one with what lint says of it, or a file that one includes.
func isManifest(f txtar.File) bool {
	return filepath.Base(f.Name) == "nact.yaml" || f.Name == "draft" || filepath.Ext(f.Name) == ".yaml" && section.Match(f.Data) && !bytes.Contains(f.Data, []byte("openapi: 3"))
}

// TestManifestsAreValid holds the schema to take every manifest of which the reader finds no error.
func TestManifestsAreValid(t *testing.T) {
	schema, taken := compiled(t), 0
	for _, s := range sources(t) {
		if hasErrors(s.text) {
			continue
		}
		taken++
		if err := schema.Validate(decode(t, s.text)); err != nil {
			t.Errorf("%s: %v", s.name, err)
		}
	}
	t.Logf("%d manifests", taken)
	if taken < 190 {
		t.Errorf("only %d manifests have no error of form", taken)
	}
}

// hasErrors reports whether the reader finds an error in a file, be it a manifest or included by one. That an included file is not there is none.
func hasErrors(text []byte) bool {
	_, list := manifest.Parse("nact.yaml", text)
	list = slices.DeleteFunc(list.Errors(), func(d diag.Diagnostic) bool {
		return strings.HasPrefix(d.Message, "neither the manifest nor a file that it includes")
	})
	if len(list) == 1 && list[0].Rule == "foreign" {
		_, list = manifest.Parse("nact.yaml", []byte("nact: 1\nservice: {name: main}\ninclude: part.yaml\ntools: {}\n"), manifest.Source{Path: "part.yaml", Text: text})
	}
	return len(list) > 0
}

// decode returns what JSON has for a file of YAML.
func decode(t *testing.T, text []byte) any {
	t.Helper()
	var doc yaml.Node
	if err := yaml.Unmarshal(text, &doc); err != nil {
		t.Fatal(err)
	}
	return plain(doc.Content[0])
}

func plain(n *yaml.Node) any {
	switch n.Kind {
	case yaml.AliasNode:
		return plain(n.Alias)
	case yaml.SequenceNode:
		all := []any{}
		for _, item := range n.Content {
			all = append(all, plain(item))
		}
		return all
	case yaml.MappingNode:
		all := map[string]any{}
		for i := 0; i+1 < len(n.Content); i += 2 {
			all[n.Content[i].Value] = plain(n.Content[i+1])
		}
		return all
	}
	switch n.Tag {
	case "!!null":
		return nil
	case "!!bool":
		return strings.EqualFold(n.Value, "true")
	case "!!int":
		if i, err := strconv.ParseInt(n.Value, 0, 64); err == nil {
			return json.Number(strconv.FormatInt(i, 10))
		}
	case "!!float":
		if f, err := strconv.ParseFloat(n.Value, 64); err == nil {
			return f
		}
	}
	return n.Value
}

// beyond says of the rules of the reader which a schema cannot hold, all or some of their findings, why.
var beyond = map[string]string{
	"bad-boolean": "", "bad-percentage": "", "bad-rate": "", "bad-uuid": "",
	"tab": "what is no YAML has no values", "yaml-syntax": "what is no YAML has no values", "several-documents": "each document is looked at by itself",
	"alias": "aliases are followed before a schema sees the values", "merge-key": "editors merge before a schema sees the keys",
	"bad-character": "a schema would need the text without its expressions", "bad-date": "that one day is after another takes both",
	"bad-duration": "how long it is takes a look at its unit, or the value is an alias", "bad-integer": "a bound of 64 bits is beyond the numbers of JSON",
	"bad-name":   "what a name must be depends on a value beside it",
	"bad-number": "how a number is written is gone when a schema sees it, and a tree takes any", "bad-path": "a pattern for it would be a parser", "bad-size": "how much it is takes its unit",
	"bad-retry":  "which statuses pass is no matter of how they are written",
	"bad-status": "", "bad-url": "a pattern for it would be a parser", "bad-value": "one value takes another, or what the name of a header means",
	"conflicting-keys": "three keys decide together", "displaced-key": "the place of a key is gone; what it lacks there is said",
	"duplicate-key": "a mapping has each key once when a schema sees it", "duplicate-value": "only the first is named",
	"empty": "an empty list or mapping means what is said of it by default", "foreign": "a file without nact and service may be an included one",
	"format": "", "invisible-character": "a pattern of all such characters, in every text", "misplaced-key": "", "missing-key": "which keys are needed depends on the value",
	"not-implemented": "the kind of the value is right", "object-input": "", "reserved-name": "", "secret-literal": "credentials are found in text and comments",
	"select": "one list depends on another one", "table-file": "a row may have the name of a key", "tag": "tags are gone when a schema sees the values",
	"template": "a schema does not parse expressions", "too-deep": "a schema has no depth", "too-long": "", "typographic-quotes": "quotes are gone when a schema sees the text",
	"unknown-rule": "", "unknown-key": "the value stands elsewhere, and here an alias", "unmarked-expression": "a schema does not parse expressions", "wrong-kind": "the kind of the value depends on a key beside it, or the value is an alias", "type": "",
}

// TestRefusals writes into testdata/refusals.txt which errors of form the schema refuses at their place, and which it cannot.
func TestRefusals(t *testing.T) {
	schema := compiled(t)
	rows := map[string]bool{}
	for _, s := range sources(t) {
		_, list := manifest.Parse("nact.yaml", s.text)
		var doc yaml.Node
		if yaml.Unmarshal(s.text, &doc) != nil || len(doc.Content) == 0 || slices.ContainsFunc(list, func(f diag.Diagnostic) bool { return f.Rule == "alias" || f.Rule == "too-deep" }) {
			continue // which no schema gets to see
		}
		refused := places(schema, doc.Content[0])
		for _, f := range list.Errors() {
			place := [2]int{f.Pos.Line, f.Pos.Column}
			row := fmt.Sprintf("%s: %s", f.Rule, f.Message)
			rows[row] = rows[row] || refused[place]
		}
	}
	var yes, no []string
	for row, refused := range rows {
		rule, _, _ := strings.Cut(row, ":")
		why, known := beyond[rule]
		switch {
		case !known:
			t.Errorf("the rule %s is not in the table of what a schema can hold: add why it cannot, or \"\"", rule)
		case refused:
			yes = append(yes, row)
		case why == "":
			no = append(no, row)
		default:
			no = append(no, row+"\n    "+why)
		}
	}
	slices.Sort(yes)
	slices.Sort(no)
	got := fmt.Sprintf("%d errors of form are refused at their place by the schema:\n\n%s\n\n%d are not:\n\n%s\n", len(yes), strings.Join(yes, "\n"), len(no), strings.Join(no, "\n"))
	const file = "testdata/refusals.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil || string(want) != got {
		t.Errorf("%v: go test ./author/schema -update, and read the difference\n%s", err, diff.Diff("want", want, "got", []byte(got)))
	}
	if len(yes) < 60 {
		t.Errorf("only %d errors are refused", len(yes))
	}
}

// dependent finds the key on which a schema depends.
var dependent = regexp.MustCompile(`/dependencies/([^/]+)`)

// places returns where a schema refuses something of a document: the lines and columns of values, of their keys, and of keys that are not known.
func places(schema *jsonschema.Schema, root *yaml.Node) map[[2]int]bool {
	found := map[[2]int]bool{}
	var invalid *jsonschema.ValidationError
	if !errors.As(schema.Validate(plain(root)), &invalid) {
		return found
	}
	at := func(n *yaml.Node) { found[[2]int{n.Line, n.Column}] = true }
	named := func(mapping *yaml.Node, names ...string) {
		for _, name := range names {
			if key, value := find(mapping, []string{name}); key != nil {
				at(key)
				at(value)
			}
		}
	}
	var each func(e *jsonschema.ValidationError)
	each = func(e *jsonschema.ValidationError) {
		key, value := find(root, e.InstanceLocation)
		switch wrong := e.ErrorKind.(type) {
		case *kind.AdditionalProperties:
			named(value, wrong.Properties...)
		case *kind.UniqueItems:
			at(value.Content[wrong.Duplicates[1]])
		case *kind.PropertyNames:
			everyKey(root, wrong.Property, at) // the library does not say whose name it is
			return
		}
		if of := dependent.FindStringSubmatch(e.SchemaURL); of != nil && len(e.Causes) == 0 {
			_, around := find(root, e.InstanceLocation[:max(len(e.InstanceLocation)-1, 0)])
			named(value, of[1])  // which lacks another key,
			named(around, of[1]) // or stands beside a wrong one
		}
		if len(e.Causes) == 0 {
			at(value)
			if key != nil {
				at(key)
			}
		}
		for _, cause := range e.Causes {
			each(cause)
		}
	}
	each(invalid)
	return found
}

// everyKey calls visit for the keys of a name.
func everyKey(n *yaml.Node, name string, visit func(*yaml.Node)) {
	for i, child := range n.Content {
		if n.Kind == yaml.MappingNode && i%2 == 0 && child.Value == name {
			visit(child)
		}
		everyKey(child, name, visit)
	}
}

// find returns the value at a location, and its key.
func find(n *yaml.Node, location []string) (key, value *yaml.Node) {
	for _, step := range location {
		if n.Kind == yaml.AliasNode {
			n = n.Alias
		}
		if i, err := strconv.Atoi(step); n.Kind == yaml.SequenceNode && err == nil {
			key, n = nil, n.Content[i]
			continue
		}
		for i := 0; i+1 < len(n.Content); i += 2 {
			if n.Content[i].Value == step {
				key, n = n.Content[i], n.Content[i+1]
				break
			}
		}
	}
	return key, n
}
