package upstream

import (
	"net"
	"net/http"
	"time"
)

// NewTransport returns a transport for all upstreams of a service to share. It
// keeps many connections to one host open, as a service that calls few hosts
// often wants; speaks HTTP/2 where the host does, and finds out when such a
// connection is dead; gives up a connection attempt early enough for another
// one within the usual timeout of a call.
//
// It uses no proxy, whatever the environment says: what a service does comes
// from its configuration alone. Whoever wants one sets the field Proxy.
func NewTransport() *http.Transport {
	dialer := &net.Dialer{Timeout: 3 * time.Second, KeepAlive: 30 * time.Second}
	return &http.Transport{
		DialContext:            dialer.DialContext,
		TLSHandshakeTimeout:    3 * time.Second,
		ForceAttemptHTTP2:      true,
		HTTP2:                  &http.HTTP2Config{SendPingTimeout: 15 * time.Second, PingTimeout: 5 * time.Second},
		MaxIdleConns:           1024,
		MaxIdleConnsPerHost:    256,
		IdleConnTimeout:        90 * time.Second,
		ExpectContinueTimeout:  time.Second,
		MaxResponseHeaderBytes: 256 << 10,
		ReadBufferSize:         16 << 10,
	}
}
