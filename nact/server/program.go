// Package server runs an HTTP handler as a program of its own: flags and
// environment, structured logs, and a shutdown that lets running requests end.
package server

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"runtime"
	"syscall"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	parts "github.com/nactgen/nactgen/nact/setting"
)

// Exit codes of a program.
const (
	exitDone  = 0
	exitError = 1
	exitUsage = 2
)

// Program is a service that can stand alone.
type Program struct {
	Name        string          // of the program, as messages and help show it
	Title       string          // one line for help; may be empty
	Upstreams   []string        // the names that --upstream takes
	Environment []nact.Variable // what the service reads from its environment
	Settings    []Setting       // of parts that only some programs have
	Guarded     bool            // the service asks who calls. Otherwise the program wants to be told that anybody may, if other machines reach it
	LongestCall time.Duration   // how long a tool may take at most, with what it takes back if it fails; unless the operator says otherwise, a shutdown waits longer. 0: 30 s

	Audit bool // the service keeps an audit log, and wants to know where

	// New makes the service. An error ends the program with exit code 1.
	New func(Options) (http.Handler, error)

	// Stdio serves a client over standard input and output, if the operator asks for that; nil: the program has no such flag. Usually it is [ServeLines].
	Stdio func(context.Context, Session) error

	// Admin serves the operator at an address of its own, if the operator names one, until the function that it returns is called; nil: the program has
	// no such flag. Usually it is [ServeAdmin].
	Admin func(Operated) (end func() error, err error)
}

// Operated is a running program, as its operator meets it.
type Operated struct {
	settings *settings
	front    *front // says whether the program is ready
	level    *slog.LevelVar
}

// Options is what the operator's flags and environment say.
type Options struct {
	Root      string            // the path under which the endpoints stand; "/" unless set
	Upstreams map[string]string // base URLs by name, only of those that were given
	Limits    invocation.Limits // of what runs at one time
	Stdio     bool              // the one who has started the program is all who calls
	Transport http.RoundTripper // carries the calls to upstreams, by the operator's proxy and certificates
	Audit     string            // the file of the audit log
	Logger    *slog.Logger      // writes to standard error, what is less than a warning after up to 100 ms

	lookup func(name string) (string, bool) // nil: os.LookupEnv
	files  map[string]*valueFile            // by variable
}

// Lookup returns the value of a variable of the service, from the environment or from the file that the variable with _FILE behind its name names, and
// reports whether there is one. Of Options that no program has made, it is [os.LookupEnv].
func (o Options) Lookup(name string) (string, bool) {
	if o.lookup == nil {
		return os.LookupEnv(name)
	}
	return o.lookup(name)
}

// Session is a program that serves its standard input and output instead of listening.
type Session struct {
	Handler http.Handler  // that the program made
	Drain   time.Duration // how long running calls may take to end
	Logger  *slog.Logger
	In      io.Reader
	Out     io.Writer
}

// errTerminated is the cause of a context that SIGTERM has ended. The program goes on for a while then, until those who
// call it know that it will refuse connections.
var errTerminated = errors.New("terminated")

// Main runs p until it is asked to stop by SIGTERM or SIGINT, and returns its
// exit code: 0 after an orderly end, 1 after an error, 2 if args or variables NACT_... of the environment are wrong. After SIGTERM
// it goes on for a while and says at /readyz that it will end. A
// second signal ends the process at once. args are without the program's name. A program that serves its standard input
// and output also ends with its input, and not for a while.
func Main(p Program, args []string) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	log := newLogBuffer(os.Stderr)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	go func() {
		received := <-signals
		promptly(log)
		signal.Stop(signals) // from here on a signal does what it does by default
		if received == syscall.SIGTERM {
			cancel(errTerminated)
		}
		cancel(nil)
	}()
	return run(ctx, p, args, os.Getenv, os.Environ(), os.Stdin, os.Stdout, log)
}

// promptly lets no line of the log wait any longer. If nobody takes the log, it gives up after a second: a second signal has to end
// the program all the same.
func promptly(log *logBuffer) {
	written := make(chan struct{})
	go func() {
		log.Prompt()
		close(written)
	}()
	select {
	case <-written:
	case <-time.After(time.Second):
	}
}

// Run is [Main] without a process around it: it runs p until ctx is done. What getenv
// has beside the variables of p, it does not know. The
// first line on stdout says where it listens, unless it serves stdin and stdout; logs and messages go to stderr,
// and so does what package log is told meanwhile. All of them are there when it returns, or panics.
func Run(ctx context.Context, p Program, args []string, getenv func(string) string, stdin io.Reader, stdout, stderr io.Writer) int {
	return run(ctx, p, args, getenv, nil, stdin, stdout, newLogBuffer(stderr))
}

func run(ctx context.Context, p Program, args []string, getenv func(string) string, environ []string, stdin io.Reader, stdout io.Writer, stderr *logBuffer) int {
	defer stderr.Prompt()
	defer context.AfterFunc(ctx, stderr.Prompt)() // while the program ends, whoever asked it to may end it at any time
	defer runtime.KeepAlive(spare(getenv))
	var answer *parts.Answer
	s, err := parseSettings(p, args, getenv, environ)
	switch {
	case errors.Is(err, flag.ErrHelp):
		writeHelp(stdout, p)
		return exitDone
	case s != nil && s.explain:
		return explain(stdout, p, s, getenv, err)
	case errors.As(err, &answer):
		fmt.Fprint(stdout, answer.Text)
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v\nRun %s --help for help.\n", p.Name, err, p.Name)
		return exitUsage
	}
	if s.healthcheck {
		return healthcheck(ctx, s.addr, p.Name, stderr)
	}
	level := new(slog.LevelVar)
	level.Set(s.level)
	logger := s.logger(stderr, level)
	defer divert(logger)()
	handler, err := p.New(s.options(logger, getenv))
	if err == nil {
		err = serveAll(ctx, p, s, &front{next: handler, access: s.access, logger: logger}, level, stdin, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", p.Name, err)
		return exitError
	}
	return exitDone
}

// serveAll serves the callers of a program, and beside them its operator, if there is an address for that.
func serveAll(ctx context.Context, p Program, s *settings, front *front, level *slog.LevelVar, stdin io.Reader, stdout io.Writer) error {
	if s.adminAddr != "" {
		end, err := p.Admin(Operated{s, front, level})
		if err != nil {
			return err
		}
		defer end()
	}
	if s.stdio {
		return p.Stdio(ctx, Session{Handler: front.next, Drain: s.drain, Logger: front.logger, In: stdin, Out: stdout})
	}
	return serve(ctx, s, front, stdout)
}
