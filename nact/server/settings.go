package server

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/access"
	"github.com/nactgen/nactgen/nact/invocation"
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
	upstreams      map[string]string
	explain        bool      // nothing is to be started
	healthcheck    bool      // nothing is to be started
	inForce        []inForce // all of it, and the variables of the service
	allowAnyone    bool
	outbound       upstream.TransportConfig
	files          map[string]*valueFile // the service's variables that stand in files
}

// setting is a flag with its environment variable.
type setting struct {
	flag     string // empty: there is only the variable
	takes    string // what help calls its value; empty: the flag takes none
	variable string // empty: there is only the flag
	fallback string // its default; empty: it has none
	about    string
	list     bool // may be repeated; in one text commas stand between
	secret   bool // nobody may see its value
	set      func(text string) error
}

// table lists the settings that a program has but for its upstreams, in the order of the help.
func (s *settings) table(p Program) []setting {
	drain := cmp.Or(p.LongestCall, defaultLongestCall) + drainMargin
	var table []setting
	if p.Stdio != nil {
		table = append(table, setting{flag: "stdio", variable: "NACT_STDIO", set: s.setStdio,
			about: "serve the one client that has started the program, over standard input and output, instead of listening"})
	}
	if p.Admin != nil {
		table = append(table, setting{flag: "admin-addr", takes: "HOST:PORT", variable: "NACT_ADMIN_ADDR", set: s.setAdminAddr,
			about: "where to serve the operator: health, metrics where there are any, the level of the log, profiles"})
	}
	if p.Audit {
		table = append(table, setting{flag: "audit", takes: "FILE", variable: "NACT_AUDIT", set: s.setAudit,
			about: "where to append a line for each call that changed something, or may have; required"})
	}
	table = append(table, []setting{
		{flag: "addr", takes: "HOST:PORT", variable: "NACT_ADDR", fallback: defaultAddr, set: s.setAddr,
			about: "where to listen; port 0 picks one"},
		{flag: "root", takes: "PATH", variable: "NACT_ROOT", fallback: defaultRoot, set: s.setRoot,
			about: "the path under which the endpoints stand"},
		{flag: "log", takes: "json|text", variable: "NACT_LOG", fallback: defaultLog, set: s.setLog,
			about: "the format of the log on standard error"},
		{flag: "log-level", takes: "LEVEL", variable: "NACT_LOG_LEVEL", fallback: defaultLevel, set: s.setLevel,
			about: "the least level of lines in the log: debug, which has each attempt to call an upstream, info, warn or error"},
		{flag: "log-sample", takes: "NUMBER", variable: "NACT_LOG_SAMPLE", fallback: "1", set: positive("log-sample", &s.sample),
			about: "of calls that succeeded, log one in so many; of others, all"},
		{flag: "allow-host", takes: "NAME", variable: "NACT_ALLOW_HOST", list: true, set: listOf("allow-host", &s.access.Hosts, access.ParseHost),
			about: "answer to this host name, and to no others but the machine's own; repeatable"},
		{flag: "allow-origin", takes: "ORIGIN", variable: "NACT_ALLOW_ORIGIN", list: true, set: listOf("allow-origin", &s.access.Origins, access.ParseOrigin),
			about: "serve pages of this origin, such as https://a.example; repeatable"},
		{flag: "max-calls", takes: "NUMBER", variable: "NACT_MAX_CALLS", fallback: strconv.Itoa(invocation.DefaultCalls), set: positive("max-calls", &s.limits.Calls),
			about: "how many invocations may run at one time"},
		{flag: "max-memory", takes: "SIZE", variable: "NACT_MAX_MEMORY", fallback: sizeText(nact.DefaultMemory), set: size("max-memory", &s.limits.Memory),
			about: "how much all invocations may hold of what upstreams answer; the process takes about three times as much"},
		{flag: "max-call-memory", takes: "SIZE", variable: "NACT_MAX_CALL_MEMORY", fallback: sizeText(nact.DefaultCallMemory), set: size("max-call-memory", &s.limits.CallMemory),
			about: "how much one invocation may hold of that"},
		{flag: "max-connections", takes: "NUMBER", variable: "NACT_MAX_CONNECTIONS", fallback: strconv.Itoa(defaultMaxConnections), set: positive("max-connections", &s.maxConnections),
			about: "how many connections may be open at one time"},
		{flag: "notice", takes: "DURATION", variable: "NACT_NOTICE", fallback: defaultNotice.String(), set: s.setNotice,
			about: "how long to go on after SIGTERM while /readyz says 503"},
		{flag: "drain", takes: "DURATION", variable: "NACT_DRAIN", fallback: drain.String(), set: s.setDrain,
			about: "how long running requests may take to end after that"},
	}...)
	table = append(table, outbound(&s.outbound)...)
	return append(table, s.further(p)...)
}

// parseSettings reads the environment and then args, which override it. environ are the assignments of the environment: none may be to a
// variable that begins as the program's own do and is none of them. All that is wrong is reported at once; a setting that is wrong has its default then.
func parseSettings(p Program, args []string, getenv func(string) string, environ []string) (*settings, error) {
	s := &settings{upstreams: make(map[string]string)}
	table := s.table(p)
	given, err := parseFlags(p, table, args)
	findings := append([]error{err}, unknownVariables(p, table, environ)...)
	s.explain, s.healthcheck = isAsked(given[explainFlag]), isAsked(given[healthcheckFlag])
	for _, t := range table {
		byFlag, byVariable := t.text(given[t.flag]), t.fromEnvironment(getenv)
		var wrong error
		if text := cmp.Or(byFlag, byVariable, t.fallback); text != "" {
			wrong = t.set(text)
		}
		if wrong != nil && t.fallback != "" {
			_ = t.set(t.fallback) // so that what is said of the rest is not about this
		}
		findings = append(findings, wrong)
		s.inForce = append(s.inForce, t.shown(byFlag, byVariable, wrong == nil))
	}
	findings = append(findings, s.setUpstreams(p, given["upstream"], getenv)...)
	files, problems := readFiles(p.Environment, getenv)
	s.files = files
	findings = append(findings, problems...)
	s.inForce = append(s.inForce, s.shownVariables(p.Environment, getenv)...)
	return s, errors.Join(append(findings, s.checkReach(p))...)
}

// isAsked reports whether a flag without a value is given.
func isAsked(given []string) bool { return given != nil && !slices.Contains(given, "false") }

// options returns what a service is made with.
func (s *settings) options(logger *slog.Logger, getenv func(string) string) Options {
	return Options{
		Root: s.root, Upstreams: s.upstreams, Limits: s.limits, Stdio: s.stdio, Audit: s.audit, Transport: s.outbound.New(), Logger: logger, lookup: s.lookup(getenv), files: s.files,
	}
}

// instead says what there is for a flag that is expected and not there, by the error about that.
var instead = map[string]string{
	"flag provided but not defined: -port":       ": --addr HOST:PORT says where to listen",
	"flag provided but not defined: -admin-addr": ": the service was generated without an address for its operator; write observe: {metrics: true} in its manifest, and generate it anew",
	"flag provided but not defined: -stdio":      ": the service was generated without MCP; write go: {faces: [nact, mcp]} in its manifest, and generate it anew",
}

// parseFlags returns what args give for each flag.
func parseFlags(p Program, table []setting, args []string) (given map[string][]string, err error) {
	given = make(map[string][]string)
	flags := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Run reports the error
	add := func(name string, define func(name, usage string, f func(string) error)) {
		define(name, "", func(text string) error {
			given[name] = append(given[name], text)
			return nil
		})
	}
	for _, t := range table {
		if t.flag == "" {
			continue
		}
		if t.takes == "" {
			add(t.flag, flags.BoolFunc)
		} else {
			add(t.flag, flags.Func)
		}
	}
	add("upstream", flags.Func)
	add(explainFlag, flags.BoolFunc)
	add(healthcheckFlag, flags.BoolFunc)
	var findings []error
	for err := flags.Parse(args); err != nil; err = flags.Parse(behind(flags.Args())) {
		findings = append(findings, fmt.Errorf("%w%s", err, instead[err.Error()]))
	}
	if flags.NArg() > 0 {
		findings = append(findings, fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0)))
	}
	return given, errors.Join(findings...)
}

// behind returns the arguments from the next flag on: what stands before it may be the value of a flag that there is not.
func behind(args []string) []string {
	next := slices.IndexFunc(args, func(arg string) bool { return strings.HasPrefix(arg, "-") })
	if next < 0 {
		return nil
	}
	return args[next:]
}

// text returns what the flag's values come to: all of a list, the last of anything else.
func (t *setting) text(values []string) string {
	if len(values) == 0 {
		return ""
	}
	if t.list {
		return strings.Join(values, ",")
	}
	return values[len(values)-1]
}

func (s *settings) setStdio(text string) (err error) {
	if s.stdio, err = strconv.ParseBool(text); err != nil {
		return fmt.Errorf("stdio %q is neither true nor false", text)
	}
	return nil
}

func (s *settings) setAudit(text string) error {
	s.audit = text
	return nil
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

// listOf returns a [setting.set] for a list with commas, each element of which parse reads.
func listOf[T any](flag string, list *[]T, parse func(string) (T, error)) func(text string) error {
	return func(text string) error {
		for element := range strings.SplitSeq(text, ",") {
			value, err := parse(element)
			if err != nil {
				return fmt.Errorf("%s %w", flag, err)
			}
			*list = append(*list, value)
		}
		return nil
	}
}

// positive returns a [setting.set] for a whole number from 1.
func positive(flag string, number *int) func(text string) error {
	return func(text string) (err error) {
		if *number, err = strconv.Atoi(text); err != nil || *number < 1 {
			return fmt.Errorf("%s %q is not a whole number from 1", flag, text)
		}
		return nil
	}
}

// size returns a [setting.set] for a number of bytes from 1 MiB, written as that of GOMEMLIMIT is.
func size(flag string, bytes *int64) func(text string) error {
	return func(text string) error {
		digits := strings.TrimRight(text, "KMGiB")
		number, err := strconv.ParseInt(digits, 10, 32)
		unit, known := sizeUnits[text[len(digits):]]
		if *bytes = number * unit; err != nil || !known || *bytes < 1<<20 {
			return fmt.Errorf("%s %q is not a size from 1MiB, such as 512MiB or 2GiB", flag, text)
		}
		return nil
	}
}

var sizeUnits = map[string]int64{"KiB": 1 << 10, "MiB": 1 << 20, "GiB": 1 << 30}

// sizeText is a size in whole MiB.
func sizeText(bytes int64) string { return strconv.FormatInt(bytes>>20, 10) + "MiB" }

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

func (s *settings) setLevel(text string) (err error) {
	if s.level, err = parseLevel(text); err != nil {
		return fmt.Errorf("log-level %w", err)
	}
	return nil
}

// logger returns the log of the program, of lines from level on.
func (s *settings) logger(to *logBuffer, level slog.Leveler) *slog.Logger {
	options := &slog.HandlerOptions{Level: level}
	var handler slog.Handler = slog.NewJSONHandler(to, options)
	if s.log == "text" {
		handler = slog.NewTextHandler(to, options)
	}
	handler = promptHandler{handler, to}
	if s.sample > 1 {
		handler = sampleHandler{handler, uint64(s.sample), new(atomic.Uint64)}
	}
	return slog.New(handler)
}
