package upstream

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// setback is an attempt that failed.
type setback struct {
	err   error         // what Do returns if there is no further attempt
	again bool          // a further attempt may succeed
	after time.Duration // the upstream's Retry-After, or 0

	unsent bool // it was not made, but held back: see [withheld]
}

// uncredentialed returns the error of a call of an operation for which a credential could not be had, since err. A fault becomes the call's. The text of any
// other error may be an upstream's or hold a secret, and is for the log alone.
func uncredentialed(ctx context.Context, operation string, err error) error {
	if ctx.Err() != nil {
		return interrupted(ctx, operation, err).err
	}
	if fault := (*nact.Fault)(nil); errors.As(err, &fault) {
		own := *fault
		own.Operation = operation
		return &own
	}
	return &nact.Fault{Kind: nact.BadAnswer, Operation: operation, Detail: "a credential could not be had", Err: withoutURL(err)}
}

// unsent returns the fault of a call of which no request can be made, since err.
func unsent(call *Call, err error) error {
	if errors.Is(err, errLink) {
		detail := errLink.Error()
		if call.Location != "" {
			detail = "the upstream's Location leads elsewhere"
		}
		return &nact.Fault{Kind: nact.BadAnswer, Operation: call.Operation, Detail: detail, Err: err}
	}
	fault := &nact.Fault{Kind: nact.Internal, Operation: call.Operation, Detail: "the request cannot be made: " + err.Error(), Err: err}
	if errors.As(err, new(unfitValue)) {
		fault.Kind, fault.Detail = nact.BadAnswer, "the request cannot be made of what was answered before: "+err.Error()
	}
	return fault
}

// unfitValue is a text that cannot stand at its place in a request: see [FitsPath], [FitsHeader] and [FitsFilename]. It is one that an upstream
// answered: what inputs and the configuration make is checked before the call, and what a manifest has when a service is generated.
type unfitValue struct{ error }

// refused returns the setback of an answer whose status is not 2xx. redirected says that it is that of another URL than was called, problem is what
// [request.keepProblem] made of it, or nil.
func refused(r *request, response *http.Response, redirected bool, problem error) *setback {
	after := retryAfter(response.Header, time.Now())
	kind := nact.BadAnswer
	if r.refusal != nil && !redirected {
		kind = r.refusal(response.StatusCode)
	}
	return &setback{
		err: &nact.Fault{
			Kind: kind, Operation: r.operation, UpstreamStatus: response.StatusCode, RetryAfter: after,
			Detail: fmt.Sprintf("the upstream answered %d", response.StatusCode), Err: problem,
		},
		again: transient(response.StatusCode),
		after: after,
	}
}

// unfit returns the setback of an answer that the upstream's description excludes.
func unfit(r *request, why string, err error) *setback {
	return &setback{err: &nact.Fault{Kind: nact.BadAnswer, Operation: r.operation, Breakdown: nact.Malformed, Detail: why, Err: err}}
}

// broken returns the setback of an attempt that got no complete answer. ctx is the caller's, attempt the one with its own time limit.
func broken(ctx, attempt context.Context, r *request, err error) *setback {
	if ctx.Err() != nil {
		return interrupted(ctx, r.operation, err)
	}
	fault := &nact.Fault{Kind: nact.BadAnswer, Operation: r.operation, Err: withoutURL(err)}
	failed := &setback{err: fault, again: true}
	var redirect redirectError
	var unsent unsentError
	var unsigned *unsignedError
	switch {
	case errors.As(err, &unsigned) && attempt.Err() == nil:
		fault.Kind, fault.Detail, failed.again = nact.Internal, "the request could not be signed", false
	case errors.As(err, &unsent):
		return withheld(r, unsent.after, unsent.why)
	case errors.As(err, new(*refusedAddress)):
		fault.Breakdown, fault.Detail, failed.again = nact.Unreachable, "the upstream is at an address that may not be called", false
	case errors.As(err, &redirect):
		fault.Detail, failed.again = redirect.Error(), false
	case attempt.Err() != nil:
		fault.Kind, fault.Detail = nact.Timeout, fmt.Sprintf("the upstream did not answer within %v", r.timeout)
	case unconnected(err):
		fault.Breakdown, fault.Detail = nact.Unreachable, "the upstream cannot be reached"
	default:
		fault.Breakdown, fault.Detail = nact.Interrupted, "the connection broke off before the answer was complete"
	}
	return failed
}

// interrupted returns the setback of an attempt of an operation that ended because the caller's context did. err is how that showed, or nil.
func interrupted(ctx context.Context, operation string, err error) *setback {
	if errors.Is(ctx.Err(), context.Canceled) {
		return &setback{err: fmt.Errorf("%s: %w", operation, ctx.Err())}
	}
	detail := "the time for the whole call ran out"
	if errors.Is(context.Cause(ctx), errWithin) {
		detail = "the time for the step ran out"
	}
	return &setback{err: &nact.Fault{Kind: nact.Timeout, Operation: operation, Detail: detail, Err: withoutURL(err)}}
}

// Why a context has ended: the call had a time of its own, or the attempt.
var (
	errWithin  = errors.New("the time of the call is over")
	errAttempt = errors.New("the time of the attempt is over")
)

// unsentError is why a transport has not sent a request, and after which time it may.
type unsentError struct {
	why   string
	after time.Duration
}

func (e unsentError) Error() string { return e.why }

// unsignedError is why a request could not be signed, without what the function says.
type unsignedError struct{ why string }

func (e *unsignedError) Error() string { return e.why }

// unconnected reports whether err means that no connection came about: no
// address, no one listening, no common encryption.
func unconnected(err error) bool {
	var (
		dial        *net.OpError
		certificate *tls.CertificateVerificationError
		record      tls.RecordHeaderError
		alert       tls.AlertError
	)
	return errors.As(err, &dial) && dial.Op == "dial" ||
		errors.As(err, &certificate) || errors.As(err, &record) || errors.As(err, &alert)
}

// withoutURL removes what some transports wrap around an error: the URL, its query included.
func withoutURL(err error) error {
	var wrapped *url.Error
	if errors.As(err, &wrapped) {
		return wrapped.Err
	}
	return err
}
