// Command nws serves the weather tools of this folder over N-ACT and MCP. Its manifest is nact.yaml, what is generated from it
// package nwstools.
package main

import (
	"net/http"
	"os"
	"time"

	"github.com/nactgen/nactgen/examples/nws/nwstools"
	"github.com/nactgen/nactgen/nact/server"
)

//go:generate go run github.com/nactgen/nactgen/cmd/nactgen generate
//go:generate go run github.com/nactgen/nactgen/cmd/nactgen graph --out graph

func main() {
	os.Exit(server.Main(server.Program{
		Name:        "nws",
		Title:       "National Weather Service tools",
		Upstreams:   []string{"geo", "weather"},
		Environment: nwstools.Environment(),
		LongestCall: 10 * time.Second,
		New:         newService,
		Stdio:       server.ServeLines,
	}, os.Args[1:]))
}

// newService makes the service as the flags and the environment say.
func newService(options server.Options) (http.Handler, error) {
	config := nwstools.ConfigFromEnv(options.Lookup)
	config.Upstreams = options.Upstreams
	config.Root = options.Root
	config.Limits = options.Limits
	config.Transport = options.Transport
	config.Logger = options.Logger
	return nwstools.New(config)
}
