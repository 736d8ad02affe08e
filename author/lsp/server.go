// Package lsp is a language server for manifests: it speaks the Language Server Protocol 3.17 with an editor.
//
// What it reports is what lint reports, of the texts as they stand in the editor. For completion and for what is said of a name, the manifest is checked
// with the expression at the cursor put in order, and asked what can be named there: so it works in texts that are wrong, which texts are most of
// the time. Documents stay open between checks.
package lsp

import (
	"context"
	"errors"
	"io"
	"sync"
	"time"

	"github.com/creachadair/jrpc2"
	"github.com/creachadair/jrpc2/channel"
	"github.com/creachadair/jrpc2/handler"

	"slices"
)

// idle is how long nothing is typed before warnings are looked for, which takes longer than errors.
const idle = 300 * time.Millisecond

// Serve speaks with an editor until it says exit, or the input ends. Version is that of the server.
func Serve(in io.Reader, out io.WriteCloser, version string) error {
	s := &server{version: version, files: map[string]*file{}, projects: map[string]*project{}, wake: make(chan struct{}, 1), done: make(chan struct{})}
	s.connection = jrpc2.NewServer(s.methods(), &jrpc2.ServerOptions{AllowPush: true, DisableBuiltin: true, Concurrency: 4})
	s.connection.Start(channel.LSP(in, out))
	var checking sync.WaitGroup
	checking.Go(s.keepChecking)
	err := s.connection.Wait()
	close(s.done)
	checking.Wait()
	if s.exited || errors.Is(err, io.EOF) {
		return nil
	}
	return err
}

// server is the state of one session. What has a mutex in front of it is used under that.
type server struct {
	version    string
	connection *jrpc2.Server
	wake       chan struct{} // something has changed
	done       chan struct{} // the session is over

	mu       sync.Mutex
	utf8     bool
	files    map[string]*file    // those that are open in the editor, by absolute path
	projects map[string]*project // by the absolute path of the manifest
	exited   bool
}

// file is a file that is open in the editor.
type file struct {
	*text
	uri     string // as the editor has it
	version int
}

func (s *server) methods() handler.Map {
	return handler.Map{
		"initialize":                       handler.New(s.initialize),
		"initialized":                      handler.New(ignored),
		"shutdown":                         handler.New(func(context.Context) (any, error) { return nil, nil }),
		"exit":                             handler.New(s.exit),
		"$/cancelRequest":                  handler.New(ignored),
		"$/setTrace":                       handler.New(ignored),
		"workspace/didChangeConfiguration": handler.New(ignored),
		"workspace/didChangeWatchedFiles":  handler.New(s.changedOutside),
		"textDocument/didOpen":             handler.New(s.didOpen),
		"textDocument/didChange":           handler.New(s.didChange),
		"textDocument/didSave":             handler.New(s.changedOutside),
		"textDocument/didClose":            handler.New(s.didClose),
		"textDocument/completion":          handler.New(s.completion),
		"textDocument/hover":               handler.New(s.hover),
		"textDocument/definition":          handler.New(s.definition),
		"textDocument/references":          handler.New(s.references),
		"textDocument/prepareRename":       handler.New(s.prepareRename),
		"textDocument/rename":              handler.New(s.rename),
		"textDocument/codeAction":          handler.New(s.codeAction),
		"textDocument/documentSymbol":      handler.New(s.documentSymbol),
		"textDocument/formatting":          handler.New(s.formatting),
		"textDocument/semanticTokens/full": handler.New(s.semanticTokens),
	}
}

func ignored(context.Context, *jrpc2.Request) (any, error) { return nil, nil }

func (s *server) initialize(_ context.Context, p initializeParams) (initializeResult, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	var r initializeResult
	r.ServerInfo.Name, r.ServerInfo.Version = "nactgen", s.version
	c := &r.Capabilities
	c.PositionEncoding = "utf-16"
	if s.utf8 = slices.Contains(p.Capabilities.General.PositionEncodings, "utf-8"); s.utf8 {
		c.PositionEncoding = "utf-8"
	}
	c.TextDocumentSync = syncOptions{OpenClose: true, Change: 2, Save: true}
	c.CompletionProvider.TriggerCharacters = []string{".", "{", "?", " "}
	c.HoverProvider, c.DefinitionProvider, c.ReferencesProvider = true, true, true
	c.RenameProvider.PrepareProvider = true
	c.CodeActionProvider, c.DocumentSymbolProvider, c.DocumentFormattingProvider = true, true, true
	c.SemanticTokensProvider.Full = true
	c.SemanticTokensProvider.Legend.TokenTypes = tokenTypes
	c.SemanticTokensProvider.Legend.TokenModifiers = []string{}
	return r, nil
}

func (s *server) exit(context.Context) error {
	s.mu.Lock()
	s.exited = true
	s.mu.Unlock()
	go s.connection.Stop()
	return nil
}
