package lint

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/nactgen/nactgen/internal/lists"
	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/sculpt/diag"
	"github.com/nactgen/nactgen/sculpt/ir"
	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/operation"
	"github.com/nactgen/nactgen/sculpt/tool"
)

// checkSteps warns of what is wrong with the steps of a tool or a part.
func checkSteps(t *tool.Checked, calls *operation.Calls, found *diag.List) {
	unusedIn(t, calls, found)
	checkPages(t, calls, found)
	unprotected(t.Manifest.Steps, calls, found)
	changing(t, found)
}

// checkTool warns of what is wrong with a tool by itself, beside its steps.
func (l *linter) checkTool(t *tool.Checked) {
	m, found := t.Manifest, &l.found
	l.checkExamples(t)
	if m.Writes.V && !t.Plan.WritingSteps() {
		found.WarnAt(m.Writes, "needless-writes", "no step of %s can change anything, and callers are told that it writes; leave out \"writes\"", m.Name.V)
	}
	if !strings.Contains(m.Name.V, "_") {
		found.WarnAt(m.Name, "one-word", "the name %s is a single word; say what the tool does to what, as in find_%s", m.Name.V, m.Name.V)
	}
	wording(m.Description, m.Name.V, longTool, found)
	optional := 0
	for _, in := range t.Plan.Signature.Inputs {
		if in.Optional {
			optional++
		}
	}
	if optional > mostOptionalInputs {
		found.WarnAt(m.Name, "many-options", "%d inputs of %s are optional; an agent fills few of them in well: drop some, or make several tools of it", optional, m.Name.V)
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
		checkOutput(out, t.Plan.Signature.Outputs[i], t.Plan.Outputs[i].Value, found)
	}
}

func checkInput(m *manifest.Input, in nact.Input, found *diag.List) {
	shown(m.Name, found)
	wording(m.Description, in.Name, longParameter, found)
	if what := programmatic(in); what != "" {
		found.WarnAt(m.ID, "programmatic-input", "the input %s is %s, which an agent's user does not say; ask for what the user knows, and find it out in a step", in.ID, what)
	}
	valueTexts(m.ID, m.Values, in.AllowedValues, found)
}

func checkOutput(m *manifest.Output, out nact.Output, value ir.Node, found *diag.List) {
	shown(m.Name, found)
	wording(m.Description, out.Name, longParameter, found)
	valueTexts(m.ID, m.Values, out.AllowedValues, found)
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
	words := lists.Map(strings.Split(in.ID, "_"), func(word string) string { return programmaticWords[word] })
	return cmp.Or(programmaticFormats[in.Format], cmp.Or(words...))
}

// checkExamples warns of a tool that no example runs, and of steps that write what no example compares.
func (l *linter) checkExamples(t *tool.Checked) {
	if len(t.Manifest.Examples) == 0 {
		l.found.WarnAt(t.Manifest.Name, "no-examples", "%s has no examples, so that nothing shows that it does what it says; record one under \"examples\"", t.Manifest.Name.V)
		return
	}
	checkTimes(t, &l.found)
	for _, step := range t.Manifest.Calls() {
		if l.Calls.Of(step).Writes() && !pinned(t.Manifest, func(path string) bool { return path == step.Name.V }, step) {
			l.unpinned(step, step.Name.V)
		}
	}
}

// checkTimes warns of examples of a tool that asks what time it is which leave that to the day on which they run, and of those that say it to a tool that does not ask.
func checkTimes(t *tool.Checked, found *diag.List) {
	asks := t.Plan.AsksTime()
	for _, e := range t.Manifest.Examples {
		switch {
		case asks && !e.Now.Set:
			found.WarnAt(e.Name, "unpinned-now", "%s calls now(), and the example does not say what time it is, so that it may pass today and fail tomorrow; say it, as in now: 2027-03-01T09:30:00Z", t.Manifest.Name.V)
		case !asks && e.Now.Set:
			found.WarnAt(e.Now, "idle-now", "no expression of %s calls now(), so the time of the example changes nothing; leave it out", t.Manifest.Name.V)
		}
	}
}

// unpinned warns of a step that writes what no example compares. path is how examples name it.
func (l *linter) unpinned(step *manifest.Step, path string) {
	switch {
	case step.Body != nil:
		l.found.WarnAt(step.Call, "unpinned-write", "the step %s writes, and no example says which body it must send; state it as upstream: {%s: {request: {body: ...}}}",
			step.Name.V, path)
	case len(step.With) > 0:
		l.found.WarnAt(step.Call, "unpinned-write", "the step %s writes, and no example says with which parameters; state them as upstream: {%s: {with: ...}}",
			step.Name.V, path)
	}
}

// pinned reports whether an example of a tool says what a step sends that is at one of the given paths: its body, or where it has none, parameters.
func pinned(m *manifest.Tool, at func(path string) bool, step *manifest.Step) bool {
	return slices.ContainsFunc(m.Examples, func(e *manifest.Example) bool {
		return slices.ContainsFunc(e.Upstream, func(r *manifest.Recording) bool {
			return at(r.Step.V) && (r.Request.Body != nil || step.Body == nil && len(r.With) > 0)
		})
	})
}

// unprotected warns of steps whose call changes something each time that it is made (a POST, a PATCH), and that is neither sent with a key
// nor taken back.
func unprotected(steps []*manifest.Step, calls *operation.Calls, found *diag.List) {
	for _, s := range steps {
		op := calls.Of(s)
		if op == nil || op.Idempotent() || s.Key.Set || s.Undo != nil {
			continue
		}
		found.WarnAt(s.Call, "unprotected-write", "%s is a %s: when its answer is lost, nobody can send it again without the risk of doing it twice, and when the tool fails later, it stands; "+
			"%s, or say how it is taken back, with \"undo\"", op.ID, op.Method, sendKey(op))
	}
}

// sendKey says how an operation is sent a key.
func sendKey(op *operation.Operation) string {
	if in, name := op.KeyPlace(); in != "" {
		return fmt.Sprintf("the document has a place for a key: idempotency: {%s: %s}", in, name)
	}
	return "if the upstream takes a key, say where, as in idempotency: {header: Idempotency-Key} or {body: idempotency_key}"
}
