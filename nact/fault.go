package nact

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// Failure is a failure that a tool declares in its signature: the call was
// right, and this is its answer.
type Failure struct {
	Name   string // one of the signature's Failures
	Detail string // a sentence for the agent
}

func (f *Failure) Error() string { return f.Name + ": " + f.Detail }

// Fail returns a *[Failure].
func Fail(name, detail string) error { return &Failure{Name: name, Detail: detail} }

// FaultKind says whose fault it is, and so which HTTP status a face answers.
type FaultKind int

// The kinds of faults.
const (
	Internal  FaultKind = iota // the service's own: 500
	BadAnswer                  // an upstream is unreachable, failed, or answered what its description excludes: 502
	Timeout                    // an upstream, or the tool's whole budget, ran out of time: 504
	BadInput                   // the caller's: an input has a value that the signature permits and the tool cannot use: 400
	NoMemory                   // the service's own, for a while: its calls hold as much memory as they may: 503
	NotNoted                   // the store's of idempotency keys: a write was not made, since it could not be noted: 503
	Busy                       // an upstream was not asked, since it fails or has as many calls as it may: 503

	Unauthenticated // the caller's: it has no credential for an upstream that is called in its name, or the upstream refuses that: 401
	Forbidden       // the caller's: an upstream that is called in its name does not permit it what the tool does: 403
)

// faultKinds are the kinds in one word each, for those who count and trace them.
var faultKinds = map[FaultKind]string{
	BadAnswer: "bad_answer", Timeout: "timeout", BadInput: "bad_input", NoMemory: "no_memory", NotNoted: "not_noted",
	Busy: "busy", Unauthenticated: "unauthenticated", Forbidden: "forbidden",
}

// String returns the kind in one word, as in bad_answer; one that there is not is internal.
func (k FaultKind) String() string { return cmp.Or(faultKinds[k], "internal") }

// Breakdown is how a call of an upstream failed where no status says that. One that ran out of its time is a [Fault] of the kind [Timeout].
type Breakdown int

// The ways in which calls fail. With the zero Breakdown it is none of these.
const (
	Unreachable Breakdown = iota + 1 // no connection came about, or none was asked for, since the upstream is [Busy]
	Interrupted                      // the connection broke off before the answer was complete
	Malformed                        // an answer with a 2xx is not what the upstream's description says: no JSON, another type, an encoding that nobody asked for
	TooLarge                         // an answer with a 2xx is larger than may be read
)

// Fault is an invocation that went wrong in a way that no signature declares.
// What its fields say may be shown to the caller; Err is for the log alone.
type Fault struct {
	Kind           FaultKind
	Step           string        // the step at which it happened, or empty; in a part, behind the step that uses it: site.lookup
	Element        Opt[int]      // the element of the list that the step goes through, or the one that uses the part, from 0
	Where          string        // the place in the manifest of the expression that failed ("outputs.temperature_f"), or empty
	Operation      string        // the upstream's operation ("weather.point"), or empty
	UpstreamStatus int           // the HTTP status that the upstream answered, or 0
	Breakdown      Breakdown     // how the call of the upstream failed, where no status says that
	RetryAfter     time.Duration // for how long the caller is to wait before it calls again: what the upstream asked for, or 0
	Detail         string        // one sentence without secrets, URLs or upstream content
	Inputs         []string      // BadInput: the ids of the inputs that may be at fault
	Violations     []Violation   // BadInput: what the caller can do about it, as [Contract.Invoke] puts it
	Err            error         // the cause, for the log; may be nil
}

func (f *Fault) Error() string {
	s := f.Detail
	if f.Where != "" {
		s = f.place() + ": " + s
	}
	if f.Operation != "" {
		s = f.Operation + ": " + s
	}
	if f.Step != "" {
		s = "step " + indexed(f.Step, f.Element) + ": " + s
	}
	return s
}

// place returns Where; of an element of a step it says which: "steps.slots[3].with.site".
func (f *Fault) place() string {
	step, inStep := strings.CutPrefix(f.Where, "steps.")
	if !inStep {
		return f.Where
	}
	return "steps." + indexed(step, f.Element)
}

// indexed returns the path of a step with the index of an element in brackets behind its first name: sites[2].lookup.
func indexed(path string, element Opt[int]) string {
	if !element.Has {
		return path
	}
	name, inside, within := strings.Cut(path, ".")
	name += "[" + strconv.Itoa(element.Value) + "]"
	if within {
		name += "." + inside
	}
	return name
}

// Challenge is the field WWW-Authenticate of the answer to a caller that is Unauthenticated (RFC 6750, section 3): without an
// Operation, it has sent no token.
func (f *Fault) Challenge() string {
	if f.Operation == "" {
		return "Bearer"
	}
	return `Bearer error="invalid_token"`
}

// Unwrap returns the cause.
func (f *Fault) Unwrap() error { return f.Err }

// StepError returns err as a fault that names the step at which it happened. A *[Failure] stays as it is.
func StepError(step string, err error) error {
	var fault *Fault
	if errors.As(err, &fault) {
		named := *fault
		named.Step = step
		return &named
	}
	var failure *Failure
	if errors.As(err, &failure) {
		return err
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return &Fault{Kind: Timeout, Step: step, Detail: "the step ran out of time", Err: err}
	}
	return &Fault{Kind: Internal, Step: step, Detail: "the step could not be run", Err: err}
}

// AnswerFault is an expression that failed on what an upstream answered. Its Detail
// is what a method Public() string of err returns, or a general sentence: err.Error() is for the log.
// where names it by its place in the manifest: "outputs.temperature_f". The fault is the upstream's, unless err has a
// method Presumes() bool and it returns true: then the expression took for granted what nobody has promised.
func AnswerFault(where string, err error) error {
	var of interface{ Presumes() bool }
	if errors.As(err, &of) && of.Presumes() {
		return &Fault{Where: where, Detail: publicText(err) + "; the tool takes more for granted than the upstream promises", Err: err}
	}
	return &Fault{Kind: BadAnswer, Where: where, Detail: publicText(err), Err: err}
}

// InputFault is an expression that failed on inputs, whose ids it takes: no
// upstream's answer had a part in it. The caller is told the text that AnswerFault takes.
func InputFault(where string, err error, inputs ...string) error {
	return &Fault{Kind: BadInput, Where: where, Detail: publicText(err), Inputs: inputs, Err: err}
}

// CallFault is an expression that failed though it read no upstream's answer and no input.
func CallFault(where string, err error) error {
	return &Fault{Kind: Internal, Where: where, Detail: publicText(err), Err: err}
}

// OutOfLimit returns the error of a value that is outside of a limit which the
// document of an upstream sets. must says what it must be, and nothing of what
// it is: "it must be at most 30".
func OutOfLimit(must string) error { return outOfLimit(must) }

type outOfLimit string

func (e outOfLimit) Error() string { return string(e) }

// Public returns the text.
func (e outOfLimit) Public() string { return string(e) }

// publicText is what a caller may read of an expression's error: the text that the error itself gives for that. Any
// other could hold what an upstream answered.
func publicText(err error) string {
	var public interface{ Public() string }
	if errors.As(err, &public) {
		return public.Public()
	}
	return "the expression has no value for this data"
}

// Status returns the HTTP status with which an upstream answered and so caused
// err, or 0 if err has another cause.
func Status(err error) int {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.UpstreamStatus
	}
	return 0
}

// IsUnreachable reports whether err means that no connection to the upstream came about, or was not asked for.
func IsUnreachable(err error) bool {
	var fault *Fault
	return errors.As(err, &fault) && fault.Breakdown == Unreachable
}

// IsTimeout reports whether err means that an upstream did not answer in time, or a function did not return.
func IsTimeout(err error) bool {
	var fault *Fault
	if errors.As(err, &fault) {
		return fault.Kind == Timeout
	}
	return errors.Is(err, context.DeadlineExceeded)
}

// Panic is a panic that was recovered in one goroutine to go on in another one. It keeps the stack of the first, which is
// the one that says what went wrong.
type Panic struct {
	Value any
	Stack []byte
}

// Recovered returns value, which recover has returned, with the stack that it was recovered on. A *[Panic] stays as it is.
func Recovered(value any) *Panic {
	if p, ok := value.(*Panic); ok {
		return p
	}
	return &Panic{Value: value, Stack: debug.Stack()}
}

// Error returns the value as text, shortened, and the stack.
func (p *Panic) Error() string { return fmt.Sprintf("panic: %.500s\n%s", fmt.Sprint(p.Value), p.Stack) }
