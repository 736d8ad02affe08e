package plandiff

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/secret"
)

// sent is a secret that goes out at a place, to a host.
type sent struct{ name, place, host string }

// secrets adds what is sent of secrets and was not sent there before.
func (c *comparison) secrets(was, is []sent) {
	for i, s := range is {
		if !slices.Contains(was, s) && !slices.Contains(is[:i], s) {
			c.add(SecretSent, s.place, "", s.name+" to "+s.host)
		}
	}
}

// secretsOfUpstream are the secrets that go out with every call of an upstream. nil is one that is not there.
func secretsOfUpstream(p *plan.Plan, u *plan.Upstream) []sent {
	if u == nil {
		return nil
	}
	return toHosts(secret.OfUpstream(p, u))
}

func toHosts(secrets []secret.Sent) []sent {
	var list []sent
	for _, s := range secrets {
		list = append(list, sent{s.Name, s.Place, s.To.Origin()})
	}
	return list
}
