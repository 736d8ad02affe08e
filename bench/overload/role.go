package main

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"time"

	"github.com/nactgen/nactgen/bench/overload/overloadtools"
	"github.com/nactgen/nactgen/nact/server"
	"github.com/nactgen/nactgen/nact/upstream"
)

// subject is what is measured.
type subject struct {
	name string
	role string
	path string // of the calls
	tool string // its name; empty where there is none
}

var subjects = []subject{
	{"by hand", "by hand", "/ask", ""},
	{"generated", "generated", "/tools/3d0f5f0c-7f1e-4a55-9c0b-2f6d8b8f3a10:invoke", "ask_openly"},
	{"with limits", "generated", "/tools/3d0f5f0c-7f1e-4a55-9c0b-2f6d8b8f3a11:invoke", "ask_within_bounds"},
}

// play plays a part until the standard input ends, and says on the standard output where it listens.
func play(role, base string) error {
	go answerMemory()
	switch role {
	case "upstream":
		return serve(newSlowUpstream(workers, usual))
	case "by hand":
		return serve(&byHand{base, &http.Client{Transport: upstream.NewTransport(), Timeout: 3 * time.Second}})
	case "generated":
		program := server.Program{Name: "overload", Upstreams: []string{"open", "bounded"}, New: func(o server.Options) (http.Handler, error) {
			return overloadtools.New(overloadtools.Config{Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Transport: o.Transport, Logger: o.Logger})
		}}
		args := []string{"--addr", "127.0.0.1:0", "--max-connections", "20000", "--upstream", "open=" + base, "--upstream", "bounded=" + base}
		return fmt.Errorf("the service ended with code %d", server.Run(context.Background(), program, args, func(string) string { return "" }, nil, os.Stdout, io.Discard))
	}
	return fmt.Errorf("there is no part %q", role)
}

func serve(handler http.Handler) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	server := &http.Server{Handler: handler, ErrorLog: log.New(io.Discard, "", 0)} // which would be full of connections that cannot be had
	return server.Serve(listener)
}

// byHand does what the tools do, as one writes it without further thought: with a timeout, and no limit.
type byHand struct {
	upstream string
	client   *http.Client
}

func (h *byHand) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	request, err := http.NewRequestWithContext(r.Context(), http.MethodGet, h.upstream+"/ask", nil)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	response, err := h.client.Do(request)
	if err != nil {
		http.Error(w, err.Error(), http.StatusGatewayTimeout)
		return
	}
	defer response.Body.Close()
	var answer struct{ Text string }
	if err := json.NewDecoder(response.Body).Decode(&answer); err != nil || response.StatusCode != http.StatusOK {
		http.Error(w, "the upstream failed", http.StatusBadGateway)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"output_parameters": []any{map[string]string{"name": "Text", "value": answer.Text}}})
}

// answerMemory writes how many bytes the process uses for its heap and its stacks, for each byte on its standard input, and ends it with that.
func answerMemory() {
	for one := make([]byte, 1); ; {
		if _, err := io.ReadFull(os.Stdin, one); err != nil {
			os.Exit(0)
		}
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		fmt.Println(m.HeapAlloc + m.StackInuse)
	}
}

// process is a part that is played.
type process struct {
	url   string
	in    io.WriteCloser
	lines *bufio.Scanner
	cmd   *exec.Cmd
}

func start(role, base string) (*process, error) {
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	p := &process{cmd: exec.Command(self, "role", role, base)}
	p.cmd.Stderr = os.Stderr
	if p.in, err = p.cmd.StdinPipe(); err != nil {
		return nil, err
	}
	out, err := p.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := p.cmd.Start(); err != nil {
		return nil, err
	}
	p.lines = bufio.NewScanner(out)
	if !p.lines.Scan() {
		return nil, errors.Join(errors.New("the process has not said where it listens"), p.cmd.Wait())
	}
	p.url = strings.TrimPrefix(p.lines.Text(), "listening on ")
	return p, nil
}

// memory returns what the process uses.
func (p *process) memory() (bytes int64, err error) {
	if _, err := p.in.Write([]byte{'\n'}); err != nil {
		return 0, err
	}
	if !p.lines.Scan() {
		return 0, errors.New("the process has ended")
	}
	_, err = fmt.Sscan(p.lines.Text(), &bytes)
	return bytes, err
}

func (p *process) end() {
	p.in.Close()
	_ = p.cmd.Wait() // it has no more to say
}
