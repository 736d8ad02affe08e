package nact

import (
	"context"
	"errors"
)

// Status returns the HTTP status with which an upstream answered and so caused
// err, or 0 if err has another cause.
func Status(err error) int {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.UpstreamStatus
	}
	return 0
}

// IsUnreachable reports whether err means that no connection to the upstream came about.
func IsUnreachable(err error) bool {
	var fault *Fault
	return errors.As(err, &fault) && fault.Unreachable
}

// IsTimeout reports whether err means that an upstream did not answer in time, or a function did not return.
func IsTimeout(err error) bool {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.Kind == Timeout
	}
	return errors.Is(err, context.DeadlineExceeded)
}
