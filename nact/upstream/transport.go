package upstream

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"time"
)

// TransportConfig is what an operator says about the connections to upstreams. The zero TransportConfig is that of [NewTransport].
type TransportConfig struct {
	// Proxy is where all requests go; nil: to their hosts. With ProxyFromEnvironment it is what HTTPS_PROXY, HTTP_PROXY and NO_PROXY say.
	Proxy                *url.URL
	ProxyFromEnvironment bool

	Roots       *x509.CertPool // who vouches for hosts; nil: whom the system trusts
	MinTLS      uint16         // the oldest version, as package tls has it; 0: 1.2
	Connections int            // at most so many to a host at one time; further requests wait, in the time of their attempts. 0: any number

	// Networks are those that calls may lead to though none may by itself: see [NewTransport].
	Networks []netip.Prefix
}

// String says what the configuration is, without the user and the password of the proxy.
func (c TransportConfig) String() string {
	proxy := "none"
	switch {
	case c.ProxyFromEnvironment:
		proxy = "environment"
	case c.Proxy != nil:
		proxy = c.Proxy.Scheme + "://" + c.Proxy.Host
	}
	return fmt.Sprintf("proxy %s, TLS from %s, own roots %t, %d connections, networks %v", proxy, tls.VersionName(c.minTLS()), c.Roots != nil, c.Connections, c.Networks)
}

// GoString is String.
func (c TransportConfig) GoString() string { return c.String() }

// LogValue is String.
func (c TransportConfig) LogValue() slog.Value { return slog.StringValue(c.String()) }

func (c TransportConfig) minTLS() uint16 { return cmp.Or(c.MinTLS, tls.VersionTLS12) }

// NewTransport returns a transport for all upstreams of a service to share. It
// keeps many connections to one host open, as a service that calls few hosts
// often wants; speaks HTTP/2 where the host does, and finds out when such a
// connection is dead; gives up a connection attempt early enough for another
// one within the usual timeout of a call.
//
// It uses no proxy, whatever the environment says: what a service does comes
// from its configuration alone. [TransportConfig.New] makes one that does.
//
// No connection is made to an address that serves a machine and not its callers: one of a link, where clouds have their metadata, and
// the like. Where a redirect leads, that goes for private addresses as well, unless the upstream that redirects is at one itself. What
// counts is the address that a name has resolved to, at the moment of the connection. Behind a proxy it is the proxy's.
func NewTransport() *http.Transport { return TransportConfig{}.New() }

// New returns a transport as [NewTransport] does.
func (c TransportConfig) New() *http.Transport {
	guard := &guard{dialer: net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}, networks: c.Networks}
	transport := &http.Transport{
		DialContext:            guard.dial,
		TLSClientConfig:        &tls.Config{RootCAs: c.Roots, MinVersion: c.minTLS()},
		TLSHandshakeTimeout:    3 * time.Second,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		MaxConnsPerHost:        c.Connections,
		MaxIdleConns:           2048,
		MaxIdleConnsPerHost:    1024,
		IdleConnTimeout:        90 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 256 << 10,
		ReadBufferSize:         16 << 10,
	}
	switch {
	case c.ProxyFromEnvironment:
		transport.Proxy = guard.noting(http.ProxyFromEnvironment)
	case c.Proxy != nil:
		transport.Proxy = guard.noting(http.ProxyURL(c.Proxy))
	}
	return transport
}
