// Command goclient holds one session with a server by the official SDK for Go, and prints what the client saw of it. Its arguments are the revision to ask for,
// and an address, or a command that is spoken to by its standard input and output.
//
// It is a module of its own, since nothing else may depend on the SDK, with versions that its go.sum holds.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"slices"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// patience is how long anything may take that should happen at once.
const patience = 20 * time.Second

var upstream, copied = os.Getenv("UPSTREAM"), os.Getenv("COPY")

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	if err := run(ctx, os.Args[1], os.Args[2:]); err != nil {
		log.Fatal(err)
	}
}

// run holds the session.
func run(ctx context.Context, revision string, server []string) error {
	progress := make(chan *mcp.ProgressNotificationParams, 100)
	client := mcp.NewClient(&mcp.Implementation{Name: "goclient", Version: "1"}, &mcp.ClientOptions{
		ProgressNotificationHandler: func(_ context.Context, r *mcp.ProgressNotificationClientRequest) { progress <- r.Params },
	})
	opened, err := client.Connect(ctx, transport(server), &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		return err
	}
	about := opened.InitializeResult()
	fmt.Printf("connected: %s of %s, capabilities %s\n", about.ProtocolVersion, compact(about.ServerInfo), compact(about.Capabilities))
	s := &session{client: opened, progress: progress}
	err = errors.Join(
		s.list(ctx),
		s.call(ctx, "find_book", `{"title":"Emma"}`),
		s.call(ctx, "find_book", `{"title":"Nothing"}`),
		s.call(ctx, "find_book", `{"title":"A title that is longer than any that is on the shelves","language":"DE","year":1815}`),
		s.call(ctx, "burn_book", `{"title":"Emma"}`),
		s.callWithProgress(ctx, "test_tool_with_progress"),
		s.callAndCancel(ctx, "copy_book"),
		s.call(ctx, "find_book", `{"title":"Emma","language":"FR"}`),
	)
	return errors.Join(err, opened.Close())
}

func transport(server []string) mcp.Transport {
	if strings.HasPrefix(server[0], "http") {
		return &mcp.StreamableClientTransport{Endpoint: server[0]}
	}
	command := exec.Command(server[0], server[1:]...)
	command.Stderr = os.Stderr
	return &mcp.CommandTransport{Command: command}
}

// session is a session with a server.
type session struct {
	client   *mcp.ClientSession
	progress chan *mcp.ProgressNotificationParams
}

func (s *session) list(ctx context.Context) error {
	tools, err := s.client.ListTools(ctx, nil)
	if err != nil {
		return err
	}
	for _, t := range tools.Tools {
		schema, _ := t.InputSchema.(map[string]any)
		inputs, _ := schema["properties"].(map[string]any)
		var names []string
		for name := range inputs {
			names = append(names, name)
		}
		slices.Sort(names)
		fmt.Printf("tool: %s(%s), %s\n", t.Name, strings.Join(names, ", "), compact(t.Annotations))
	}
	return nil
}

func (s *session) call(ctx context.Context, name, arguments string) error {
	fmt.Printf("call: %s %s\n", name, arguments)
	result, err := s.client.CallTool(ctx, &mcp.CallToolParams{Name: name, Arguments: json.RawMessage(arguments)})
	return show(result, err)
}

// callWithProgress prints what is told of a call until all is done. The SDK can give the answer before the last word of it.
func (s *session) callWithProgress(ctx context.Context, name string) error {
	fmt.Printf("call with progress: %s {}\n", name)
	params := &mcp.CallToolParams{Name: name, Arguments: map[string]any{}}
	params.SetProgressToken("p")
	result, err := s.client.CallTool(ctx, params)
	for done := err != nil; !done; {
		select {
		case p := <-s.progress:
			fmt.Printf("  progress: %v of %v, %s\n", p.Progress, p.Total, p.Message)
			done = p.Progress == p.Total
		case <-time.After(patience):
			return errors.New("progress did not come to its end")
		}
	}
	return show(result, err)
}

// callAndCancel cancels a call as soon as the upstream is asked.
func (s *session) callAndCancel(ctx context.Context, name string) error {
	arguments := map[string]any{"title": copied}
	fmt.Printf("call and cancel: %s %s\n", name, compact(arguments))
	called, cancel := context.WithCancel(ctx)
	time.AfterFunc(0, func() {
		ask("begun")
		cancel()
	})
	result, err := s.client.CallTool(called, &mcp.CallToolParams{Name: name, Arguments: arguments})
	if err := show(result, err); err != nil {
		return err
	}
	fmt.Printf("  upstream: the call has %s\n", ask("ended"))
	return nil
}

// ask asks the upstream about the call for the copy, and returns its answer once there is one.
func ask(about string) string {
	response, err := http.Get(upstream + "/copies/" + about + "?title=" + url.QueryEscape(copied))
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}
	return string(body)
}

// show prints what came of a call. An error of the server is something to show.
func show(result *mcp.CallToolResult, err error) error {
	if err != nil {
		fmt.Printf("  error: %v\n", err)
		return nil
	}
	kind := "result"
	if result.IsError {
		kind = "error result"
	}
	for _, content := range result.Content {
		text, ok := content.(*mcp.TextContent)
		if !ok {
			return fmt.Errorf("there is content other than text: %s", compact(content))
		}
		fmt.Printf("  %s: %s\n", kind, strings.ReplaceAll(text.Text, "\n", "\n    "))
	}
	if result.StructuredContent != nil {
		fmt.Printf("  structured: %s\n", compact(result.StructuredContent))
	}
	delete(result.Meta, "io.modelcontextprotocol/serverInfo")
	if len(result.Meta) > 0 {
		fmt.Printf("  meta: %s\n", compact(result.Meta))
	}
	return nil
}

func compact(value any) string {
	text, err := json.Marshal(value)
	if err != nil {
		log.Fatal(err)
	}
	return string(text)
}
