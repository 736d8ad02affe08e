package flow

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/nactgen/nactgen/nact"
)

// Writes are the steps of one call of a tool that change something upstream. If the tool fails after them, they are taken back, the
// last one first, as far as the tool says how.
//
//	writes := flow.NewWrites(ctx)
//	defer writes.End(&err)
//	...
//	booking, err := s.clinic.book(writes.Begin(ctx, "booking"), clinicBookParams{Slot: slot})
//	if err != nil {
//		return out, nact.StepError("booking", err)
//	}
//	writes.Undo(10*time.Second, func(ctx context.Context) error {
//		return s.clinic.cancel(ctx, clinicCancelParams{ID: booking.ID})
//	})
//
// What became of them is in the journal of the context. A Writes is for one goroutine at a time: a write runs alone.
//
// A part that the tool uses gets a Writes for its own, by which its writes are those of the tool:
//
//	visit, err := s.arrangeVisit(ctx, writes.In("visit"), arrangeVisitInput{Slot: slot})
type Writes struct {
	*ofCall
	within nact.Place  // where the part is used; the zero Place: they are those of the tool itself
	last   *nact.Entry // of the last Begin

	begunBefore, undosBefore int // how many of begun and undos there were before the part
}

// ofCall is what all Writes of a call share.
type ofCall struct {
	ctx     context.Context // of the call, without its end: nobody has to wait for what is taken back
	journal *nact.Journal
	begun   []*nact.Entry
	undos   []undo
	cancels []context.CancelFunc
}

// undo takes a write back.
type undo struct {
	entry *nact.Entry
	limit time.Duration
	call  func(context.Context) error
	kept  []string // see [Writes.Undo]
}

// NewWrites returns the writes of a call.
func NewWrites(ctx context.Context) *Writes {
	w := &Writes{ofCall: &ofCall{ctx: context.WithoutCancel(ctx), journal: nact.JournalOf(ctx)}}
	if w.journal == nil {
		w.journal = new(nact.Journal)
	}
	return w
}

// In returns the writes of the part that a step uses.
func (w *Writes) In(step string) *Writes { return w.in(step, nact.Opt[int]{}, nil) }

// InElement is [Writes.In] for an element of the list that the step goes through, from 0.
func (w *Writes) InElement(step string, i int) *Writes { return w.in(step, nact.Some(i), nil) }

// InValue is [Writes.InElement] for an element that is a scalar: see [Writes.BeginValue].
func (w *Writes) InValue(step string, i int, value any) *Writes {
	return w.in(step, nact.Some(i), value)
}

func (w *Writes) in(step string, element nact.Opt[int], value any) *Writes {
	return &Writes{ofCall: w.ofCall, within: w.within.Inside(step, element, value), begunBefore: len(w.begun), undosBefore: len(w.undos)}
}

// Begin returns the context of a step's call. It ends when the time of ctx does, but not because the caller has left: the answer to a
// request that was sent is waited for. If ctx has ended, so has the context that it returns, and the call is not made.
func (w *Writes) Begin(ctx context.Context, step string) context.Context {
	return w.begin(ctx, step, nact.Opt[int]{}, nil)
}

// BeginElement is [Writes.Begin] for an element of the list that a step goes through, from 0.
func (w *Writes) BeginElement(ctx context.Context, step string, i int) context.Context {
	return w.begin(ctx, step, nact.Some(i), nil)
}

// BeginValue is [Writes.BeginElement] for an element that is a scalar. If the tool is called again with its idempotency key, the element is
// recognized by its value, also at another place of the list.
func (w *Writes) BeginValue(ctx context.Context, step string, i int, value any) context.Context {
	return w.begin(ctx, step, nact.Some(i), value)
}

func (w *Writes) begin(ctx context.Context, step string, element nact.Opt[int], value any) context.Context {
	w.last = w.journal.BeginAt(w.within.Inside(step, element, value))
	w.begun = append(w.begun, w.last)
	if ctx.Err() != nil {
		return ctx
	}
	lasting := context.WithoutCancel(ctx)
	if deadline, limited := ctx.Deadline(); limited {
		var cancel context.CancelFunc
		lasting, cancel = context.WithDeadline(lasting, deadline)
		w.cancels = append(w.cancels, cancel)
	}
	return w.last.In(lasting)
}

// Undo says how to take back what was begun last, if it was carried out. call gets a context that ends after limit, and is
// called again until then if nobody knows what became of it, or the upstream cannot be reached or answers with 408, 429 or 503:
// it must bear being repeated. kept are the declared failures with which the tool can end and the write stays as it is; the empty text among
// them is for every other end: a fault, a panic, a caller who has left, time that ran out.
func (w *Writes) Undo(limit time.Duration, call func(ctx context.Context) error, kept ...string) {
	w.undos = append(w.undos, undo{w.last, limit, call, kept})
}

// End is deferred. If the tool has failed with err, or panicked, it takes the writes back.
func (w *Writes) End(err *error) {
	panicked := recover()
	for _, cancel := range w.cancels {
		cancel()
	}
	if panicked != nil {
		panicked = nact.Recovered(panicked)
	}
	if *err != nil || panicked != nil {
		takeBack(w.ctx, w.undos, failureOf(*err))
	}
	if panicked != nil {
		panic(panicked)
	}
}

// takeBack takes back what was carried out, the last first, but for what is kept with a failure.
func takeBack(ctx context.Context, undos []undo, failure string) {
	for _, u := range slices.Backward(undos) {
		switch {
		case u.entry.State() != nact.Done:
		case slices.Contains(u.kept, failure):
			u.entry.Kept()
		default:
			u.run(ctx)
		}
	}
}

// failureOf returns the declared failure that err is; empty if it is another error.
func failureOf(err error) string {
	var failure *nact.Failure
	if errors.As(err, &failure) {
		return failure.Name
	}
	return ""
}

// The waits between attempts to take something back.
const (
	firstUndoWait = 200 * time.Millisecond
	maxUndoWait   = 5 * time.Second
)

// run takes the write back, and notes what comes of that.
func (u undo) run(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, u.limit)
	defer cancel()
	if err := u.entry.Undoing(ctx); err != nil {
		u.entry.Stands(err)
		return
	}
	if sent, err := u.attempts(ctx); err != nil && !sent {
		u.entry.Stands(err)
	} else {
		u.entry.Undone(err)
	}
}

// attempts makes attempts until one succeeds, or none can any more. It reports whether a request went out.
func (u undo) attempts(ctx context.Context) (sent bool, err error) {
	lost := false // an attempt may have been carried out
	for wait := firstUndoWait; ; wait = min(2*wait, maxUndoWait) {
		attempt := u.entry.Reversal().Begin("undo", nact.Opt[int]{}, nil) // not in the journal of the tool, whose write it is not
		err := u.call(attempt.In(ctx))
		state := attempt.State()
		sent = sent || state != "" || nact.Status(err) != 0
		lost = lost || state == nact.Unknown
		if err == nil || state == nact.Done || lost && gone(err) {
			return true, nil
		}
		if state != nact.Unknown && !repeatable(err) || !sleep(ctx, wait) {
			return sent, err
		}
	}
}

// gone reports whether the upstream no longer has what was to be taken back.
func gone(err error) bool {
	status := nact.Status(err)
	return status == http.StatusNotFound || status == http.StatusGone
}

// repeatable reports whether a call that was not carried out may be soon.
func repeatable(err error) bool {
	switch nact.Status(err) {
	case http.StatusRequestTimeout, http.StatusTooManyRequests, http.StatusServiceUnavailable:
		return true
	}
	return nact.IsUnreachable(err)
}

// sleep waits, and reports whether ctx lasted.
func sleep(ctx context.Context, wait time.Duration) bool {
	timer := time.NewTimer(wait)
	defer timer.Stop()
	select {
	case <-timer.C:
		return ctx.Err() == nil
	case <-ctx.Done():
		return false
	}
}
