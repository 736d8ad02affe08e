package server

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/netip"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/setting"
	"github.com/nactgen/nactgen/nact/upstream"
)

// Defaults of the settings.
const (
	defaultAddr           = "127.0.0.1:8080"
	defaultRoot           = "/"
	defaultLog            = "json"
	defaultLevel          = "info"
	defaultNotice         = 5 * time.Second
	defaultMaxConnections = 1024
	defaultLongestCall    = 30 * time.Second // of a tool whose manifest does not say
	drainMargin           = 5 * time.Second  // beside the longest call: to write its answer
)

// settings is what flags and environment say, checked.
type settings struct {
	addr           string
	adminAddr      string // empty: there is none
	audit          string // empty: not said, or not asked for
	root           string
	stdio          bool
	log            string
	level          slog.Level
	sample         int // of calls that succeeded, each so manieth is logged
	access         access.Rules
	limits         invocation.Limits
	maxConnections int
	notice         time.Duration
	drain          time.Duration
	tls            TLS    // by what connections are encrypted; nil: they are not
	scheme         string // of the program's address: http, or https if the operator says by what connections are encrypted
	asksCallers    bool   // callers have to prove by certificates who they are
	allowAnyone    bool
	outbound       upstream.TransportConfig
	upstreams      map[string]string // base URLs
	byFlag         map[string]bool   // of upstreams: whether a flag says the base URL, or the environment
	files          VariableFiles     // nil: no value of the service's variables stands in a file
	said           []said            // what was said of each setting
	explain        bool              // nothing is to be started
	healthcheck    bool              // nothing is to be started
}

// Setting is a flag with its environment variable, or one of them.
type Setting = setting.Setting

// said is what was said of a setting.
type said struct {
	Setting
	byFlag, byVariable string // empty: nothing
	wrong              bool
}

// table lists the settings that a program has but for its upstreams, in the order of the help.
func (s *settings) table(p Program) []Setting {
	drain := cmp.Or(p.LongestCall, defaultLongestCall) + drainMargin
	rows := []struct {
		has bool
		Setting
	}{
		{p.Stdio != nil, Setting{Flag: "stdio", Variable: "NACT_STDIO", Set: truth("stdio", &s.stdio),
			About: "serve the one client that has started the program, over standard input and output, instead of listening"}},
		{p.Admin != nil, Setting{Flag: "admin-addr", Takes: "HOST:PORT", Variable: "NACT_ADMIN_ADDR", Set: s.setAdminAddr,
			About: "where to serve the operator: health, metrics where there are any, the level of the log, profiles"}},
		{p.Audit, Setting{Flag: "audit", Takes: "FILE", Variable: "NACT_AUDIT", Set: func(text string) error { s.audit = text; return nil },
			About: "where to append a line for each call that changed something, or may have; required"}},
		{true, Setting{Flag: "addr", Takes: "HOST:PORT", Variable: "NACT_ADDR", Default: defaultAddr, Set: s.setAddr,
			About: "where to listen; port 0 picks one"}},
		{true, Setting{Flag: "root", Takes: "PATH", Variable: "NACT_ROOT", Default: defaultRoot, Set: s.setRoot,
			About: "the path under which the endpoints stand"}},
		{true, Setting{Flag: "log", Takes: "json|text", Variable: "NACT_LOG", Default: defaultLog, Set: s.setLog,
			About: "the format of the log on standard error"}},
		{true, Setting{Flag: "log-level", Takes: "LEVEL", Variable: "NACT_LOG_LEVEL", Default: defaultLevel, Set: s.setLevel,
			About: "the least level of lines in the log: debug, which has each attempt to call an upstream, info, warn or error"}},
		{p.Sampling != nil, Setting{Flag: "log-sample", Takes: "NUMBER", Variable: "NACT_LOG_SAMPLE", Default: "1", Set: positive("log-sample", &s.sample),
			About: "of calls that succeeded, log one in so many; of others, all"}},
		{true, Setting{Flag: "allow-host", Takes: "NAME", Variable: "NACT_ALLOW_HOST", List: true, Set: listOf("allow-host", &s.access.Hosts, access.ParseHost),
			About: "answer to this host name, and to no others but the machine's own; repeatable"}},
		{p.CORS != nil, Setting{Flag: "allow-origin", Takes: "ORIGIN", Variable: "NACT_ALLOW_ORIGIN", List: true, Set: listOf("allow-origin", &s.access.Origins, access.ParseOrigin),
			About: "serve pages of this origin, such as https://a.example; repeatable"}},
		{true, Setting{Flag: "max-calls", Takes: "NUMBER", Variable: "NACT_MAX_CALLS", Default: strconv.Itoa(invocation.DefaultCalls), Set: positive("max-calls", &s.limits.Calls),
			About: "how many invocations may run at one time"}},
		{true, Setting{Flag: "max-memory", Takes: "SIZE", Variable: "NACT_MAX_MEMORY", Default: sizeText(nact.DefaultMemory), Set: size("max-memory", &s.limits.Memory),
			About: "how much all invocations may hold of what upstreams answer; the process takes about three times as much"}},
		{true, Setting{Flag: "max-call-memory", Takes: "SIZE", Variable: "NACT_MAX_CALL_MEMORY", Default: sizeText(nact.DefaultCallMemory), Set: size("max-call-memory", &s.limits.CallMemory),
			About: "how much one invocation may hold of that"}},
		{true, Setting{Flag: "max-connections", Takes: "NUMBER", Variable: "NACT_MAX_CONNECTIONS", Default: strconv.Itoa(defaultMaxConnections), Set: positive("max-connections", &s.maxConnections),
			About: "how many connections may be open at one time"}},
		{true, Setting{Flag: "notice", Takes: "DURATION", Variable: "NACT_NOTICE", Default: defaultNotice.String(), Set: s.setNotice,
			About: "how long to go on after SIGTERM while /readyz says 503"}},
		{true, Setting{Flag: "drain", Takes: "DURATION", Variable: "NACT_DRAIN", Default: drain.String(), Set: s.setDrain,
			About: "how long running requests may take to end after that"}},
		{true, Setting{Flag: "allow-upstream-network", Takes: "CIDR", Variable: "NACT_ALLOW_UPSTREAM_NETWORK", List: true, Set: listOf("allow-upstream-network", &s.outbound.Networks, parseNetwork),
			About: "let calls lead to this network although it is link-local, of a cloud's metadata, or private where a redirect leads; repeatable"}},
		{!p.Guarded, Setting{Flag: "allow-anyone", Variable: "NACT_ALLOW_ANYONE", Set: truth("allow-anyone", &s.allowAnyone),
			About: "serve whoever reaches the program, though other machines do"}},
	}
	var table []Setting
	for _, row := range rows {
		if row.has {
			table = append(table, row.Setting)
		}
	}
	if p.Egress != nil {
		table = append(table, p.Egress(&s.outbound)...)
	}
	if p.TLS != nil {
		table = append(table, p.TLS.Settings()...)
	}
	return append(table, p.Settings...)
}

// parseSettings reads the environment and then args, which override it. environ are the assignments of the environment: none may be to a
// variable that begins as the program's own do and is none of them. All that is wrong is reported at once; a setting that is wrong has its default then.
func parseSettings(p Program, args []string, getenv func(string) string, environ []string) (*settings, error) {
	s := &settings{upstreams: make(map[string]string), byFlag: make(map[string]bool)}
	table := s.table(p)
	given, err := parseFlags(p, table, args)
	findings := append([]error{err}, unknownVariables(p, table, environ)...)
	s.explain, s.healthcheck = isAsked(given[explainFlag]), isAsked(given[healthcheckFlag])
	for _, t := range table {
		one := said{Setting: t, byFlag: textOf(t, given[t.Flag])}
		if t.Variable != "" {
			one.byVariable = getenv(t.Variable)
		}
		if text := cmp.Or(one.byFlag, one.byVariable, t.Default); text != "" {
			err := t.Set(text)
			one.wrong = err != nil
			findings = append(findings, err)
		}
		if one.wrong && t.Default != "" {
			_ = t.Set(t.Default) // so that what is said of the rest is not about this
		}
		s.said = append(s.said, one)
	}
	findings = append(findings, s.setUpstreams(p, given["upstream"], getenv)...)
	readFiles := p.Files
	if readFiles == nil {
		readFiles = refuseFiles
	}
	files, problems := readFiles(p.Environment, getenv)
	s.files = files
	return s, errors.Join(append(append(findings, problems...), s.secure(p), s.checkReach(p))...)
}

// options returns what a service is made with.
func (s *settings) options(logger *slog.Logger, getenv func(string) string) Options {
	return Options{
		Root: s.root, Upstreams: s.upstreams, Limits: s.limits, Stdio: s.stdio, Proved: s.asksCallers, Audit: s.audit, Transport: s.outbound.New(), Logger: logger, lookup: s.lookup(getenv), files: s.files,
	}
}

func (s *settings) setAddr(text string) error {
	_, port, err := net.SplitHostPort(text)
	if _, unknown := net.LookupPort("tcp", port); err != nil || unknown != nil {
		return fmt.Errorf("addr %q is not HOST:PORT, such as 127.0.0.1:8080, or :8080 for all addresses of the machine", text)
	}
	s.addr = text
	return nil
}

// setAdminAddr wants a host: with none, what is meant for the operator would listen at all addresses of the machine.
func (s *settings) setAdminAddr(text string) error {
	host, port, err := net.SplitHostPort(text)
	if _, unknown := net.LookupPort("tcp", port); err != nil || unknown != nil || host == "" {
		return errors.New("admin-addr is not HOST:PORT, such as 127.0.0.1:9090, or 0.0.0.0:9090 for all addresses of the machine")
	}
	s.adminAddr = text
	return nil
}

func (s *settings) setRoot(text string) error {
	s.root = text
	if !strings.HasPrefix(text, "/") || strings.ContainsAny(text, "?#% ") {
		return fmt.Errorf("root %q is not a path such as / or /api/v1", text)
	}
	return nil
}

func (s *settings) setLog(text string) error {
	s.log = text
	if text != "json" && text != "text" {
		return fmt.Errorf("log format %q is neither json nor text", text)
	}
	return nil
}

func (s *settings) setLevel(text string) (err error) {
	if s.level, err = parseLevel(text); err != nil {
		return fmt.Errorf("log-level %w", err)
	}
	return nil
}

func (s *settings) setNotice(text string) (err error) {
	s.notice, err = time.ParseDuration(text)
	if err != nil || s.notice < 0 {
		return errors.New("the notice is not a duration such as 5s or 0s")
	}
	return nil
}

func (s *settings) setDrain(text string) (err error) {
	s.drain, err = time.ParseDuration(text)
	if err != nil || s.drain <= 0 {
		return errors.New("the time to drain is not a positive duration such as 20s")
	}
	return nil
}

// secure decides how connections of callers are encrypted, and returns what is wrong with what the operator names for that. Who asks for the health of the program
// that runs already reads none of it.
func (s *settings) secure(p Program) error {
	s.scheme = "http"
	if p.TLS == nil {
		return nil
	}
	encrypts, asks := p.TLS.Given()
	if encrypts {
		s.tls, s.scheme = p.TLS, "https"
	}
	s.asksCallers = asks
	if s.healthcheck || s.stdio {
		return nil
	}
	return p.TLS.Open()
}

// checkReach returns an error if other machines reach a program that asks nobody who calls, and the operator has not said that this is meant. Who asks
// for its health need not say it again.
func (s *settings) checkReach(p Program) error {
	if s.stdio || s.healthcheck || s.addr == "" || isLoopback(s.addr) {
		return nil
	}
	if p.TLS != nil && s.scheme == "http" {
		return fmt.Errorf("addr %q is reached by other machines, and the service is one that encrypts what callers send: --tls-cert FILE and --tls-key FILE name its certificate; where something in front of it has that, leave inbound: {tls: true} out of its manifest", s.addr)
	}
	if p.Guarded || s.allowAnyone || s.asksCallers {
		return nil
	}
	return fmt.Errorf("addr %q is reached by other machines, and the service asks nobody who calls: with the key access in its manifest it does; if something in front of it does that, or anybody may call, say --allow-anyone or NACT_ALLOW_ANYONE=true", s.addr)
}

// isLoopback reports whether only the machine itself reaches an address. Of host names, localhost is the one that says so.
func isLoopback(addr string) bool {
	host, _, _ := net.SplitHostPort(addr) // [settings.setAddr] has let it pass
	ip, err := netip.ParseAddr(host)
	return strings.EqualFold(host, "localhost") || err == nil && ip.Unmap().IsLoopback()
}
