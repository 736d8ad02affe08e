// Package secret follows the secret values of a configuration to the upstreams that get them. For a header X-Key of the upstream
// places whose value is ${config.key} it returns config.key, upstreams.places.headers.X-Key and that upstream.
package secret

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/reads"
)

// Sent is a secret that goes out at a place, to an upstream.
type Sent struct {
	Name  string // config.key
	Place string // upstreams.places.headers.X-Key; of a tool's own within the tool: steps.search.with.key
	To    *plan.Upstream
	Host  string // the origin that gets it: that of To, or of where its tokens come from
}

// OfUpstream returns what goes out with every call of an upstream, in the order in which it is sent and read.
func OfUpstream(p *plan.Plan, u *plan.Upstream) []Sent {
	f := newFlow(p, reads.Through{})
	for place, n := range u.All() {
		at, host := "upstreams."+u.Name+"."+place.String(), u.Origin()
		if place.Section == plan.InAuth {
			at, host = "upstreams."+u.Name+".auth", u.ReceiverOf(place)
		}
		f.add(at, u, host, n)
	}
	return f.sent
}

// OfTool returns what a tool sends itself: in the parameters and bodies of its steps, be it by way of vars, and of the elements that a
// step runs for.
func OfTool(p *plan.Plan, t *plan.Tool) []Sent {
	f := newFlow(p, reads.In(t))
	for _, s := range t.Steps() {
		for _, arg := range s.Args {
			f.add(arg.Where.Place.String(), s.Call.Upstream, s.Call.Upstream.Origin(), arg.Value)
		}
		f.add(s.BodyWhere.Place.String(), s.Call.Upstream, s.Call.Upstream.Origin(), s.Body)
	}
	return f.sent
}

// flow collects the secrets that go out.
type flow struct {
	secrets map[string]bool // of the configuration
	through reads.Through
	sent    []Sent
}

func newFlow(p *plan.Plan, through reads.Through) *flow {
	f := &flow{secrets: map[string]bool{}, through: through}
	for _, v := range p.Config {
		f.secrets[v.Name] = v.Secret
	}
	return f
}

// add adds the secrets that a value is made of, in the order in which it reads them. nil is no value.
func (f *flow) add(place string, to *plan.Upstream, host string, value ir.Node) {
	for root := range f.through.Roots(value) {
		if root.Kind == ir.ConfigRoot && f.secrets[root.Name] {
			f.sent = append(f.sent, Sent{"config." + root.Name, place, to, host})
		}
	}
}
