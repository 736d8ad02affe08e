package export_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/nactgen/nactgen/view/export"
)

// TestSecurity: the exported OpenAPI says what callers of each tool need. Of a service that asks nobody it says nothing of it.
func TestSecurity(t *testing.T) {
	const manifest = `nact: 1
service: {name: notes}
access: {by: [api_keys], scopes: {notes.read: Read notes.}}
tools:
  read: {description: Read a note., access: {scopes: [notes.read]}, outputs: {a: {description: A note., value: Milk}}}
  count: {description: Count notes., outputs: {a: {description: A number., value: One}}}
  hello: {description: Say hello., access: public, outputs: {a: {description: A greeting., value: Hello}}}
`
	files, err := export.Formats[formatNamed(t, "openapi")].Write(planOf(t, "testdata/x", manifest), export.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	var document struct {
		Paths      map[string]struct{ Post map[string]any }
		Components struct{ SecuritySchemes map[string]any }
	}
	if err := json.Unmarshal(files[0].Content, &document); err != nil {
		t.Fatal(err)
	}
	got := map[string]any{}
	for _, path := range document.Paths {
		got[path.Post["operationId"].(string)] = path.Post["security"]
	}
	alternatives := func(scopes ...any) []any {
		return []any{map[string]any{"bearer": append([]any{}, scopes...)}, map[string]any{"apiKey": append([]any{}, scopes...)}}
	}
	if want := map[string]any{"read": alternatives("notes.read"), "count": alternatives(), "hello": []any{}}; !reflect.DeepEqual(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
	if len(document.Components.SecuritySchemes) != 2 {
		t.Errorf("got %v", document.Components.SecuritySchemes)
	}
}

func formatNamed(t *testing.T, name string) int {
	t.Helper()
	for i, f := range export.Formats {
		if f.Name == name {
			return i
		}
	}
	t.Fatalf("there is no format %s", name)
	return 0
}
