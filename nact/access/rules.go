// Package access says to whom a service answers. Its rules are about browsers, which call for any page that a person looks
// at: a page of a foreign origin gets nothing; and a page that has made the name of its host point to this machine, so that it
// is no foreign one to the browser, gets nothing either, since no such name is one of the service.
package access

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"strings"
)

// Rules are what an operator allows beside what needs no permission. The zero Rules allow nothing further.
type Rules struct {
	Hosts   []string // names and IP addresses of the service beside those of the loopback interface, as [ParseHost] takes them
	Origins []string // whose pages may call, beside those of the host that a request is for, as [ParseOrigin] takes them
}

// Refusal returns the status and the reason with which a request is refused, or 0. addr is where the service listens, or the local address of the
// request's connection. At an address that other machines reach, or if it is nil, the service cannot know its own names: unless there are Hosts,
// it answers to any.
func (rules *Rules) Refusal(r *http.Request, addr net.Addr) (status int, detail string) {
	if !rules.anyHost(addr) && !rules.hasHost(r.Host) {
		return http.StatusMisdirectedRequest, "This service does not answer to the host name of the request. Its operator can allow it: --allow-host, or Hosts of the configuration."
	}
	for _, origin := range r.Header["Origin"] {
		if !rules.hasOrigin(origin, r.Host) {
			return http.StatusForbidden, "This service does not answer to pages of other origins. Its operator can allow one: --allow-origin, or Origins of the configuration."
		}
	}
	return 0, ""
}

func (rules *Rules) anyHost(addr net.Addr) bool {
	tcp, ok := addr.(*net.TCPAddr)
	return len(rules.Hosts) == 0 && !(ok && tcp.IP.IsLoopback())
}

func (rules *Rules) hasHost(host string) bool {
	name := plainHost(withoutPort(host))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") ||
		slices.ContainsFunc(rules.Hosts, func(allowed string) bool { return plainHost(allowed) == name }) {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

// hasOrigin reports whether a page of the origin may call host.
func (rules *Rules) hasOrigin(origin, host string) bool {
	scheme, own, found := strings.Cut(origin, "://")
	if found && (scheme == "http" || scheme == "https") && strings.EqualFold(own, host) {
		return true
	}
	return slices.ContainsFunc(rules.Origins, func(allowed string) bool { return strings.EqualFold(allowed, origin) })
}

// withoutPort returns a Host field without its port.
func withoutPort(host string) string {
	if i := strings.LastIndexByte(host, ':'); i >= 0 && i > strings.IndexByte(host, ']') {
		return host[:i]
	}
	return host
}

// plainHost returns a host in one spelling: in lower case, without the brackets of an IPv6 address and the dot of the root.
func plainHost(host string) string {
	if inner, found := strings.CutPrefix(host, "["); found {
		host = strings.TrimSuffix(inner, "]")
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

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

type checkedKey struct{}

// WithChecked returns the context of a connection, or of a request, whose requests reach their handler only if [Rules] have let them pass. A server
// whose handler stands behind such rules sets it once for a connection: see ConnContext of [net/http.Server].
func WithChecked(ctx context.Context) context.Context {
	return context.WithValue(ctx, checkedKey{}, true)
}

// Checked reports whether requests of the context have passed rules already, so that there is nothing left to check.
func Checked(ctx context.Context) bool { return ctx.Value(checkedKey{}) != nil }
