package server

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
)

// fileSuffix is what follows the name of a variable in the name of the one that names a file with its value.
const fileSuffix = "_FILE"

// hasFile reports whether the value of a variable of a service can stand in a file: not if that name is a variable of its own.
func hasFile(variables []nact.Variable, v nact.Variable) bool {
	return !slices.ContainsFunc(variables, func(other nact.Variable) bool { return other.Name == v.Name+fileSuffix })
}

// prefix begins the variables of the environment that are settings of programs.
const prefix = "NACT_"

// unknownVariables returns an error for each variable in environ that begins as those of programs do and that p does not read: with a
// misspelt name, what the operator has said would count for nothing. A variable without a value says nothing. None of the errors repeats a value.
func unknownVariables(p Program, table []Setting, environ []string) []error {
	known := []string{"STDIO", "ALLOW_ANYONE"} // of a program without the flags they say nothing
	for _, t := range table {
		if name, ours := strings.CutPrefix(t.Variable, prefix); ours {
			known = append(known, name)
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
		if meant := nact.Nearest(name, known); asks[flagOf(name)] != "" {
			way = generateWith(asks[flagOf(name)])
		} else if meant != "" {
			way = "did you mean " + prefix + meant + "?"
		}
		findings = append(findings, fmt.Errorf("%s: the program reads no such variable; %s", nact.Printable(variable, loggedText), way))
	}
	return findings
}

// flagOf returns the flag that the variable of a name would override, without its prefix.
func flagOf(name string) string {
	return strings.Replace(strings.ReplaceAll(strings.ToLower(name), "_", "-"), "upstreams-", "upstream-", 1)
}

// refuseFiles is [ReadFiles] of a program that reads none: a variable that names one would count for nothing.
func refuseFiles(variables []nact.Variable, getenv func(string) string) (_ VariableFiles, findings []error) {
	for _, v := range variables {
		if where := v.Name + fileSuffix; hasFile(variables, v) && getenv(where) != "" {
			findings = append(findings, fmt.Errorf("%s: the program reads no values from files; %s", where, generateWith("go: {program: [files]}")))
		}
	}
	return nil, findings
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
		if s.files != nil {
			if text, ok := s.files.Text(name); ok {
				return text, true
			}
		}
		text := getenv(name)
		return text, text != ""
	}
}
