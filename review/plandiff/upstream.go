package plandiff

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/sculpt/auth"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/sculpt/secret"
)

// config compares the config values that both plans have. One that is new or gone shows in the expressions that read it.
func (c *comparison) config(older, newer []*plan.ConfigValue) {
	for _, is := range newer {
		i := slices.IndexFunc(older, func(v *plan.ConfigValue) bool { return v.Name == is.Name })
		if i < 0 {
			continue
		}
		was, place := older[i], "config."+is.Name
		if was.Secret && !is.Secret {
			c.add(SecretDisclosed, place, "secret", "not secret")
		}
		c.differ(ConfigChanged, place+".env", was.Env, is.Env)
		c.differ(ConfigChanged, place+".default", defaultText(was), defaultText(is))
	}
}

func defaultText(v *plan.ConfigValue) string {
	if !v.HasDefault {
		return ""
	}
	return strconv.Quote(v.Default)
}

// upstreams compares the APIs that are called, and what is sent with every call.
func (c *comparison) upstreams(older, newer *plan.Plan) {
	called, calls := origins(older.Upstreams), origins(newer.Upstreams)
	for _, is := range newer.Upstreams {
		if origin := is.Origin(); !slices.Contains(called, origin) {
			c.add(HostAdded, "upstreams."+is.Name, "", origin)
		}
	}
	for _, was := range older.Upstreams {
		if origin := was.Origin(); !slices.Contains(calls, origin) {
			c.add(HostRemoved, "upstreams."+was.Name, origin, "")
		}
	}
	for _, is := range newer.Upstreams {
		was := upstreamOf(older, is.Name)
		c.secrets(secretsOfUpstream(older, was), secretsOfUpstream(newer, is))
		c.handedOn("upstreams."+is.Name, was, is)
		if was == nil {
			c.redirects("upstreams."+is.Name+".redirects", nil, is.Redirects)
			continue
		}
		c.upstream("upstreams."+is.Name, was, is)
	}
}

// upstream compares an API that both plans call.
func (c *comparison) upstream(place string, was, is *plan.Upstream) {
	c.differ(ServerChanged, place+".server", was.Server, is.Server)
	c.differ(Document, place+".openapi", was.Document, is.Document)
	c.differ(Document, place+".overlay", strings.Join(was.Overlays, ", "), strings.Join(is.Overlays, ", "))
	c.differ(Document, place+".sha256", was.SHA256, is.SHA256)
	c.redirects(place+".redirects", was.Redirects, is.Redirects)
	c.differ(CredentialChanged, place+".auth", credentials(was), credentials(is))
	each(was.Headers, is.Headers, func(h *plan.Header) string { return h.Name }, func(name string, was, is *plan.Header) {
		c.differ(HeaderChanged, place+".headers."+name, of(was, headerText), of(is, headerText))
	})
	each(was.Query, is.Query, func(q *plan.Constant) string { return q.Name }, func(name string, was, is *plan.Constant) {
		c.differ(QueryChanged, place+".query."+name, of(was, constantText), of(is, constantText))
	})
	c.differ(LimitChanged, place+".timeout", was.Timeout.String(), is.Timeout.String())
	c.differ(LimitChanged, place+".retry", retryText(was.Retry), retryText(is.Retry))
	c.protection(place, was.Protection, is.Protection)
	c.differ(LimitChanged, place+".max_response", responseText(was.MaxResponse), responseText(is.MaxResponse))
	c.differ(CacheChanged, place+".cache", cachingText(was.Caching), cachingText(is.Caching))
	if was.KeepsAnswers() && is.KeepsAnswers() {
		c.differ(LimitChanged, place+".cache.size", responseText(was.CacheSize), responseText(is.CacheSize))
	}
}

// handedOn compares what callers send and an upstream gets. There may have been none.
func (c *comparison) handedOn(place string, was, is *plan.Upstream) {
	c.sets(handed(was), handed(is), func(what string) { c.add(CallerHandedOn, place, "", what) }, func(what string) { c.add(CallerKept, place, what, "") })
}

// handed says what of callers an upstream gets, which may be nil, and where.
func handed(u *plan.Upstream) []string {
	if u == nil {
		return nil
	}
	var list []string
	if c := u.OfCaller(); c != nil {
		list = append(list, "the token of the caller to "+u.ReceiverOf(plan.Place{Section: plan.InAuth, Key: auth.TokenURLKey}))
	}
	for _, name := range u.Forward {
		list = append(list, "the header "+name+" to "+u.Origin())
	}
	if u.HandOnTrace {
		list = append(list, "the trace of the call to "+u.Origin())
	}
	return list
}

// redirects compares the origins to which an upstream may redirect calls.
func (c *comparison) redirects(place string, was, is []string) {
	c.sets(was, is, func(origin string) { c.add(HostAdded, place, "", origin) }, func(origin string) { c.add(HostRemoved, place, origin, "") })
}

func upstreamOf(p *plan.Plan, name string) *plan.Upstream {
	for _, u := range p.Upstreams {
		if u.Name == name {
			return u
		}
	}
	return nil
}

// origins returns the origins of upstreams, in their order.
func origins(upstreams []*plan.Upstream) []string {
	var list []string
	for _, u := range upstreams {
		list = append(list, u.Origin())
	}
	return list
}

// credentials describes the credentials of an upstream.
func credentials(u *plan.Upstream) string {
	var list []string
	for _, c := range u.Auth {
		list = append(list, credentialText(c))
	}
	return strings.Join(list, ", ")
}

// credentialText describes a credential: "bearer ${config.token}", or "header X-Key: ${config.key}".
func credentialText(c plan.Credential) string {
	if c.Kind.Grant {
		return grantText(c)
	}
	values := make([]string, len(c.Values))
	for i, v := range c.Values {
		values[i] = ir.Written(v)
	}
	text := strings.Join(values, " and ")
	if c.Sign != nil {
		for i, v := range values {
			values[i] = c.Sign.Args[i].Name + " " + v
		}
		return strings.TrimSpace(c.Kind.Name + " by " + c.Sign.Name + " " + strings.Join(values, ", "))
	}
	switch {
	case c.Kind.Header != "":
		return strings.TrimSpace(c.Kind.Name + " " + text)
	case c.In == auth.Query:
		return "query parameter " + c.Name + ": " + text
	}
	return string(c.In) + " " + c.Name + ": " + text
}

// grantText describes how an access token is got: "oauth2 token_url https://login.example.com/token, client_id ${config.id}, scopes read write".
func grantText(c plan.Credential) string {
	var parts []string
	for i, v := range c.Values {
		if v != nil {
			parts = append(parts, c.Kind.Values[i].Key+" "+ir.Written(v))
		}
	}
	if len(c.Scopes) > 0 {
		parts = append(parts, auth.ScopesKey+" "+strings.Join(c.Scopes, " "))
	}
	if c.InBody {
		parts = append(parts, auth.ClientAuthKey+" "+auth.ByPost)
	}
	return c.Kind.Name + " " + strings.Join(parts, ", ")
}

func constantText(q *plan.Constant) string { return ir.Written(q.Value) }

func headerText(h *plan.Header) string { return ir.Written(h.Value) }

// retryText describes a retry policy. It is empty for the default of the run-time library.
func retryText(r plan.Retry) string {
	if r.IsZero() {
		return ""
	}
	text := fmt.Sprintf("%d attempts, %s to %s apart", r.Attempts, r.Backoff, r.MaxWait)
	if r.On != nil {
		text += ", after " + plan.CausesText(r.On)
	}
	return text
}

// cachingText describes how long answers are kept. It is empty if they are not.
func cachingText(c plan.Caching) string {
	switch {
	case c.HTTP:
		return "http"
	case c.TTL > 0:
		return c.TTL.String()
	}
	return ""
}

// countText describes a limit in numbers. It is empty for none.
func countText(n int64) string {
	if n == 0 {
		return ""
	}
	return strconv.FormatInt(n, 10)
}

// responseText describes a limit in bytes. It is empty for the default.
func responseText(bytes int64) string {
	if bytes == 0 {
		return ""
	}
	return fmt.Sprintf("%d bytes", bytes)
}

// sent is a secret that is sent to a host at a place of the manifest.
type sent struct{ name, place, host string }

// secrets adds a change for each secret that was not sent from its place to its host before.
func (c *comparison) secrets(was, is []sent) {
	for i, s := range is {
		if !slices.Contains(was, s) && !slices.Contains(is[:i], s) {
			c.add(SecretSent, s.place, "", s.name+" to "+s.host)
		}
	}
}

// secretsOfUpstream returns the secrets that are sent with every call of an upstream, which may be nil.
func secretsOfUpstream(p *plan.Plan, u *plan.Upstream) []sent {
	if u == nil {
		return nil
	}
	return toHosts(secret.OfUpstream(p, u))
}

func toHosts(secrets []secret.Sent) []sent {
	var list []sent
	for _, s := range secrets {
		list = append(list, sent{s.Name, s.Place, s.Host})
	}
	return list
}
