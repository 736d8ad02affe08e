package upstream

import (
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

// maxRedirects is how many redirects one attempt follows.
const maxRedirects = 5

// redirectError is a redirect that is not followed. It never quotes the target, which may hold secrets.
type redirectError string

func (e redirectError) Error() string { return string(e) }

const (
	errRedirects = redirectError("the upstream redirected too often")
	errLocation  = redirectError("the upstream redirected without saying where to")
	errScheme    = redirectError("the upstream redirected to something other than http and https")
	errDowngrade = redirectError("the upstream redirected from https to http")
)

// isRedirect reports whether an answer redirects a request that may be sent elsewhere.
func isRedirect(method string, status int) bool {
	if method != http.MethodGet && method != http.MethodHead {
		return false
	}
	switch status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther,
		http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
		return true
	}
	return false
}

// hop is one request on the way through redirects.
type hop struct {
	url     *url.URL
	header  http.Header
	trusted bool // it never left the upstream's origin
}

// follow returns the hop that location asks for. What leaves the origin (scheme,
// host and port) loses the credentials and every header but Accept and
// User-Agent for good: a host that redirects back must not choose what is
// called with them.
func (c *Client) follow(from hop, location string) (hop, error) {
	if location == "" {
		return hop{}, errLocation
	}
	target, err := from.url.Parse(location)
	switch {
	case err != nil:
		return hop{}, errLocation
	case target.Scheme != "http" && target.Scheme != "https" || target.Host == "":
		return hop{}, errScheme
	case from.url.Scheme == "https" && target.Scheme == "http":
		return hop{}, errDowngrade
	}
	target.User, target.Fragment = nil, ""
	next := hop{url: target, header: from.header, trusted: from.trusted && origin(target) == origin(c.base)}
	target.RawQuery = c.redirectQuery(target.RawQuery, next.trusted)
	if from.trusted && !next.trusted {
		next.header = make(http.Header)
		for _, name := range []string{"Accept", "User-Agent"} {
			if values := from.header.Values(name); values != nil {
				next.header[name] = values
			}
		}
	}
	return next, nil
}

// redirectQuery takes the API keys out of a redirect's query, and puts them back
// in if the target may have them. Upstreams tend to echo the query they were called with.
func (c *Client) redirectQuery(query string, trusted bool) string {
	if len(c.secrets.names) == 0 {
		return query
	}
	var kept []string
	for part := range strings.SplitSeq(query, "&") {
		name, _, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		if part != "" && err == nil && !slices.Contains(c.secrets.names, plain) {
			kept = append(kept, part)
		}
	}
	if trusted {
		kept = append(kept, c.secrets.query.String())
	}
	return strings.Join(kept, "&")
}

// origin returns scheme, host and port of a URL in one spelling.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	return u.Scheme + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}
