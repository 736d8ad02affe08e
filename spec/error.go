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

func errorAt(pos Position, format string, args ...any) *Error {
	return &Error{Pos: pos, Message: fmt.Sprintf(format, args...)}
}

// faults collects errors, each text once: a component that several operations
// reach is reported by the first.
type faults struct {
	list []error
	seen map[string]bool
}

// add adds an error, or each of several joined ones.
func (f *faults) add(err error) {
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

func (f *faults) err() error {
	return errors.Join(f.list...)
}
