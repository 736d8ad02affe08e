package golden

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
)

// asked are the tools of the case access that are called. The last one asks for no upstream.
var asked = [...]string{"list_notes", "add_note", "purge_notes", "count_notes", "say_hello"}

// statuses are those with which calls of the tools end.
type statuses [len(asked)]int

func (s statuses) String() string { return strings.Trim(fmt.Sprint([len(asked)]int(s)), "[]") }

// row is somebody who calls.
type row struct {
	name        string // of the credentials, as the table has them
	credentials string // a key; a token, which has two dots; none
	want        statuses
}

// matrix is what was seen of callers, as rows of a table.
type matrix struct{ rows strings.Builder }

// fill calls every tool with every credential over both faces, holds the statuses to what is wanted, and what reaches the upstream to that: one request for a
// call that is let in, and none for one that is not.
func (m *matrix) fill(t *testing.T, g *guarded, issuer string, rows ...row) {
	t.Helper()
	for _, r := range rows {
		all := g.reached.Load()
		var seen [2]statuses
		for face, call := range []func(*testing.T, string, string) *http.Response{g.overNACT, g.overMCP} {
			for i, tool := range asked {
				before := g.reached.Load()
				answer := call(t, tool, r.credentials)
				seen[face][i] = answer.StatusCode
				if challenged := answer.Header.Get("WWW-Authenticate") != ""; challenged != (answer.StatusCode == 401 || answer.StatusCode == 403) {
					t.Errorf("%s, %s: %s: %s, with the challenge %q", issuer, r.name, tool, answer.Status, answer.Header.Get("WWW-Authenticate"))
				}
				if reached, let := g.reached.Load()-before, answer.StatusCode == http.StatusOK && tool != "say_hello"; let != (reached == 1) || reached > 1 {
					t.Errorf("%s, %s: %s: %s, and %d requests reached the upstream", issuer, r.name, tool, answer.Status, reached)
				}
			}
		}
		if seen[0] != r.want || seen[1] != r.want {
			t.Errorf("%s, %s: got %s over N-ACT and %s over MCP, want %s", issuer, r.name, seen[0], seen[1], r.want)
		}
		fmt.Fprintf(&m.rows, "| %s | %s | %s | %s | %d |\n", issuer, r.name, seen[0], seen[1], g.reached.Load()-all)
	}
}

// overNACT calls a tool.
func (g *guarded) overNACT(t *testing.T, tool, credentials string) *http.Response {
	t.Helper()
	inputs := "[]"
	if tool == "add_note" {
		inputs = `[{"name":"Text","value":"milk"}]`
	}
	answer, _ := g.send(t, "/tools/"+g.ids[tool]+":invoke", credentials, `{"name":"`+tool+`","input_parameters":`+inputs+`}`)
	return answer
}

// overMCP calls a tool.
func (g *guarded) overMCP(t *testing.T, tool, credentials string) *http.Response {
	t.Helper()
	arguments := "{}"
	if tool == "add_note" {
		arguments = `{"text":"milk"}`
	}
	answer, _ := g.send(t, "/mcp", credentials, `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"`+tool+`","arguments":`+arguments+`}}`,
		"Mcp-Protocol-Version", "2025-11-25")
	return answer
}

// String returns the table.
func (m *matrix) String() string {
	return "\n| the issuer | credentials | N-ACT | MCP | upstream |\n| --- | --- | --- | --- | --: |\n" + m.rows.String() + "\n"
}
