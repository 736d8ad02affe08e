package cel

// Promised returns what [At], [Elem] or [Slice] has returned, where the document of an upstream
// promises that the list is long enough: an error is the upstream's fault then.
func Promised[T any](v T, err error) (T, error) {
	if err != nil {
		err = &brokenPromise{err}
	}
	return v, err
}

// brokenPromise is an error about what a document promises.
type brokenPromise struct{ error }

// Public returns what may be said of the error.
func (e *brokenPromise) Public() string { return e.Error() + ", and its document promises more" }

// Presumes tells [nact.AnswerFault] that the upstream is at fault.
func (e *brokenPromise) Presumes() bool { return false }

// Unwrap returns the error itself.
func (e *brokenPromise) Unwrap() error { return e.error }
