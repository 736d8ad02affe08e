package server_test

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/nactgen/nactgen/nact/server"
)

// echoes is a service that answers each line with the same. After "hang" it answers no more.
type echoes struct{ http.Handler }

func (echoes) ServeLines(ctx context.Context, in io.Reader, out io.Writer) error {
	scanner := bufio.NewScanner(in)
	for scanner.Scan() {
		fmt.Println("a library says:", scanner.Text())
		fmt.Fprintln(out, scanner.Text())
		if scanner.Text() == "hang" {
			<-ctx.Done()
			return nil
		}
	}
	fmt.Fprintln(out, "the end")
	return scanner.Err()
}

func echo() server.Program {
	p := program()
	p.New = func(server.Options) (http.Handler, error) { return echoes{http.NotFoundHandler()}, nil }
	p.Stdio = server.ServeLines
	return p
}

// converse starts the program as a process that serves its standard input, which is returned, and output.
func converse(t *testing.T, args ...string) (*process, io.WriteCloser) {
	t.Helper()
	p := command(t, append([]string{"--stdio", "--notice=1h"}, args...)...)
	p.Env = append(os.Environ(), "SERVER_TEST_PROGRAM=stdio")
	in, err := p.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	return p, in
}

// says fails the test unless the next line of standard output is that.
func (p *process) says(t *testing.T, want string) {
	t.Helper()
	if got, err := p.stdout.ReadString('\n'); err != nil || got != want+"\n" {
		t.Fatalf("got %q (%v), want %q; stderr: %s", got, err, want, &p.stderr)
	}
}

// Standard output has messages and nothing else; what other code writes there is beside the log.
func TestStdioEndsWithItsInput(t *testing.T) {
	p, in := converse(t)
	for _, line := range []string{"a", "b"} {
		fmt.Fprintln(in, line)
		p.says(t, line)
	}
	in.Close()
	p.says(t, "the end")
	if code := p.end(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{"a library says: b\n", `"msg":"serving standard input and output"`, `"msg":"stopped"`} {
		if !strings.Contains(p.stderr.String(), want) {
			t.Errorf("stderr lacks %s:\n%s", want, &p.stderr)
		}
	}
}

func TestSignalsEndStdio(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			p, in := converse(t)
			fmt.Fprintln(in, "a")
			p.says(t, "a")
			p.Process.Signal(signal)
			p.says(t, "the end") // as if the input had ended
			if code := p.end(t); code != 0 || !strings.Contains(p.stderr.String(), `"msg":"shutting down","limit":"35s"`) {
				t.Errorf("exit code %d; stderr: %s", code, &p.stderr)
			}
		})
	}
}

func TestStdioEndHasALimit(t *testing.T) {
	p, in := converse(t, "--drain=10ms")
	fmt.Fprintln(in, "hang")
	p.says(t, "hang")
	p.Process.Signal(syscall.SIGTERM)
	code, want := p.end(t), "nws: calls were still running 10ms after the shutdown began, and were cut off\n"
	if code != 1 || !strings.HasSuffix(p.stderr.String(), want) {
		t.Errorf("exit code %d; stderr: %s", code, &p.stderr)
	}
}

func TestStdioOfAHandlerWithout(t *testing.T) {
	p := echo()
	p.New = program().New
	code, stdout, stderr := run(p, "--stdio")
	if code != 1 || stdout != "" || stderr != "nws: the service does not serve standard input and output\n" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

// A program whose input cannot be read fails.
func TestStdioThatBreaks(t *testing.T) {
	var out, log bytes.Buffer
	in := io.MultiReader(strings.NewReader("a\n"), broken{})
	code := server.Run(t.Context(), echo(), []string{"--stdio"}, func(string) string { return "" }, in, &out, &log)
	if code != 1 || !strings.HasPrefix(out.String(), "a\n") || !strings.HasSuffix(log.String(), "nws: the terminal is gone\n") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, &out, &log)
	}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, errors.New("the terminal is gone") }

func TestStdioHelp(t *testing.T) {
	const want = "  --stdio                        NACT_STDIO                   serve the one client that has started the program, over standard input and output, instead of listening\n  --"
	if code, stdout, _ := run(echo(), "--help"); code != 0 || !strings.Contains(stdout, want) {
		t.Errorf("exit code %d, stdout:\n%s", code, stdout)
	}
}
