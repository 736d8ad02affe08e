package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// Writes reports whether the operation can change something.
func (op *Operation) Writes() bool { return !plan.Reads(op.Method, op.Reads) }

// parent returns the words of the collection whose element a parameter of the path identifies, in the singular: pet for /pets/{id}.
func (op *Operation) parent(name string) []string {
	before, _, ok := strings.Cut(op.Target.Path, "{"+name+"}")
	segments := strings.Split(strings.Trim(before, "/"), "/")
	if !ok {
		return nil
	}
	for i := len(segments) - 1; i >= 0; i-- {
		if words := split(segments[i]); !isParameter(segments[i]) && len(words) > 0 && !version.MatchString(segments[i]) {
			return withLast(words, singular)
		}
	}
	return nil
}

// finder returns the operation with which an agent could find the value of a parameter of the path: one that lists or searches the collection above it. It
// is empty if there is none.
func (op *Operation) finder(p *part) string {
	before, _, ok := strings.Cut(op.Target.Path, "{"+p.key+"}")
	if !ok {
		return ""
	}
	before = strings.TrimRight(before, "/")
	found := ""
	for _, e := range op.Upstream.listed() {
		switch {
		case e.Method != "GET" && (e.Method != "POST" || !strings.HasSuffix(e.Path, "/search")):
		case e.Path == before || e.Path == before+"/":
			return callOf(e.ID, e.Method, e.Path)
		case e.Path == "/search"+lastOf(before), strings.HasPrefix(e.Path, before+"/") && has(split(e.Path[len(before):]), finds...) && !isParameter(e.Path[len(before):]):
			found = callOf(e.ID, e.Method, e.Path)
		}
	}
	return found
}

// finds are words in the paths of operations that search.
var finds = []string{"search", "find", "query", "lookup", "list", "by"}

func lastOf(path string) string { return path[max(strings.LastIndexByte(path, '/'), 0):] }

// callOf returns the name of an operation for people.
func callOf(id, method, path string) string {
	if id == "" {
		id = method + " " + path
	}
	return oneLine(id, 100)
}

// documented returns the summary or else the description of the operation, if it says anything.
func (op *Operation) documented() string {
	for _, text := range []string{op.Summary, op.Description} {
		if text = plain(text, mostOfTool); says(text, nil) {
			return text
		}
	}
	return ""
}

// isCredential reports whether a parameter is the credential of a security scheme, which the upstream sends.
func (op *Operation) isCredential(p *part) bool {
	return (len(op.Security) > 0 || p.required) && slices.ContainsFunc(op.Upstream.schemes(), func(s *spec.SecurityScheme) bool { return isKey(s, p.in, p.key) })
}

// isKey reports whether a scheme's credential is sent as the parameter with a name.
func isKey(s *spec.SecurityScheme, in spec.Location, name string) bool {
	return s.Type == "apiKey" && spec.Location(s.In) == in && strings.EqualFold(s.Param, name)
}

// keys are the schemes whose credentials the operation requires as parameters, whatever it says of security.
func (op *Operation) keys() spec.Requirement {
	var keys spec.Requirement
	for _, s := range op.Upstream.schemes() {
		if slices.ContainsFunc(op.Parameters, func(p *spec.Parameter) bool { return p.Required && isKey(s, p.In, p.Name) }) {
			keys = append(keys, spec.SchemeUse{Scheme: s.Name})
		}
	}
	return keys
}
