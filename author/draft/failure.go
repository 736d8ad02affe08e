package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/internal/yamlout"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/spec"
)

// foresight is an error status that becomes a failure: its name, and its description unless the document has a better one.
type foresight struct{ status, name, means string }

// foreseen are the error statuses about which an agent can do something.
var foreseen = []foresight{
	{"404", "NOT_FOUND", "There is no such thing. Ask what is meant, or how it is spelled."},
	{"409", "CONFLICT", "It is at odds with what is there already."},
	{"410", "GONE", "It was there, and is no more."},
	{"422", "REFUSED", "The API refuses what was given. Correct the inputs."},
}

// foreseen reports whether an error of the document becomes a failure.
func (op *Operation) foreseen() bool {
	return slices.ContainsFunc(foreseen, func(f foresight) bool { _, ok := op.refusal(f); return ok })
}

// refusal returns the description of a failure, and reports false if the document does not have its status.
func (op *Operation) refusal(f foresight) (means string, ok bool) {
	i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == f.status })
	if i < 0 {
		return "", false
	}
	means = period(plain(op.Responses[i].Description, mostOfValue))
	switch words := len(strings.Fields(means)); {
	case f.status == "422" && words < 2:
		return "", false
	case words < 4:
		return f.means, true
	}
	return means, true
}

// failures are the errors that a tool foresees, and the rules of its step for them.
type failures struct {
	declared mapping
	rules    list
}

// foresee declares failures for errors that the document has, and that an agent can do something about.
func foresee(op *Operation, r *request) failures {
	var all failures
	for _, f := range foreseen {
		means, ok := op.refusal(f)
		if !ok {
			continue
		}
		detail := ""
		if f.status == "404" {
			if detail = r.notFound(); detail == "" && means == f.means {
				means = "Nothing is there for what was given."
			}
		}
		all.declared.Add(f.name, text(means))
		all.rules = append(all.rules, yamlout.Map("status", literal(f.status), "fail", f.name, "detail", detail))
	}
	return all
}

// notFound returns the detail of a 404, which repeats the input that the path ends with, or "" if there is no such input.
func (r *request) notFound() string {
	var named []*input
	for _, p := range r.parameters {
		if p.use == asked && p.in == "path" && p.input.Type != nact.Enum && p.input.Type != nact.List {
			named = append(named, p.input)
		}
	}
	if len(named) == 0 {
		return ""
	}
	in := named[len(named)-1]
	words := split(in.ID)
	if len(words) > 1 && has(words[len(words)-1:], idWords...) {
		words = words[:len(words)-1]
	}
	return "There is no " + strings.Join(words, " ") + " ${inputs." + in.ID + "}."
}
