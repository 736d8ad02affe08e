package nact

import "errors"

// IsInterrupted reports whether err means that the connection to an upstream broke off before its answer was complete.
func IsInterrupted(err error) bool { return breakdown(err) == Interrupted }

// IsMalformed reports whether err means that an upstream answered with a 2xx, and not what its description says.
func IsMalformed(err error) bool { return breakdown(err) == Malformed }

// IsTooLarge reports whether err means that an upstream answered with a 2xx, and with more than may be read.
func IsTooLarge(err error) bool { return breakdown(err) == TooLarge }

func breakdown(err error) Breakdown {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.Breakdown
	}
	return 0
}

// IsCallFailed reports whether err means that a call of an upstream failed, in whichever way: by the status of its answer, or without one
// that could be read. What is the service's own, or its caller's, is no such failure: an expression that has no value, memory that is
// short, a write that could not be noted, a caller without a credential.
func IsCallFailed(err error) bool {
	var fault *Fault
	if !errors.As(err, &fault) {
		return false
	}
	switch fault.Kind {
	case BadAnswer, Timeout, Busy:
		return true
	}
	return fault.UpstreamStatus != 0
}
