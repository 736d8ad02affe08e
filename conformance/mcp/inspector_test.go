package mcp

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// inspect runs the Inspector's command line, once for each request as it is made for, and returns what it printed. It prints nothing of progress.
func (on *stage) inspect(t *testing.T, s sessionWith) string {
	var b strings.Builder
	fmt.Fprintf(&b, "with --protocol-era %s%s\n", era(s.revision), on.interrupt(t, s))
	for _, arguments := range [][]string{
		{"--method", "tools/list", "--strict"},
		{"--method", "tools/call", "--tool-name", "find_book", "--tool-arg", "title=Emma"},
		{"--method", "tools/call", "--tool-name", "find_book", "--tool-arg", "title=Nothing"},
		{"--method", "tools/call", "--tool-name", "find_book", "--tool-args-json", `{"title":"A title that is longer than any that is on the shelves","language":"DE","year":1815}`},
		{"--method", "tools/call", "--tool-name", "burn_book", "--tool-arg", "title=Emma"},
	} {
		fmt.Fprintf(&b, "$ %s\n", strings.Join(arguments, " "))
		command, out, log := on.inspector(t, s, arguments)
		err := command.Run()
		for line := range strings.Lines(out.String() + log.String()) {
			b.WriteString(inspected(t, line))
		}
		if err != nil {
			fmt.Fprintf(&b, "  %v\n", err)
		}
	}
	return b.String()
}

// interrupt ends a call as a user does, by Ctrl+C, and returns what came of it. The Inspector cancels nothing then: it is gone. Over stdio that is the end of the
// service's input, after which calls that run are still answered.
func (on *stage) interrupt(t *testing.T, s sessionWith) string {
	if s.stdio {
		return ""
	}
	title := fmt.Sprintf("Persuasion (%s, %s)", s.client, s)
	command, _, log := on.inspector(t, s, []string{"--method", "tools/call", "--tool-name", "copy_book", "--tool-arg", "title=" + title})
	if err := command.Start(); err != nil {
		t.Error(err)
		return ""
	}
	if !happens(on.copies.copy(title).begun) {
		t.Errorf("%s, %s: the upstream was not asked\n%s", s.client, s, log.Bytes())
	}
	if err := command.Process.Signal(os.Interrupt); err != nil {
		t.Errorf("%s, %s: %v\n%s", s.client, s, err, log.Bytes())
	}
	if !happens(on.copies.copy(title).ended) {
		t.Errorf("%s, %s: the call of the upstream does not end", s.client, s)
		command.Process.Kill()
	}
	command.Wait() // its error is that it was interrupted
	return "; copy_book interrupted by Ctrl+C: the upstream's call has ended"
}

// inspector returns a command of the Inspector, with what it prints. Its files are not the user's.
func (on *stage) inspector(t *testing.T, s sessionWith, arguments []string) (command *exec.Cmd, out, log *bytes.Buffer) {
	command = limited(t, on.node.program, on.node.script("inspector/clients/launcher/build/index.js"), "--cli")
	command.Args = append(command.Args, s.server(on)...)
	command.Args = append(command.Args, "--protocol-era", era(s.revision), "--format", "json", "--quiet", "-e", "NACT_UPSTREAM_LIBRARY="+on.upstream)
	command.Args = append(command.Args, arguments...)
	command.Env = append(os.Environ(), "HOME="+t.TempDir())
	out, log = new(bytes.Buffer), new(bytes.Buffer)
	command.Stdout, command.Stderr = out, log
	return command, out, log
}

// era is what the Inspector calls revisions with a handshake, of which it speaks the last, and those without.
func era(revision string) string {
	if revision < "2026-07-28" {
		return "legacy"
	}
	return "modern"
}

// inspected is a line of the Inspector, JSON, put as the other clients put theirs: of the list of tools only their names and inputs, what it says of a server
// left out.
func inspected(t *testing.T, line string) string {
	var read struct {
		Result struct {
			Tools []struct {
				Name        string
				InputSchema struct{ Properties map[string]any }
				Annotations json.RawMessage
			}
			Meta              map[string]any `json:"_meta"`
			Content           []struct{ Text string }
			StructuredContent json.RawMessage
			IsError           bool
		}
		Error *struct{ Code, Message string }
	}
	if err := json.Unmarshal([]byte(line), &read); err != nil {
		t.Errorf("the Inspector prints %q: %v", line, err)
	}
	var b strings.Builder
	if e := read.Error; e != nil {
		fmt.Fprintf(&b, "  error: %s: %s\n", e.Code, e.Message)
	}
	r := read.Result
	for _, tool := range r.Tools {
		fmt.Fprintf(&b, "  tool: %s(%s), %s\n", tool.Name, strings.Join(slices.Sorted(maps.Keys(tool.InputSchema.Properties)), ", "), tool.Annotations)
	}
	for _, c := range r.Content {
		kind := "result"
		if r.IsError {
			kind = "error result"
		}
		fmt.Fprintf(&b, "  %s: %s\n", kind, strings.ReplaceAll(c.Text, "\n", "\n    "))
	}
	if r.StructuredContent != nil {
		fmt.Fprintf(&b, "  structured: %s\n", r.StructuredContent)
	}
	delete(r.Meta, "io.modelcontextprotocol/serverInfo")
	if len(r.Meta) > 0 {
		meta, err := json.Marshal(r.Meta)
		if err != nil {
			t.Error(err)
		}
		fmt.Fprintf(&b, "  meta: %s\n", meta)
	}
	return b.String()
}
