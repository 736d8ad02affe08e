package upstream

import (
	"fmt"
	"slices"
	"strings"
)

// Failure is a way in which a request fails.
type Failure string

// The failures.
const (
	Refuse      Failure = "refuse"       // the connection is closed before the body is read
	HangBefore  Failure = "hang-before"  // there is no answer until the client gives up, and nothing is done
	ServerError Failure = "server-error" // 500, and nothing is done
	TooMany     Failure = "too-many"     // 429 with Retry-After: 1, and nothing is done

	HangAfter    Failure = "hang-after"    // it is done, and there is no answer until the client gives up
	ErrorAfter   Failure = "error-after"   // it is done, and answered with 500
	Reset        Failure = "reset"         // it is done, and the connection closed in the middle of the answer's body
	Malformed    Failure = "malformed"     // it is done, and the answer's body is half of its JSON
	MissingField Failure = "missing-field" // it is done, and the answer's body lacks a member
	Oversized    Failure = "oversized"     // it is done, and the answer's body has 9 MiB more
)

var (
	before = []Failure{Refuse, HangBefore, ServerError, TooMany}
	after  = []Failure{HangAfter, ErrorAfter, Reset, Malformed, MissingField, Oversized}
)

// Failures returns all failures.
func Failures() []Failure { return slices.Concat(before, after) }

// Acts reports whether a request that fails like this is carried out all the same. One that does not fail is.
func (f Failure) Acts() bool { return !slices.Contains(before, f) }

// Fault says which requests fail, and how.
type Fault struct {
	Operation string  `json:"operation"`
	Failure   Failure `json:"failure"`

	// Which request of the operation: 1 is the next one from now on, 2 the one after it. 0: all of them.
	Nth int `json:"nth"`

	// Of MissingField the member of the answer that is not there. Empty: the first one.
	Field string `json:"field,omitempty"`
}

// Fail has requests fail. An error names what the fault says and the emulator does not know.
func (e *Emulator) Fail(f Fault) error {
	switch {
	case !slices.Contains(Operations(), f.Operation):
		return fmt.Errorf("there is no operation %q; there are %s", f.Operation, strings.Join(Operations(), ", "))
	case !slices.Contains(Failures(), f.Failure):
		return fmt.Errorf("there is no failure %q; there are %s", f.Failure, join(Failures()))
	case f.Nth < 0:
		return fmt.Errorf("there is no request %d; the next one is 1, and 0 stands for all of them", f.Nth)
	case f.Field != "" && f.Failure != MissingField:
		return fmt.Errorf("field is for %s, not for %s", MissingField, f.Failure)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = append(e.faults, &f)
	return nil
}

// Heal undoes all calls of Fail: nothing fails any more.
func (e *Emulator) Heal() {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.faults = nil
}

// Faults returns what is to fail, in the order in which Fail was told.
func (e *Emulator) Faults() []Fault {
	e.mu.Lock()
	defer e.mu.Unlock()
	faults := make([]Fault, len(e.faults))
	for i, f := range e.faults {
		faults[i] = *f
	}
	return faults
}

// nextFault counts a request of an operation, and returns the first fault that is for it: the zero Fault if none is.
func (e *Emulator) nextFault(operation string) (met Fault) {
	e.faults = slices.DeleteFunc(e.faults, func(f *Fault) bool {
		if f.Operation != operation {
			return false
		}
		counted := f.Nth > 0
		if counted {
			f.Nth--
		}
		if f.Nth == 0 && met.Failure == "" {
			met = *f
		}
		return counted && f.Nth == 0
	})
	return met
}

func join(failures []Failure) string {
	names := make([]string, len(failures))
	for i, f := range failures {
		names[i] = string(f)
	}
	return strings.Join(names, ", ")
}
