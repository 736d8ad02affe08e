package server

import (
	"context"
	"errors"
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

// pieces is a connection that notes what it is given.
type pieces struct {
	net.Conn
	got []string
	err error
}

func (p *pieces) SetWriteDeadline(time.Time) error { return nil }

func (p *pieces) Write(b []byte) (int, error) {
	p.got = append(p.got, string(b))
	return len(b), p.err
}

func TestGather(t *testing.T) {
	large := strings.Repeat("x", gathered+1)
	tests := []struct {
		name  string
		write func(*connection)
		want  string
	}{
		{"nothing is gathered", func(c *connection) { io.WriteString(c, "a") }, "a"},
		{"a small piece and a large one", func(c *connection) { c.Gather(); io.WriteString(c, "a"); io.WriteString(c, large); c.Send() }, "a" + large},
		{"a small piece alone", func(c *connection) { c.Gather(); io.WriteString(c, "a"); c.Send() }, "a"},
		{"no piece", func(c *connection) { c.Gather(); c.Send() }, ""},
		{"small pieces", func(c *connection) {
			c.Gather()
			for _, piece := range []string{"a", "b", "c", "d", "e"} {
				io.WriteString(c, piece)
			}
			c.Send()
		}, "abcde"},
		{"after the end", func(c *connection) { c.Gather(); io.WriteString(c, "a"); c.Send(); io.WriteString(c, "b") }, "ab"},
		{"a large piece alone", func(c *connection) { c.Gather(); io.WriteString(c, large) }, large},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			to := new(pieces)
			test.write(&connection{Conn: to})
			if got := strings.Join(to.got, ""); got != test.want {
				t.Errorf("got %d bytes, want %d", len(got), len(test.want))
			}
		})
	}
}

// The beginning of an answer does not leave before the rest is there.
func TestGatherWaits(t *testing.T) {
	to := new(pieces)
	c := &connection{Conn: to}
	c.Gather()
	io.WriteString(c, "a")
	if len(to.got) > 0 {
		t.Errorf("%q has left", to.got)
	}
	io.WriteString(c, "b")
	if got := strings.Join(to.got, ""); got != "ab" {
		t.Errorf("%q has left", got)
	}
}

// An error of what waited is that of the write that sends it.
func TestGatherReportsErrors(t *testing.T) {
	gone := errors.New("gone")
	c := &connection{Conn: &pieces{err: gone}}
	c.Gather()
	if _, err := io.WriteString(c, "a"); err != nil {
		t.Error(err)
	}
	if err := c.Send(); !errors.Is(err, gone) {
		t.Errorf("got %v", err)
	}
}

// Answers of all sizes arrive whole, over connections that gather and over others.
func TestGatheredAnswers(t *testing.T) {
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
