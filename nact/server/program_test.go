package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/flow"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/server"
)

// TestMain lets the test binary be the program itself, so that signals and exit codes can be tested.
func TestMain(m *testing.M) {
	switch os.Getenv("SERVER_TEST_PROGRAM") {
	case "http":
		os.Exit(server.Main(program(), os.Args[1:]))
	case "stdio":
		os.Exit(server.Main(echo(), os.Args[1:]))
	}
	os.Exit(m.Run())
}

// program answers /hello at once, and /slow, after it has said so, only when its body ends.
func program() server.Program {
	return server.Program{
		Name: "nws", Title: "Weather tools", Upstreams: []string{"weather", "geo"}, Admin: server.ServeAdmin,
		Explain: server.Explain, Healthcheck: server.Healthcheck, Files: server.ReadFiles, Egress: server.Egress, CORS: server.ShareWith, Sampling: server.SampleLog,
		Environment: []nact.Variable{
			{Name: "NWS_CONTACT", Default: "ops@example.com", Description: "Address sent in User-Agent."},
			{Name: "NWS_TOKEN", Default: "s3cret", Description: "Token of the API.", Secret: true},
		},
		New: func(o server.Options) (http.Handler, error) {
			if os.Getenv("SERVER_TEST_PANIC") != "" {
				for range lines {
					o.Logger.Info("hello was asked")
				}
				panic("the reason")
			}
			mux := http.NewServeMux()
			mux.HandleFunc("/hello", func(w http.ResponseWriter, r *http.Request) {
				o.Logger.Info("hello was asked")
				fmt.Fprintf(w, "root %s, upstreams %v, checked %t", o.Root, o.Upstreams, access.Checked(r.Context()))
			})
			for _, path := range []string{"/healthz", "/readyz"} {
				mux.HandleFunc(path, func(http.ResponseWriter, *http.Request) {})
			}
			mux.HandleFunc("/call", func(http.ResponseWriter, *http.Request) {
				if answer, err := http.Get(o.Upstreams["geo"]); err == nil {
					answer.Body.Close()
				}
			})
			mux.HandleFunc("/slow", func(w http.ResponseWriter, r *http.Request) {
				http.NewResponseController(w).EnableFullDuplex()
				w.WriteHeader(http.StatusOK)
				http.NewResponseController(w).Flush()
				io.Copy(w, r.Body)
			})
			booking, err := bookingHandler(o.Logger)
			mux.Handle("/book", booking)
			return mux, err
		},
	}
}

// bookingHandler runs a tool that books, fails, and takes an hour to take the booking back. It says when the booking is done.
func bookingHandler(logger *slog.Logger) (http.Handler, error) {
	contracts, err := nact.Contracts([]nact.Tool{{
		Versions: []nact.Signature{{ToolID: "0d3f4c0e-5a4b-4e57-9a52-6f1f2cd7f9a1", Name: "book", Description: "Book it.", Version: 1}},
		Writes:   true,
		Journal:  nact.BeginJournal,
		Invoke: func(ctx context.Context, _ nact.Arguments) (results nact.Results, err error) {
			writes := flow.NewWrites(ctx)
			defer writes.End(&err)
			nact.EntryOf(writes.Begin(ctx, "booking")).Done()
			writes.Undo(time.Hour, func(ctx context.Context) error {
				ctx.Value(told{}).(func())()
				<-ctx.Done()
				return ctx.Err()
			})
			return nil, errors.New("no seat is left")
		},
	}})
	if err != nil {
		return nil, err
	}
	runner := invocation.NewRunner(invocation.Limits{Calls: 1}, logger)
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		tell := func() {
			w.WriteHeader(http.StatusOK)
			http.NewResponseController(w).Flush()
		}
		runner.Run(context.WithValue(r.Context(), told{}, tell), contracts[0][0], nil)
	}), nil
}

// told is the key of the function that tells the client that the booking is being taken back.
type told struct{}

// process is the program as a process of its own.
type process struct {
	*exec.Cmd
	url    string
	stdout *bufio.Reader
	stderr buffer
}

// buffer is written by the process while a test reads it.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

func (b *buffer) String() string {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.String()
}

// command returns the program as a process that is to be started.
func command(t *testing.T, args ...string) *process {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	p := &process{Cmd: exec.Command(self, append([]string{"--addr=127.0.0.1:0", "--notice=0s"}, args...)...)}
	p.Env = append(os.Environ(), "SERVER_TEST_PROGRAM=http")
	p.Stderr = &p.stderr
	pipe, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	p.stdout = bufio.NewReader(pipe)
	return p
}

func start(t *testing.T, args ...string) *process {
	t.Helper()
	p := command(t, args...)
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { p.Process.Kill() })
	line, err := p.stdout.ReadString('\n')
	address, found := strings.CutPrefix(line, "listening on ")
	if err != nil || !found {
		t.Fatalf("the first line is %q (%v); stderr: %s", line, err, &p.stderr)
	}
	p.url = strings.TrimSuffix(address, "\n")
	return p
}

// end waits for the process and returns its exit code.
func (p *process) end(t *testing.T) int {
	t.Helper()
	if rest, _ := io.ReadAll(p.stdout); len(rest) > 0 {
		t.Errorf("stdout goes on with %q", rest)
	}
	err := p.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return p.ProcessState.ExitCode()
}

// slow begins a request that runs until the returned writer is closed.
func slow(t *testing.T, url string) (*io.PipeWriter, *http.Response) {
	t.Helper()
	reader, writer := io.Pipe()
	answer, err := http.Post(url+"/slow", "text/plain", reader)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return writer, answer
}

func TestProcessServes(t *testing.T) {
	p := start(t, "--root=/api", "--upstream=geo=http://127.0.0.1:1")
	answer, err := http.Get(p.url + "/hello")
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, _ := io.ReadAll(answer.Body)
	if got, want := string(body), "root /api, upstreams map[geo:http://127.0.0.1:1], checked true"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	for _, want := range []string{`"msg":"listening"`, `"msg":"hello was asked"`, `"msg":"shutting down"`, `"msg":"stopped"`} {
		if !strings.Contains(p.stderr.String(), want) {
			t.Errorf("the log lacks %s:\n%s", want, &p.stderr)
		}
	}
}

func TestProcessRefusesUnknownVariables(t *testing.T) {
	p := command(t)
	p.Env = append(p.Env, "NACT_UPSTREAM_WETHER=https://staging.example")
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(10*time.Second, func() { p.Process.Kill() })
	const want = "nws: NACT_UPSTREAM_WETHER: the program reads no such variable; did you mean NACT_UPSTREAM_WEATHER?\nRun nws --help for help.\n"
	if code := p.end(t); code != 2 || p.stderr.String() != want {
		t.Errorf("exit code %d, stderr %q", code, &p.stderr)
	}
}

func TestSignalsLetRunningRequestsEnd(t *testing.T) {
	for _, signal := range []os.Signal{syscall.SIGTERM, os.Interrupt} {
		t.Run(signal.String(), func(t *testing.T) {
			p := start(t)
			writer, answer := slow(t, p.url)
			p.Process.Signal(signal)
			for refused := false; !refused; { // the listener closes at some moment after the signal
				connection, err := net.Dial("tcp", strings.TrimPrefix(p.url, "http://"))
				if refused = err != nil; !refused {
					connection.Close()
				}
			}
			fmt.Fprint(writer, "the rest")
			writer.Close()
			if body, err := io.ReadAll(answer.Body); err != nil || string(body) != "the rest" {
				t.Errorf("the running request got %q, %v", body, err)
			}
			if code := p.end(t); code != 0 {
				t.Errorf("exit code %d; stderr: %s", code, &p.stderr)
			}
		})
	}
}

func TestShutdownHasALimit(t *testing.T) {
	p := start(t, "--drain=10ms")
	writer, answer := slow(t, p.url)
	defer writer.Close()
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if _, err := io.ReadAll(answer.Body); err == nil {
		t.Error("the request that was cut off ended well")
	}
	if want := "nws: requests were still running 10ms after the shutdown began, and were cut off\n"; !strings.HasSuffix(p.stderr.String(), want) {
		t.Errorf("stderr is %s", &p.stderr)
	}
}

// TestCutOffIsLogged: what a call has changed that nobody waits for any longer is in the log, since its caller is not told.
func TestCutOffIsLogged(t *testing.T) {
	p := start(t, "--drain=10ms")
	answer, err := http.Post(p.url+"/book", "application/json", nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != 1 {
		t.Errorf("exit code %d", code)
	}
	if log := p.stderr.String(); !strings.Contains(log, `"msg":"invocation cut off","tool":"book","version":1,"writes":["booking`) {
		t.Errorf("stderr is %s", log)
	}
}

// After SIGTERM the program says that it is not ready, and serves all the same until the notice has passed.
func TestNoticeBeforeTheEnd(t *testing.T) {
	p := start(t, "--notice=1h")
	if status := status(t, p.url+"/readyz"); status != http.StatusOK {
		t.Errorf("/readyz said %d at first", status)
	}
	p.Process.Signal(syscall.SIGTERM)
	for status(t, p.url+"/readyz") != http.StatusServiceUnavailable { // the signal arrives at some moment
	}
	for path, want := range map[string]int{"/readyz": 503, "/healthz": 200, "/hello": 200} {
		answer, err := http.Get(p.url + path)
		if err != nil {
			t.Fatal(err)
		}
		answer.Body.Close()
		if answer.StatusCode != want || !answer.Close { // a connection that stayed open would be closed at some moment, perhaps that of a request
			t.Errorf("%s: got %d, with the connection to be closed: %t; want %d", path, answer.StatusCode, answer.Close, want)
		}
	}
	p.Process.Signal(syscall.SIGTERM)
	if code := p.end(t); code != -1 {
		t.Errorf("exit code %d, want an end by signal", code)
	}
}

// A person who presses Ctrl-C does not wait for the notice.
func TestInterruptHasNoNotice(t *testing.T) {
	p := start(t, "--notice=1h")
	p.Process.Signal(os.Interrupt)
	if code := p.end(t); code != 0 {
		t.Errorf("exit code %d; stderr: %s", code, &p.stderr)
	}
}

// status returns the status of the answer to GET, on a connection of its own.
func status(t *testing.T, url string) int {
	t.Helper()
	client := http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	answer, err := client.Get(url)
	if err != nil {
		t.Fatal(err)
	}
	answer.Body.Close()
	return answer.StatusCode
}

// What net/http reports is a line of the log, without what an upstream sent.
func TestLinesOfNetHTTP(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	go func() { // an upstream that says more than it was asked
		for {
			connection, err := listener.Accept()
			if err != nil {
				return
			}
			io.WriteString(connection, "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\nHTTP/1.1 200 s3cret\r\n\r\n")
		}
	}()
	p := start(t, "--upstream=geo=http://"+listener.Addr().String())
	for !strings.Contains(p.stderr.String(), "Unsolicited response") {
		status(t, p.url+"/call")
	}
	p.Process.Signal(os.Interrupt)
	p.end(t)
	for line := range strings.Lines(p.stderr.String()) {
		var fields map[string]any
		if err := json.Unmarshal([]byte(line), &fields); err != nil || strings.Contains(line, "s3cret") {
			t.Errorf("%v: %s", err, line)
		}
	}
}

func TestSecondSignalEndsAtOnce(t *testing.T) {
	p := start(t, "--drain=1h")
	writer, _ := slow(t, p.url)
	defer writer.Close()
	go func() {
		for p.Process.Signal(syscall.SIGTERM) == nil { // until the process is no more
		}
	}()
	if code := p.end(t); code != -1 {
		t.Errorf("exit code %d, want an end by signal", code)
	}
}

// run runs the program in this process until it ends by itself.
func run(p server.Program, args ...string) (code int, stdout, stderr string) {
	var out, log bytes.Buffer
	ctx, cancel := context.WithCancel(context.Background())
	cancel() // a program that does serve ends right away
	code = server.Run(ctx, p, args, func(string) string { return "" }, nil, &out, &log)
	return code, out.String(), log.String()
}

func TestRunUsageErrors(t *testing.T) {
	code, stdout, stderr := run(program(), "--upstream=moon=http://x")
	want := "nws: --upstream \"moon\": there is no such upstream; there is: weather, geo\nRun nws --help for help.\n"
	if code != 2 || stdout != "" || stderr != want {
		t.Errorf("exit code %d, stdout %q, stderr %q; want 2 and %q", code, stdout, stderr, want)
	}
}

func TestRunHelp(t *testing.T) {
	code, stdout, stderr := run(program(), "--help")
	want := `nws: Weather tools

Usage: nws [flags]

Flags, each with the environment variable that it overrides:
  --admin-addr HOST:PORT         NACT_ADMIN_ADDR              where to serve the operator: health, metrics where there are any, the level of the log, profiles
  --addr HOST:PORT               NACT_ADDR                    where to listen; port 0 picks one (default 127.0.0.1:8080)
  --root PATH                    NACT_ROOT                    the path under which the endpoints stand (default /)
  --log json|text                NACT_LOG                     the format of the log on standard error (default json)
  --log-level LEVEL              NACT_LOG_LEVEL               the least level of lines in the log: debug, which has each attempt to call an upstream, info, warn or error (default info)
  --log-sample NUMBER            NACT_LOG_SAMPLE              of calls that succeeded, log one in so many; of others, all (default 1)
  --allow-host NAME              NACT_ALLOW_HOST              answer to this host name, and to no others but the machine's own; repeatable
  --allow-origin ORIGIN          NACT_ALLOW_ORIGIN            serve pages of this origin, such as https://a.example; repeatable
  --max-calls NUMBER             NACT_MAX_CALLS               how many invocations may run at one time (default 1024)
  --max-memory SIZE              NACT_MAX_MEMORY              how much all invocations may hold of what upstreams answer; the process takes about three times as much (default 256MiB)
  --max-call-memory SIZE         NACT_MAX_CALL_MEMORY         how much one invocation may hold of that (default 128MiB)
  --max-connections NUMBER       NACT_MAX_CONNECTIONS         how many connections may be open at one time (default 1024)
  --notice DURATION              NACT_NOTICE                  how long to go on after SIGTERM while /readyz says 503 (default 5s)
  --drain DURATION               NACT_DRAIN                   how long running requests may take to end after that (default 35s)
  --allow-upstream-network CIDR  NACT_ALLOW_UPSTREAM_NETWORK  let calls lead to this network although it is link-local, of a cloud's metadata, or private where a redirect leads; repeatable
  --allow-anyone                 NACT_ALLOW_ANYONE            serve whoever reaches the program, though other machines do
  --upstream-proxy URL           NACT_UPSTREAMS_PROXY         call all upstreams by way of this proxy; environment: by those of HTTPS_PROXY, HTTP_PROXY and NO_PROXY
  --upstream-ca FILE             NACT_UPSTREAMS_CA            trust the certificates of this file, in PEM, beside those of the system
  --upstream-min-tls 1.2|1.3     NACT_UPSTREAMS_MIN_TLS       the oldest version of TLS to speak with upstreams (default 1.2)
  --upstream-connections NUMBER  NACT_UPSTREAMS_CONNECTIONS   how many connections to one host of an upstream may be open at one time
  --upstream weather=URL         NACT_UPSTREAM_WEATHER        call weather at this address instead of its documented server
  --upstream geo=URL             NACT_UPSTREAM_GEO            the same for geo
  --healthcheck                                               ask the program that listens already whether it lives; exit with 0 or 1
  --explain-config                                            show all settings with their values and where these come from, and all that is wrong or missing; start nothing
  --help                                                      show this

Environment variables of the service:
  NWS_CONTACT  Address sent in User-Agent. (default ops@example.com)
  NWS_TOKEN    Token of the API. (secret)

Each can stand in a file, which a variable with _FILE behind the name names: NWS_CONTACT_FILE=/run/secrets/value.
`
	if code != 0 || stderr != "" || stdout != want {
		t.Errorf("exit code %d, stderr %q, stdout:\n%s", code, stderr, stdout)
	}
}

func TestRunServiceError(t *testing.T) {
	p := program()
	p.New = func(server.Options) (http.Handler, error) { return nil, errors.New("NWS_TOKEN is not set") }
	code, stdout, stderr := run(p, "--addr=127.0.0.1:0")
	if code != 1 || stdout != "" || stderr != "nws: NWS_TOKEN is not set\n" {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestRunAddressTaken(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	code, stdout, stderr := run(program(), "--addr="+taken.Addr().String())
	if code != 1 || stdout != "" || !strings.Contains(stderr, "address already in use") {
		t.Errorf("exit code %d, stdout %q, stderr %q", code, stdout, stderr)
	}
}

func TestRunLogFormats(t *testing.T) {
	for format, want := range map[string]string{"json": `"level":"INFO","msg":"listening","addr":"127.0.0.1:`, "text": `level=INFO msg=listening addr=127.0.0.1:`} {
		code, stdout, stderr := run(program(), "--addr=127.0.0.1:0", "--log="+format)
		if code != 0 || !strings.HasPrefix(stdout, "listening on http://127.0.0.1:") || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, stdout %q, stderr %q", format, code, stdout, stderr)
		}
	}
}
