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
	"runtime/debug"
	"syscall"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/setting"
	"github.com/nactgen/nactgen/nact/upstream"
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

	// End is called when nothing is served any more, if the program has made its service; nil: there is nothing to do. It may take until ctx is done, which
	// is a few seconds.
	End func(ctx context.Context)

	// What only some programs can do follows. Each is usually the function that its comment names, and nil of a program that has no flag for it: what
	// stands behind it is not copied into the service then.

	Stdio       func(context.Context, Session) error                                                 // serves a client over standard input and output, if the operator asks for that: [ServeLines]
	Admin       func(Operated) (end func() error, err error)                                         // serves the operator at an address of its own, until end is called: [ServeAdmin]
	Explain     func(Asked) (exitCode int)                                                           // says what the program is told, instead of starting: [Explain]
	Healthcheck func(Asked) (exitCode int)                                                           // asks the program that runs already how it is: [Healthcheck]
	Files       func(variables []nact.Variable, getenv func(string) string) (VariableFiles, []error) // reads values of the service's variables from files: [ReadFiles]
	Egress      func(*upstream.TransportConfig) []Setting                                            // says how upstreams are reached: [Egress]
	CORS        func(origins []string, w http.ResponseWriter, r *http.Request) (done bool)           // lets pages of other origins read answers: [ShareWith]
	Sampling    func(log slog.Handler, of int) slog.Handler                                          // logs one in so many calls that succeeded: [SampleLog]
	TLS         TLS                                                                                  // encrypts the connections of callers, by what the operator says: [*Certificates]
}

// VariableFiles are the variables of a service whose values stand in files.
type VariableFiles interface {
	// Text returns the value of a variable, and whether it stands in a file.
	Text(variable string) (text string, ok bool)

	// Renew has a secret become what the file of a variable holds, also if that changes while the program runs; without a file it stays. The logger is told of changes.
	Renew(variable string, secret *nact.Secret, logger *slog.Logger)
}

// TLS is how a program encrypts the connections of its callers.
type TLS interface {
	// Settings returns what the operator can set.
	Settings() []Setting

	// Given reports whether the operator has said by what they are encrypted, and whether callers have to prove by certificates who they are.
	Given() (encrypts, asksCallers bool)

	// Open reads what the operator has named. The error says everything that is wrong with it.
	Open() error

	// Secure prepares a server, which then serves TLS. most is how many requests there may be at one time.
	Secure(s *http.Server, most int, logger *slog.Logger)
}

// Asked is a program that is asked something instead of being started.
type Asked struct {
	ctx            context.Context
	program        Program
	settings       *settings
	getenv         func(string) string
	wrong          error // with the settings, which have defaults in the place of what is wrong
	stdout, stderr io.Writer
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
	Proved    bool              // callers have proved by certificates who they are
	Transport http.RoundTripper // carries the calls to upstreams, by the operator's proxy and certificates
	Audit     string            // the file of the audit log
	Logger    *slog.Logger      // writes to standard error, what is less than a warning after up to 100 ms

	lookup func(name string) (string, bool) // nil: os.LookupEnv
	files  VariableFiles                    // nil: there are none
}

// Lookup returns the value of a variable of the service, from the environment or from the file that the variable with _FILE behind its name names, and
// reports whether there is one. Of Options that no program has made, it is [os.LookupEnv].
func (o Options) Lookup(name string) (string, bool) {
	if o.lookup == nil {
		return os.LookupEnv(name)
	}
	return o.lookup(name)
}

// Renew has a secret become what the file holds from which a variable of the service has it, also if that changes while the program runs. A variable whose
// value stands in no file changes nothing.
func (o Options) Renew(variable string, secret *nact.Secret) {
	if o.files != nil {
		o.files.Renew(variable, secret, o.Logger)
	}
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
	var answer *setting.Answer
	s, err := parseSettings(p, args, getenv, environ)
	asked := Asked{ctx, p, s, getenv, err, stdout, stderr}
	switch {
	case errors.Is(err, flag.ErrHelp):
		writeHelp(stdout, p)
		return exitDone
	case s.explain:
		return p.Explain(asked)
	case errors.As(err, &answer):
		fmt.Fprint(stdout, answer.Text)
		return exitDone
	case err != nil:
		fmt.Fprintf(stderr, "%s: %v\nRun %s --help for help.\n", p.Name, err, p.Name)
		return exitUsage
	case s.healthcheck:
		return p.Healthcheck(asked)
	}
	level := new(slog.LevelVar)
	level.Set(s.level)
	logger := s.logger(p, stderr, level)
	defer divert(logger)()
	handler, err := p.New(s.options(logger, getenv))
	if err == nil {
		err = serveAll(ctx, p, s, &front{next: handler, access: s.access, share: p.CORS, logger: logger}, level, stdin, stdout)
		p.end()
	}
	if err != nil {
		fmt.Fprintf(stderr, "%s: %v\n", p.Name, err)
		return exitError
	}
	return exitDone
}

// endTime is how long a program takes at most to end once nothing is served any more.
const endTime = 5 * time.Second

func (p *Program) end() {
	if p.End != nil {
		ctx, cancel := context.WithTimeout(context.Background(), endTime)
		defer cancel()
		p.End(ctx)
	}
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

// What [spare] returns: so many pieces, of so many bytes each.
const (
	sparePieces = 16
	sparePiece  = 1 << 20
)

// spare returns memory for a program to keep and never to touch. The garbage collector runs whenever the heap has doubled. The heap of a
// service is a few megabytes, so that under load it would run dozens of times a second, for calls that leave nothing behind. It counts the
// spare memory as heap, and so runs less often; the machine gives no memory for what is never touched. If the operator sets GOGC or
// GOMEMLIMIT, that alone counts, and there is no spare memory.
//
// Go clears a piece that lies in memory which was in use before, and so touches it: one large piece would be touched as a whole, of small
// ones a single one. The collector is off meanwhile, since it would run each time that the heap has doubled.
func spare(getenv func(string) string) [][]byte {
	if getenv("GOGC") != "" || getenv("GOMEMLIMIT") != "" {
		return nil
	}
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	pieces := make([][]byte, sparePieces)
	for i := range pieces {
		pieces[i] = make([]byte, sparePiece)
	}
	return pieces
}
