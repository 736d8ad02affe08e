// Package secret follows the secret values of a configuration to the upstreams that get them. For a header X-Key of the upstream
// places whose value is ${config.key} it returns config.key, upstreams.places.headers.X-Key and that upstream.
package secret

import (
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// Sent is a secret that goes out at a place, to an upstream.
type Sent struct {
	Name  string // config.key
	Place string // upstreams.places.headers.X-Key; of a tool's own within the tool: steps.search.with.key
	To    *plan.Upstream
}

// OfUpstream returns what goes out with every call of an upstream, in the order in which it is sent and read.
func OfUpstream(p *plan.Plan, u *plan.Upstream) []Sent {
	f := newFlow(p)
	for _, h := range u.Headers {
		f.add("upstreams."+u.Name+".headers."+h.Name, u, h.Value)
	}
	for _, c := range u.Auth {
		f.add("upstreams."+u.Name+".auth", u, c.Username, c.Secret)
	}
	return f.sent
}

// OfTool returns what a tool sends itself: in the parameters and bodies of its steps, be it by way of vars, and of the elements that a
// step runs for.
func OfTool(p *plan.Plan, t *plan.Tool) []Sent {
	f := newFlow(p)
	for _, v := range t.Vars() {
		f.vars[v.Name] = v.Value
	}
	f.lists = t.Lists()
	for _, s := range t.Steps() {
		for _, arg := range s.Args {
			f.add(arg.Where.Place.String(), s.Call.Upstream, arg.Value)
		}
		f.add(s.BodyWhere.Place.String(), s.Call.Upstream, s.Body)
	}
	return f.sent
}

// flow collects the secrets that go out.
type flow struct {
	secrets map[string]bool    // of the configuration
	vars    map[string]ir.Node // by which a tool passes them on
	lists   map[string]ir.Node // by step: by whose elements it does
	sent    []Sent
}

func newFlow(p *plan.Plan) *flow {
	f := &flow{secrets: map[string]bool{}, vars: map[string]ir.Node{}}
	for _, v := range p.Config {
		f.secrets[v.Name] = v.Secret
	}
	return f
}

// add adds the secrets that values are made of, in the order in which they read them. nil is no value.
func (f *flow) add(place string, to *plan.Upstream, values ...ir.Node) {
	for _, value := range values {
		if value == nil {
			continue
		}
		met := map[ir.Node]bool{}
		var note func(ir.Node)
		by := func(n ir.Node) {
			if n != nil && !met[n] {
				met[n] = true
				ir.Walk(n, note)
			}
		}
		note = func(n ir.Node) {
			root, ok := n.(*ir.Root)
			switch {
			case !ok:
			case root.Kind == ir.ConfigRoot && f.secrets[root.Name]:
				f.sent = append(f.sent, Sent{"config." + root.Name, place, to})
			case root.Kind == ir.VarRoot:
				by(f.vars[root.Name])
			case root.Kind == ir.ElementRoot:
				by(f.lists[root.Part])
			}
		}
		ir.Walk(value, note)
	}
}
