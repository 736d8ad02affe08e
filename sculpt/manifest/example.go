package manifest

import (
	"time"

	"go.yaml.in/yaml/v4"

	"github.com/nactgen/nactgen/sculpt/diag"
)

// Example is one recorded run of a tool. Its values are taken as they stand: ${ is text in them.
type Example struct {
	Pos      diag.Position
	Name     Value[string]
	Inputs   []*Entry      // literal scalars and lists of such
	Config   []*Entry      // literal scalars
	Now      Value[string] // what time it is, by RFC 3339
	Upstream []*Recording
	Returned []*Return
	Outputs  []*Entry // literal trees, by output id
	Failure  Value[string]
	Detail   Value[string] // the wanted failure_detail, if it is to be checked
	Accepted Accepts
}

func examples(dst *[]*Example) target {
	var e *Example
	one := record("examples", &e, (*Example).fields, beside("conflicting-keys", "detail", "%[1]s has a detail and no failure", "failure"))
	return list(target{form: one.form, read: func(r *reader, what string, n *yaml.Node) {
		one.read(r, what, n)
		e.Accepted.reach(r, r.place(n), n)
		*dst = append(*dst, e)
	}})
}

func (e *Example) fields(pos diag.Position) []field {
	e.Pos = pos
	return []field{
		required("name", value(&e.Name, text(oneLine, atMost(maxName)))),
		optional("inputs", recordedEntries(&e.Inputs)),
		optional("config", recordedScalars(&e.Config)),
		optional("now", value(&e.Now, text(instant))),
		optional("upstream", named("step", recordedStep, recordings(&e.Upstream))),
		optional("functions", named("step", recordedStep, each(&e.Returned, returnForm, newReturn))),
		required("outputs", recordedEntries(&e.Outputs)).except("failure"),
		optional("failure", value(&e.Failure, text(capitals))),
		optional("detail", value(&e.Detail, scalarText)),
		optional("accept", e.Accepted.target()),
	}
}

// instant is a point in time.
var instant = check{Form{Is: "time", Patterns: []string{`[0-9]{4}-[0-9]{2}-[0-9]{2}T[^\s]+`}}, func(s string) *problem {
	if _, err := time.Parse(time.RFC3339, s); err != nil {
		return problemf("bad-value", "must be a date with a time and an offset, such as 2027-03-01T09:30:00Z, not %s", diag.Quote(s))
	}
	return nil
}}

// Recording is the recorded answer of one step, and what the step must have asked.
type Recording struct {
	Step    Value[string]
	Pos     diag.Position
	File    Value[string] // body, relative to the manifest
	Body    *Node         // instead of File: the JSON body inline
	Status  Value[int64]  // default: 200
	Fault   Value[string] // what goes wrong with the answer: interrupted, malformed or too-large; not set: nothing
	Type    Value[string] // Content-Type; default: the media type that the step accepts
	Headers []*Entry      // literal scalars
	With    []*Entry      // parameters that the step must have been called with, by their names in the document; literal
	Request RecordedRequest
}

// Return is what the function of one step returns, and what the step must have called it with.
type Return struct {
	Step    Value[string]
	Args    []*Entry // the arguments that are compared with those of the call; literal trees
	Returns *Node    // nil if not written; a literal tree
	Fail    Value[string]
	Detail  Value[string] // the failure_detail that the function returns with Fail
}

func newReturn(r *reader, step Value[string], what string, n *yaml.Node) *Return {
	ret := &Return{Step: step}
	r.mapping(n, "what the function of "+what+" returns", step.place(), ret.fields()...)
	r.keysOf(n).check(what, returnRules)
	return ret
}

func returnForm(b *book) *Form {
	return b.keys("examples.functions", new(Return).fields(), returnRules...)
}

func (ret *Return) fields() []field {
	return []field{
		optional("args", recordedEntries(&ret.Args)),
		required("returns", recorded(&ret.Returns)).except("fail"),
		optional("fail", value(&ret.Fail, text(capitals))),
		optional("detail", value(&ret.Detail, scalarText)),
	}
}

var returnRules = []rule{
	apart("fail", "the function of %[1]s returns something or fails; keep one", "returns"),
	beside("conflicting-keys", "detail", "the function of %[1]s has a detail and no failure", "fail"),
}

// RecordedRequest is what else a step must have sent. What is not written is not compared.
type RecordedRequest struct {
	Method  Value[string]
	Headers []*Entry // literal scalars
	Body    *Node    // nil if not written; literal
}

// recordings reads the answers of a step: one, or a list of those of a step that asks several times.
func recordings(dst *[]*Recording) entryReader {
	return entryReader{either(recordingForm, sequence(recordingForm).filled()), func(r *reader, step Value[string], what string, n *yaml.Node) {
		if n.Kind != yaml.SequenceNode {
			*dst = append(*dst, newRecording(r, step, what, n))
			return
		}
		if len(n.Content) == 0 {
			r.errorf(r.place(n), "empty", "the recording of %s is empty; list its answers, or leave it out", what)
		}
		for _, item := range n.Content {
			*dst = append(*dst, newRecording(r, step, what, resolve(item)))
		}
	}}
}

func newRecording(r *reader, step Value[string], what string, n *yaml.Node) *Recording {
	rec := &Recording{Step: step, Pos: r.place(n).pos, Status: Value[int64]{V: 200}}
	r.mapping(n, "the recording of "+what, step.place(), rec.fields()...)
	keys := r.keysOf(n)
	keys.check(what, recordingRules)
	keys.refuse("fault", rec.Status.V/100 != 2, "the recording of %s has a fault, and a status that says itself how the call ends; keep one", what)
	return rec
}

func recordingForm(b *book) *Form {
	return b.keys("recordings", new(Recording).fields(), recordingRules...)
}

var recordingRules = []rule{
	apart("body", "the recording of %[1]s has file and body; keep one", "file"),
	apart("file", notBesideFault, "fault"),
	apart("body", notBesideFault, "fault"),
	apart("type", notBesideFault, "fault"),
}

// notBesideFault is said of what describes an answer that nobody can read.
const notBesideFault = "the recording of %[1]s has a fault, by which nobody can read the answer, and %[2]s; keep one"

func (rec *Recording) fields() []field {
	return []field{
		optional("file", value(&rec.File, text(relativePath))),
		optional("body", recorded(&rec.Body)),
		optional("status", value(&rec.Status, integer(100, 599))),
		optional("fault", value(&rec.Fault, text(oneOf(Interrupted, Malformed, TooLarge)))),
		optional("type", value(&rec.Type, text(mediaType))),
		optional("headers", recordedScalars(&rec.Headers)),
		optional("with", recordedEntries(&rec.With)),
		optional("request", recordedRequest(&rec.Request)),
	}
}

func recordedRequest(q *RecordedRequest) target {
	return mappingTarget("request",
		optional("method", value(&q.Method, text(oneLine))),
		optional("headers", recordedScalars(&q.Headers)),
		optional("body", recorded(&q.Body)),
	)
}
