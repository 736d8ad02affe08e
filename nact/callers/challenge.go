package callers

import (
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// Errors of a challenge (RFC 6750, section 3.1).
const (
	invalidToken      = "invalid_token"
	insufficientScope = "insufficient_scope"
)

// challenge is what an answer says of the credentials that it wants.
type challenge struct {
	code   string   // empty: the request has none
	reason string   // of the code
	scopes []string // that are needed
}

// field returns the value of WWW-Authenticate in an answer at a path.
func (g *Gate) field(c challenge, path string) string {
	var b strings.Builder
	b.WriteString("Bearer realm=" + quoted(g.config.Name))
	parameter := func(name, value string) {
		if value != "" {
			b.WriteString(", " + name + "=" + quoted(value))
		}
	}
	parameter("error", c.code)
	parameter("error_description", c.reason)
	parameter("scope", strings.Join(c.scopes, " "))
	if g.guide != nil {
		parameter("resource_metadata", g.guide.MetadataURL(path))
	}
	return b.String()
}

// quoted returns a quoted-string (RFC 9110, section 5.6.4) with the text, as far as the parameters of a challenge may have it.
func quoted(text string) string {
	return `"` + strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || r == '"' || r == '\\' {
			return '?'
		}
		return r
	}, text) + `"`
}

// denial returns why callers may not call a tool: because nobody has proved who they are, or because they lack scopes.
func (g *Gate) denial(anonymous bool, access *nact.Access) *nact.Denial {
	d := &nact.Denial{Status: 403, Reason: "forbidden", Detail: "The caller may not call this tool: that takes the scopes " + strings.Join(access.Scopes, " ") + "."}
	c := challenge{code: insufficientScope, scopes: access.Scopes}
	if anonymous {
		d.Status, d.Reason, d.Detail, c.code = 401, "unauthenticated", noCredentials, ""
	}
	if !g.bearer {
		d.Status, d.Challenge = 403, func(string) string { return "" }
		return d
	}
	d.Challenge = func(path string) string { return g.field(c, path) }
	return d
}
