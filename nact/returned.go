package nact

import "errors"

// Returned is what a function of the vendor's returned: its result, or its error. A function that has returned neither is
// an error.
func Returned[T any](result *T, err error) (*T, error) {
	if err == nil && result == nil {
		return nil, errors.New("the function returned neither a result nor an error")
	}
	return result, err
}
