package server

import (
	"net"
	"net/http"
	"net/netip"
	"slices"
	"strings"
)

// access says to whom the program answers. Both of its rules are about browsers, which call for any page that a person
// looks at: a page of a foreign origin gets nothing; and a page that has made the name of its host point to this
// machine, so that it is no foreign one to the browser, gets nothing either, since no such name is among hosts.
type access struct {
	anyHost bool
	hosts   []string // beside the names of the loopback interface
	origins []string // beside the host that the request is for
}

// newAccess returns the rules for a program that listens at addr. At an address that other machines reach, the program
// cannot know its names: it answers to any unless there are settings.
func newAccess(s *settings, addr net.Addr) access {
	tcp, ok := addr.(*net.TCPAddr)
	loopback := ok && tcp.IP.IsLoopback()
	return access{anyHost: !loopback && len(s.hosts) == 0, hosts: s.hosts, origins: s.origins}
}

// refusal returns the status and the reason with which a request is refused, or 0.
func (a *access) refusal(r *http.Request) (status int, detail string) {
	if !a.anyHost && !a.hasHost(r.Host) {
		return http.StatusMisdirectedRequest, "This service does not answer to the host name of the request. Its operator can allow it: --allow-host."
	}
	for _, origin := range r.Header["Origin"] {
		if !a.hasOrigin(origin, r.Host) {
			return http.StatusForbidden, "This service does not answer to pages of other origins. Its operator can allow one: --allow-origin."
		}
	}
	return 0, ""
}

func (a *access) hasHost(host string) bool {
	name := plainHost(withoutPort(host))
	if name == "localhost" || strings.HasSuffix(name, ".localhost") || slices.Contains(a.hosts, name) {
		return true
	}
	ip, err := netip.ParseAddr(name)
	return err == nil && ip.Unmap().IsLoopback()
}

// hasOrigin reports whether a page of the origin may call host.
func (a *access) hasOrigin(origin, host string) bool {
	scheme, own, found := strings.Cut(origin, "://")
	if found && (scheme == "http" || scheme == "https") && strings.EqualFold(own, host) {
		return true
	}
	return slices.Contains(a.origins, strings.ToLower(origin))
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
