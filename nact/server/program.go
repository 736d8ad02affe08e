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
	"syscall"
	"time"

	"github.com/nactgen/nactgen/nact"
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
	Environment []nact.Variable // what the service reads from its environment, for help
	LongestCall time.Duration   // how long a tool may take at most; unless the operator says otherwise, a shutdown waits longer. 0: 30 s

	// New makes the service. An error ends the program with exit code 1.
	New func(Options) (http.Handler, error)
}

// Options is what the operator's flags and environment say.
type Options struct {
	Root      string            // the path under which the endpoints stand; "/" unless set
	Upstreams map[string]string // base URLs by name, only of those that were given
	MaxCalls  int               // how many invocations may run at one time
	Logger    *slog.Logger      // writes to standard error
}

// errTerminated is why the context of a program is done that an orchestrator ends: others have to learn of it before it
// refuses their connections.
var errTerminated = errors.New("terminated")

// Main runs p until it is asked to stop by SIGTERM or SIGINT, and returns its
// exit code: 0 after an orderly end, 1 after an error, 2 if args are wrong. After SIGTERM
// it goes on for a while and says at /readyz that it will end. A
// second signal ends the process at once. args are without the program's name.
func Main(p Program, args []string) int {
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, syscall.SIGTERM, os.Interrupt)
	go func() {
		received := <-signals
		signal.Stop(signals) // from here on a signal does what it does by default
		if received == syscall.SIGTERM {
			cancel(errTerminated)
		}
		cancel(nil)
	}()
	return Run(ctx, p, args, os.Getenv, os.Stdout, os.Stderr)
}

// Run is [Main] without a process around it: it runs p until ctx is done. The
// first line on stdout says where it listens; logs and messages go to stderr,
// and so does what package log is told meanwhile.
func Run(ctx context.Context, p Program, args []string, getenv func(string) string, stdout, stderr io.Writer) int {
	s, err := parseSettings(p, args, getenv)
	switch {
	case errors.Is(err, flag.ErrHelp):
		writeHelp(stdout, p)
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v\nRun %s --help for help.\n", p.Name, err, p.Name)
		return exitUsage
	}
	logger := s.logger(stderr)
	defer divert(logger)()
	handler, err := p.New(Options{Root: s.root, Upstreams: s.upstreams, MaxCalls: s.maxCalls, Logger: logger})
	if err == nil {
		err = serve(ctx, s, handler, logger, stdout)
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", p.Name, err)
		return exitError
	}
	return exitDone
}
