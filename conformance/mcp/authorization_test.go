package mcp

import (
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"github.com/nactgen/nactgen/internal/issuertest"
	"github.com/nactgen/nactgen/internal/pipeline"
	"github.com/nactgen/nactgen/internal/testmode"
)

// TestAuthorization has the official clients call a service that wants tokens of a provider: a client finds out by itself where it gets one, asks for it for
// this service, and for a further scope when a tool takes more. The suite has nothing of this for a server.
func TestAuthorization(t *testing.T) {
	testmode.Long(t, "installs the official clients and the conformance suite of MCP from their registries")
	n := installNode(t)
	issuer := issuertest.Start(t)
	var reached atomic.Int64
	board := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached.Add(1)
		w.Header().Set("Content-Type", "application/json")
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusCreated)
		}
		fmt.Fprint(w, `{"notes": ["milk"], "number": 7}`) // what is read of a list, and of a note that was added
	}))
	defer board.Close()
	address := startGuarded(t, buildGuarded(t), issuer.URL, board.URL)
	scripts := n.scripts(t)
	var b strings.Builder
	for _, version := range []string{"1", "2"} {
		reached.Store(0)
		command := limited(t, n.program, filepath.Join(scripts, "authorization.mjs"), version, address, issuer.URL)
		command.Stderr = os.Stderr
		out, err := command.Output()
		if err != nil {
			t.Errorf("version %s: %v", version, err)
		}
		fmt.Fprintf(&b, "== SDK for TypeScript, version %s, with %d requests at the upstream\n%s\n", version, reached.Load(), out)
	}
	text := strings.NewReplacer(strings.TrimSuffix(address, "/mcp"), "https://service", issuer.URL, "https://issuer").Replace(b.String())
	compare(t, "testdata/sessions/authorization.txt", text)
}

// buildGuarded generates the service that golden calls with credentials of all kinds, and compiles it as golden does, so that it is in the build cache.
func buildGuarded(t *testing.T) string {
	t.Helper()
	archive, err := txtar.ParseFile("../../golden/testdata/cases/access.txtar")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	for _, f := range archive.Files {
		if !strings.Contains(f.Name, "/") {
			if err := os.WriteFile(filepath.Join(dir, f.Name), f.Data, 0o666); err != nil {
				t.Fatal(err)
			}
		}
	}
	r, err := pipeline.Run(filepath.Join(dir, "nact.yaml"), pipeline.Options{Until: pipeline.Apply})
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program")
	goBuild(t, r.Plan.Go.OutDir, program, "./cmd/notes", "-gcflags=example.com/cases/...=-N -l -dwarf=false", "-ldflags=-s -w")
	return program
}

// startGuarded starts that service under an address that it knows itself, as what tokens have to be for, and returns the address of its MCP face.
func startGuarded(t *testing.T, program, issuer, board string) string {
	t.Helper()
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	host := free.Addr().String()
	if err := free.Close(); err != nil {
		t.Fatal(err)
	}
	return start(t, program, "NACT_UPSTREAM_BOARD="+board, "NACT_ADDR="+host, "NACT_PUBLIC_URL=http://"+host, "NACT_OIDC_ISSUER="+issuer)
}

// withTokens are the scenarios of the suite that are about authorization, by whom they test. What a server of tools has to do is not among them.
func withTokens(t *testing.T, n *node) (clients, issuers []string) {
	t.Helper()
	out, err := limited(t, n.program, n.script("conformance/dist/index.js"), "list").Output()
	if err != nil {
		t.Fatal(err)
	}
	of := ""
	for line := range strings.Lines(string(out)) {
		if heading, _, found := strings.Cut(line, " scenarios (test against "); found {
			of = heading
		}
		name, _, _ := strings.Cut(strings.TrimPrefix(strings.TrimSpace(line), "- "), " ")
		switch {
		case !strings.HasPrefix(strings.TrimSpace(line), "- "):
		case of == "Authorization server":
			issuers = append(issuers, name)
		case of == "Client" && strings.HasPrefix(name, "auth/"):
			clients = append(clients, name)
		case strings.Contains(name, "auth") || of != "Client" && of != "Server":
			t.Errorf("the suite has the scenario %s for a %s: run it", name, of)
		}
	}
	if len(clients) == 0 || len(issuers) == 0 {
		t.Errorf("the suite lists its scenarios in another way:\n%s", out)
	}
	return clients, issuers
}
