// Command clinic serves the appointment tools of this folder over N-ACT. Its manifest is nact.yaml, what is generated from it
// package clinictools. There is no such clinic: unless --upstream names other ones, the program emulates both upstreams itself.
package main

import (
	"maps"
	"net"
	"net/http"
	"os"
	"time"

	"github.com/nactgen/nactgen/examples/clinic/clinictools"
	"github.com/nactgen/nactgen/examples/clinic/internal/functions"
	"github.com/nactgen/nactgen/examples/clinic/upstream"
	"github.com/nactgen/nactgen/nact/server"
)

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
//go:generate go run github.com/nactgen/nactgen/cmd/nactgen graph --out graph

var upstreamNames = []string{"messages", "scheduling"}

func main() {
	os.Exit(server.Main(server.Program{
		Name:        "clinic",
		Title:       "Clinic appointment tools",
		Upstreams:   upstreamNames,
		Environment: clinictools.Environment(),
		LongestCall: 25 * time.Second, // with what it takes to take a booking back
		New:         newService,
	}, os.Args[1:]))
}

// newService makes the service as the flags and the environment say.
func newService(options server.Options) (http.Handler, error) {
	config := clinictools.ConfigFromEnv(options.Lookup)
	config.Root = options.Root
	config.Limits = options.Limits
	config.Transport = options.Transport
	config.Logger = options.Logger
	var err error
	if config.Upstreams, err = upstreams(options); err != nil {
		return nil, err
	}
	if config.Functions, err = functions.New(); err != nil {
		return nil, err
	}
	return clinictools.New(config)
}

// upstreams returns the base URLs of the upstreams: those that the flags give, and for others that of an emulator, which it serves
// until the program ends.
func upstreams(options server.Options) (map[string]string, error) {
	if len(options.Upstreams) == len(upstreamNames) {
		return options.Upstreams, nil
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	url := "http://" + listener.Addr().String()
	options.Logger.Info("upstreams are emulated", "url", url)
	go func() {
		options.Logger.Error("the emulator has ended", "error", http.Serve(listener, upstream.New(time.Now)))
	}()
	urls := upstream.Upstreams(url)
	maps.Copy(urls, options.Upstreams)
	return urls, nil
}
