//go:build unix

package server_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strconv"
	"strings"
	"testing"

	"github.com/nactgen/nactgen/internal/versus"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/mcp"
	"github.com/nactgen/nactgen/nact/server"
)

// running runs a whole program over n tools, whose log goes nowhere, until the benchmark ends. It returns its address.
func running(b *testing.B, n int) string {
	b.Helper()
	log, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		b.Fatal(err)
	}
	program := server.Program{Name: "bench", New: func(o server.Options) (http.Handler, error) {
		runner := invocation.NewRunner(o.Limits, o.Logger)
		endpoints, err := endpoint.New(endpoint.Config{Name: "bench", Logger: o.Logger, Runner: runner}, versus.Tools(n))
		if err != nil {
			return nil, err
		}
		return mcp.New(mcp.Config{Name: "bench", Logger: o.Logger, Runner: runner, Next: endpoints}, versus.Tools(n))
	}}
	reader, writer := io.Pipe()
	ctx, stop := context.WithCancel(b.Context())
	ended := make(chan int)
	go func() {
		ended <- server.Run(ctx, program, []string{"--addr=127.0.0.1:0", "--max-calls=1000"}, func(string) string { return "" }, nil, writer, log)
	}()
	b.Cleanup(func() {
		stop()
		<-ended
		log.Close()
	})
	line, err := bufio.NewReader(reader).ReadString('\n')
	if err != nil {
		b.Fatal(err)
	}
	return strings.TrimPrefix(strings.TrimSpace(line), "listening on http://")
}

// fixed serves the same bytes to any request, by net/http alone.
func fixed(b *testing.B, media, body string) string {
	b.Helper()
	bytes, size := []byte(body), strconv.Itoa(len(body))
	reference := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		w.Header().Set("Content-Type", media)
		w.Header().Set("Content-Length", size)
		w.Write(bytes)
	}))
	b.Cleanup(reference.Close)
	return strings.TrimPrefix(reference.URL, "http://")
}

// got returns the answer to GET.
func got(b *testing.B, addr, path string) (body, tag string) {
	b.Helper()
	answer, err := http.Get("http://" + addr + path)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("%s: %s, %v", path, answer.Status, err)
	}
	return string(text), answer.Header.Get("Etag")
}

// BenchmarkEnumeration compares pages of a whole program, with its log and its limits, with the same bytes served by net/http. For a
// 304 the reference is the page that it saves.
func BenchmarkEnumeration(b *testing.B) {
	for _, n := range []int{100, 613, 10_000} {
		addr := running(b, n)
		first, tag := got(b, addr, "/tools")
		var page struct{ Paging struct{ Next string } }
		if err := json.Unmarshal([]byte(first), &page); err != nil {
			b.Fatal(err)
		}
		paths := []struct{ name, path string }{
			{"first", "/tools"},
			{"cursor", "/tools?pageCursor=" + url.QueryEscape(page.Paging.Next)},
			{"limit", "/tools?pageLimit=40"},
			{"tag", "/tools?tag=issue"},
			{"name", "/tools?name=alert"},
			{"none", "/tools?name=alert_of_nobody"},
			{"version", "/tools?version=2"},
		}
		for _, p := range paths {
			b.Run(fmt.Sprintf("tools=%d/page=%s", n, p.name), func(b *testing.B) {
				body, _ := got(b, addr, p.path)
				versus.Run(b, versus.Get(addr, p.path, ""), versus.Get(fixed(b, "application/json", body), p.path, ""))
			})
		}
		b.Run(fmt.Sprintf("tools=%d/page=unchanged", n), func(b *testing.B) {
			versus.Run(b, versus.Get(addr, "/tools", "If-None-Match: "+tag+"\r\n"), versus.Get(addr, "/tools", ""))
		})
	}
}

// BenchmarkInvocation compares a call to a tool of a whole program that answers at once, with its log and its limits, with the same answer by net/http.
func BenchmarkInvocation(b *testing.B) {
	addr, tool := running(b, 613), versus.Tools(1)[0].Versions[0]
	path := "/tools/" + tool.ToolID + ":invoke"
	body := `{"name":"` + tool.Name + `","input_parameters":[{"name":"Owner","value":"octocat"},{"name":"Number","value":1347}]}`
	answer := fixed(b, "application/json", `{"output_parameters":[{"name":"Title","value":"octocat"}]}`)
	versus.Run(b, versus.Post(addr, path, "", body), versus.Post(answer, path, "", body))
}

// BenchmarkMCP compares the face for MCP with the others of the same program: a call with the same call over N-ACT, and the list of 100 tools with the same
// bytes served by net/http.
func BenchmarkMCP(b *testing.B) {
	addr, tool := running(b, 100), versus.Tools(1)[0].Versions[0]
	const about = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`
	message := func(method, name, params string) versus.Contestant {
		fields := "Accept: application/json, text/event-stream\r\nMCP-Protocol-Version: 2026-07-28\r\nMcp-Method: " + method + "\r\n" + name
		return versus.Post(addr, "/mcp", fields, `{"jsonrpc":"2.0","id":1,"method":"`+method+`","params":{`+params+about+`}}`)
	}
	b.Run("call", func(b *testing.B) {
		ours := message("tools/call", "Mcp-Name: "+tool.Name+"\r\n", `"name":"`+tool.Name+`","arguments":{"owner":"octocat","number":1347},`)
		body := `{"name":"` + tool.Name + `","input_parameters":[{"name":"Owner","value":"octocat"},{"name":"Number","value":1347}]}`
		versus.Run(b, ours, versus.Post(addr, "/tools/"+tool.ToolID+":invoke", "", body))
	})
	b.Run("list", func(b *testing.B) {
		ours := message("tools/list", "", "")
		versus.Run(b, ours, versus.Contestant{Addr: fixed(b, "application/json", listed(b, ours)), Request: ours.Request})
	})
}

// listed returns the body of the answer to a contestant.
func listed(b *testing.B, c versus.Contestant) string {
	b.Helper()
	connection, err := net.Dial("tcp", c.Addr)
	if err != nil {
		b.Fatal(err)
	}
	defer connection.Close()
	io.WriteString(connection, c.Request)
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		b.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil || answer.StatusCode != http.StatusOK {
		b.Fatalf("%s, %v", answer.Status, err)
	}
	return string(text)
}
