package server

import (
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/url"
	"slices"
	"strings"
	"time"
)

// Defaults of the settings.
const (
	defaultAddr  = "127.0.0.1:8080"
	defaultRoot  = "/"
	defaultLog   = "json"
	defaultDrain = 20 * time.Second // less than the 30 s after which orchestrators kill
)

// settings is what flags and environment say, checked.
type settings struct {
	addr      string
	root      string
	log       string
	drain     time.Duration
	upstreams map[string]string
}

// parseSettings reads the environment and then args, which override it. All that is wrong is reported at once.
func parseSettings(p Program, args []string, getenv func(string) string) (*settings, error) {
	s := &settings{upstreams: make(map[string]string)}
	given, err := s.parseFlags(p, args)
	if err != nil {
		return nil, err
	}
	s.addr = cmp.Or(s.addr, getenv("NACT_ADDR"), defaultAddr)
	s.root = cmp.Or(s.root, getenv("NACT_ROOT"), defaultRoot)
	s.log = cmp.Or(s.log, getenv("NACT_LOG"), defaultLog)
	findings := []error{s.checkRoot(), s.checkLog(), s.parseDrain(getenv("NACT_DRAIN"))}
	for _, name := range p.Upstreams {
		if base := getenv(upstreamVariable(name)); base != "" {
			findings = append(findings, s.addUpstream(upstreamVariable(name), name, base))
		}
	}
	for _, assignment := range given {
		findings = append(findings, s.assignUpstream(p, assignment))
	}
	return s, errors.Join(findings...)
}

// parseFlags returns what the --upstream flags give.
func (s *settings) parseFlags(p Program, args []string) (upstreams []string, err error) {
	flags := flag.NewFlagSet(p.Name, flag.ContinueOnError)
	flags.SetOutput(io.Discard) // Run reports the error
	flags.StringVar(&s.addr, "addr", "", "")
	flags.StringVar(&s.root, "root", "", "")
	flags.StringVar(&s.log, "log", "", "")
	flags.DurationVar(&s.drain, "drain", 0, "")
	flags.Func("upstream", "", func(assignment string) error {
		upstreams = append(upstreams, assignment)
		return nil
	})
	if err := flags.Parse(args); err != nil {
		return nil, err
	}
	if flags.NArg() > 0 {
		return nil, fmt.Errorf("unexpected argument %q: there are only flags", flags.Arg(0))
	}
	return upstreams, nil
}

func (s *settings) checkRoot() error {
	if !strings.HasPrefix(s.root, "/") || strings.ContainsAny(s.root, "?#% ") {
		return fmt.Errorf("root %q is not a path such as / or /api/v1", s.root)
	}
	return nil
}

func (s *settings) checkLog() error {
	if s.log != "json" && s.log != "text" {
		return fmt.Errorf("log format %q is neither json nor text", s.log)
	}
	return nil
}

func (s *settings) parseDrain(environment string) (err error) {
	if s.drain == 0 && environment != "" {
		s.drain, err = time.ParseDuration(environment)
	}
	s.drain = cmp.Or(s.drain, defaultDrain)
	if err != nil || s.drain < 0 {
		return errors.New("the time to drain is not a positive duration such as 20s")
	}
	return nil
}

// assignUpstream takes the NAME=URL of an --upstream flag.
func (s *settings) assignUpstream(p Program, assignment string) error {
	name, base, found := strings.Cut(assignment, "=")
	if !found {
		return errors.New("--upstream wants NAME=URL")
	}
	if !slices.Contains(p.Upstreams, name) {
		return fmt.Errorf("--upstream %q: there is no such upstream; there is: %s", name, strings.Join(p.Upstreams, ", "))
	}
	return s.addUpstream("--upstream "+name, name, base)
}

// addUpstream never repeats the URL in its message: what is wrong with it may be a password.
func (s *settings) addUpstream(where, name, base string) error {
	u, err := url.Parse(base)
	switch {
	case err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "":
		return fmt.Errorf("%s: the URL must begin with http:// or https:// and a host", where)
	case u.User != nil:
		return fmt.Errorf("%s: the URL must not hold credentials", where)
	case u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		return fmt.Errorf("%s: the URL must end with its path, without query and fragment", where)
	}
	s.upstreams[name] = base
	return nil
}

func (s *settings) logger(w io.Writer) *slog.Logger {
	if s.log == "text" {
		return slog.New(slog.NewTextHandler(w, nil))
	}
	return slog.New(slog.NewJSONHandler(w, nil))
}

// upstreamVariable returns the environment variable that says what --upstream says: NACT_UPSTREAM_GEO_CODER for geo-coder.
func upstreamVariable(name string) string {
	return "NACT_UPSTREAM_" + strings.Map(func(r rune) rune {
		switch {
		case 'a' <= r && r <= 'z':
			return r - 'a' + 'A'
		case 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return r
		}
		return '_'
	}, name)
}
