// Package pace spaces events over time: so many in so long on average, of which some may come at once. It is the generic cell rate algorithm (ITU-T I.371),
// for which one moment is kept of all events before.
package pace

import "time"

// Pace is how often something may happen.
type Pace struct {
	Interval time.Duration // between two events, on average
	ahead    time.Duration // how long before its moment an event may come
}

// New returns the pace of so many events in so long, of which burst may come at once: a tenth of them if it is 0, and one at least.
func New(events int, per time.Duration, burst int) Pace {
	events = max(events, 1)
	if burst == 0 {
		burst = events / 10
	}
	interval := max(per/time.Duration(events), 1)
	return Pace{Interval: interval, ahead: time.Duration(max(burst, 1)-1) * interval}
}

// Turn returns how long the next event has to wait, and the moment that is kept of it if it is let come after that. next is the moment that was
// kept of those before; the zero Time says that there were none.
func (p Pace) Turn(next, now time.Time) (wait time.Duration, then time.Time) {
	if next.Before(now) {
		next = now
	}
	return max(next.Add(-p.ahead).Sub(now), 0), next.Add(p.Interval)
}
