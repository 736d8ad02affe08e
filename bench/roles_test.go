//go:build unix

package bench

import (
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/metrics"
	"runtime/pprof"
	"testing"

	"github.com/nactgen/nactgen/bench/benchtools"
	"github.com/nactgen/nactgen/bench/operated/operatedtools"
	"github.com/nactgen/nactgen/bench/plain/plaintools"
	"github.com/nactgen/nactgen/internal/versus"
	"github.com/nactgen/nactgen/nact/apikeys"
	"github.com/nactgen/nactgen/nact/callers"
	"github.com/nactgen/nactgen/nact/server"
	"github.com/nactgen/nactgen/nact/upstream"
)

// The environment of a process that plays a part in a measurement: which one, and with what.
const (
	roleVariable     = "NACTGEN_BENCH_ROLE"
	upstreamVariable = "NACTGEN_BENCH_UPSTREAM"
	folderVariable   = "NACTGEN_BENCH_FOLDER"  // where it may write
	profileVariable  = "NACTGEN_BENCH_PROFILE" // a folder for CPU profiles, named after the roles; empty: none
)

// roles are the parts, each of which says on its standard output where it listens, and runs until its standard input ends.
var roles = map[string]func(upstream string) error{
	"emulator": func(string) error { return serve(emulator()) },
	"by hand": func(base string) error {
		return serve(&reference{base, &http.Client{Transport: upstream.NewTransport()}})
	},
	"floor":     func(base string) error { return serve(&floor{base, upstream.NewTransport()}) },
	"generated": serveGenerated,
	"plain":     servePlain,
	"operated":  serveOperated,
}

// TestMain runs the tests, or plays the part that the environment names.
func TestMain(m *testing.M) {
	role := os.Getenv(roleVariable)
	play := roles[role]
	if play == nil {
		os.Exit(m.Run())
	}
	go func() {
		defer profile(role)()
		answerUse()
	}()
	log.Fatal(play(os.Getenv(upstreamVariable)))
}

// profile starts a CPU profile if one is asked for, and returns what ends it and the process.
func profile(role string) (end func()) {
	folder := os.Getenv(profileVariable)
	if folder == "" {
		return func() { os.Exit(0) }
	}
	file, err := os.Create(filepath.Join(folder, role+".pprof"))
	if err == nil {
		err = pprof.StartCPUProfile(file)
	}
	if err != nil {
		log.Fatal(err)
	}
	return func() {
		pprof.StopCPUProfile()
		file.Close()
		os.Exit(0)
	}
}

func serve(handler http.Handler) error {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	fmt.Printf("listening on http://%s\n", listener.Addr())
	return http.Serve(listener, handler)
}

// serveGenerated is the whole program that nactgen writes for a service: it logs each call, bounds connections and times, checks hosts.
func serveGenerated(base string) error {
	return run(base, server.Program{New: func(o server.Options) (http.Handler, error) {
		return benchtools.New(benchtools.Config{Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Logger: o.Logger})
	}})
}

// servePlain is the same for the tool that writes.
func servePlain(base string) error {
	return run(base, server.Program{New: func(o server.Options) (http.Handler, error) {
		return plaintools.New(plaintools.Config{Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Logger: o.Logger})
	}})
}

// apiKey is that of the callers of [serveOperated].
const apiKey = "nactkey_bench"

// serveOperated is the program of both tools with all that its manifest asks for: API keys, metrics, the audit log, and what stands before the upstream.
func serveOperated(base string) error {
	folder := os.Getenv(folderVariable)
	keys := filepath.Join(folder, "keys")
	if err := os.WriteFile(keys, fmt.Appendf(nil, "bench sha256:%x weather.use\n", sha256.Sum256([]byte(apiKey))), 0o600); err != nil {
		return err
	}
	source := &apikeys.Source{Scopes: []string{"weather.use"}}
	program := server.Program{Guarded: true, Settings: callers.Settings(source), Audit: true, Admin: server.ServeAdmin, New: func(o server.Options) (http.Handler, error) {
		authenticators, err := callers.Open(o.Logger, source)
		if err != nil {
			return nil, err
		}
		return operatedtools.New(operatedtools.Config{
			Authenticators: authenticators, Audit: o.Audit, Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Logger: o.Logger,
		})
	}}
	return run(base, program, "--api-keys", keys, "--audit", filepath.Join(folder, "audit"), "--admin-addr", "127.0.0.1:0")
}

// run runs a program whose upstream is at base.
func run(base string, p server.Program, args ...string) error {
	p.Name, p.Upstreams = "bench", []string{"weather"}
	args = append(args, "--addr", "127.0.0.1:0", "--upstream", "weather="+base)
	code := server.Run(context.Background(), p, args, func(string) string { return "" }, nil, os.Stdout, os.Stderr)
	return fmt.Errorf("the service ended with code %d", code)
}

// answerUse writes the CPU time that the process has used, in microseconds, and how many objects it has allocated, for each byte on its standard input,
// until whoever started it closes that or ends.
func answerUse() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:objects"}}
	for one := make([]byte, 1); ; {
		if _, err := io.ReadFull(os.Stdin, one); err != nil {
			return
		}
		metrics.Read(allocated)
		fmt.Println(versus.CPUTime().Microseconds(), allocated[0].Value.Uint64())
	}
}
