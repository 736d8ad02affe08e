package server

import (
	"crypto/tls"
	"crypto/x509"
	"log"
	"log/slog"
	"net/http"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/health"
	"github.com/nactgen/nactgen/nact/invocation"
)

// Secure has a server encrypt its connections, which are HTTP/2 where the client speaks that. most is how many requests of that there may be at one time: of
// HTTP/1.1, whose connections have one each, as many connections may be open.
func (c *Certificates) Secure(s *http.Server, most int, logger *slog.Logger) {
	tellCertificate(logger, c.config.Load())
	s.TLSConfig = &tls.Config{
		GetConfigForClient: func(*tls.ClientHelloInfo) (*tls.Config, error) { return c.current(logger), nil },
		Certificates:       c.config.Load().Certificates, // which net/http wants to see, and nobody uses
		MinVersion:         c.minimum, NextProtos: protocols,
	}
	s.HTTP2 = &http.HTTP2Config{MaxConcurrentStreams: streamsOfConnection}
	s.ErrorLog = log.New(handshakes{lines{logger}}, "", 0)
	s.Handler = &secured{next: s.Handler, certificates: c, most: int64(most), logger: logger}
}

// streamsOfConnection is how many requests a client can have in one connection at a time: as many as RFC 9113 wants at least.
const streamsOfConnection = 100

// handshakes writes what net/http reports to a log. That a client has not come to terms with the server is no warning: whatever looks for open ports causes it.
type handshakes struct{ lines }

func (h handshakes) Write(line []byte) (int, error) {
	if rest, found := strings.CutPrefix(string(line), "http: TLS handshake error from "); found {
		h.logger.Info("a connection was not secured", "line", nact.Printable(strings.TrimSuffix(rest, "\n"), loggedText))
		return len(line), nil
	}
	return h.lines.Write(line)
}

// secured stands before the handler of a program whose connections are encrypted.
type secured struct {
	next         http.Handler
	certificates *Certificates
	most         int64 // requests of HTTP/2
	logger       *slog.Logger
	running      atomic.Int64 // of these
}

// ServeHTTP answers health checks to anybody: those who watch a service have no certificate, and learn nothing.
func (s *secured) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path == health.Live || r.URL.Path == health.Ready {
		s.next.ServeHTTP(w, r)
		return
	}
	if s.certificates.clients != "" && !s.certificates.Optional {
		name, refused := callerOf(r.TLS)
		if refused != "" {
			line := invocation.Line{Status: http.StatusForbidden, More: []slog.Attr{slog.String("cause", refused)}}
			line.Refuse(w, r, refused, s.logger)
			return
		}
		if s.certificates.Unguarded {
			r = r.WithContext(nact.WithCaller(r.Context(), &nact.Caller{ID: "certificate:" + name, Private: true}))
		}
	}
	if r.ProtoMajor >= 2 {
		defer s.running.Add(-1)
		if s.running.Add(1) > s.most {
			w.Header().Set("Retry-After", "1")
			line := invocation.Line{Status: http.StatusServiceUnavailable, Level: slog.LevelWarn}
			line.Refuse(w, r, "The service has as many requests as it may. This one was not begun: send it again later.", s.logger)
			return
		}
		w = &stream{w, http.NewResponseController(w), writeTimeout}
	}
	s.next.ServeHTTP(w, r)
}

// callerOf returns what the certificate of whoever has a connection calls it, or why that is not enough. The handshake has held it to the authorities; a
// connection may last longer than it is good.
func callerOf(state *tls.ConnectionState) (name, refused string) {
	if state == nil || len(state.VerifiedChains) == 0 {
		return "", "This service wants a certificate of its callers, and the connection has none."
	}
	leaf := state.PeerCertificates[0]
	if time.Now().After(leaf.NotAfter) {
		return "", "The certificate of the caller has expired."
	}
	if name = nameOf(leaf); name == "" {
		return "", "The certificate of the caller names nobody."
	}
	return name, ""
}

// nameOf returns the first name that a certificate has: a URI, as those of SPIFFE, a DNS name, an address of mail, or the common name of its subject.
func nameOf(c *x509.Certificate) string {
	switch {
	case len(c.URIs) > 0:
		return c.URIs[0].String()
	case len(c.DNSNames) > 0:
		return c.DNSNames[0]
	case len(c.EmailAddresses) > 0:
		return c.EmailAddresses[0]
	}
	return c.Subject.CommonName
}

// stream is the answer to a request of HTTP/2. Its client has a limited time to take each piece, as that of a [connection] has: it can keep one answer from
// being sent while it takes others.
type stream struct {
	http.ResponseWriter
	control *http.ResponseController
	limit   time.Duration
}

// Write lets the time begin, which goes on until a flush, or the end.
func (s *stream) Write(b []byte) (int, error) {
	if err := s.control.SetWriteDeadline(time.Now().Add(s.limit)); err != nil {
		return 0, err
	}
	return s.ResponseWriter.Write(b)
}

// FlushError sends what was written, and ends its time: the next piece may be long in coming.
func (s *stream) FlushError() error {
	if err := s.control.Flush(); err != nil {
		return err
	}
	return s.control.SetWriteDeadline(time.Time{})
}

// Unwrap is for [http.ResponseController].
func (s *stream) Unwrap() http.ResponseWriter { return s.ResponseWriter }
