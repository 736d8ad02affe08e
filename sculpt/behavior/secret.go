package behavior

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// sent is a secret that goes out at a place, to a host.
type sent struct{ place, secret, host string }

// secrets adds what is sent of secrets and was not sent there before.
func (c *comparison) secrets(was, is []sent) {
	for i, s := range is {
		if !slices.Contains(was, s) && !slices.Contains(is[:i], s) {
			c.add(SecretSent, s.place, "", s.secret+" to "+s.host)
		}
	}
}

// secretSet are the secrets of a configuration, and the vars by which a tool passes them on.
type secretSet struct {
	config map[string]bool
	vars   map[string]ir.Node
}

func secretValues(p *plan.Plan) secretSet {
	s := secretSet{config: map[string]bool{}}
	for _, v := range p.Config {
		s.config[v.Name] = v.Secret
	}
	return s
}

// in returns the secrets that a value is made of which goes to an upstream, in the order in which it reads them.
func (s secretSet) in(place string, value ir.Node, to *plan.Upstream) []sent {
	var list []sent
	met := map[string]bool{}
	var note func(ir.Node)
	note = func(n ir.Node) {
		root, ok := n.(*ir.Root)
		switch {
		case !ok:
		case root.Kind == ir.ConfigRoot && s.config[root.Name]:
			list = append(list, sent{place, "config." + root.Name, origin(to)})
		case root.Kind == ir.VarRoot && !met[root.Name] && s.vars[root.Name] != nil:
			met[root.Name] = true
			ir.Walk(s.vars[root.Name], note)
		}
	}
	ir.Walk(value, note)
	return list
}
