//go:build unix

package bench

import (
	"context"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"runtime/pprof"
	"testing"

	"github.com/nactgen/nactgen/bench/benchtools"
	"github.com/nactgen/nactgen/internal/versus"
	"github.com/nactgen/nactgen/nact/server"
	"github.com/nactgen/nactgen/nact/upstream"
)

// The environment of a process that plays a part in a measurement: which one, and where its upstream is.
const (
	roleVariable     = "NACTGEN_BENCH_ROLE"
	upstreamVariable = "NACTGEN_BENCH_UPSTREAM"
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
		answerCPU()
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
	program := server.Program{Name: "bench", Upstreams: []string{"weather"}, New: func(o server.Options) (http.Handler, error) {
		return benchtools.New(benchtools.Config{Upstreams: o.Upstreams, Root: o.Root, Limits: o.Limits, Logger: o.Logger})
	}}
	args := []string{"--addr", "127.0.0.1:0", "--upstream", "weather=" + base}
	code := server.Run(context.Background(), program, args, func(string) string { return "" }, nil, os.Stdout, os.Stderr)
	return fmt.Errorf("the service ended with code %d", code)
}

// answerCPU writes the CPU time that the process has used, in microseconds, for each byte on its standard input, until whoever started
// it closes that or ends.
func answerCPU() {
	for one := make([]byte, 1); ; {
		if _, err := io.ReadFull(os.Stdin, one); err != nil {
			return
		}
		fmt.Println(versus.CPUTime().Microseconds())
	}
}
