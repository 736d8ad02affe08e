package server_test

import (
	"net"
	"os"
	"strings"
	"syscall"
	"testing"
)

// lines is how many lines the tests of this file log right before the program ends, most of them within a pause of the log.
const lines = 200

// The log has all lines, however the program ends.
func TestLogOfEndingProgram(t *testing.T) {
	tests := []struct {
		name string
		args []string
		end  func(t *testing.T, p *process)
		code int
		last string
	}{
		{
			name: "SIGTERM", last: `"msg":"stopped"}`,
			end: func(_ *testing.T, p *process) { p.Process.Signal(syscall.SIGTERM) },
		},
		{
			name: "SIGINT", last: `"msg":"stopped"}`,
			end: func(_ *testing.T, p *process) { p.Process.Signal(os.Interrupt) },
		},
		{
			name: "a second signal while requests run", args: []string{"--drain=1h"}, code: -1, last: `"limit":"1h0m0s"}`,
			end: func(t *testing.T, p *process) {
				slow(t, p.url)
				p.Process.Signal(os.Interrupt)
				for !strings.Contains(p.stderr.String(), "shutting down") { // without a pause that would bring it
				}
				p.Process.Signal(os.Interrupt)
			},
		},
		{
			name: "signals without end", args: []string{"--drain=1h"}, code: -1,
			end: func(t *testing.T, p *process) {
				slow(t, p.url)
				go func() {
					for p.Process.Signal(syscall.SIGTERM) == nil { // until the process is no more
					}
				}()
			},
		},
		{
			name: "an error", args: []string{"--drain=1ms"}, code: 1, last: "and were cut off",
			end: func(t *testing.T, p *process) {
				slow(t, p.url)
				p.Process.Signal(os.Interrupt)
			},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := start(t, test.args...)
			for range lines {
				status(t, p.url+"/hello")
			}
			test.end(t, p)
			if code := p.end(t); code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			wantLines(t, p, test.last)
		})
	}
}

// A panic that ends the program comes after the lines before it.
func TestLogOfPanickingProgram(t *testing.T) {
	p := command(t)
	p.Env = append(p.Env, "SERVER_TEST_PANIC=1")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if code := p.end(t); code != 2 {
		t.Errorf("exit code %d", code)
	}
	if log, trace, _ := strings.Cut(p.stderr.String(), "panic: "); strings.Count(log, "hello was asked") != lines || !strings.HasPrefix(trace, "the reason") {
		t.Errorf("stderr is\n%s", &p.stderr)
	}
}

// The program that cannot start says so behind its log.
func TestLogOfErrorAtStart(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	p := command(t, "--addr="+taken.Addr().String())
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	if code := p.end(t); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if !strings.HasSuffix(p.stderr.String(), ": bind: address already in use\n") {
		t.Errorf("stderr is\n%s", &p.stderr)
	}
}

func wantLines(t *testing.T, p *process, last string) {
	t.Helper()
	log := p.stderr.String()
	if got := strings.Count(log, `"msg":"hello was asked"}`); got != lines {
		t.Errorf("the log has %d lines of requests, want %d", got, lines)
	}
	if end := log[max(0, len(log)-200):]; !strings.Contains(end, last) {
		t.Errorf("the log ends with %s, want %s", end, last)
	}
	for line := range strings.Lines(log) {
		if !strings.HasSuffix(line, "\n") {
			t.Errorf("a line is cut: %s", line)
		}
	}
}
