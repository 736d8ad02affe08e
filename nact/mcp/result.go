package mcp

import (
	"strings"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// Keys of meta data of results that went wrong: for programs, what the text says to models.
const (
	keyViolations = "nactgen/violations" // a list of objects with parameter, rule and message
	keyFault      = "nactgen/fault"      // see addFault
)

// callResult is what a call came to.
type callResult struct {
	signature  *nact.Signature
	text       string                 // for models
	structured []byte                 // for programs, as JSON of the tool's output schema; nil: nothing
	about      func(*jsontext.Object) // adds meta data; nil: there are none
	wrong      bool                   // it is something else than outputs
	failure    string                 // the declared failure that it is
	changes    nact.Changes           // what the call changed or may have changed; nil: nothing
}

// violated is the result of a call that its signature does not permit. It has everything that is wrong, so that a model can correct it in one go.
func violated(violations []nact.Violation) *callResult {
	text := new(strings.Builder)
	text.WriteString("The call does not fit the tool, which was not run:")
	for _, v := range violations {
		text.WriteString("\n- " + v.Message)
	}
	about := func(o *jsontext.Object) {
		o.List(keyViolations, len(violations), func(b []byte, i int) []byte { return violations[i].AppendJSON(b) })
	}
	return &callResult{text: text.String(), about: about, wrong: true}
}

// came is the result of an invocation.
func came(outcome invocation.Outcome) *callResult {
	if outcome.Err != nil {
		return faulty(outcome)
	}
	r := &callResult{structured: appendValues(make([]byte, 0, 256), outcome.Answer.Values), changes: outcome.Changes}
	switch failure := outcome.Answer.Failure; {
	case failure != nil:
		r.wrong = true
		r.failure = failure.Name
		r.text = failure.Name
		if detail, _ := outcome.Answer.Values[len(outcome.Answer.Values)-1].Value.(string); detail != "" {
			r.text += ": " + detail
		}
	case len(outcome.Answer.Values) == 0:
		r.text = "Done."
	default:
		r.text = string(r.structured)
	}
	return r
}

// appendValues appends an object with values by the ids of their outputs.
func appendValues(b []byte, values []nact.Value) []byte {
	o := jsontext.NewObject(b)
	for _, v := range values {
		o.Value(v.Output.ID, v.Value)
	}
	return o.End()
}
