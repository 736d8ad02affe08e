// Package upstream checks what a manifest says about an upstream beside its operations: the server, headers, credentials,
// how long to wait and how often to try.
package upstream

import (
	"cmp"
	"net/textproto"
	"net/url"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/document"
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
// name what the scope has, which is the configuration. What is wrong is added to found.
func Check(m *manifest.Upstream, d *document.Document, scope *value.Scope, found *diag.List) *plan.Upstream {
	c := &checker{manifest: m, document: d, scope: scope, found: found}
	u := &plan.Upstream{
		Name: m.Name.V, Document: m.OpenAPI.V, Server: c.server(), Headers: c.headers(), Auth: c.credentials(),
		Timeout: cmp.Or(m.Timeout.V, defaultTimeout), MaxResponse: m.MaxResponse.V,
		Caching: plan.Caching(m.Cache.Caching.V), CacheSize: cmp.Or(m.Cache.Size.V, defaultCacheSize),
	}
	u.Redirects = c.redirects(u.Server)
	if r := m.Retry; r != nil {
		u.Retry = plan.Retry{Attempts: r.Attempts.V, Backoff: r.Backoff.V, MaxWait: r.MaxWait.V}
	}
	if d != nil {
		u.Document, u.Title = d.Path, d.Title()
	}
	return u
}

// checker checks one upstream.
type checker struct {
	manifest *manifest.Upstream
	document *document.Document
	scope    *value.Scope
	found    *diag.List
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
	return c.scope.Template(t)
}
