package upstream

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"slices"
	"sync"
	"syscall"
)

// guard makes connections, unless they lead to where no upstream is.
type guard struct {
	dialer   net.Dialer
	networks []netip.Prefix // that are allowed whatever they are

	private sync.Map // host names that were found at private addresses; there are as many as upstreams and their redirects have hosts
	proxies sync.Map // host names of proxies
}

// refusedAddress is why no connection is made to a host: its name has resolved to an address, which is no upstream's.
type refusedAddress struct {
	host    string
	address netip.Addr
	why     string
}

func (e *refusedAddress) Error() string {
	of := ""
	if e.host != e.address.String() {
		of = ", the address of " + e.host + ","
	}
	return fmt.Sprintf("%s%s %s; --allow-upstream-network %[1]s allows it", e.address, of, e.why)
}

type awayKey struct{}

// away returns a context for a request that an upstream has redirected from its own host to another origin.
func away(ctx context.Context, own string) context.Context {
	return context.WithValue(ctx, awayKey{}, own)
}

func (g *guard) dial(ctx context.Context, network, address string) (net.Conn, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, err
	}
	dialer := g.dialer
	dialer.ControlContext = func(_ context.Context, _, resolved string, _ syscall.RawConn) error {
		return g.check(ctx, host, resolved)
	}
	return dialer.DialContext(ctx, network, address)
}

// check returns why a connection for a request with ctx must not be made to a host at a resolved address.
func (g *guard) check(ctx context.Context, host, resolved string) error {
	at, err := netip.ParseAddrPort(resolved)
	if err != nil {
		return err
	}
	address := at.Addr().WithZone("").Unmap()
	if slices.ContainsFunc(g.networks, func(n netip.Prefix) bool { return n.Contains(address) }) {
		return nil
	}
	reached := translated(address)
	if why := forbidden(reached); why != "" {
		return &refusedAddress{host, address, why}
	}
	if !isPrivate(reached) {
		return nil
	}
	own, redirected := ctx.Value(awayKey{}).(string)
	if _, proxy := g.proxies.Load(host); proxy || !redirected || host == own {
		g.private.Store(host, true)
		return nil
	}
	if _, same := g.private.Load(own); same {
		return nil
	}
	return &refusedAddress{host, address, "is private, and the upstream that redirects there is not"}
}

// noting returns a choice of proxies of which the guard knows.
func (g *guard) noting(choose func(*http.Request) (*url.URL, error)) func(*http.Request) (*url.URL, error) {
	return func(r *http.Request) (*url.URL, error) {
		proxy, err := choose(r)
		if proxy != nil {
			g.proxies.Store(proxy.Hostname(), true)
		}
		return proxy, err
	}
}

// forbiddenNetworks are those to which nothing leads, and why.
var forbiddenNetworks = []struct {
	network netip.Prefix
	why     string
}{
	{netip.MustParsePrefix("169.254.0.0/16"), "is link-local, where clouds have their metadata"}, // RFC 3927; 169.254.169.254 of most clouds, 169.254.170.2 and .23 of AWS for containers
	{netip.MustParsePrefix("fe80::/10"), "is link-local"},                                        // RFC 4291, section 2.5.6
	{netip.MustParsePrefix("fd00:ec2::/32"), "is that of the metadata of AWS"},                   // fd00:ec2::254, and ::23 for containers
	{netip.MustParsePrefix("fd20:ce::254/128"), "is that of the metadata of Google Cloud"},
	{netip.MustParsePrefix("100.100.100.200/32"), "is that of the metadata of Alibaba Cloud"},
	{netip.MustParsePrefix("168.63.129.16/32"), "is that of the platform of Azure"}, // the WireServer
	{netip.MustParsePrefix("0.0.0.0/8"), "is no host's"},                            // RFC 1122, section 3.2.1.3; Linux takes 0.0.0.0 for the machine itself
	{netip.MustParsePrefix("::/128"), "is no host's"},                               // RFC 4291, section 2.5.2
	{netip.MustParsePrefix("224.0.0.0/4"), "is a multicast address"},                // RFC 5771
	{netip.MustParsePrefix("ff00::/8"), "is a multicast address"},                   // RFC 4291, section 2.7
	{netip.MustParsePrefix("240.0.0.0/4"), "is reserved"},                           // RFC 1112, section 4; 255.255.255.255 is all hosts
}

// forbidden returns what an address is to which nothing leads, or an empty string.
func forbidden(address netip.Addr) string {
	for _, f := range forbiddenNetworks {
		if f.network.Contains(address) {
			return f.why
		}
	}
	return ""
}

var (
	sharedNetwork = netip.MustParsePrefix("100.64.0.0/10") // RFC 6598: carriers', and of some clouds' own services
	siteNetwork   = netip.MustParsePrefix("fec0::/10")     // RFC 3879: deprecated, and private
)

// isPrivate reports whether an address is one of the machine, or of a network that is not the internet (RFC 1918, RFC 4193).
func isPrivate(address netip.Addr) bool {
	return address.IsLoopback() || address.IsPrivate() || sharedNetwork.Contains(address) || siteNetwork.Contains(address)
}

var (
	nat64Network = netip.MustParsePrefix("64:ff9b::/96") // RFC 6052: the IPv4 address stands at the end
	sixToFour    = netip.MustParsePrefix("2002::/16")    // RFC 3056: and here behind the prefix
)

// translated returns the IPv4 address that an IPv6 address leads to by a translation, or the address.
func translated(address netip.Addr) netip.Addr {
	b := address.As16()
	switch {
	case nat64Network.Contains(address):
		return netip.AddrFrom4([4]byte(b[12:]))
	case sixToFour.Contains(address):
		return netip.AddrFrom4([4]byte(b[2:6]))
	}
	return address
}
