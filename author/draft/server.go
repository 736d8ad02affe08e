package draft

import (
	"net/url"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/upstream"
)

// ServerProblem says why a text cannot be the base URL of an upstream, or returns "".
func ServerProblem(url string) string { return upstream.BaseURLProblem(url) }

// HasServer reports whether the manifest or the document states the base URL.
func (u *Upstream) HasServer() bool {
	servers := u.Document.Servers()
	return u.Server != "" || len(servers) > 0 && ServerProblem(servers[0].URL) == ""
}

// place gives operations that the document has at another server another upstream, with the same document and that server. An operation whose server is
// no absolute URL keeps its upstream.
func (s *Service) place(operations []*Operation) []*Operation {
	placed := slices.Clone(operations)
	for i, op := range placed {
		if server := op.ownServer(); server != "" {
			moved := *op
			moved.Upstream = s.at(op.Upstream, server)
			moved.Call = moved.Upstream.Name + strings.TrimPrefix(op.Call, op.Upstream.Name)
			placed[i] = &moved
		}
	}
	return placed
}

// ownServer returns the server of an operation that is not the server of its document, or "".
func (op *Operation) ownServer() string {
	servers := op.Upstream.Document.Servers()
	if op.Upstream.Server != "" || len(op.Servers) == 0 || len(servers) == 0 || op.Servers[0].URL == servers[0].URL || ServerProblem(op.Servers[0].URL) != "" {
		return ""
	}
	return op.Servers[0].URL
}

// unreachable says why an operation cannot be called, or returns "".
func (op *Operation) unreachable() string {
	if words := len(strings.Fields(op.Call)); words != 1 && words != 3 || op.Call != visible(op.Call) {
		return "no step can name it: it has no operationId of its own, and a blank or something invisible in its path"
	}
	servers := op.Upstream.Document.Servers()
	if op.Upstream.Server != "" || len(op.Servers) == 0 || len(servers) == 0 || op.Servers[0].URL == servers[0].URL {
		return ""
	}
	return "the document has it at a server of its own, " + oneLine(op.Servers[0].URL, 100) + ", which is no URL to call"
}

// at returns the upstream with the document of another one and a server, which is added if there is none.
func (s *Service) at(u *Upstream, server string) *Upstream {
	used := map[string]bool{}
	for _, known := range s.Upstreams {
		if known.Document == u.Document && known.Server == server {
			return known
		}
		used[known.Name] = true
	}
	words := split(u.Name)
	if parsed, err := url.Parse(server); err == nil {
		label, _, _ := strings.Cut(parsed.Hostname(), ".")
		words = append(words, split(label)...)
	}
	added := &Upstream{Name: unique(snake(words, longestID), longestID, used), Path: u.Path, Overlays: u.Overlays, Server: server, Document: u.Document}
	s.Upstreams = append(s.Upstreams, added)
	return added
}
