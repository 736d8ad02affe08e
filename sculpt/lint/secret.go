package lint

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/secret"
	"github.com/nactgen/nactgen/sculpt/security"
)

// secrets warns of secrets that everybody can read, and of those that go to several services.
func (l *linter) secrets() {
	sent := allSent(l.Plan)
	for i, v := range l.Manifest.Config {
		if !l.Plan.Config[i].Secret {
			continue
		}
		if v.Default.Set {
			l.found.WarnAt(v.Default, "open-secret", "the default of the secret %s stands here and in the generated code for everybody to read; leave it out", v.Name.V)
		}
		l.receivers(v, sent)
	}
	for _, u := range l.Manifest.Upstreams {
		for _, a := range u.Auth {
			for _, key := range auth.SecretKeys() {
				l.openCredential(a.Values[key])
			}
		}
		schemes := l.Documents[u.Name.V].Schemes()
		for _, h := range u.Headers {
			if security.CredentialHeader(h.Key.V, schemes) {
				l.openCredential(h.Value.Scalar)
			}
		}
	}
}

// openCredential warns of a secret that is no expression. nil is none.
func (l *linter) openCredential(t *manifest.Template) {
	if t == nil {
		return
	}
	if _, literal := t.Literal(); literal {
		l.found.Warnf(t.Pos, 0, "open-secret", "this credential stands here and in the generated code for everybody to read; have it supplied, as in ${config.key}, with config: {key: {env: API_KEY, secret: true}}")
	}
}

// receivers warns of a secret that several services get: each of them could use it at the others. Upstreams at one host are one
// service.
func (l *linter) receivers(v *manifest.Config, sent []secret.Sent) {
	var hosts, places []string
	for _, s := range sent {
		if s.Name == "config."+v.Name.V && !slices.Contains(hosts, s.Host) {
			hosts, places = append(hosts, s.Host), append(places, s.Host+" ("+s.Place+")")
		}
	}
	if len(hosts) > 1 {
		l.found.WarnAt(v.Name, "shared-secret", "the secret %s goes to %s, and each of them can use it at the others; if that is meant, give each a config value of its own, with the same env",
			v.Name.V, strings.Join(places, " and to "))
	}
}

// allSent returns all secrets that a service sends, with the tool or the part in places that are one's own.
func allSent(p *plan.Plan) []secret.Sent {
	all := lists.FlatMap(p.Upstreams, func(u *plan.Upstream) []secret.Sent { return secret.OfUpstream(p, u) })
	for i, t := range p.Sequences() {
		section := "tools."
		if i < len(p.Parts) {
			section = "parts."
		}
		for _, s := range secret.OfTool(p, t) {
			s.Place = section + t.Signature.Name + "." + s.Place
			all = append(all, s)
		}
	}
	return all
}
