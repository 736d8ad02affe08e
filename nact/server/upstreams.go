package server

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
)

// setUpstreams takes the base URLs of the environment, and those of flags, which override them.
func (s *settings) setUpstreams(p Program, assignments []string, getenv func(string) string) (findings []error) {
	for _, name := range p.Upstreams {
		if base := getenv(upstreamVariable(name)); base != "" {
			s.byFlag[name] = false
			findings = append(findings, s.addUpstream(upstreamVariable(name), name, base))
		}
	}
	for _, assignment := range assignments {
		name, _, _ := strings.Cut(assignment, "=")
		s.byFlag[name] = true
		wrong := s.assignUpstream(p, assignment)
		if wrong != nil {
			delete(s.upstreams, name)
		}
		findings = append(findings, wrong)
	}
	return findings
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

// upstreamVariable returns the environment variable that says what --upstream says: NACT_UPSTREAM_GEO_CODER for geo-coder.
func upstreamVariable(name string) string {
	return "NACT_UPSTREAM_" + notInVariable.ReplaceAllString(strings.ToUpper(name), "_")
}

var notInVariable = regexp.MustCompile("[^A-Z0-9]")
