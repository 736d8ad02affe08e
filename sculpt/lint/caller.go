package lint

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/sculpt/face"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
)

// callers warns of tokens of callers that go where the manifest does not say, and of those that a protocol keeps with the service.
func (l *linter) callers() {
	for _, u := range l.Plan.Upstreams {
		tools := l.toolsCalling(u)
		if u.OfCaller() == nil || len(tools) == 0 {
			continue
		}
		m := l.upstream(u.Name)
		kind := u.OfCaller().Kind
		stated := lists.Find(m.Auth, func(a *manifest.Auth) bool { return a.Type.V == kind.Name })
		if !kind.Grant && !m.Server.Set {
			l.found.WarnAt(stated.Type, "caller-token", "%s on the token of whoever calls to %s, since that is the server of the document, and to another host with another document; "+
				"if that is meant, state it, with server: %s", hand(tools), u.Origin(), u.Server)
		}
		if !kind.Grant && slices.ContainsFunc(l.Plan.Go.Faces, func(f *face.Face) bool { return f.Lines }) {
			l.found.WarnAt(stated.Type, "caller-token-mcp", "the authorization of MCP forbids a server to hand on the tokens that it gets from clients: they are meant for the server alone; "+
				"have them exchanged for tokens of the upstream, with type: token_exchange")
		}
	}
	l.forwards()
}

// forwards warns of headers of callers that make kept answers useless.
func (l *linter) forwards() {
	for _, u := range l.Plan.Upstreams {
		if !u.KeepsAnswers() {
			continue
		}
		for _, h := range l.upstream(u.Name).Forward {
			if i := slices.IndexFunc(unique, func(name string) bool { return strings.EqualFold(name, h.V) }); i >= 0 {
				l.found.WarnAt(h, "forward-cache", "the header %s is another one for every call, and answers are kept for calls with the same headers: none will be used again; leave it out, or the cache", h.V)
			}
		}
	}
}

// unique are headers that are another one for every call.
var unique = []string{"X-Request-Id", "X-Correlation-Id", "Request-Id", "Traceparent"}

// toolsCalling are the names of the tools that call an upstream.
func (l *linter) toolsCalling(u *plan.Upstream) []string {
	var names []string
	for _, t := range l.Plan.Tools {
		if calls(t, u) {
			names = append(names, t.Signature.Name)
		}
	}
	return names
}

// hand begins a sentence about what tools do: "a and b hand".
func hand(tools []string) string {
	if len(tools) == 1 {
		return tools[0] + " hands"
	}
	last := len(tools) - 1
	return strings.Join(tools[:last], ", ") + " and " + tools[last] + " hand"
}
