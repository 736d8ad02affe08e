package nact

import "context"

// Entry is what a journal knows of one call of a step. A nil Entry is that of a call of which nobody keeps a journal: its methods do
// nothing.
type Entry struct {
	journal *Journal
	name    string // see [Journal.name]
	write   Write
	open    int // requests that were sent and not answered, as far as is known
}

// In returns a context for the call, in which [EntryOf] finds e.
func (e *Entry) In(ctx context.Context) context.Context { return context.WithValue(ctx, stepKey{}, e) }

// step implements [ofStep].
func (e *Entry) step() (name string, undoes bool) {
	if e.journal.reverses != "" {
		return e.journal.reverses, true
	}
	return e.write.Step, false
}

// EntryOf returns the entry of the call that ctx is for, or nil.
func EntryOf(ctx context.Context) *Entry {
	e, _ := ctx.Value(stepKey{}).(*Entry)
	return e
}

// Ahead notes, for later runs of the invocation, that a request of the operation is about to be sent. request is a digest of it.
// repeatable says that to send it again changes nothing further. After an error it must not be sent.
func (e *Entry) Ahead(ctx context.Context, operation, request string, repeatable bool) error {
	if e == nil {
		return nil
	}
	e.note(func() { e.write.Operation, e.write.Repeatable = operation, repeatable })
	return e.journal.runs().ahead(ctx, e.name, e.write, request)
}

// Noted reports whether later runs of the invocation learn what is noted of the call.
func (e *Entry) Noted() bool { return e != nil && e.journal.notes != nil }

// Sent notes that a request of the operation goes out, the first one or another attempt.
func (e *Entry) Sent(operation string) {
	e.note(func() {
		e.write.Operation = operation
		e.open++
		if e.write.State == "" {
			e.write.State = Unknown
		}
	})
}

// Refused notes that the last request was answered, and not carried out.
func (e *Entry) Refused() {
	e.note(func() {
		if e.open--; e.open == 0 && e.write.State == Unknown {
			e.write.State = ""
		}
	})
}

// Done notes that the call was carried out.
func (e *Entry) Done() { e.note(func() { e.write.State = Done }) }

// Ended notes, for later runs of the invocation, that no further request is sent. They need not know of a call of which no request was
// carried out.
func (e *Entry) Ended() {
	e.note(func() {
		if e.write.State == "" {
			e.journal.runs().nothing(e.name)
		}
	})
}

// Undoing notes, for later runs of the invocation, that the call is about to be taken back. After an error it must not be.
func (e *Entry) Undoing(ctx context.Context) error {
	if e == nil {
		return nil
	}
	return e.journal.runs().undoing(ctx, e.name)
}

// Undone notes that the call was taken back. With an error it notes that it was not, or perhaps not, and why.
func (e *Entry) Undone(err error) {
	e.note(func() {
		e.write.State, e.write.Err = Undone, err
		if err != nil {
			e.write.State, e.write.Repeatable = NotUndone, false
			return
		}
		e.journal.runs().undone(e.name)
	})
}

// Doubted notes that nobody knows whether the call was carried out, although it was answered as if it had been.
func (e *Entry) Doubted() { e.note(func() { e.write.State = Unknown }) }

// Kept notes that the call is not to be taken back, since the tool ended as it did.
func (e *Entry) Kept() { e.note(func() { e.write.State = Kept }) }

// Stands notes that nothing was sent to take the call back, and why. What it did stands, and a later run of the invocation can go on
// from it.
func (e *Entry) Stands(err error) {
	e.note(func() {
		e.write.State, e.write.Err = NotUndone, err
		e.journal.runs().stands(e.name)
	})
}

// State returns what is known of the call; empty if nothing has been changed.
func (e *Entry) State() (state WriteState) {
	e.note(func() { state = e.write.State })
	return state
}

// note runs change, which changes what is known of the call, under the lock of the journal. In a dry run it does not: no call is made.
func (e *Entry) note(change func()) {
	if e == nil || e.journal.dry != nil {
		return
	}
	e.journal.mu.Lock()
	defer e.journal.mu.Unlock()
	change()
}
