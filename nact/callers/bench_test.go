//go:build unix

package callers_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/versus"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/apikeys"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/mcp"
)

// BenchmarkEnumeration has a caller with an API key ask for the list of a hundred tools, against the same without a gate: how much of the CPU time of a list is
// the answer, and how much the question who calls.
func BenchmarkEnumeration(b *testing.B) {
	key, line, err := apikeys.New("agent", "read")
	if err != nil {
		b.Fatal(err)
	}
	source := new(apikeys.Source)
	for _, s := range source.Settings() {
		if s.Variable == "NACT_API_KEYS" {
			if err := s.Set(line); err != nil {
				b.Fatal(err)
			}
		}
	}
	authenticators, err := callers.Open(nil, source)
	if err != nil {
		b.Fatal(err)
	}
	open, err := faces(nil, versus.Tools(100))
	if err != nil {
		b.Fatal(err)
	}
	tools := versus.Tools(100)
	for i := range tools {
		tools[i].Access = &nact.Access{Scopes: []string{"read"}}
	}
	guarded, err := callers.New(callers.Config{Name: "many", Authenticators: authenticators}, tools, faces)
	if err != nil {
		b.Fatal(err)
	}
	address := func(handler http.Handler) string {
		server := httptest.NewServer(handler)
		b.Cleanup(server.Close)
		return strings.TrimPrefix(server.URL, "http://")
	}
	with, without, field := address(guarded), address(open), "Authorization: Bearer "+key+"\r\n"
	b.Run("N-ACT", func(b *testing.B) {
		versus.Run(b, versus.Get(with, "/tools", field), versus.Get(without, "/tools", ""))
	})
	b.Run("MCP", func(b *testing.B) {
		const fields, list = "Mcp-Protocol-Version: 2025-11-25\r\n", `{"jsonrpc":"2.0","id":1,"method":"tools/list"}`
		versus.Run(b, versus.Post(with, "/mcp", fields+field, list), versus.Post(without, "/mcp", fields, list))
	})
}

// faces serves tools over both faces, a hundred on a page.
func faces(view *nact.View, tools []nact.Tool) (http.Handler, error) {
	endpoints, err := endpoint.New(endpoint.Config{Name: "many", PageDefault: 100, View: view}, tools)
	if err != nil {
		return nil, err
	}
	return mcp.New(mcp.Config{Name: "many", PageSize: 100, View: view, Next: endpoints}, tools)
}
