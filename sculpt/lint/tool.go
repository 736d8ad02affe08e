package lint

import (
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// checkTool warns of what is wrong with a tool by itself.
func checkTool(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	unusedIn(t, calls, found)
	checkExamples(t, calls, found)
	checkPages(t, calls, found)
	m := t.Manifest
	unprotected(m.Steps, calls, found)
	if !strings.Contains(m.Name.V, "_") {
		found.WarnAt(m.Name, "one-word", "the name %s is a single word; say what the tool does to what, as in find_%s", m.Name.V, m.Name.V)
	}
	wording(m.Description, m.Name.V, longTool, found)
	if n := optionalInputs(t.Plan.Signature); n > mostOptionalInputs {
		found.WarnAt(m.Name, "many-options", "%d inputs of %s are optional; an agent fills few of them in well: drop some, or make several tools of it", n, m.Name.V)
	}
	if mirrors(t.Plan) {
		found.WarnAt(m.Name, "mirror", "%s only mirrors one operation; a tool does a whole task of a user, and keeps what is programmatic out of sight", m.Name.V)
	}
	for _, s := range m.Steps {
		if s.Timeout.V > t.Plan.Timeout {
			found.WarnAt(s.Timeout, "timeout", "an attempt of %s may take %s, and %s ends after %s; say more under \"timeout\" of the tool, or less here", s.Name.V, s.Timeout.V, m.Name.V, t.Plan.Timeout)
		}
	}
	for _, f := range m.Failures {
		shown(f.Description, found)
	}
	for i, in := range m.Inputs {
		checkInput(in, t.Plan.Signature.Inputs[i], found)
	}
	for i, out := range m.Outputs {
		checkOutput(out, t.Plan.Signature.Outputs[i].Name, t.Plan.Outputs[i].Value, found)
	}
}

func optionalInputs(s nact.Signature) int {
	n := 0
	for _, in := range s.Inputs {
		if in.Optional {
			n++
		}
	}
	return n
}

func checkInput(m *manifest.Input, in nact.Input, found *diag.List) {
	shown(m.Name, found)
	wording(m.Description, in.Name, longParameter, found)
	if what := programmatic(in); what != "" {
		found.WarnAt(m.ID, "programmatic-input", "the input %s is %s, which an agent's user does not say; ask for what the user knows, and find it out in a step", in.ID, what)
	}
	valueTexts(m.ID, m.Values, found)
}

func checkOutput(m *manifest.Output, name string, value ir.Node, found *diag.List) {
	shown(m.Name, found)
	wording(m.Description, name, longParameter, found)
	valueTexts(m.ID, m.Values, found)
	if n := copied(value); n > mostCopiedFields {
		count := strconv.Itoa(n)
		if n >= manyFields {
			count = "more than " + strconv.Itoa(manyFields-1)
		}
		found.WarnAt(m.ID, "whole-answer", "the output %s copies an answer of %s fields whole; choose those that the agent needs", m.ID.V, count)
	}
}

// programmaticWords are the parts of names that only programs use, and what they stand for.
var programmaticWords = map[string]string{
	"id": "an identifier", "ids": "a list of identifiers", "uuid": "a UUID", "guid": "a UUID",
	"url": "a URL", "uri": "a URL", "href": "a URL", "timestamp": "a timestamp", "epoch": "a timestamp",
	"cursor": "a page token", "token": "a token", "offset": "a page token",
}

var programmaticFormats = map[string]string{"uuid": "a UUID", "uri": "a URL", "date-time": "a timestamp"}

// programmatic says what an input is that its name or format gives away as programmatic, or returns "".
func programmatic(in nact.Input) string {
	if what := programmaticFormats[in.Format]; what != "" {
		return what
	}
	for _, word := range strings.Split(in.ID, "_") {
		if what := programmaticWords[word]; what != "" {
			return what
		}
	}
	return ""
}
