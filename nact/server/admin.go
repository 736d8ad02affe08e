package server

import (
	"errors"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"strings"

	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/health"
	"github.com/nactgen/nactgen/nact/problem"
)

// Measured is a handler whose metrics can be read. The program serves them at /metrics of its admin address.
type Measured interface {
	http.Handler
	Metrics() http.Handler
}

// admin answers the operator, at an address of its own.
type admin struct {
	http.ServeMux
	access access.Rules
	addr   net.Addr
	level  *slog.LevelVar
	logger *slog.Logger
}

// ServeAdmin serves the operator of a program, at the address that the operator names, until the returned function is called.
func ServeAdmin(o Operated) (end func() error, err error) {
	listener, err := net.Listen("tcp", o.settings.adminAddr)
	if err != nil {
		return nil, err
	}
	logger := o.front.logger
	a := &admin{access: access.Rules{Hosts: o.settings.access.Hosts}, addr: listener.Addr(), level: o.level, logger: logger}
	a.route(o.front)
	server := &http.Server{
		Handler: a, ReadHeaderTimeout: readHeaderTimeout, ReadTimeout: readTimeout, IdleTimeout: idleTimeout, MaxHeaderBytes: maxHeader,
		ErrorLog: log.New(lines{logger}, "", 0),
	}
	logger.Info("serving the operator", "addr", listener.Addr().String())
	if tcp, ok := listener.Addr().(*net.TCPAddr); !ok || !tcp.IP.IsLoopback() {
		logger.Warn("other machines reach the admin address, which asks nobody who it is: let no others but the operator's through to it", "addr", listener.Addr().String())
	}
	go func() {
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			logger.Error("the admin address is served no longer", "cause", err.Error())
		}
	}()
	return server.Close, nil
}

func (a *admin) route(front *front) {
	a.Handle("GET /readyz", front)
	a.HandleFunc("GET /livez", func(w http.ResponseWriter, r *http.Request) {
		r.URL.Path = health.Live
		health.Handler{}.ServeHTTP(w, r)
	})
	a.HandleFunc("GET /log-level", a.showLevel)
	a.HandleFunc("PUT /log-level", a.setLevel)
	a.HandleFunc("GET /debug/pprof/{$}", listProfiles)
	a.HandleFunc("GET /debug/pprof/{name}", serveProfile)
	if measured, ok := front.next.(Measured); ok {
		a.Handle("GET /metrics", measured.Metrics())
	}
}

// ServeHTTP answers health checks whatever host they are for, as that of the service does.
func (a *admin) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != "/livez" && r.URL.Path != health.Ready {
		if status, detail := a.access.Refusal(r, a.addr); status != 0 {
			problem.Refuse(w, r, status, detail)
			return
		}
	}
	a.ServeMux.ServeHTTP(w, r)
}

func (a *admin) showLevel(w http.ResponseWriter, _ *http.Request) {
	plain(w, strings.ToLower(a.level.Level().String())+"\n")
}

// setLevel takes the level as the body, and answers as showLevel does.
func (a *admin) setLevel(w http.ResponseWriter, r *http.Request) {
	text, err := io.ReadAll(io.LimitReader(r.Body, loggedText))
	if err != nil {
		problem.Refuse(w, r, http.StatusBadRequest, "The body could not be read to its end.")
		return
	}
	level, err := parseLevel(strings.TrimSpace(string(text)))
	if err != nil {
		problem.Refuse(w, r, http.StatusBadRequest, "The body must be a level of the log: "+err.Error()+".")
		return
	}
	a.level.Set(level)
	a.logger.Warn("the level of the log was set", "log_level", strings.ToLower(level.String()))
	a.showLevel(w, r)
}

// plain answers with a text.
func plain(w http.ResponseWriter, text string) {
	header := w.Header()
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Cache-Control", "no-store")
	header.Set("Content-Type", "text/plain; charset=utf-8")
	io.WriteString(w, text) // an error means that whoever asked has gone
}
