package nact

import (
	"context"
	"errors"
)

// Ending is what a call of a tool came to, whichever face it came through: what the log says of it, and whoever observes it.
type Ending struct {
	Outcome    Outcome
	Status     int         // of HTTP, with which the call is answered; 0: it came over standard input
	Arguments  Arguments   // that the tool was run with; nil: it was not run, or by an earlier call
	Failure    string      // the declared failure; empty: none
	Reason     string      // why the call was refused, in a word or two with hyphens: "overloaded"; empty: nothing further is known
	Violations []Violation // of the signature
	Err        error       // a *[Fault], or nil
	Changes    Changes     // what the call changed or may have changed; nil: nothing
	Replayed   bool        // an earlier call with the same idempotency key came to it
	DryRun     bool        // nothing was to be changed
}

// Outcome says in one word what a call came to.
type Outcome string

// The outcomes of calls.
const (
	Succeeded Outcome = "success"   // the tool answered
	Failed    Outcome = "failure"   // the tool answered with a declared failure
	Violated  Outcome = "violation" // the call does not fit the signature, and the tool was not run
	Faulted   Outcome = "fault"     // it went wrong
	Refused   Outcome = "refused"   // the tool was not run, for another reason
	Left      Outcome = "left"      // the caller left before there was anything else to say
)

// Conclude sets the outcome by what else e says. answered says that the tool has answered, now or to an earlier call, and gone that the caller has left:
// then it is no fault that the call did not go on.
func (e *Ending) Conclude(answered, gone bool) {
	if gone && errors.Is(e.Err, context.Canceled) {
		e.Err = nil
	}
	switch {
	case e.Err != nil:
		e.Outcome = Faulted
	case e.Violations != nil:
		e.Outcome = Violated
	case e.Failure != "":
		e.Outcome = Failed
	case answered:
		e.Outcome = Succeeded
	case e.Replayed:
		e.Outcome = Faulted
	case gone:
		e.Outcome = Left
	default:
		e.Outcome = Refused
	}
}
