package access

import (
	"fmt"
	"net/netip"
	"net/url"
	"strings"
)

// ParseHost returns a host name or an IP address for [Rules] in its plain spelling, or an error if text is none.
func ParseHost(text string) (string, error) {
	name := plainHost(strings.TrimSpace(text))
	if _, err := netip.ParseAddr(name); err != nil && (name == "" || strings.ContainsAny(name, ":/*@[] ")) {
		return "", fmt.Errorf("%q is not a host name or an IP address, without scheme and port", name)
	}
	return name, nil
}

// ParseOrigin returns the origin of pages for [Rules] in its plain spelling, or an error if text is none.
func ParseOrigin(text string) (string, error) {
	origin := strings.ToLower(strings.TrimSpace(text))
	u, err := url.Parse(origin)
	if err != nil || u.Scheme == "" || u.Host == "" || origin != u.Scheme+"://"+u.Host {
		return "", fmt.Errorf("%q is not an origin such as https://tools.example.com", origin)
	}
	return origin, nil
}
