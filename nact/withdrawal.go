package nact

import "time"

// Withdrawal says that agents shall no longer find a tool. Whoever knows its ID
// can enumerate its versions and call them as before.
type Withdrawal struct {
	// Since is when the tool was withdrawn. The zero Time is not known; it is then published as the epoch of Unix.
	Since time.Time

	// Sunset is when the tool is expected to cease to answer, not before Since.
	// The zero Time is not decided. The run-time library does not act on it.
	Sunset time.Time
}

// withdrawal reports a withdrawal that contradicts itself.
func (v *verifier) withdrawal(w *Withdrawal) {
	if w != nil && !w.Sunset.IsZero() && w.Sunset.Before(w.Since) {
		v.add("its sunset on %s is before its withdrawal on %s", w.Sunset.Format(time.DateOnly), w.Since.Format(time.DateOnly))
	}
}
