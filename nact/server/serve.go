package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/gather"
	"github.com/nactgen/nactgen/nact/health"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/problem"
)

// Limits of a connection. None of them is for the time that a tool takes: a tool has its own timeout.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 30 * time.Second // of one write, which an answer usually is
	idleTimeout       = 2 * time.Minute
	maxHeader         = 64 << 10
)

// serve listens, says where on stdout, and serves until ctx is done and the requests that run then have ended.
func serve(ctx context.Context, s *settings, front *front, stdout io.Writer) error {
	logger := front.logger
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	front.addr = listener.Addr()
	server := newServer(front, logger)
	calls, cutOff := context.WithCancelCause(context.Background())
	defer cutOff(nil)
	server.BaseContext = func(net.Listener) context.Context { return calls }
	listen := server.Serve
	if s.tls != nil {
		s.tls.Secure(server, s.maxConnections, logger)
		listen = func(l net.Listener) error { return server.ServeTLS(l, "", "") }
	}
	fmt.Fprintf(stdout, "listening on %s://%s\n", s.scheme, listener.Addr())
	logger.Info("listening", "addr", listener.Addr().String(), "root", s.root)

	failed := make(chan error, 1)
	go func() { failed <- listen(newConnections(listener, s.maxConnections, writeTimeout, logger)) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
	}
	if errors.Is(context.Cause(ctx), errTerminated) {
		front.leaving.Store(true)
		logger.Info("about to shut down", "notice", s.notice.String())
		select {
		case err := <-failed:
			return err
		case <-time.After(s.notice):
		}
	}
	return shutDown(server, s.drain, func() { cutOff(invocation.ErrCutOff) }, logger)
}

// newServer returns a server for [connections]. The handler is a [front], or has one before it.
func newServer(handler http.Handler, logger *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          log.New(lines{logger}, "", 0),
		ConnContext: func(ctx context.Context, c net.Conn) context.Context {
			if c, plain := c.(gather.Connection); plain { // TLS, with HTTP/2 in it, makes pieces of its own
				ctx = gather.WithConnection(ctx, c)
			}
			return access.WithChecked(ctx)
		},
	}
}

// lastWords is how long requests that are cut off have to say what they have come to.
const lastWords = time.Second

// shutDown lets running requests end. Those that take longer than the limit are cut off, and that is an error.
func shutDown(server *http.Server, limit time.Duration, cutOff func(), logger *slog.Logger) error {
	logger.Info("shutting down", "limit", limit.String())
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		cutOff()
		ctx, cancel := context.WithTimeout(context.Background(), lastWords)
		defer cancel()
		_ = server.Shutdown(ctx) // what does not end now is cut off all the same
		server.Close()
		return fmt.Errorf("requests were still running %s after the shutdown began, and were cut off", limit)
	}
	if err == nil {
		logger.Info("stopped")
	}
	return err
}

// loggedText is how much of what a client made up stands in one field of the log at most, in bytes.
const loggedText = 256

var closing = []string{"close"}

// front stands before the handler of a service: it says whether the program is ready, and who may call at all.
type front struct {
	next    http.Handler
	access  access.Rules
	share   func(origins []string, w http.ResponseWriter, r *http.Request) (done bool) // with pages of other origins; nil: with none
	addr    net.Addr                                                                   // where the program listens
	logger  *slog.Logger
	leaving atomic.Bool
}

// ServeHTTP answers health checks whatever host they are for: they come by address, and tell nothing.
func (f *front) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if f.leaving.Load() { // a client that keeps its connection makes another one in time, before this one is closed between two requests of it
		w.Header()["Connection"] = closing
	}
	switch r.URL.Path {
	case health.Ready:
		if why := f.unready(); why != "" {
			problem.Refuse(w, r, http.StatusServiceUnavailable, why)
			return
		}
	case health.Live:
	default:
		if status, detail := f.access.Refusal(r, f.addr); status != 0 {
			f.refuse(w, r, status, detail)
			return
		}
		if f.share != nil && f.share(f.access.Origins, w, r) {
			return
		}
	}
	f.next.ServeHTTP(w, r)
}

// unready returns why no requests are to be sent to the program, or an empty string.
func (f *front) unready() string {
	if f.leaving.Load() {
		return "The service is about to end."
	}
	if service, ok := f.next.(interface{ Ready() error }); ok && service.Ready() != nil {
		return "The service cannot record what calls change."
	}
	return ""
}

func (f *front) refuse(w http.ResponseWriter, r *http.Request, status int, detail string) {
	line := invocation.Line{Status: status, More: []slog.Attr{
		slog.String("host", nact.Printable(r.Host, loggedText)),
		slog.String("origin", nact.Printable(r.Header.Get("Origin"), loggedText)),
	}}
	f.count(r, status)
	line.Refuse(w, r, detail, f.logger)
}

// count tells the metrics of the service, if it has any, of a request that is refused.
func (f *front) count(r *http.Request, status int) {
	measured, ok := f.next.(interface{ Metrics() http.Handler })
	if !ok {
		return
	}
	if counts, ok := measured.Metrics().(interface{ Refused(context.Context, string) }); ok {
		reason := "origin"
		if status == http.StatusMisdirectedRequest {
			reason = "host"
		}
		counts.Refused(r.Context(), reason)
	}
}
