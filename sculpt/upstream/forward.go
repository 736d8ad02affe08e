package upstream

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/security"
)

// forward returns the headers of callers that are handed on to an upstream, by their canonical names.
func (c *checker) forward(u *plan.Upstream) []string {
	var names []string
	for _, stated := range c.manifest.Forward {
		name := textproto.CanonicalMIMEHeaderKey(stated.V)
		problem := c.forwardProblem(u, name)
		switch {
		case problem != "":
		case slices.Contains(names, name):
			problem = "it is listed twice"
		default:
			names = append(names, name)
			continue
		}
		c.found.ErrorAt(stated, "forward", "the header %s is not handed on: %s", diag.Quote(stated.V), problem)
	}
	return names
}

// forwardProblem says why a header of callers is not handed on to an upstream, or returns "".
func (c *checker) forwardProblem(u *plan.Upstream, name string) string {
	switch {
	case !manifest.IsToken(name):
		return "this is no name of an HTTP header"
	case operation.Managed(name) || strings.HasPrefix(name, "Proxy-"):
		return "it belongs to the connection of the caller"
	case name == "Cookie" || security.CredentialHeader(name, c.document.Schemes()):
		return "it holds a credential; the token of the caller is handed on with auth: {type: caller}"
	case strings.HasPrefix(name, "X-Forwarded-") || name == "Forwarded" || name == "X-Real-Ip" || name == "Via":
		return "upstreams take it for what a proxy says about the caller, and the caller could write anything"
	case ofMessage(name):
		return "it is about the message of the caller, and the upstream gets another one"
	case slices.ContainsFunc(u.Headers, func(h plan.Header) bool { return h.Name == name }):
		return "it is one of the upstream's headers, which are the same for every call"
	}
	return ""
}

// ofMessage reports whether a header is about the request that it stands in, or asks for something about its answer that this service decides.
func ofMessage(name string) bool {
	prefixed := slices.ContainsFunc([]string{"Content-", "If-", "Mcp-", "Access-Control-", "Sec-"}, func(prefix string) bool { return strings.HasPrefix(name, prefix) })
	return prefixed || slices.Contains(messageHeaders, name)
}

var messageHeaders = []string{
	"Accept", "Accept-Charset", "Cache-Control", "Date", "Idempotency-Key", "Max-Forwards", "Origin", "Pragma", "Prefer", "Range", "Referer", "Request-Timeout", "User-Agent",
}
