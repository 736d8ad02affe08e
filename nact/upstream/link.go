package upstream

import (
	"errors"
	"net/url"
	"strings"
)

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
