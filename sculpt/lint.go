package sculpt

import (
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/nactgen/nactgen/sculpt/manifest"
	"github.com/nactgen/nactgen/sculpt/plan"
	"github.com/nactgen/nactgen/spec"
)

// The bounds beyond which lint warns.
const (
	mostOptionalInputs = 3
	mostCopiedFields   = 12
	longTool           = 600 // characters of a tool's description
	longParameter      = 300 // characters of a parameter's description
)

// lint warns of what generates and works, and makes tools hard to use for an agent or hides a mistake. It runs only
// where there are no errors: what is wrong may be unused for that reason alone.
func (c *checker) lint() {
	c.list = append(c.list, c.doubts...)
	c.unused()
	c.latin(c.manifest.Service.Title)
	c.latin(c.manifest.Service.Description)
	c.secrets()
	for _, m := range c.manifest.Upstreams {
		c.openUpstream(c.upstreams[m.Name.V])
	}
	seen := map[*operation]bool{}
	for _, t := range c.tools {
		t.unused()
		t.lintTool()
		for i, m := range t.tool.Inputs {
			t.lintInput(m, t.plan.Inputs[i])
		}
		for i, m := range t.tool.Outputs {
			t.lintOutput(m, t.plan.Outputs[i])
		}
		for _, m := range t.tool.Steps {
			t.lintOperation(m.Call, t.steps[m.Name.V].op, seen)
		}
	}
}

// secrets warns of secrets that everybody can read.
func (c *checker) secrets() {
	for _, v := range c.manifest.Config {
		if v.Secret.V && v.Default.Set {
			c.warnf(v.Default, "open-secret", "the default of the secret %s stands here and in the generated code for everybody to read; leave it out", v.Name.V)
		}
	}
}

func (t *toolChecker) lintTool() {
	m := t.tool
	if !strings.Contains(m.Name.V, "_") {
		t.warnf(m.Name, "one-word", "the name %s is a single word; say what the tool does to what, as in find_%s", m.Name.V, m.Name.V)
	}
	t.wording(m.Description, m.Name.V, longTool)
	optional := 0
	for _, in := range t.plan.Inputs {
		if in.NotRequired {
			optional++
		}
	}
	if optional > mostOptionalInputs {
		t.warnf(m.Name, "many-options", "%d inputs of %s are optional; an agent fills few of them in well: drop some, or make several tools of it", optional, m.Name.V)
	}
	if t.mirrors() {
		t.warnf(m.Name, "mirror", "%s only mirrors one operation; a tool does a whole task of a user, and keeps what is programmatic out of sight", m.Name.V)
	}
}

func (t *toolChecker) lintInput(m *manifest.Input, in *plan.Input) {
	t.latin(m.Name)
	t.wording(m.Description, in.Name, longParameter)
	if what := programmatic(in); what != "" {
		t.warnf(m.ID, "programmatic-input", "the input %s is %s, which an agent's user does not say; ask for what the user knows, and find it out in a step", in.ID, what)
	}
	t.valueTexts(m.ID, m.Values)
}

func (t *toolChecker) lintOutput(m *manifest.Output, out *plan.Output) {
	t.latin(m.Name)
	t.wording(m.Description, out.Name, longParameter)
	t.valueTexts(m.ID, m.Values)
	if n := copied(out.Value); n > mostCopiedFields {
		t.warnf(m.ID, "whole-answer", "the output %s copies an answer of %d fields whole; choose those that the agent needs", out.ID, n)
	}
}

// lintOperation warns, at the first call, of what a document says about an operation and its caller may not know.
func (t *toolChecker) lintOperation(call manifest.Value[string], op *operation, seen map[*operation]bool) {
	if seen[op] {
		return
	}
	seen[op] = true
	if op.resolved.Deprecated {
		t.warnf(call, "deprecated", "the document calls %s deprecated", op.plan.ID)
	}
	if first, other := differentAnswers(op.resolved); other != "" && op.plan.Answer != nil {
		t.warnf(call, "several-answers", "%s answers %s and %s with different schemas; both are read by that of %s", op.plan.ID, first, other, first)
	}
}

// differentAnswers returns the statuses of two successes whose JSON has different schemas, or "".
func differentAnswers(op *spec.Operation) (first, other string) {
	var schema *spec.Schema
	for _, r := range successes(op) {
		media := jsonMedia(r.Content)
		switch {
		case media == nil:
		case schema == nil:
			first, schema = r.Status, media.Schema
		case media.Schema != schema:
			return first, r.Status
		}
	}
	return "", ""
}

// openUpstream warns of an upstream whose document asks for credentials and whose manifest gives none.
func (c *checker) openUpstream(u *upstream) {
	if len(u.plan.Auth) > 0 || slices.ContainsFunc(u.plan.Headers, func(h plan.Header) bool { return h.Name == "Authorization" }) {
		return
	}
	for _, op := range u.order {
		security := op.resolved.Security
		if len(security) == 0 || slices.ContainsFunc(security, func(r spec.Requirement) bool { return len(r) == 0 }) {
			continue
		}
		c.warnf(u.manifest.Name, "no-credentials", "%s asks for credentials (%s), and the upstream has none; give them under \"auth\"",
			op.plan.ID, security[0][0].Scheme)
		return
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
func programmatic(in *plan.Input) string {
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

// length is the number of characters of a text.
func length(s string) int { return utf8.RuneCountInString(s) }
