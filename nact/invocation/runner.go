// Package invocation runs the invocations of a service, whichever face of it they come through: it bounds how many run at one time, keeps the journals
// of tools that write, and says in the log what each came to.
package invocation

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// DefaultCalls is how many invocations run at one time unless the configuration says otherwise. It is as many as
// the usual transport keeps connections to one upstream open, and as a program has connections of callers. What invocations hold is bounded by
// their memory.
const DefaultCalls = 1024

// Limits bound what runs at one time. Of the zero Limits each is the default.
type Limits struct {
	Calls      int   // how many invocations may run; further ones wait for a second, and are refused. 0: [DefaultCalls]
	Memory     int64 // how many bytes all of them hold of what upstreams answer, about: see [nact.Memory]. 0: [nact.DefaultMemory]
	CallMemory int64 // how many bytes each holds of that; one that needs more fails. 0: [nact.DefaultCallMemory]
}

// Bounds of the queue for the places of running invocations. It takes up callers that come in a burst, as long as places become free.
const (
	queueLength = 4           // for each place
	queueWait   = time.Second // of one that is in the queue; then it is refused
)

// Runner runs invocations. The faces of a service share one, so that its limit holds for all of them together. It is safe for concurrent use.
type Runner struct {
	max     int
	memory  *nact.Memory
	logger  *slog.Logger
	places  chan struct{} // holds one for each invocation that runs
	waiting atomic.Int64

	observer nact.Observer // nil: nobody observes the calls
	ready    func() error  // nil: tools that write may run
	callers  Callers       // nil: what one caller takes has no bounds of its own
}

// Callers bounds what each caller takes of a service. Package throttle makes the one that there is.
type Callers interface {
	// Admit reports whether who sends a request from a remote address, HOST:PORT or nothing, may call a tool now. If so, end ends the call. Otherwise
	// refused says why not.
	Admit(ctx context.Context, remote string) (end func(), refused *Refusal)
}

// Refusal is why a call was not begun.
type Refusal struct {
	Reason string        // as [nact.Ending] has it
	Detail string        // a sentence for the caller
	After  time.Duration // after which it can be sent again
}

// Seconds returns After in whole seconds, rounded up.
func (r *Refusal) Seconds() int64 { return int64((r.After + time.Second - 1) / time.Second) }

// NewRunner returns a runner with limits. It logs what invocations that are cut off have changed; a nil logger logs nothing.
func NewRunner(limits Limits, logger *slog.Logger) *Runner {
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	calls := cmp.Or(limits.Calls, DefaultCalls)
	return &Runner{
		max: calls, memory: nact.NewMemory(limits.Memory, limits.CallMemory), logger: logger, places: make(chan struct{}, max(calls, 0)),
	}
}

// Observer returns who is told of calls, or nil. The faces tell it: they know of calls that come to nothing.
func (r *Runner) Observer() nact.Observer { return r.observer }

// NotReady is why a call is refused of a tool that writes, as [nact.Ending] has it.
const NotReady = "audit-unavailable"

// MayRun reports whether a tool may run at all: one that writes may not while what it changes cannot be recorded.
func (r *Runner) MayRun(tool *nact.Tool) bool {
	return r.ready == nil || !tool.Writes || r.ready() == nil
}

// Admit is that of the bounds of callers. A face asks before anything else that it does for a call, whatever comes of that.
func (r *Runner) Admit(ctx context.Context, remote string) (end func(), refused *Refusal) {
	if r.callers == nil {
		return func() {}, nil
	}
	return r.callers.Admit(ctx, remote)
}

// Max returns how many invocations may run at one time.
func (r *Runner) Max() int { return r.max }

// Enter reports whether an invocation may run beside those that do; [Runner.Leave] ends it then. Where as many run as may, it waits for a second
// until one has ended, unless four times as many wait already, or ctx ends; where they hold as much memory as they may, it waits for that as
// well. A face asks when it has read a call, and leaves before it writes the answer: a client that is slow at either keeps no other out.
func (r *Runner) Enter(ctx context.Context) bool {
	select {
	case r.places <- struct{}{}:
	default:
		if !r.wait(ctx) {
			return false
		}
	}
	if r.memory.Enter(ctx) {
		return true
	}
	<-r.places
	return false
}

func (r *Runner) wait(ctx context.Context) bool {
	defer r.waiting.Add(-1)
	if r.waiting.Add(1) > int64(queueLength*r.max) {
		return false
	}
	timer := time.NewTimer(queueWait)
	defer timer.Stop()
	select {
	case r.places <- struct{}{}:
		return true
	case <-timer.C:
	case <-ctx.Done():
	}
	return false
}

// Leave ends what a successful Enter began.
func (r *Runner) Leave() {
	r.memory.Leave()
	<-r.places
}

// Outcome is what an invocation came to.
type Outcome struct {
	Answer  nact.Answer
	Changes nact.Changes // what it changed or may have changed, also where it went wrong; nil: nothing
	Err     error        // a *[nact.Fault]; nil: there is an Answer
}

// Run runs a tool with arguments that the contract has checked.
func (r *Runner) Run(ctx context.Context, contract *nact.Contract, args nact.Arguments) Outcome {
	held := r.memory.Begin(ctx)
	defer held.End()
	stop := func() bool { return true }
	answer, changes, err := contract.Run(held, args, func(record nact.Record) {
		stop = context.AfterFunc(ctx, func() { r.logCutOff(ctx, contract.Signature(), record) })
	})
	stop()
	return Outcome{Answer: answer, Changes: changes, Err: err}
}

// RunDry runs a tool that [nact.Tool.RunsDry] without changing anything. run has what it would write; it is nil if the tool never writes.
func (r *Runner) RunDry(ctx context.Context, contract *nact.Contract, args nact.Arguments) (outcome Outcome, run nact.DryRun) {
	if !contract.Tool().Writes {
		return r.Run(ctx, contract, args), nil
	}
	held := r.memory.Begin(ctx)
	defer held.End()
	run = contract.Tool().DryRun()
	answer, err := contract.Invoke(run.Watch(held), args)
	switch {
	case err != nil && run.Ended(err):
		return Outcome{}, run
	case err == nil && answer.Failure == nil && run.Planned():
		answer.Values = nil // they would say that something was written
	}
	return Outcome{Answer: answer, Err: err}, run
}

// ErrCutOff is the cause with which contexts end whose calls the service does not wait for any longer. What they have changed by then is
// in the log, since nobody else will say it.
var ErrCutOff = errors.New("cut off")

// logCutOff logs what a call that is cut off has changed so far.
func (r *Runner) logCutOff(ctx context.Context, signature *nact.Signature, record nact.Record) {
	if !errors.Is(context.Cause(ctx), ErrCutOff) {
		return
	}
	if changes := record.Changes(); changes != nil {
		attrs := nact.AppendRequest(ctx, make([]slog.Attr, 0, 5))
		attrs = append(attrs, slog.String("tool", signature.Name), slog.Int("version", signature.Version), LogChanges(changes))
		r.logger.LogAttrs(ctx, slog.LevelError, "invocation cut off", attrs...)
	}
}

// Gone reports whether ctx ended because the caller left.
func Gone(ctx context.Context) bool { return errors.Is(context.Cause(ctx), context.Canceled) }
