package mcp

import (
	"errors"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
)

// Whether it helps to send a call again that went wrong.
const (
	retryLater   = "later"   // it was not the call's fault, and may pass
	retryChanged = "changed" // with other values
	retryNo      = "no"      // it would go wrong again, or do once more what is done
)

// faulty is the result of an invocation that went wrong. It says what the fault's own fields say and whether to try again, and nothing of its cause.
func faulty(outcome invocation.Outcome) *callResult {
	fault := &nact.Fault{Detail: "the tool could not be run"}
	errors.As(outcome.Err, &fault)
	retry := retryOf(fault, outcome.Changes)
	r := &callResult{wrong: true, ending: nact.Ending{Err: fault, Changes: outcome.Changes}, text: sentence(fault, outcome.Changes, retry)}
	if fault.Kind == nact.Unauthenticated && nact.Repeats(outcome.Changes) {
		r.challenge = fault.Challenge()
	}
	r.about = func(o *jsontext.Object) {
		o.Object(keyFault, func(o *jsontext.Object) { addFault(o, fault, outcome.Changes, retry) })
	}
	return r
}

// retryOf decides whether it helps to send the call again.
func retryOf(fault *nact.Fault, changes nact.Changes) string {
	switch {
	case !nact.Repeats(changes):
		return retryNo
	case fault.Kind == nact.BadInput:
		return retryChanged
	case fault.Kind == nact.Timeout, fault.Kind == nact.NotNoted, fault.Kind == nact.NoMemory, fault.Kind == nact.Busy:
		return retryLater
	case fault.Kind == nact.BadAnswer && passes(fault):
		return retryLater
	}
	return retryNo
}

// passes reports whether what an upstream did may pass: it could not be reached, is busy, or failed itself.
func passes(fault *nact.Fault) bool {
	status := fault.UpstreamStatus
	return fault.Breakdown == nact.Unreachable || status == 408 || status == 429 || status >= 500 && status != 501
}

// sentence says what went wrong, to a model.
func sentence(fault *nact.Fault, changes nact.Changes, retry string) string {
	text := upperFirst(fault.Error()) + "."
	if len(fault.Violations) > 0 {
		text = fault.Violations[0].Message
	}
	switch {
	case !nact.Repeats(changes):
		return text + " Do not simply call again: what stands would be done once more. It is: " + strings.Join(changes.Standing(), "; ") + "."
	case retry == retryLater && fault.RetryAfter > 0:
		return text + " Calling again may help, in " + strconv.FormatInt(seconds(fault.RetryAfter), 10) + " s or later."
	case retry == retryLater:
		return text + " Calling again may help."
	case retry == retryChanged:
		return text
	}
	return text + " Calling again will hardly help."
}

func upperFirst(text string) string {
	if text != "" && 'a' <= text[0] && text[0] <= 'z' {
		return string(text[0]-'a'+'A') + text[1:]
	}
	return text
}

// seconds returns a duration in whole seconds, rounded up.
func seconds(d time.Duration) int64 { return int64((d + time.Second - 1) / time.Second) }

// addFault adds the members of a fault: step, element, operation and upstream_status as far as they are known, retry, which is one of the constants,
// retry_after in seconds, violations, and writes.
func addFault(o *jsontext.Object, fault *nact.Fault, changes nact.Changes, retry string) {
	if fault.Step != "" {
		o.Text("step", fault.Step)
	}
	if fault.Element.Has {
		o.Int("element", int64(fault.Element.Value))
	}
	if fault.Operation != "" {
		o.Text("operation", fault.Operation)
	}
	if fault.UpstreamStatus != 0 {
		o.Int("upstream_status", int64(fault.UpstreamStatus))
	}
	o.Text("retry", retry)
	if fault.RetryAfter > 0 && retry == retryLater {
		o.Int("retry_after", seconds(fault.RetryAfter))
	}
	if len(fault.Violations) > 0 {
		o.List("violations", len(fault.Violations), func(b []byte, i int) []byte { return fault.Violations[i].AppendJSON(b) })
	}
	if changes != nil {
		o.Append("writes", changes.AppendJSON)
	}
}
