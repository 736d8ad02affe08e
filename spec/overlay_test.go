package spec

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/testmode"
	"github.com/rogpeppe/go-internal/txtar"
)

// TestCompliantSets applies the overlays that the standard comes with to their documents.
func TestCompliantSets(t *testing.T) {
	folder := testmode.Published(t, "standards/overlay/compliant-sets")
	sets, err := filepath.Glob(filepath.Join(folder, "*", "overlay.yaml"))
	if err != nil || len(sets) == 0 {
		t.Fatalf("no sets: %v", err)
	}
	for _, overlay := range sets {
		set := filepath.Dir(overlay)
		t.Run(filepath.Base(set), func(t *testing.T) {
			got, err := Open(filepath.Join(set, "openapi.yaml"), Overlay{Path: overlay})
			if err != nil {
				t.Fatal(err)
			}
			want, err := Open(filepath.Join(set, "output.yaml"))
			if err != nil {
				t.Fatal(err)
			}
			a, b := got.main.load(got.main.root), want.main.load(want.main.root)
			inOrder(a)
			inOrder(b)
			if !a.same(b) {
				t.Errorf("%s: the result is not output.yaml", overlay)
			}
			for _, action := range got.Overlays()[0].Actions {
				if action.Matches == 0 || action.Doubt != "" {
					t.Errorf("%s selects %d values; %s", action.Target, action.Matches, action.Doubt)
				}
			}
		})
	}
}

// inOrder sorts the members of all objects by name.
func inOrder(n *node) {
	slices.SortFunc(n.fields, func(a, b field) int { return strings.Compare(a.name, b.name) })
	for _, f := range n.fields {
		inOrder(f.value)
	}
	for _, item := range n.items {
		inOrder(item)
	}
}

const patched = `openapi: 3.1.0
paths:
  /a: {get: {operationId: a, tags: [x], deprecated: false}}
  /b: {get: {operationId: b}}
`

// TestOverlayErrors: an overlay that cannot be applied is told with its place.
func TestOverlayErrors(t *testing.T) {
	const head = "overlay: 1.1.0\ninfo: {title: x, version: \"1\"}\nactions:\n"
	tests := []struct{ name, text, want string }{
		{"no object", "[]", "1:1: an overlay must be an object, not an array"},
		{"a document", "openapi: 3.1.0\n", "1:1: this is no overlay: it has no member overlay with the version of the standard, as in overlay: 1.1.0"},
		{"a later version", "overlay: 1.2.0\n", `1:1: an overlay lacks "info"; 1:1: an overlay lacks "actions"; 1:1: Overlay "1.2.0" is not supported; 1.0.0 and 1.1.0 are`},
		{"a number", "overlay: 1.0\ninfo: {title: x, version: 1}\nactions: [{target: $.paths, remove: true}]", `1:1: "overlay" must be a string, not a number; 2:18: "version" must be a string, not a number`},
		{"an unknown member", head + "  - {target: $.paths, updates: {}}\n", `4:23: an action has no member "updates"; it has target, description, update, remove, copy, and extensions that begin with x-`},
		{"twice", head + "  - target: $.paths\n    remove: true\n    remove: true\n", `6:5: "remove" is given twice`},
		{"no actions", head[:len(head)-1] + " []\n", "3:1: the overlay has no actions"},
		{"no target", head + "  - {remove: true}\n", `4:5: an action lacks "target"`},
		{"not unique", head + "  - {target: $.paths, update: {}}\n  - {target: $.paths, update: {}}\n", "5:5: this action stands at line 4 already"},
		{"no JSONPath", head + "  - {target: \"$.paths./a\", remove: true}\n", `4:6: "$.paths./a" is no JSONPath: at character 9, a name is missing behind the dot: it begins with a letter or an underscore; quote others in brackets, as in ['x-name']`},
		{"copy in 1.0", "overlay: 1.0.0\ninfo: {title: x, version: \"1\"}\nactions: [{target: $, copy: $.paths}]\n", "3:11: Overlay 1.0 has no copy; write overlay: 1.1.0"},
		{"copy and update", head + "  - {target: $.paths, copy: $.info, update: {}}\n", "4:23: the action has copy and update, and the standard says that neither has an effect then; make them two actions"},
		{"copy of two", head + "  - {target: $.paths, copy: $.paths.*}\n", "4:23: copy must select one value of the document, and this selects 2"},
		{"remove of the root", head + "  - {target: $, remove: true}\n", "4:6: the document as a whole cannot be removed"},
		{"a text into an object", head + "  - {target: $.paths, update: none}\n", "4:23: this is a string, and the document has an object at api.yaml:2:1; a value takes another of its kind alone: remove what is there first, by an action of its own"},
		{"an object into a text", head + "  - target: $.paths['/a'].get\n    update:\n      operationId: {a: 1}\n", "6:7: this is an object, and the document has a string at api.yaml:3:14; a value takes another of its kind alone: remove what is there first, by an action of its own"},
		{"a text into an array below", head + "  - target: $.paths['/a']\n    update: {get: {tags: y}}\n", "5:20: this is a string, and the document has an array at api.yaml:3:30; a value takes another of its kind alone: remove what is there first, by an action of its own"},
		{"of several kinds", head + "  - {target: \"$.paths['/a'].get.*\", update: y}\n", "4:6: the target selects a string at api.yaml:3:14 and an array at api.yaml:3:30; what an action changes must be of one kind"},
		{"a primitive in 1.0", "overlay: 1.0.1\ninfo: {title: x, version: \"1\"}\nactions: [{target: $.openapi, update: 3.0.0}]\n", "3:12: the target selects a string, and Overlay 1.0 updates objects and arrays alone; write overlay: 1.1.0, or update what contains it"},
		{"steps", head + "  - {target: \"$..[?count($..*) > 1e9]\", remove: true}\n", "4:6: the queries of the overlays look at more than 50000000 values of the document; name what they select more precisely, without .."},
		{"copies", head + copies(60), "with its overlays, the document has too many values, counting each copy of one"},
		{"nested", head + "  - {target: $.paths, update: " + strings.Repeat("{a: ", 300) + "1" + strings.Repeat("}", 300) + "}\n  - {target: $..a, remove: true}\n", "5:6: this cannot be found in the document: it goes down more than 256 levels"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			document := patched
			if tt.name == "steps" || tt.name == "copies" {
				document += "x: [" + strings.Repeat("[[[[[[1,2],3],4],5],6],7],", 800) + "8]\n"
			}
			_, err := patch(t, document, tt.text)
			if err == nil {
				t.Fatal("it is applied")
			}
			got := strings.ReplaceAll(strings.ReplaceAll(err.Error(), "overlay.yaml:", ""), "\n", "; ")
			if got != tt.want && !(tt.name == "copies" && strings.Contains(got, tt.want)) {
				t.Errorf("got %s\nwant %s", got, tt.want)
			}
		})
	}
}

// copies are actions that double what is there, again and again.
func copies(n int) string {
	var b strings.Builder
	b.WriteString("  - {target: $, update: {y: [1]}}\n")
	for i := range n {
		fmt.Fprintf(&b, "  - {target: $.y, copy: $.x, x-: %d}\n  - {target: $.x, copy: $.y, x-: %d}\n", i, i)
	}
	return b.String()
}

// patch opens a document that an overlay changes.
func patch(t testing.TB, document, overlay string) (*Document, error) {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("overlay.yaml", []byte(overlay), 0o666); err != nil {
		t.Fatal(err)
	}
	return Parse("api.yaml", []byte(document), Overlay{Path: "overlay.yaml"})
}

// FuzzOverlay: whatever an overlay holds, it ends in errors with places, or in a document.
func FuzzOverlay(f *testing.F) {
	archive, err := txtar.ParseFile("testdata/overlay.txtar")
	if err != nil {
		f.Fatal(err)
	}
	document := archive.Files[0].Data
	f.Add(archive.Files[2].Data)
	f.Add(archive.Files[3].Data)
	path := filepath.Join(f.TempDir(), "overlay.yaml")
	f.Fuzz(func(t *testing.T, data []byte) {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		doc, err := Parse("api.json", document, Overlay{Path: path})
		if err == nil {
			_, err = doc.Resolve(doc.Operations()...)
		}
		for _, one := range joined(err) {
			var located *Error
			if !errors.As(one, &located) || located.Pos.File == "" || located.Message == "" {
				t.Errorf("an error without a place: %v", one)
			}
		}
	})
}

func joined(err error) []error {
	if many, ok := err.(interface{ Unwrap() []error }); ok {
		return many.Unwrap()
	}
	if err == nil {
		return nil
	}
	return []error{err}
}
