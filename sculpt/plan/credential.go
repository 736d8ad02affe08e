package plan

import (
	"net/url"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/ir"
)

// Credential is sent with calls. Its values read only the configuration.
type Credential struct {
	Kind   *auth.Kind
	Scheme string // of the document, by which the manifest names it: it is sent where the document asks for it; empty: with every call
	In     auth.In
	Name   string    // of the header, query parameter or cookie
	Values []ir.Node // of the kind's values, or of the arguments of Sign, in their order: string; nil: it is left out, or has an error
	Scopes []string  // of a kind with a Grant: what the access token is asked for
	InBody bool      // of such a kind: the service proves itself in the body of the request for a token
	Sign   *Function // of a kind with a signature: what signs a request
}

// Value is what is known of a value of the credential.
func (c *Credential) Value(i int) auth.Value {
	if c.Sign != nil {
		return auth.Value{Key: auth.WithKey + "." + c.Sign.Args[i].Name, Secret: true}
	}
	return c.Kind.Values[i]
}

// Sent is where the credential is sent, in words: header X-Key.
func (c Credential) Sent() string { return strings.TrimSpace(string(c.In) + " " + c.Name) }

// SamePlace reports whether two credentials are sent in one place.
func (c Credential) SamePlace(other Credential) bool {
	return c.In == other.In && (c.Name == other.Name || c.In == auth.Header && strings.EqualFold(c.Name, other.Name))
}

// Sends reports whether a credential of the operation's upstream is sent with it.
func (o *Operation) Sends(c Credential) bool {
	return c.Scheme == "" || o.Auth == nil || slices.Contains(o.Auth, c.Scheme)
}

// IsTokenURL reports whether a value of the credential is where an access token is got.
func (c *Credential) IsTokenURL(value int) bool { return c.Value(value).Key == auth.TokenURLKey }

// tokenOrigin is the origin of where the access tokens of a kind with a Grant come from; of a URL that the operator decides about it is how the
// manifest has it. server is that of the upstream.
func (c *Credential) tokenOrigin(server string) string {
	i := slices.IndexFunc(c.Kind.Values, func(v auth.Value) bool { return v.Key == auth.TokenURLKey })
	if c.Values[i] == nil {
		return ""
	}
	written := ir.Written(c.Values[i])
	if literal, ok := c.Values[i].(*ir.Const); ok {
		written, _ = literal.Value.(string)
	}
	switch at, err := url.Parse(written); {
	case err == nil && at.Scheme == "":
		return server
	case err == nil && at.Host != "":
		return strings.ToLower(at.Scheme + "://" + at.Host)
	}
	return written
}

// ReceiverOf is the origin that gets the value of a credential at a place of the upstream: its own, or, of what an access token is asked for with,
// that of where it comes from.
func (u *Upstream) ReceiverOf(p Place) string {
	for i := range u.Auth {
		if c := &u.Auth[i]; c.Kind.Grant && c.Kind.Takes(p.Key) {
			return c.tokenOrigin(u.Origin())
		}
	}
	return u.Origin()
}

// TokenOrigins are those from which the upstream's access tokens come, as far as the manifest decides that.
func (u *Upstream) TokenOrigins() []string {
	var origins []string
	for i := range u.Auth {
		if u.Auth[i].Kind.Grant {
			origins = append(origins, u.Auth[i].tokenOrigin(u.Origin()))
		}
	}
	return origins
}

// OfCaller is the credential of the upstream that is, or is got for, the token of whoever calls the service, or nil.
func (u *Upstream) OfCaller() *Credential {
	for i := range u.Auth {
		if u.Auth[i].Kind.Caller {
			return &u.Auth[i]
		}
	}
	return nil
}

// HandsOn reports whether something that callers send goes to an upstream of the plan: their tokens, or headers.
func (p *Plan) HandsOn() bool {
	return slices.ContainsFunc(p.Upstreams, func(u *Upstream) bool { return u.OfCaller() != nil || len(u.Forward) > 0 })
}

// NeedsCaller reports whether a step of the tool calls an upstream with the token of whoever calls the service, or one that is got for it.
func (t *Tool) NeedsCaller() bool {
	return slices.ContainsFunc(t.AllSteps(), func(s *Step) bool { return s.Call.Upstream.OfCaller() != nil })
}

// TokenURLs is what follows the name of an upstream in the name under which the operator says where its tokens come from.
const TokenURLs = ".token_url"

// Places are the names under which the operator says where the upstream is to be found: its own, and that of where its tokens come from.
func (u *Upstream) Places() []string {
	for _, c := range u.Auth {
		if c.Kind.Grant {
			return []string{u.Name, u.Name + TokenURLs}
		}
	}
	return []string{u.Name}
}
