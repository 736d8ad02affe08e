package operation

import (
	"net/textproto"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/spec"
)

// managed are the headers that belong to the connection: the run-time library refuses to send one of them.
var managed = []string{
	"Accept-Encoding", "Connection", "Content-Length", "Expect", "Host", "Keep-Alive", "Proxy-Authorization",
	"Proxy-Connection", "Te", "Trailer", "Transfer-Encoding", "Upgrade",
}

// Managed reports whether a header is the HTTP client's own, so that nobody else can state it.
func Managed(name string) bool {
	return slices.Contains(managed, textproto.CanonicalMIMEHeaderKey(name))
}

// stated is a header that a manifest states.
type stated struct {
	value string // empty: it is computed
	set   bool
}

// stateOf returns what an upstream of the manifest states of a header that is sent with every call.
func stateOf(u *manifest.Upstream, name string) stated {
	for _, e := range u.Headers {
		switch {
		case !strings.EqualFold(e.Key.V, name):
		case e.Value.IsLiteral():
			return stated{e.Value.Text(), true}
		default:
			return stated{set: true}
		}
	}
	return stated{}
}

// choice is the media type that a step names, else the one of the document's that a header states.
func (h stated) choice(named string, content []*spec.Media) string {
	if m := ofType(content, h.value); named == "" && h.value != "" && m != nil {
		return m.Type
	}
	return named
}
