package draft

import (
	"slices"

	"github.com/nactgen/nactgen/internal/yamlout"
)

// Frame is what a manifest says above its tools, where something else than a draft makes the tools.
type Frame struct {
	Service, Go, Config, Upstreams yamlout.Mapping // by section; empty: there is none

	Operations []*Operation // in the order in which they were given, each at the upstream by which it is called
}

// NewFrame makes the frame of tools that call operations: upstreams with the credentials that these ask for, and the config values for those. An
// operation at a server of its own gets an upstream of its own.
func NewFrame(service *Service, operations []*Operation) *Frame {
	placed := *service
	placed.Upstreams = slices.Clone(service.Upstreams)
	d := &Draft{service: &placed, shared: shared{present: new(Present)}, auth: map[*Upstream]list{}}
	f := &Frame{Operations: placed.place(operations)}
	for _, op := range f.Operations {
		d.Tools = append(d.Tools, &Tool{Operation: op})
	}
	for _, u := range placed.Upstreams {
		d.authenticate(u)
	}
	f.Service, f.Go, f.Config, f.Upstreams = d.serviceYAML(), d.goYAML(), d.configYAML(), d.upstreamsYAML()
	return f
}
