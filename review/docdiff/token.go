package docdiff

import (
	"slices"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// tokens compares where the access tokens of an upstream come from, unless the manifest states it. It gets a client secret.
func (j *judge) tokens(u *plan.Upstream, before, after *spec.Document) {
	if j.endpoints[u.Name] {
		return
	}
	j.endpoints[u.Name] = true
	i := slices.IndexFunc(j.comparison.manifest.Upstreams, func(m *manifest.Upstream) bool { return m.Name.V == u.Name })
	for _, a := range j.comparison.manifest.Upstreams[i].Auth {
		if !a.Scheme.Set || a.Values[auth.TokenURLKey] != nil {
			continue
		}
		old, was := tokenURL(before, a.Scheme.V)
		new, is := tokenURL(after, a.Scheme.V)
		if was != "" && is != "" && was != is {
			j.breaks("token-url", pair{old, new}, "see whether the client secret of this service is meant for it; then "+generateAnew+"; or keep the old one with token_url: "+was,
				"the access tokens of the upstream %s came from %s and come from %s", u.Name, was, is)
		}
	}
}

// tokenURL returns where a service gets tokens of a scheme for itself, with the position of the scheme; empty: nowhere.
func tokenURL(d *spec.Document, scheme string) (at spec.Position, url string) {
	schemes, _ := d.SecuritySchemes() // generation says what is wrong with one that the manifest names
	for _, s := range schemes {
		for _, f := range s.Flows {
			if s.Name == scheme && f.Kind == "clientCredentials" {
				return s.Pos, f.TokenURL
			}
		}
	}
	return spec.Position{}, ""
}
