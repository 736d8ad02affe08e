package draft

import (
	"slices"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/spec"
)

// foresight is an error that is foreseen.
type foresight struct{ status, name, means string }

// foreseen are the statuses that become declared failures: what each is called, and what it means where the document does not say.
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

// refusal is what the document says of a status that is foreseen.
func (op *Operation) refusal(f foresight) (said string, ok bool) {
	i := slices.IndexFunc(op.Responses, func(r *spec.Response) bool { return r.Status == f.status })
	if i < 0 {
		return "", false
	}
	said = period(plain(op.Responses[i].Description, mostOfValue))
	switch words := len(strings.Fields(said)); {
	case f.status == "422" && words < 2:
		return "", false
	case words < 4:
		return f.means, true
	}
	return said, true
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
		said, ok := op.refusal(f)
		if !ok {
			continue
		}
		rule := mapping{{Key: "status", Value: literal(f.status)}, {Key: "fail", Value: text(f.name)}}
		if detail := r.notFound(); f.status == "404" && detail != "" {
			rule.Add("detail", text(detail))
		} else if said == f.means && f.status == "404" {
			said = "Nothing is there for what was given."
		}
		all.declared.Add(f.name, text(said))
		all.rules = append(all.rules, rule)
	}
	return all
}

// notFound says what was not found, where the path names one thing.
func (r *request) notFound() string {
	var named []*input
	for _, p := range r.parameters {
		if p.use == asked && p.in == "path" && p.input.Type != nact.Enum {
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
