package mcp

import (
	"bytes"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/nactgen/nactgen/internal/testmode"
)

var update = flag.Bool("update", false, "write what came out to testdata and to docs/mcp-conformance.md")

// stage is what sessions need: the service over HTTP and as a program, with its upstream, and the clients.
type stage struct {
	service  string // the program
	address  string // of its MCP face
	upstream string // its address
	copies   *upstream
	node     *node
}

// sessionWith is a session of a client in one revision, over one transport.
type sessionWith struct {
	client   string // without blanks
	revision string
	stdio    bool
}

func (s sessionWith) String() string {
	if s.stdio {
		return "over stdio, " + s.revision
	}
	return "over HTTP, " + s.revision
}

// server is what clients are given: an address, or a command.
func (s sessionWith) server(on *stage) []string {
	if s.stdio {
		return []string{on.service, "--stdio"}
	}
	return []string{on.address}
}

// both returns the sessions of a client in some revisions, over both transports.
func both(client string, revisions ...string) []sessionWith {
	var all []sessionWith
	for _, revision := range revisions {
		all = append(all, sessionWith{client, revision, false}, sessionWith{client, revision, true})
	}
	return all
}

// TestSessions has the official clients list the tools, call them, fail, watch and cancel, and compares what they saw. That the upstream's call ends is part of it.
func TestSessions(t *testing.T) {
	testmode.Long(t, "installs the official clients and the conformance suite of MCP from their registries")
	on := &stage{service: build(t), node: installNode(t)}
	on.copies, on.upstream = startUpstream(t)
	on.address = start(t, on.service, variables(on.upstream)...)
	goClient := filepath.Join(t.TempDir(), "goclient")
	goBuild(t, "testdata/goclient", goClient, ".")
	scripts := on.node.scripts(t)

	t.Run("go", func(t *testing.T) {
		compareSessions(t, both("go", "2026-07-28", "2025-11-25", "2025-06-18"), func(s sessionWith) string {
			return on.hold(t, s, goClient, s.revision)
		})
	})
	t.Run("typescript", func(t *testing.T) {
		sessions := append(both("sdk2.mjs", "2026-07-28", "2025-11-25", "2025-06-18"), both("sdk1.mjs", "2025-11-25")...)
		compareSessions(t, sessions, func(s sessionWith) string {
			return on.hold(t, s, on.node.program, filepath.Join(scripts, s.client), s.revision)
		})
	})
	t.Run("inspector", func(t *testing.T) {
		compareSessions(t, both("inspector", "2026-07-28", "2025-11-25"), func(s sessionWith) string { return on.inspect(t, s) })
	})
}

// hold has a client hold a session, and returns what it printed. Its arguments end with what it has for a server.
func (on *stage) hold(t *testing.T, s sessionWith, client string, arguments ...string) string {
	title := fmt.Sprintf("Persuasion (%s, %s)", s.client, s) // by which the upstream knows whose call it is
	command := limited(t, client, append(arguments, s.server(on)...)...)
	command.Env = append(append(os.Environ(), variables(on.upstream)...), "UPSTREAM="+on.upstream, "COPY="+title)
	var out, log bytes.Buffer
	command.Stdout, command.Stderr = &out, &log
	if err := command.Run(); err != nil {
		t.Errorf("%s, %s: %v\n%s", s.client, s, err, log.Bytes())
	}
	if s.stdio && !strings.Contains(log.String(), `"msg":"stopped"`) {
		t.Errorf("%s, %s: the service did not end with its input:\n%s", s.client, s, log.Bytes())
	}
	return strings.ReplaceAll(out.String(), title, "Persuasion")
}

// compareSessions holds sessions, some at a time, and compares what came out with testdata/sessions. A session that went as an earlier one is only said to.
func compareSessions(t *testing.T, sessions []sessionWith, hold func(sessionWith) string) {
	t.Helper()
	transcripts := make([]string, len(sessions))
	inTurns(len(sessions), func(i int) { transcripts[i] = hold(sessions[i]) })
	var b strings.Builder
	known := make(map[string]string)
	for i, s := range sessions {
		heading := fmt.Sprintf("%s, %s", s.client, s)
		first, rest, _ := strings.Cut(transcripts[i], "\n")
		fmt.Fprintf(&b, "== %s\n%s\n", heading, first)
		if like := known[rest]; like != "" {
			fmt.Fprintf(&b, "and all else as in: %s\n\n", like)
			continue
		}
		known[rest] = heading
		fmt.Fprintf(&b, "%s\n", rest)
	}
	compare(t, filepath.Join("testdata/sessions", strings.TrimPrefix(t.Name(), "TestSessions/")+".txt"), b.String())
}

// inTurns runs as many at a time as there are processors: clients have limits of time, too.
func inTurns(n int, run func(i int)) {
	var all sync.WaitGroup
	turns := make(chan struct{}, runtime.NumCPU())
	for i := range n {
		turns <- struct{}{}
		all.Go(func() {
			defer func() { <-turns }()
			run(i)
		})
	}
	all.Wait()
}

// compare holds text to a file, or writes it there.
func compare(t *testing.T, file, text string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if text != string(want) {
		t.Errorf("%s is another; -update writes it:\n%s", file, diff.Diff("was", want, "is", []byte(text)))
	}
}
