package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// Limits of a connection. A tool has its own timeout; writing is bounded so that a client that stops reading does not
// hold a connection for ever, and generously so that no tool that polls is cut off.
const (
	readHeaderTimeout = 5 * time.Second
	readTimeout       = 30 * time.Second
	writeTimeout      = 10 * time.Minute
	idleTimeout       = 2 * time.Minute
	maxHeader         = 64 << 10
)

// serve listens, says where on stdout, and serves until ctx is done and the requests that run then have ended.
func serve(ctx context.Context, s *settings, handler http.Handler, logger *slog.Logger, stdout io.Writer) error {
	listener, err := net.Listen("tcp", s.addr)
	if err != nil {
		return err
	}
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: readHeaderTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      writeTimeout,
		IdleTimeout:       idleTimeout,
		MaxHeaderBytes:    maxHeader,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelWarn),
	}
	fmt.Fprintf(stdout, "listening on http://%s\n", listener.Addr())
	logger.Info("listening", "addr", listener.Addr().String(), "root", s.root)

	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err := <-failed:
		return err
	case <-ctx.Done():
		return shutDown(server, s.drain, logger)
	}
}

// shutDown lets running requests end. Those that take longer than the limit are cut off, and that is an error.
func shutDown(server *http.Server, limit time.Duration, logger *slog.Logger) error {
	logger.Info("shutting down", "limit", limit.String())
	ctx, cancel := context.WithTimeout(context.Background(), limit)
	defer cancel()
	err := server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		server.Close()
		return fmt.Errorf("requests were still running %s after the shutdown began, and were cut off", limit)
	}
	if err == nil {
		logger.Info("stopped")
	}
	return err
}
