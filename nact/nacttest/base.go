package nacttest

import (
	"fmt"
	"net/url"
	"strings"
)

// base is where an upstream is to be found.
type base struct {
	upstream string
	url      *url.URL
}

// At says which base URL an upstream has, to which [Replay.RoundTrip] then answers, and returns it. If another upstream stands
// there already, or above or below it, then a request does not say which of them it is for, and At returns [Replay.URL].
func (r *Replay) At(upstream, baseURL string) string {
	at, err := url.Parse(baseURL)
	if err != nil || r.shared(at) {
		return r.URL(upstream)
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.bases = append(r.bases, base{upstream, at})
	return baseURL
}

// shared reports whether another upstream has requests below a base URL, or this one has requests below that of another.
func (r *Replay) shared(at *url.URL) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, other := range r.bases {
		_, below := (base{url: at}).below(other.url)
		if _, above := other.below(at); above || below {
			return true
		}
	}
	return false
}

// target is the URL on a server of the replay.
func (r *Replay) target(asked *url.URL) (*url.URL, error) {
	for _, server := range r.URLs() {
		if server == asked.Scheme+"://"+asked.Host {
			return asked, nil
		}
	}
	r.mu.Lock()
	bases := r.bases
	r.mu.Unlock()
	for _, b := range bases {
		if path, ok := b.below(asked); ok {
			to, err := url.Parse(r.URL(b.upstream) + path)
			if err != nil {
				return nil, err
			}
			to.RawQuery = asked.RawQuery
			return to, nil
		}
	}
	return nil, fmt.Errorf("the example records no answer of %s://%s: none of its upstreams is there", asked.Scheme, asked.Host)
}

// below returns the escaped path that a URL has below the base URL.
func (b base) below(u *url.URL) (path string, ok bool) {
	path, ok = strings.CutPrefix(u.EscapedPath(), strings.TrimRight(b.url.EscapedPath(), "/"))
	return path, ok && b.url.Scheme == u.Scheme && strings.EqualFold(b.url.Host, u.Host) && (path == "" || path[0] == '/')
}
