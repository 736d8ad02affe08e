package upstream

import (
	"net"
	"net/url"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// clientCredentials returns the flow of a scheme by which a service gets a token for itself, or nil.
func clientCredentials(s *spec.SecurityScheme) *spec.OAuthFlow {
	if i := slices.IndexFunc(s.Flows, func(f spec.OAuthFlow) bool { return f.Kind == "clientCredentials" }); i >= 0 {
		return &s.Flows[i]
	}
	return nil
}

// flowsOf says which flows a scheme has.
func flowsOf(s *spec.SecurityScheme) string {
	if len(s.Flows) == 0 {
		return ""
	}
	return ", but " + strings.Join(lists.Map(s.Flows, func(f spec.OAuthFlow) string { return f.Kind }), " and ")
}

// tokenURL is the URL of a token endpoint that the manifest states, or nil if it has an error.
func (c *checker) tokenURL(t *manifest.Template) ir.Node {
	if literal, ok := t.Literal(); ok {
		if problem := tokenURLProblem(literal); problem != "" {
			c.found.Errorf(t.Pos, 0, "token-url", "%s", problem)
			return nil
		}
	}
	return c.configText(t)
}

// documentedTokenURL is that of a scheme of the document.
func (c *checker) documentedTokenURL(a *manifest.Auth, s *spec.SecurityScheme) ir.Node {
	flow := clientCredentials(s)
	switch {
	case flow == nil:
		c.found.ErrorAt(a.Scheme, "missing-key", "the scheme %s is %s, which does not say where tokens are got; say it, as in token_url: https://login.example.com/oauth/token", s.Name, s.Type)
	case flow.TokenURL == "":
		c.found.ErrorAt(a.Scheme, "missing-key", "the flow clientCredentials of the scheme %s has no tokenUrl; say where tokens are got, as in token_url: https://login.example.com/oauth/token", s.Name)
	default:
		if problem := tokenURLProblem(flow.TokenURL); problem != "" {
			c.found.ErrorAt(a.Scheme, "token-url", "the tokenUrl of the scheme %s cannot be used: %s", s.Name, problem)
			return nil
		}
		return &ir.Const{T: ir.StringType, Value: flow.TokenURL}
	}
	return nil
}

// tokenURLProblem says why a text cannot be where tokens are got, or returns "".
func tokenURLProblem(text string) string {
	const form = "a token URL is absolute, as in https://login.example.com/oauth/token, or relative to the server, as in /oauth/token"
	parsed, err := url.Parse(text)
	switch {
	case err != nil || text == "" || parsed.Scheme == "" && parsed.Host != "":
		return form
	case parsed.Scheme != "" && (parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == ""):
		return form
	case parsed.User != nil || parsed.Fragment != "":
		return "a token URL has no credentials and no fragment"
	case parsed.Scheme == "http" && !loopback(parsed.Hostname()):
		return "a client secret is not sent over http, where everybody on the way reads it; write https://"
	}
	return ""
}

// loopback reports whether a host is the machine itself.
func loopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// scopes are those of a token. The scheme, if there is one and it lists scopes, has all of them.
func (c *checker) scopes(a *manifest.Auth, s *spec.SecurityScheme) []string {
	var known []string
	if s != nil {
		if flow := clientCredentials(s); flow != nil {
			known = flow.Scopes
		}
	}
	var scopes []string
	for _, stated := range a.Scopes {
		switch {
		case slices.Contains(scopes, stated.V):
			c.found.ErrorAt(stated, "duplicate", "the scope %s is listed twice", diag.Quote(stated.V))
		case len(known) > 0 && !slices.Contains(known, stated.V):
			c.found.ErrorAt(stated, "unknown-name", "the scheme %s has no scope %s%s", s.Name, diag.Quote(stated.V), diag.Known(stated.V, known))
		default:
			scopes = append(scopes, stated.V)
		}
	}
	return scopes
}

// Ambiguous adds a finding for an upstream that the operator would point elsewhere by the variable that says where another one's tokens come from.
func Ambiguous(manifests []*manifest.Upstream, upstreams []*plan.Upstream, found *diag.List) {
	for _, u := range upstreams {
		for _, place := range u.Places()[1:] {
			for _, m := range manifests {
				if m.Name.V == strings.ReplaceAll(place, ".", "_") {
					found.ErrorAt(m.Name, "duplicate", "the variable that says where the upstream %s is would be the one that says where tokens of %s come from; call it otherwise", m.Name.V, u.Name)
				}
			}
		}
	}
}
