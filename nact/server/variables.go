package server

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// prefix begins the variables of the environment that are settings of programs.
const prefix = "NACT_"

// unknownVariables returns an error for each variable in environ that begins as those of programs do and that p does not read: with a
// misspelt name, what the operator has said would count for nothing. A variable without a value says nothing. None of the errors repeats a value.
func unknownVariables(p Program, table []setting, environ []string) []error {
	known := []string{"STDIO", "ALLOW_ANYONE"} // of a program without the flags they say nothing
	for _, t := range table {
		if t.variable != "" {
			known = append(known, t.variable[len(prefix):])
		}
	}
	for _, name := range p.Upstreams {
		known = append(known, upstreamVariable(name)[len(prefix):])
	}
	for _, v := range p.Environment {
		if name, ours := strings.CutPrefix(v.Name, prefix); ours {
			known = append(known, name, name+fileSuffix)
		}
	}
	var findings []error
	for _, assignment := range slices.Sorted(slices.Values(environ)) {
		variable, value, _ := strings.Cut(assignment, "=")
		name, ours := strings.CutPrefix(variable, prefix)
		if !ours || value == "" || slices.Contains(known, name) || isServiceLink(variable, value) {
			continue
		}
		way := "--help lists those that it reads"
		if meant := nact.Nearest(name, known); meant != "" {
			way = "did you mean " + prefix + meant + "?"
		}
		findings = append(findings, fmt.Errorf("%s: the program reads no such variable; %s", nact.Printable(variable, loggedText), way))
	}
	return findings
}

// isServiceLink reports whether a variable is one of those by which Kubernetes tells a container of each service of its namespace; that of the
// program may be called nact-tools.
func isServiceLink(name, value string) bool {
	return serviceLink.MatchString(name) || portLink.MatchString(name) && linkedPort.MatchString(value)
}

var (
	serviceLink = regexp.MustCompile(`_(SERVICE_HOST|SERVICE_PORT(_[A-Z0-9_]+)?|PORT_[0-9]+_(TCP|UDP|SCTP)(_(PROTO|PORT|ADDR))?)$`)
	portLink    = regexp.MustCompile(`_PORT$`)
	linkedPort  = regexp.MustCompile(`^(tcp|udp|sctp)://`)
)

// lookup returns the value of a variable of the service: that of the environment, or of a file.
func (s *settings) lookup(getenv func(string) string) func(string) (string, bool) {
	return func(name string) (string, bool) {
		if file, ok := s.files[name]; ok {
			return file.text(), true
		}
		text := getenv(name)
		return text, text != ""
	}
}

// upstreamVariable returns the environment variable that says what --upstream says: NACT_UPSTREAM_GEO_CODER for geo-coder.
func upstreamVariable(name string) string {
	return "NACT_UPSTREAM_" + notInVariable.ReplaceAllString(strings.ToUpper(name), "_")
}

var notInVariable = regexp.MustCompile("[^A-Z0-9]")
