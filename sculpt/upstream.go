package sculpt

import (
	"errors"
	"net/textproto"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/expr"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// defaultUpstreamTimeout is the time for one attempt to call an upstream whose manifest gives none.
const defaultUpstreamTimeout = 10 * time.Second

// readUpstreams reads the documents, and checks what the manifest says beside them.
func (c *checker) readUpstreams() {
	c.current = c.compiler.Scope(expr.Names{Config: c.configs})
	for _, m := range c.manifest.Upstreams {
		u := &upstream{manifest: m, resolved: map[spec.Entry]*spec.Operation{}, operations: map[operationKey]*operation{}}
		u.plan = &plan.Upstream{
			Name: m.Name.V, Document: m.OpenAPI.V, Timeout: defaultUpstreamTimeout, MaxResponse: m.MaxResponse.V, Retry: retry(m.Retry),
		}
		if m.Timeout.Set {
			u.plan.Timeout = m.Timeout.V
		}
		c.upstreams[m.Name.V] = u
		c.open(u)
		c.server(u)
		c.headers(u)
		c.credentials(u)
	}
}

func retry(r *manifest.Retry) plan.Retry {
	if r == nil {
		return plan.Retry{}
	}
	return plan.Retry{Attempts: r.Attempts.V, Backoff: r.Backoff.V, MaxWait: r.MaxWait.V}
}

// open reads the upstream's document. Without one the upstream's steps are passed over.
func (c *checker) open(u *upstream) {
	m := u.manifest
	file, replaced := c.options.Documents[m.Name.V]
	if !replaced {
		if !m.OpenAPI.Set || !c.exists(m.OpenAPI, "the OpenAPI document") {
			return
		}
		file = c.path(m.OpenAPI.V)
	} else {
		u.plan.Document = file
	}
	document, err := c.options.Open(file)
	if err != nil {
		c.specErrors(m.OpenAPI, err)
		return
	}
	u.document = document
	u.entries = document.Operations()
	u.plan.Title = document.Title()
}

// specErrors reports what is wrong with a document: at its own place where that is known, otherwise where the manifest
// names it.
func (c *checker) specErrors(v manifest.Value[string], err error) {
	var many interface{ Unwrap() []error }
	if errors.As(err, &many) {
		for _, one := range many.Unwrap() {
			c.specErrors(v, one)
		}
		return
	}
	var located *spec.Error
	if errors.As(err, &located) && located.Pos.Line > 0 {
		c.list.Errorf(diag.Position(located.Pos), 1, "openapi", "%s", located.Message)
		return
	}
	c.errorf(v, "openapi", "%s", strings.TrimPrefix(err.Error(), c.path(v.V)+": "))
}

// server decides the default base URL.
func (c *checker) server(u *upstream) {
	if u.manifest.Server.Set {
		if problem := baseURLProblem(u.manifest.Server.V); problem != "" {
			c.errorf(u.manifest.Server, "server", "%s", problem)
		}
		u.plan.Server = strings.TrimRight(u.manifest.Server.V, "/")
		return
	}
	if u.document == nil {
		return
	}
	servers := u.document.Servers()
	if len(servers) == 0 || baseURLProblem(servers[0].URL) != "" {
		c.errorf(u.manifest.Name, "server", "the document of the upstream %s gives no absolute server URL; give one here, with server: https://...", u.plan.Name)
		return
	}
	u.plan.Server = strings.TrimRight(servers[0].URL, "/")
}

// baseURLProblem says why s cannot be the base URL of an upstream, or returns "".
func baseURLProblem(s string) string {
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

func (c *checker) headers(u *upstream) {
	for _, h := range u.manifest.Headers {
		name := textproto.CanonicalMIMEHeaderKey(h.Key.V)
		switch {
		case !isToken(h.Key.V):
			c.errorf(h.Key, "header", "%q is no name of an HTTP header", h.Key.V)
		case slices.Contains(managedHeaders, name):
			c.errorf(h.Key, "header", "the header %s is the HTTP client's own; leave it out", name)
		default:
			if value := c.configText(h.Value.Scalar); value != nil {
				u.plan.Headers = append(u.plan.Headers, plan.Header{Name: name, Value: value})
			}
		}
	}
}

// managedHeaders belong to the connection: the run-time library refuses to start with one of them.
var managedHeaders = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Proxy-Authorization",
	"Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// isToken reports whether s is a token of HTTP (RFC 9110, section 5.6.2), as the names of headers are.
func isToken(s string) bool {
	notToken := func(r rune) bool {
		return r <= ' ' || r > '~' || strings.ContainsRune(`"(),/:;<=>?@[\]{}`, r)
	}
	return s != "" && strings.IndexFunc(s, notToken) < 0
}

// configText is a text that reads nothing but the configuration: it is the same for every call of every tool.
func (c *checker) configText(t *manifest.Template) ir.Node {
	ok := true
	for _, p := range t.Parts {
		if p.Expr == nil {
			continue
		}
		refs := c.compiler.References(p.Expr.Text)
		if len(refs.Inputs)+len(refs.Steps)+len(refs.Vars)+len(refs.Tables) > 0 || refs.This {
			c.exprErrorf(p.Expr, "scope", "this is sent with every call of the upstream, so it reads config values alone")
			ok = false
		}
	}
	if !ok {
		return nil
	}
	return c.template(t)
}
