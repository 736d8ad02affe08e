package main

import (
	"bufio"
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	redis "github.com/redis/go-redis/v9"

	"github.com/nactgen/nactgen/examples/clinic/clinictools"
	"github.com/nactgen/nactgen/examples/clinic/internal/functions"
	"github.com/nactgen/nactgen/examples/clinic/upstream"
	"github.com/nactgen/nactgen/internal/redistest"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/endpoint"
	"github.com/nactgen/nactgen/nactredis"
	"github.com/nactgen/nactgen/versions/sigdiff"
)

// emulatorURL is the environment variable that makes the test binary an instance.
const emulatorURL = "CLINIC_TEST_EMULATOR"

// TestMain lets the test binary be an instance of the service, so that it can be killed.
func TestMain(m *testing.M) {
	if url := os.Getenv(emulatorURL); url != "" {
		runInstance(url)
	}
	os.Exit(m.Run())
}

// runInstance serves until it is killed. What it prints is its address.
func runInstance(emulatorURL string) {
	client, err := nactredis.Open(os.LookupEnv, slog.New(slog.DiscardHandler))
	if err != nil {
		panic(err)
	}
	instance, err := newInstance(emulatorURL, client)
	if err != nil {
		panic(err)
	}
	fmt.Println(httptest.NewServer(instance).URL)
	select {}
}

// lease is how long an instance that was killed keeps others from going on.
const lease = 1500 * time.Millisecond

// newInstance returns book_appointment as one of several instances serves it, with a lease that is short enough for tests.
func newInstance(emulatorURL string, client redis.Scripter) (http.Handler, error) {
	prices, err := functions.New()
	if err != nil {
		return nil, err
	}
	service, err := clinictools.New(clinictools.Config{Functions: prices, Upstreams: upstream.Upstreams(emulatorURL)})
	if err != nil {
		return nil, err
	}
	answer := httptest.NewRecorder()
	service.ServeHTTP(answer, httptest.NewRequest(http.MethodGet, "/tools/"+bookAppointment, nil))
	signature, err := sigdiff.Decode(answer.Body.Bytes())
	if err != nil {
		return nil, err
	}
	tool := nact.Tool{
		Versions: []nact.Signature{signature},
		Writes:   true,
		Journal:  nact.BeginJournal,
		Formats:  nact.CheckFormat,
		Invoke: func(ctx context.Context, args nact.Arguments) (nact.Results, error) {
			out, err := service.BookAppointment(ctx, clinictools.BookAppointmentInput{
				Name: args.String(0), BirthDate: args.String(1), Kind: clinictools.BookAppointmentKind(args.String(2)),
				From: args.String(3), PartOfDay: clinictools.BookAppointmentPartOfDay(args.String(4)),
			})
			if err != nil {
				return nil, err
			}
			return nact.Results{out.When, out.Clinic, out.Reference, string(out.State), out.MessageSent}, nil
		},
	}
	if err := nact.Verify([]nact.Tool{tool}); err != nil {
		return nil, err
	}
	keys := endpoint.NewIdempotency(endpoint.IdempotencyConfig{Store: nactredis.NewStore(client, 0), Lease: lease})
	return endpoint.New(endpoint.Config{Name: "clinic", Idempotency: keys}, []nact.Tool{tool})
}

// startInstance serves an instance in this process.
func startInstance(t *testing.T, emulatorURL string, server *redistest.Server) string {
	t.Helper()
	instance, err := newInstance(emulatorURL, server.Client())
	if err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(instance)
	t.Cleanup(service.Close)
	return service.URL
}

// process is an instance in a process of its own.
type process struct {
	*exec.Cmd
	url string
}

// startProcess starts an instance, which ends with the test.
func startProcess(t *testing.T, emulator string, server *redistest.Server) *process {
	t.Helper()
	p := &process{Cmd: exec.Command(os.Args[0])}
	p.Env = append(os.Environ(), emulatorURL+"="+emulator, nactredis.URL.Name+"="+server.URL())
	p.Stderr = os.Stderr
	stdout, err := p.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.kill)
	address, err := bufio.NewReader(stdout).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	p.url = strings.TrimSpace(address)
	return p
}

// kill ends the process, which cannot do anything about it.
func (p *process) kill() {
	p.Process.Kill() // an error means that it was killed before
	p.Wait()
}
