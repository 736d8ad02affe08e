package lsp

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// TestHover: what is said of the name at the cursor.
func TestHover(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	for _, c := range []struct{ text, want string }{
		{with(t, "${vars.first.name}", "${vars.first.na|me}"), "`vars.first.name`: a string\n\nWhat it is called.\n\n[api.yaml:27]"},
		{with(t, "${vars.first.name}", "${vars.fi|rst.name}"), "`vars.first`: an object (results)"},
		{with(t, `"${inputs.city}"`, `"${inputs.c|ity}"`), "`inputs.city`: a string"},
		{with(t, "failures: {NOT", "fail|ures: {NOT"), "Capitals → descriptions: what a caller must be ready for."},
		{with(t, "cities.findCity", "cities.find|City"), "`GET /cities`\n\nFind a city.\n- `q`: string, required\n- `country`: string\n\n[api.yaml:6]"},
	} {
		text, p := at(c.text)
		e.open("nact.yaml", text)
		var got *hover
		e.call("textDocument/hover", documentPosition{documentID{e.uri("nact.yaml")}, p}, &got)
		if got == nil || !strings.HasPrefix(got.Contents.Value, c.want) {
			t.Errorf("%s: %+v, want %q", c.want, got, c.want)
		}
	}
}

// lines shows places as file:line:column.
func lines(list []location) []string {
	var shown []string
	for _, l := range list {
		shown = append(shown, fmt.Sprintf("%s:%d:%d", filepath.Base(l.URI), l.Range.Start.Line+1, l.Range.Start.Character+1))
	}
	return shown
}

// TestDefinition: where names lead, from the manifest into the document, and back.
func TestDefinition(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	for _, c := range []struct {
		file, text string
		want       []string
	}{
		{"nact.yaml", with(t, "cities.findCity", "cities.find|City"), []string{"api.yaml:6:5"}},
		{"nact.yaml", with(t, "${vars.first.name}", "${vars.first.na|me}"), []string{"api.yaml:27:25"}},
		{"nact.yaml", with(t, "${vars.first.name}", "${vars.fi|rst.name}"), []string{"nact.yaml:13:7"}},
		{"nact.yaml", with(t, `"${inputs.city}"`, `"${inputs.c|ity}"`), []string{"nact.yaml:8:7"}},
		{"nact.yaml", with(t, "steps.find.body", "steps.fi|nd.body"), []string{"nact.yaml:11:7"}},
		{"api.yaml", strings.Replace(api, "summary: Find", "summary: Fi|nd", 1), []string{"nact.yaml:11:20"}},
	} {
		text, p := at(c.text)
		e.open(c.file, text)
		e.found("nact.yaml")
		var got []location
		e.call("textDocument/definition", documentPosition{documentID{e.uri(c.file)}, p}, &got)
		if !slices.Equal(lines(got), c.want) {
			t.Errorf("got %q, want %q", lines(got), c.want)
		}
	}
}

// TestRename: all places follow, and a name that is taken or is none is refused.
func TestRename(t *testing.T) {
	with3 := strings.Replace(manifestText, "outputs:\n", "outputs:\n      q: {description: What was asked for., value: \"${inputs.city + ' in ' + inputs.city}\"}\n", 1) +
		"    examples:\n      - {name: a city, inputs: {city: Bern}, upstream: {find: {body: {results: [{name: Bern}]}}}, outputs: {name: Bern, q: Bern in Bern}}\n"
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": with3})
	for _, c := range []struct{ from, to, mark, want string }{
		{"city", "place", "${inputs.ci|ty}", "8:7 11:57 15:62 15:85 18:33"},
		{"find", "search", "steps.fi|nd.body", "11:7 13:23 18:57"},
		{"first", "best", "vars.fi|rst.name", "13:7 16:53"},
	} {
		text, p := at(strings.Replace(with3, strings.Replace(c.mark, "|", "", 1), c.mark, 1))
		e.open("nact.yaml", text)
		e.found("nact.yaml")
		var edit workspaceEdit
		e.call("textDocument/rename", renameParams{documentPosition{documentID{e.uri("nact.yaml")}, p}, c.to}, &edit)
		var places []string
		for _, change := range slices.Backward(edit.Changes[e.uri("nact.yaml")]) {
			places = append(places, fmt.Sprintf("%d:%d", change.Range.Start.Line+1, change.Range.Start.Character+1))
		}
		if got := strings.Join(places, " "); got != c.want {
			t.Errorf("%s: %s, want %s", c.from, got, c.want)
		}
	}
	text, p := at(strings.Replace(with3, "${inputs.city}", "${inputs.ci|ty}", 1))
	e.open("nact.yaml", text)
	e.found("nact.yaml")
	for name, want := range map[string]string{"No": "is no name for one of inputs", "__proto": "is no name for one of inputs"} {
		_, err := e.client.Call(t.Context(), "textDocument/rename", renameParams{documentPosition{documentID{e.uri("nact.yaml")}, p}, name})
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", name, err, want)
		}
	}
}

// TestDiagnostics: what lint reports comes as it is typed, at the units of UTF-16, and goes when it is mended.
func TestDiagnostics(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	e.open("nact.yaml", with(t, `"${vars.first.name}"`, `"${'𝕏é' + vars.first.nam}"`))
	got := e.found("nact.yaml")
	if len(got) != 1 || !strings.Contains(got[0], `{"start":{"line":14,"character":65},"end":{"line":14,"character":69}} expression: `) {
		t.Errorf("got %q", got)
	}
	var actions []codeAction
	e.call("textDocument/codeAction", codeActionParams{documentID{e.uri("nact.yaml")}, span{position{14, 0}, position{14, 90}}}, &actions)
	if len(actions) != 1 || actions[0].Title != "Write name" {
		t.Errorf("actions: %+v", actions)
	}
	e.open("nact.yaml", manifestText)
	for _, line := range e.found("nact.yaml") {
		if strings.Contains(line, "expression") {
			t.Errorf("it is still there: %s", line)
		}
	}
	e.open("nact.yaml", "nact: 1\nservice: {name: x\n")
	if got := e.found("nact.yaml"); len(got) != 1 || !strings.Contains(got[0], "syntax") {
		t.Errorf("got %q", got)
	}
}

// TestTokens: expressions have colours of their own.
func TestTokens(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	e.open("nact.yaml", manifestText)
	e.found("nact.yaml")
	var got semanticTokens
	e.call("textDocument/semanticTokens/full", documentParams{documentID{e.uri("nact.yaml")}}, &got)
	if len(got.Data) == 0 || len(got.Data)%5 != 0 {
		t.Fatalf("%d numbers", len(got.Data))
	}
	text := newText([]byte(manifestText), false)
	var shown []string
	line, column := 0, 0
	for d := range slices.Chunk(got.Data, 5) {
		if line += int(d[0]); d[0] > 0 {
			column = 0
		}
		column += int(d[1])
		start := text.offset(position{line, column})
		shown = append(shown, string(text.data[start:start+int(d[2])])+"="+tokenTypes[d[3]])
	}
	want := "inputs=variable .=operator city=property size=function (=operator this=variable .=operator body=property .=operator results=property )=operator " +
		">=operator 0=number steps=variable .=operator find=property .=operator body=property .=operator results=property [=operator 0=number ]=operator " +
		"vars=variable .=operator first=property .=operator name=property"
	if strings.Join(shown, " ") != want {
		t.Errorf("got %q\nwant %q", strings.Join(shown, " "), want)
	}
}

func TestOutline(t *testing.T) {
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": manifestText})
	e.open("nact.yaml", manifestText)
	e.found("nact.yaml")
	var got []documentSymbol
	e.call("textDocument/documentSymbol", documentParams{documentID{e.uri("nact.yaml")}}, &got)
	b, _ := json.Marshal(got)
	if len(got) != 1 || got[0].Name != "find_city" || len(got[0].Children) != 4 || got[0].Range.End.Line != 14 {
		t.Errorf("got %s", b)
	}
}

// TestProjects: a file that is opened alone belongs to the manifest above it that includes it, findings go when the last file of a project is closed, and what
// belongs to none has none.
func TestProjects(t *testing.T) {
	included := strings.Replace(manifestText[strings.Index(manifestText, "tools:"):], "vars.first.name", "vars.first.nam", 1)
	main := manifestText[:strings.Index(manifestText, "tools:")] + "include: [tools/*.yaml]\n"
	e := newEditor(t, map[string]string{"api.yaml": api, "nact.yaml": main, "tools/find.yaml": included, "other.yaml": "a: 1\n"})
	e.open("tools/find.yaml", included)
	if got := e.found("tools/find.yaml"); len(got) != 1 || !strings.Contains(got[0], `has no field "nam"`) {
		t.Errorf("got %q", got)
	}
	e.notify("textDocument/didClose", didCloseParams{documentID{e.uri("tools/find.yaml")}})
	delete(e.versions, "tools/find.yaml")
	if got := e.found("tools/find.yaml"); len(got) != 0 {
		t.Errorf("after it was closed there are %q", got)
	}
	e.open("other.yaml", "a: 1\n")
	var list completionList
	e.call("textDocument/completion", documentPosition{documentID{e.uri("other.yaml")}, position{0, 0}}, &list)
	if len(list.Items) > 0 {
		t.Errorf("of another file are proposed %+v", list.Items)
	}
}
