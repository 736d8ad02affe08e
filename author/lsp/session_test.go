package lsp

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
)

// editor is a client of a server: what an editor is, without a screen.
type editor struct {
	testing.TB
	client      *jrpc2.Client
	diagnostics chan publishDiagnosticsParams
	dir         string
	versions    map[string]int
}

// newEditor starts a server over pipes, and opens a folder with the given files.
func newEditor(t testing.TB, files map[string]string) *editor {
	t.Helper()
	e := &editor{TB: t, diagnostics: make(chan publishDiagnosticsParams, 1000), dir: t.TempDir(), versions: map[string]int{}}
	files["go.mod"] = "module example.com/cities\n"
	for name, text := range files {
		path := filepath.Join(e.dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	e.connect()
	return e
}

func (e *editor) connect() {
	fromEditor, toServer := io.Pipe()
	fromServer, toEditor := io.Pipe()
	ended := make(chan error, 1)
	go func() { ended <- Serve(fromEditor, toEditor, "test") }()
	e.client = jrpc2.NewClient(channel.LSP(fromServer, toServer), &jrpc2.ClientOptions{OnNotify: func(r *jrpc2.Request) {
		var p publishDiagnosticsParams
		if err := r.UnmarshalParams(&p); err != nil {
			e.Error(err)
		}
		e.diagnostics <- p
	}})
	e.Cleanup(func() {
		e.client.Close()
		select {
		case err := <-ended:
			if err != nil {
				e.Errorf("the server ended with %v", err)
			}
		case <-time.After(10 * time.Second):
			e.Error("the server does not end")
		}
	})
	var r initializeResult
	e.call("initialize", initializeParams{}, &r)
	if r.Capabilities.PositionEncoding != "utf-16" {
		e.Errorf("positions are in %s", r.Capabilities.PositionEncoding)
	}
	e.notify("initialized", struct{}{})
}

func (e *editor) call(method string, params, result any) {
	e.Helper()
	if err := e.client.CallResult(context.Background(), method, params, result); err != nil {
		e.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) notify(method string, params any) {
	e.Helper()
	if err := e.client.Notify(context.Background(), method, params); err != nil {
		e.Fatalf("%s: %v", method, err)
	}
}

func (e *editor) uri(name string) string { return uriOf(filepath.Join(e.dir, name)) }

func (e *editor) open(name, text string) {
	var p didOpenParams
	e.versions[name]++
	p.TextDocument.URI, p.TextDocument.Version, p.TextDocument.Text = e.uri(name), e.versions[name], text
	e.notify("textDocument/didOpen", p)
}

// found returns the diagnostics of a file, as soon as there are those of the last change.
func (e *editor) found(name string) []string {
	e.Helper()
	for {
		select {
		case p := <-e.diagnostics:
			if p.URI != e.uri(name) || p.Version != nil && *p.Version < e.versions[name] {
				continue
			}
			lines := []string{}
			for _, d := range p.Diagnostics {
				b, _ := json.Marshal(d.Range)
				lines = append(lines, string(b)+" "+d.Code+": "+d.Message)
			}
			return lines
		case <-time.After(20 * time.Second):
			e.Fatal("no diagnostics come")
		}
	}
}

// at returns the position of the mark | in a text, and the text without it.
func at(marked string) (text string, p position) {
	i := strings.LastIndexByte(marked, '|')
	text = marked[:i] + marked[i+1:]
	return text, newText([]byte(text), false).position(i)
}

func (e *editor) complete(name, marked string) completionList {
	e.Helper()
	text, p := at(marked)
	e.open(name, text)
	var list completionList
	e.call("textDocument/completion", documentPosition{documentID{e.uri(name)}, p}, &list)
	return list
}
