package cel

// And is CEL's a && b for an a that may have failed: a false side decides, whatever the error of the other. b is called
// only if a does not decide. [ErrBudget] is no error of a side: it ends both.
func And(a bool, aErr error, b func() (bool, error)) (bool, error) {
	if aErr == nil && !a || aErr == ErrBudget {
		return false, aErr
	}
	v, err := b()
	if err == nil && !v {
		return false, nil
	}
	if aErr != nil && err != ErrBudget {
		return false, aErr
	}
	return v, err
}

// Or is CEL's a || b for an a that may have failed: a true side decides, whatever the error of the other. b is called
// only if a does not decide. [ErrBudget] is no error of a side: it ends both.
func Or(a bool, aErr error, b func() (bool, error)) (bool, error) {
	if aErr == nil && a || aErr == ErrBudget {
		return a, aErr
	}
	v, err := b()
	if err == nil && v {
		return true, nil
	}
	if aErr != nil && err != ErrBudget {
		return false, aErr
	}
	return false, err
}

// AndFunc is [And] with both sides as functions.
func AndFunc(a, b func() (bool, error)) (bool, error) {
	v, err := a()
	return And(v, err, b)
}

// OrFunc is [Or] with both sides as functions.
func OrFunc(a, b func() (bool, error)) (bool, error) {
	v, err := a()
	return Or(v, err, b)
}
