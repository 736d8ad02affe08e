package upstream

import (
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strconv"
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
	errElsewhere = redirectError("the upstream redirected to an origin that is neither its own nor one of its redirects in the manifest")
)

// elsewhere returns err with the origin that the upstream named, for the log.
func elsewhere(err error, target string) error {
	const longest = 100
	return fmt.Errorf("%w: %s", err, strconv.QuoteToASCII(target[:min(len(target), longest)]))
}

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
	keys    string   // the API keys of the request, as a query has them
	trusted bool     // it never left the upstream's origin
	added   []string // parameters of the query that its signature has
}

// follow returns the hop that location asks for: one of the upstream's own origin (scheme, host and port), or of one that
// the client may be redirected to. What leaves the upstream's origin loses the credentials and every header but Accept and
// User-Agent for good: a host that redirects back must not choose what is called with them.
func (c *Client) follow(r *request, from hop, location string) (hop, error) {
	if location == "" {
		return hop{}, errLocation
	}
	target, err := from.url.Parse(location)
	if err != nil {
		return hop{}, errLocation
	}
	own, to := origin(c.base), origin(target)
	switch {
	case target.Scheme != "http" && target.Scheme != "https" || target.Hostname() == "":
		return hop{}, errScheme
	case from.url.Scheme == "https" && target.Scheme == "http":
		return hop{}, errDowngrade
	case to != own && !slices.Contains(c.redirects, to):
		return hop{}, elsewhere(errElsewhere, to)
	}
	target.User, target.Fragment = nil, ""
	next := hop{url: target, header: from.header, keys: from.keys, trusted: from.trusted && to == own}
	if from.trusted && !next.trusted {
		next.header, next.keys = make(http.Header), ""
		for _, name := range []string{"Accept", "User-Agent"} {
			if values := from.header.Values(name); values != nil {
				next.header[name] = values
			}
		}
	}
	target.RawQuery = r.ownQuery(withoutParams(target.RawQuery, from.added), next.keys)
	return next, nil
}

// ownQuery returns the query of a URL that the upstream answered, without the API keys of the request, and with keys behind it: upstreams tend to
// echo the query they were called with. keys are those that the target may have; empty: none. What no query can hold is percent-encoded.
func (r *request) ownQuery(query, keys string) string {
	query = string(appendEscaped(nil, query, sentInQuery))
	if r.credentials == nil {
		return query
	}
	return r.credentials.replaceKeys(query, keys)
}

// sentInQuery reports whether c can stand in the query of a request as it is, percent-encoded text included.
func sentInQuery(c byte) bool {
	return ' ' < c && c < 0x7f && c != '"' && c != '<' && c != '>'
}

// parseOrigins returns origins in the one spelling of [origin].
func parseOrigins(texts []string) ([]string, error) {
	origins := make([]string, len(texts))
	for i, text := range texts {
		parsed, err := parseBase(text)
		if err != nil || strings.Trim(parsed.Path, "/") != "" {
			return nil, fmt.Errorf("redirects: %q is no origin, such as https://files.example.com", text)
		}
		origins[i] = origin(parsed)
	}
	return origins, nil
}

// origin returns scheme, host and port of a URL in one spelling. Letters beyond ASCII stay as they are: some of them have an
// ASCII letter as their lower case, and a host that is spelled with them is another one.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"http": "80", "https": "443"}[u.Scheme]
	}
	host := strings.Map(func(r rune) rune {
		if 'A' <= r && r <= 'Z' {
			return r + 'a' - 'A'
		}
		return r
	}, u.Hostname())
	return u.Scheme + "://" + net.JoinHostPort(host, port)
}

// errLink is a link that is not followed. It never quotes the link, which may hold secrets.
var errLink = errors.New("the upstream's next link leads elsewhere")

// linked returns the URL to which link leads from that of r, with its API keys. It has the client's own scheme and host, and
// a path below the client's base path, also for servers that resolve percent-encoded dots and backslashes.
func (c *Client) linked(r *request, link string) (*url.URL, error) {
	to, err := r.url.Parse(link)
	if err != nil {
		return nil, errLink // err quotes the link
	}
	if own, other := origin(c.base), origin(to); other != own {
		return nil, elsewhere(errLink, other)
	}
	path := to.EscapedPath()
	plain, err := url.PathUnescape(path)
	below, ok := strings.CutPrefix(path, c.basePath)
	if err != nil || !ok || below != "" && below[0] != '/' || to.User != nil || climbs(plain) {
		return nil, errLink
	}
	return &url.URL{Scheme: c.base.Scheme, Host: c.base.Host, Path: plain, RawPath: path, RawQuery: r.ownQuery(to.RawQuery, r.keys)}, nil
}

// climbs reports whether a path has a segment . or .., also one that ends with a backslash or goes on with path parameters.
func climbs(path string) bool {
	for segment := range strings.FieldsFuncSeq(path, func(r rune) bool { return r == '/' || r == '\\' }) {
		if name, _, _ := strings.Cut(segment, ";"); name == "." || name == ".." {
			return true
		}
	}
	return false
}

// withoutParams returns a query without parameters of these names.
func withoutParams(query string, names []string) string {
	if len(names) == 0 {
		return query
	}
	kept := slices.DeleteFunc(strings.Split(query, "&"), func(part string) bool {
		name, _, _ := strings.Cut(part, "=")
		plain, err := url.QueryUnescape(name)
		return err != nil || slices.Contains(names, plain)
	})
	return strings.Join(kept, "&")
}
