package server

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/nact"
)

// fileSuffix is what follows the name of a variable in the name of the one that names a file with its value.
const fileSuffix = "_FILE"

// maxFile is how long such a file can be, in bytes.
const maxFile = 64 << 10

// hasFile reports whether the value of a variable of a service can stand in a file: not if that name is a variable of its own.
func hasFile(variables []nact.Variable, v nact.Variable) bool {
	return !slices.ContainsFunc(variables, func(other nact.Variable) bool { return other.Name == v.Name+fileSuffix })
}

// readFiles returns the values of those variables of a service that stand in files (nil: none does), and what is wrong with any. No error has anything of a file, or its
// name: whoever confuses the two variables has written a secret there.
func readFiles(variables []nact.Variable, getenv func(string) string) (values map[string]string, findings []error) {
	for _, v := range variables {
		where := v.Name + fileSuffix
		name := getenv(where)
		if name == "" || !hasFile(variables, v) {
			continue
		}
		text, err := readFile(name)
		switch {
		case getenv(v.Name) != "":
			findings = append(findings, fmt.Errorf("%s and %s are both set: leave one of them out", v.Name, where))
		case err != nil:
			findings = append(findings, fmt.Errorf("%s: %w", where, err))
		case values == nil:
			values = map[string]string{v.Name: text}
		default:
			values[v.Name] = text
		}
	}
	return values, findings
}

// readFile returns the text of a file without the line break at its end.
func readFile(name string) (string, error) {
	info, err := os.Stat(name)
	switch {
	case err != nil:
		return "", withoutName(err)
	case !info.Mode().IsRegular():
		return "", errors.New("this is no regular file")
	}
	file, err := os.Open(name)
	if err != nil {
		return "", withoutName(err)
	}
	defer file.Close()
	content, err := io.ReadAll(io.LimitReader(file, maxFile+1))
	text := strings.TrimSuffix(strings.TrimSuffix(string(content), "\n"), "\r")
	switch {
	case err != nil:
		return "", withoutName(err)
	case len(content) > maxFile:
		return "", fmt.Errorf("the file is larger than %d bytes", maxFile)
	case text == "":
		return "", errors.New("the file is empty")
	case !utf8.ValidString(text):
		return "", errors.New("the file is not UTF-8")
	}
	return text, nil
}

// withoutName returns why a file cannot be read.
func withoutName(err error) error {
	var of *fs.PathError
	if errors.As(err, &of) {
		return fmt.Errorf("the file cannot be read: %w", of.Err)
	}
	return err
}

// prefix begins the variables of the environment that are settings of programs.
const prefix = "NACT_"

// unknownVariables returns an error for each variable in environ that begins as those of programs do and that p does not read: with a
// misspelt name, what the operator has said would count for nothing. A variable without a value says nothing. None of the errors repeats a value.
func unknownVariables(p Program, table []setting, environ []string) []error {
	known := []string{"STDIO", "ALLOW_ANYONE"} // of a program without the flags they say nothing
	for _, t := range table {
		if name, ours := strings.CutPrefix(t.variable, prefix); ours {
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
		if text, ok := s.files[name]; ok {
			return text, true
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
