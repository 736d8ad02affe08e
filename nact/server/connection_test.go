package server

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
)

// Answers of all sizes arrive whole.
func TestAnswersOfAllSizes(t *testing.T) {
	tool := nact.Tool{
		Versions: []nact.Signature{{
			ToolID: "5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c11", Name: "repeat", Description: "Repeat it.", Version: 1,
			Inputs:  []nact.Input{{ID: "text", Name: "Text", Type: nact.String, Description: "The text."}},
			Outputs: []nact.Output{{ID: "text", Name: "Text", Type: nact.String, Description: "The text."}},
		}},
	}
	tool.Invoke = func(_ context.Context, in nact.Arguments) (nact.Results, error) { return nact.Results{in[0]}, nil }
	handler, err := endpoint.New(endpoint.Config{Name: "repeat"}, []nact.Tool{tool})
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := newServer(handler, slog.New(slog.DiscardHandler))
	go server.Serve(newConnections(listener, 10, time.Minute, slog.New(slog.DiscardHandler)))
	defer server.Close()
	sizes := []int{0, 1, 100, 100_000, 1_000_000}
	for near := 3500; near <= 8500; near += 37 {
		sizes = append(sizes, near)
	}
	for _, size := range sizes {
		text := strings.Repeat("x", size)
		body := `{"name": "repeat", "input_parameters": [{"name": "Text", "value": "` + text + `"}]}`
		answer, err := http.Post("http://"+listener.Addr().String()+"/tools/5a1f1f0e-52bb-4a3e-9f4f-8a0b7a1d9c11:invoke", "application/json", strings.NewReader(body))
		if err != nil {
			t.Fatal(err)
		}
		got, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if want := `{"output_parameters":[{"name":"Text","value":"` + text + `"}]}`; err != nil || string(got) != want {
			t.Errorf("%d bytes: got %d, %v", size, len(got), err)
		}
	}
}
