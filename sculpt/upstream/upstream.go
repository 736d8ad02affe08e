// Package upstream checks what a manifest says about an upstream beside its operations: the server, headers, credentials,
// how long to wait and how often to try.
package upstream

import (
	"cmp"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
	"github.com/nactgen/nactgen/sculpt/function"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/value"
)

// defaultCacheSize is how many bytes are kept of the answers of an upstream whose manifest gives no other bound.
const defaultCacheSize = 16 << 20

// defaultTimeout is the time for one attempt to call an upstream whose manifest gives none.
const defaultTimeout = 10 * time.Second

// Check returns the plan of an upstream, without what steps call of it. The document is nil if it could not be opened; expressions may
// name what the scope has, which is the configuration, and credentials name functions. What is wrong is added to found.
func Check(m *manifest.Upstream, d *document.Document, functions function.Functions, scope *value.Scope, found *diag.List) *plan.Upstream {
	c := &checker{manifest: m, document: d, functions: functions, scope: scope, found: found}
	u := &plan.Upstream{
		Name: m.Name.V, Document: m.OpenAPI.V, Overlays: manifest.Texts(m.Overlays), Server: c.server(), Headers: c.headers(), Query: c.query(), Auth: c.credentials(),
		Timeout: cmp.Or(m.Timeout.V, defaultTimeout), MaxResponse: m.MaxResponse.V,
		HandOnTrace: m.HandOnTrace.V, Caching: plan.Caching(m.Cache.Caching.V), CacheSize: cmp.Or(m.Cache.Size.V, defaultCacheSize),
	}
	u.Redirects, u.Forward = c.redirects(u.Server), c.forward(u)
	u.Protection = c.protection(u.Timeout)
	if r := m.Retry; r != nil {
		u.Retry = plan.Retry{Attempts: r.Attempts.V, Backoff: r.Backoff.V, MaxWait: r.MaxWait.V}
		for _, cause := range r.On {
			u.Retry.On = append(u.Retry.On, plan.CauseOf(cause.V))
		}
	}
	if d != nil {
		u.Document, u.Title = d.Path, d.Title()
	}
	return u
}

// checker checks one upstream.
type checker struct {
	manifest  *manifest.Upstream
	document  *document.Document
	functions function.Functions
	scope     *value.Scope
	found     *diag.List
}

// server returns the default base URL, or "" if there is none that could be used.
func (c *checker) server() string {
	if stated := c.manifest.Server; stated.Set {
		if problem := BaseURLProblem(stated.V); problem != "" {
			c.found.ErrorAt(stated, "server", "%s", problem)
		}
		return strings.TrimRight(stated.V, "/")
	}
	if c.document == nil {
		return ""
	}
	servers := c.document.Servers()
	if len(servers) == 0 || BaseURLProblem(servers[0].URL) != "" {
		c.found.ErrorAt(c.manifest.Name, "server", "the document of the upstream %s gives no absolute server URL; give one here, with server: https://...", c.manifest.Name.V)
		return ""
	}
	return strings.TrimRight(servers[0].URL, "/")
}

// BaseURLProblem says why s cannot be the base URL of an upstream, or returns "".
func BaseURLProblem(s string) string {
	parsed, err := url.Parse(s)
	switch {
	case err != nil:
		return "this is no URL; write it as in https://api.example.com/v1"
	case parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Host == "":
		return "a server is an absolute URL, such as https://api.example.com/v1"
	case parsed.RawQuery != "" || parsed.Fragment != "" || parsed.User != nil:
		return "the URL of a server has no query, fragment or credentials; what is secret belongs into config"
	}
	return ""
}

func (c *checker) headers() []plan.Header {
	var headers []plan.Header
	for _, h := range c.manifest.Headers {
		name := textproto.CanonicalMIMEHeaderKey(h.Key.V)
		switch {
		case !manifest.IsToken(h.Key.V):
			c.found.ErrorAt(h.Key, "header", "%q is no name of an HTTP header", h.Key.V)
		case operation.Managed(name):
			c.found.ErrorAt(h.Key, "header", "the header %s is the HTTP client's own; leave it out", name)
		default:
			headers = append(headers, plan.Header{Name: name, Value: c.header(h.Value)})
		}
	}
	return headers
}

// header is the value of a header, or nil if it has an error.
func (c *checker) header(n *manifest.Node) ir.Node {
	if n.Kind == manifest.Wrong {
		return nil
	}
	return c.configText(n.Scalar)
}

// configText is a text that reads nothing but the configuration: it is the same for every call of every tool.
func (c *checker) configText(t *manifest.Template) ir.Node {
	ok := true
	for _, p := range t.Parts {
		if p.Expr == nil {
			continue
		}
		refs := c.scope.References(p.Expr)
		if len(refs.Inputs)+len(refs.Steps)+len(refs.Vars)+len(refs.Tables) > 0 || refs.This {
			c.found.ErrorAt(p.Expr, "scope", "this is sent with every call of the upstream, so it reads config values alone")
			ok = false
		}
	}
	if !ok {
		return nil
	}
	n := c.scope.Template(t)
	if n != nil {
		ir.Walk(n, func(n ir.Node) {
			if call, ok := n.(*ir.Call); ok && call.Func.Impure {
				c.found.Errorf(t.Pos, 0, "scope", "%s() would be called once, as the service starts, for what is sent with every call of the upstream; send it with the steps, as a parameter", call.Func.Declares)
			}
		})
	}
	return n
}

// redirects returns the origins to which redirects of an upstream are followed, each in one spelling. server is the base URL.
func (c *checker) redirects(server string) []string {
	var origins []string
	for _, stated := range c.manifest.Redirects {
		origin, problem := parseOrigin(stated.V)
		switch own, _ := url.Parse(server); {
		case problem != "":
		case own != nil && own.Scheme == "https" && strings.HasPrefix(origin, "http:"):
			problem = "a redirect from https to http is never followed; write https://"
		case own != nil && originOf(own) == origin:
			problem = "this is the upstream's own origin, to which redirects are followed anyway; leave it out"
		case slices.Contains(origins, origin):
			problem = "this origin is listed twice"
		}
		if problem != "" {
			c.found.ErrorAt(stated, "redirects", "%s", problem)
			continue
		}
		origins = append(origins, origin)
	}
	return origins
}

// parseOrigin returns the origin that a text is, in one spelling, or what is wrong with it.
func parseOrigin(text string) (origin, problem string) {
	const form = "an origin is a scheme and a host, such as https://files.example.com or https://files.example.com:8443"
	parsed, err := url.Parse(text)
	switch {
	case err != nil || parsed.Scheme != "http" && parsed.Scheme != "https" || parsed.Hostname() == "":
		return "", form
	case parsed.User != nil || strings.Trim(parsed.Path, "/") != "" || strings.ContainsAny(text, "?#"):
		return "", form + "; what follows it, and credentials, have no meaning here"
	case strings.Contains(parsed.Host, "*"):
		return "", "each host to which redirects are followed is listed by its whole name"
	case strings.ContainsFunc(parsed.Host, func(r rune) bool { return r > '~' }):
		return "", "write the host as it stands in requests, in its ASCII form: xn--..."
	}
	return originOf(parsed), ""
}

// originOf returns scheme and host of a URL, without the port that its scheme has anyway.
func originOf(u *url.URL) string {
	usual := map[string]string{"http": "80", "https": "443"}[u.Scheme]
	return u.Scheme + "://" + strings.TrimSuffix(strings.TrimSuffix(strings.ToLower(u.Host), ":"+usual), ":")
}
