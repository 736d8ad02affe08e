package spec

import (
	"errors"
	"fmt"
)

// Error is one fault of a document. Functions of this package that find
// several return them joined by [errors.Join], in the document's order of
// discovery.
type Error struct {
	Pos     Position
	Message string
}

// Error returns "file:line:column: message", or "file: message" where the
// line is not known.
func (e *Error) Error() string {
	return e.Pos.String() + ": " + e.Message
}

// String returns "file:line:column", or the file alone where the line is not
// known.
func (p Position) String() string {
	if p.Line == 0 {
		return p.File
	}
	return fmt.Sprintf("%s:%d:%d", p.File, p.Line, p.Column)
}

// Fault is what is wrong with a part of a document. It matters to whoever
// uses the part, and to nobody else.
type Fault struct {
	Error
	Unreadable bool // nothing is known of the part; otherwise it was read without what is wrong
}

// unreadable is the fault of a part of which nothing is known.
func unreadable(err *Error) Fault { return Fault{Error: *err, Unreadable: true} }

// slips are the faults of a part that was read without what is wrong.
func slips(errs []*Error) []Fault {
	var faults []Fault
	for _, err := range errs {
		faults = append(faults, Fault{Error: *err})
	}
	return faults
}

func errorAt(pos Position, format string, args ...any) *Error {
	return &Error{Pos: pos, Message: fmt.Sprintf(format, args...)}
}

// asError is an error of this package, or one at the given place.
func asError(err error, pos Position) *Error {
	var located *Error
	if errors.As(err, &located) {
		return located
	}
	return errorAt(pos, "%v", err)
}

// errorList collects errors, each text once.
type errorList struct {
	list []error
	seen map[string]bool
}

// add adds an error, or each of several joined ones.
func (f *errorList) add(err error) {
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		for _, e := range joined.Unwrap() {
			f.add(e)
		}
		return
	}
	if err == nil || f.seen[err.Error()] {
		return
	}
	if f.seen == nil {
		f.seen = map[string]bool{}
	}
	f.seen[err.Error()] = true
	f.list = append(f.list, err)
}

func (f *errorList) err() error {
	return errors.Join(f.list...)
}
