package endpoint

import (
	"errors"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/nactgen/nactgen/nact"
	"github.com/nactgen/nactgen/nact/invocation"
	"github.com/nactgen/nactgen/nact/jsontext"
	"github.com/nactgen/nactgen/nact/problem"
)

// problemPrefix begins the types of problems that are this package's own.
const problemPrefix = "urn:problem-type:nact:"

// Types of problems, beside [problem.Blank].
const (
	problemCall     = problemPrefix + "invalid-call"
	problemInput    = problemPrefix + "unusable-input"
	problemKey      = problemPrefix + "invalid-idempotency-key"
	problemReused   = problemPrefix + "idempotency-key-reused"
	problemRunning  = problemPrefix + "still-running"
	problemNoDryRun = problemPrefix + "no-dry-run"
	problemNoStore  = problemPrefix + "idempotency-unavailable"
	problemNoAudit  = problemPrefix + invocation.NotReady
	problemQuery    = problemPrefix + "invalid-query"
	problemUpstream = problemPrefix + "upstream-fault"
	problemBusy     = problemPrefix + "upstream-busy"
	problemOverload = problemPrefix + "overloaded"
	problemUnproved = problemPrefix + "unauthenticated"
	problemDenied   = problemPrefix + "forbidden"
	problemTimeout  = problemPrefix + "timeout"
	problemInternal = problemPrefix + "internal-fault"
)

// Titles of problemNoStore and problemOverload.
const (
	titleNoStore  = "Idempotency-Key cannot be honoured"
	titleOverload = "The service is busy"
)

// plainProblem is an answer for which the HTTP status is the whole story.
func plainProblem(status int, detail string) *answer {
	return &answer{status: status, media: problem.Media, body: problem.Document(status, detail)}
}

// denial is the answer to a request about a tool that the caller may not call.
func denial(d *nact.Denial, path string) *answer {
	a := plainProblem(d.Status, d.Detail)
	if challenge := d.Challenge(path); challenge != "" {
		a.header = http.Header{"Www-Authenticate": {challenge}}
	}
	a.ending.Reason = d.Reason
	return a
}

// problemAnswer is a problem document of a type of its own, without further members.
func problemAnswer(kind, title string, status int, detail string) *answer {
	a := &answer{status: status, media: problem.Media, body: problem.Begin(kind, title, status, detail).End()}
	a.ending.Reason = strings.TrimPrefix(kind, problemPrefix)
	return a
}

// refusal is the answer to a request that violates what was published.
func refusal(kind, title string, violations []nact.Violation) *answer {
	detail := violations[0].Message
	if more := len(violations) - 1; more > 0 {
		detail += " And " + strconv.Itoa(more) + " more: see violations."
	}
	o := problem.Begin(kind, title, http.StatusBadRequest, detail)
	listViolations(o, violations)
	return &answer{status: http.StatusBadRequest, media: problem.Media, body: o.End()}
}

func listViolations(o *jsontext.Object, violations []nact.Violation) {
	o.List("violations", len(violations), func(b []byte, i int) []byte { return violations[i].AppendJSON(b) })
}

// faultAnswer is the answer to an invocation that went wrong. It says what the
// fault's own fields say, and nothing of its cause. changes are what the invocation changed or may have changed; nil: nothing. After a write
// that was not taken back, nothing in the answer invites the caller to try again: that would write once more. run is the dry run that the
// invocation was, or nil.
func faultAnswer(err error, changes nact.Changes, run nact.DryRun) *answer {
	fault := &nact.Fault{Detail: "the tool could not be run"}
	errors.As(err, &fault)
	repeatable := nact.Repeats(changes)
	status, kind, title := classify(fault, repeatable)
	detail := fault.Error()
	if len(fault.Violations) > 0 {
		detail = fault.Violations[0].Message
	}
	o := problem.Begin(kind, title, status, detail)
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
	if len(fault.Violations) > 0 {
		listViolations(o, fault.Violations)
	}
	if changes != nil {
		o.Append("writes", changes.AppendJSON)
	}
	addDryRun(o, run)
	a := &answer{status: status, media: problem.Media, body: o.End(), ending: nact.Ending{Err: fault, Changes: changes}}
	if status == http.StatusUnauthorized {
		a.header = http.Header{"Www-Authenticate": {fault.Challenge()}}
	}
	if fault.RetryAfter > 0 && repeatable {
		seconds := (fault.RetryAfter + time.Second - 1) / time.Second
		a.retryAfter(strconv.FormatInt(int64(seconds), 10))
	}
	return a
}

// retryAfter adds to the header how many seconds the client is to wait before it calls again.
func (a *answer) retryAfter(seconds string) *answer {
	a.header = http.Header{"Retry-After": {seconds}}
	return a
}

// classify returns the status, type and title of the problem that a fault is to the caller. repeatable says that the
// same call may be sent again without doing anything twice.
func classify(fault *nact.Fault, repeatable bool) (status int, kind, title string) {
	switch {
	case fault.Kind == nact.Busy && repeatable, fault.Kind == nact.BadAnswer && isBusy(fault.UpstreamStatus) && repeatable:
		return http.StatusServiceUnavailable, problemBusy, "An upstream is busy"
	case fault.Kind == nact.Unauthenticated && repeatable:
		return http.StatusUnauthorized, problemUnproved, "A valid token of the caller is needed"
	case fault.Kind == nact.Forbidden:
		return http.StatusForbidden, problemDenied, "An upstream does not permit this to the caller"
	case fault.Kind == nact.BadAnswer, fault.Kind == nact.Busy, fault.Kind == nact.Unauthenticated:
		return http.StatusBadGateway, problemUpstream, "An upstream failed"
	case fault.Kind == nact.BadInput:
		return http.StatusBadRequest, problemInput, "An input cannot be used"
	case fault.Kind == nact.NotNoted && repeatable:
		return http.StatusServiceUnavailable, problemNoStore, titleNoStore
	case fault.Kind == nact.NoMemory && repeatable:
		return http.StatusServiceUnavailable, problemOverload, titleOverload
	case fault.Kind == nact.Timeout:
		return http.StatusGatewayTimeout, problemTimeout, "The time ran out"
	}
	return http.StatusInternalServerError, problemInternal, "The service failed"
}

// isBusy reports whether an upstream that answers with the status asks to be called later.
func isBusy(status int) bool {
	return status == http.StatusTooManyRequests || status == http.StatusServiceUnavailable
}

// unaudited is the answer to an invocation of a tool that writes, which may not run since nobody would know what it did.
func unaudited() *answer {
	const detail = "The service cannot record what calls change. This one was not begun: send it again later."
	return problemAnswer(problemNoAudit, "What calls change cannot be recorded", http.StatusServiceUnavailable, detail).retryAfter("2")
}

// excessive is the answer to an invocation of a caller who has taken all that one may.
func excessive(r *invocation.Refusal) *answer {
	return problemAnswer(problemPrefix+r.Reason, "The caller calls too much", http.StatusTooManyRequests, r.Detail+" This call was not begun: send it again later.").
		retryAfter(strconv.FormatInt(r.Seconds(), 10))
}

// overloaded is the answer to an invocation that may not run. Nothing came of it, so the client can send it again.
func overloaded() *answer {
	const detail = "The service runs as many invocations as it may. This one was not begun: send it again later."
	return problemAnswer(problemOverload, titleOverload, http.StatusServiceUnavailable, detail).retryAfter("1")
}
