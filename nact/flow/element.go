package flow

import (
	"errors"

	"github.com/nactgen/nactgen/nact"
)

// ElementError returns err as a fault that says at which element of the list that a step
// goes through it happened. A *[nact.Failure] stays as it is.
func ElementError(i int, err error) error {
	var fault *nact.Fault
	if errors.As(err, &fault) {
		placed := *fault
		placed.Element = nact.Some(i)
		return &placed
	}
	var failure *nact.Failure
	if errors.As(err, &failure) {
		return err
	}
	return &nact.Fault{Kind: nact.Internal, Element: nact.Some(i), Detail: "the step could not be run", Err: err}
}
